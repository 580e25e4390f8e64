/** Checks what a query document expects of a query's records. */
import { defined, filled } from '../../base/defined.ts';
import type { DatastoreClient } from '../../datastore/client/client.ts';
import type { DatastoreQuery } from '../../datastore/query/query.ts';
import type { CheckFinding, CheckResult } from './checkResult.ts';
import { type CountedQuery, countOffenses, withValues } from './countedOffenses.ts';
import { type Expectation, judgesRecords, listExpectations, type RecordExpectation, fieldsOf } from './expectation.ts';
import { type Expectations, DURATION } from './expectations.ts';
import { findingOfFields, missingQueryField } from './fieldFindings.ts';
import { TimeSlice } from '../../base/timeSlice.ts';
import { allRecords } from '../../export/records.ts';
import { RecordJudge } from './recordJudge.ts';

/** Most records that are read where a server can't say which of them break an expectation. */
export const MOST_TO_CHECK = 1_000_000;

interface CheckOptions {
  readonly now: Date;
  /** Only expectations for which this holds are checked. */
  readonly isChosen?: (expectation: Expectation) => boolean;
  /** Called while records are read, with how many were. */
  readonly onRead?: (records: number) => void;
  /** Tests lower the number of records that are read. */
  readonly mostRead?: number;
}

/**
 * Checks each expectation of all records that match the query. Its fields, order, limit, `distinct` and summary don't
 * matter. Counts where the server can, and otherwise reads the records once. Throws what a search throws, or the
 * signal's reason.
 */
export async function checkExpectations(
  client: DatastoreClient,
  query: DatastoreQuery,
  expect: Expectations,
  { now, isChosen = () => true, onRead, mostRead = MOST_TO_CHECK }: CheckOptions,
  signal: AbortSignal,
): Promise<readonly CheckResult[]> {
  const expectations = listExpectations(expect).filter(isChosen);
  const { resourceId } = query;
  const fields = await client.fields(resourceId, signal);
  const records = matchingRecords(query);
  const findings = new Map<Expectation, CheckFinding>();
  const lost = missingQueryField(query, fields, client.dialect.hasRanges);
  const needsRecords =
    lost === undefined && expectations.some((each) => each.kind === 'records' || judgesRecords(each));
  const total = needsRecords ? await client.count(records, signal) : undefined;
  const counted: CountedQuery = { client, records, fields, total };
  const toRead: RecordExpectation[] = [];
  const ask = async (expectation: Expectation): Promise<CheckFinding | undefined> => {
    if (expectation.kind === 'updatedWithin') return checkAge(client, resourceId, expectation.duration, now, signal);
    if (expectation.kind === 'fields') return undefined;
    if (lost !== undefined) return lost;
    if (expectation.kind === 'records') return checkCount(total, expectation, await client.host(signal), records);
    const answer = await countOffenses(counted, expectation, signal);
    if (answer === undefined) toRead.push(expectation);
    return answer?.finding;
  };
  for (const expectation of expectations) {
    const finding = findingOfFields(expectation, fields) ?? (await ask(expectation));
    if (finding !== undefined) findings.set(expectation, finding);
  }
  const read = toRead.length > 0 ? await readOffenses(counted, toRead, { onRead, mostRead }, signal) : [];
  for (const [expectation, finding] of read) findings.set(expectation, finding);
  return expectations.map((expectation) => ({ expectation, ...defined({ finding: findings.get(expectation) }) }));
}

/** The query for all records that match, however many of them, and which fields, the query shows. */
export function matchingRecords({ resourceId, q, qMode, qField, filters }: DatastoreQuery): DatastoreQuery {
  return { resourceId, ...defined({ q, qMode, qField, filters }) };
}

function checkCount(
  found: number | undefined,
  { min = 0, max = Infinity }: { readonly min?: number; readonly max?: number },
  host: string,
  offending: DatastoreQuery,
): CheckFinding | undefined {
  if (found === undefined) return { outcome: 'unchecked', word: 'noTotal', details: { host } };
  if (found < min) return { outcome: 'differs', word: 'tooFew', details: { found, expected: min }, offending };
  return found > max
    ? { outcome: 'differs', word: 'tooMany', details: { found, expected: max }, offending }
    : undefined;
}

async function checkAge(
  client: DatastoreClient,
  resourceId: string,
  duration: string,
  now: Date,
  signal: AbortSignal,
): Promise<CheckFinding | undefined> {
  const changed = instantOf((await client.lastModified(resourceId, signal)) ?? '');
  const earliest = instantBefore(now, duration);
  if (changed === undefined || earliest === undefined)
    return { outcome: 'unchecked', word: 'noDate', details: { host: await client.host(signal) } };
  if (changed >= earliest) return undefined;
  const date = changed.toISOString().slice(0, 10);
  return { outcome: 'differs', word: 'outdated', details: { date, expected: duration } };
}

/** The instant that lies a duration before `now`, by the calendar of UTC. Undefined for texts that aren't durations. */
function instantBefore(now: Date, duration: string): Date | undefined {
  const parts = DURATION.exec(duration);
  if (parts === null) return undefined;
  const [years = 0, months = 0, weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = parts
    .slice(1)
    .map((part: string | undefined) => Number(part ?? 0));
  const instant = new Date(now);
  const day = instant.getUTCDate();
  instant.setUTCMonth(instant.getUTCMonth() - years * 12 - months);
  // The month may be too short for the day, as February is for the 31st.
  if (instant.getUTCDate() !== day) instant.setUTCDate(0);
  return new Date(instant.getTime() - ((((weeks * 7 + days) * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000);
}

/** The instant of CKAN's timestamps, which have no zone and are in UTC. Undefined for other texts. */
export function instantOf(text: string): Date | undefined {
  const instant = new Date(/(?:Z|[+-]\d\d:?\d\d)$/.test(text) || !text.includes('T') ? text : `${text}Z`);
  return Number.isNaN(instant.getTime()) ? undefined : instant;
}

interface ReadOptions {
  readonly mostRead: number;
  readonly onRead: ((records: number) => void) | undefined;
}

async function readOffenses(
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
