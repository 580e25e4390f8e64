/** Checks what a query document expects of a query's records. */
import { defined } from '../../base/defined.ts';
import type { DatastoreClient } from '../../datastore/client/client.ts';
import type { DatastoreQuery } from '../../datastore/query/query.ts';
import type { CheckFinding, CheckResult } from './checkResult.ts';
import { type CountedQuery, countOffenses } from './countedOffenses.ts';
import { instantBefore, instantOf } from './duration.ts';
import { type Expectation, judgesRecords, listExpectations, type RecordExpectation } from './expectation.ts';
import type { Expectations } from './expectations.ts';
import { findingOfFields, missingQueryField } from './fieldFindings.ts';
import { readOffenses } from './readOffenses.ts';

/** Most records that are read where a server can't say which of them break an expectation. */
export const MOST_TO_CHECK = 1_000_000;

export interface CheckOptions {
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
