/** Reads all records once to find those that break expectations, where a server can't say which do. */
import { defined, filled } from '../../base/defined.ts';
import { TimeSlice } from '../../base/timeSlice.ts';
import { allRecords } from '../../export/records.ts';
import type { CheckFinding } from './checkResult.ts';
import { type CountedQuery, withValues } from './countedOffenses.ts';
import { type Expectation, fieldsOf, type RecordExpectation } from './expectation.ts';
import { RecordJudge } from './recordJudge.ts';

interface ReadOptions {
  readonly mostRead: number;
  readonly onRead: ((records: number) => void) | undefined;
}

export async function readOffenses(
  { client, records, fields, total }: CountedQuery,
  expectations: readonly RecordExpectation[],
  { onRead, mostRead }: ReadOptions,
  signal: AbortSignal,
): Promise<readonly (readonly [Expectation, CheckFinding])[]> {
  const host = await client.host(signal);
  const tooMany = expectations.map((each) => {
    const finding: CheckFinding = { outcome: 'unchecked', word: 'tooManyToRead', details: { host, most: mostRead } };
    return [each, finding] as const;
  });
  if (total !== undefined && total > mostRead) return tooMany;
  const needed = new Set(['_id', ...expectations.flatMap(fieldsOf)]);
  const columns = filled(fields.map(({ id }) => id).filter((id) => needed.has(id)));
  const hasId = columns?.includes('_id') === true;
  // Pages of records without an _id would come in no order, so all fields are read then.
  const query = hasId ? { ...records, fields: columns } : records;
  let judges: readonly RecordJudge[] | undefined;
  let read = 0;
  const slice = new TimeSlice(signal);
  for await (const batch of allRecords(client, query, signal)) {
    judges ??= expectations.map((each) => new RecordJudge(each, batch.fields));
    for (const row of batch.rows) {
      if (slice.isOver) await slice.next();
      for (const judge of judges) judge.take(row);
    }
    read += batch.rows.length;
    onRead?.(read);
    if (read > mostRead) return tooMany;
  }
  return (judges ?? []).flatMap(({ expectation, found }) => {
    if (found === undefined) return [];
    const { word, details, conditions } = found.first;
    const counted = { ...details, records: found.records, total: read };
    const offending = conditions && withValues(records, conditions);
    const finding: CheckFinding = { outcome: 'differs', word, details: counted, ...defined({ offending }) };
    return [[expectation, finding] as const];
  });
}
