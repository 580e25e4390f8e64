/** A query that a panel answered, and the rules by which a list of them grows: newest first, each query once. */
import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import * as v from 'valibot';
import { readsAsCommand } from '../../base/commandText.ts';
import { readExact } from '../../base/exactJson.ts';
import { natural } from '../../base/schema.ts';
import { withoutSecrets } from '../../base/secretText.ts';
import { optionalMember, storedObject } from '../../base/stored.ts';
import { filtersJson } from '../../datastore/query/conditions.ts';
import { type DatastoreQuery, queryText, StoredQuery } from '../../datastore/query/query.ts';
import { isSameQuery } from '../../datastore/query/queryHistory.ts';

const DAY_MS = 86_400_000;
const KEPT_DAYS = 90;
const MOST_ENTRIES = 1000;
/** Longest text of a query, and of all queries together, in UTF-16 units: each answer writes the whole file. */
const LONGEST_QUERY = 100_000;
const BUDGET = 4_000_000;

const text = v.pipe(v.string(), v.nonEmpty(), v.maxLength(1000));

export type HistoryEntry = Readonly<v.InferOutput<typeof HistoryEntry>>;
export const HistoryEntry = storedObject({
  id: text,
  portalId: text,
  /** The portal's address, by which the portal is found again after it was removed and added. */
  baseUrl: optionalMember(text),
  portal: v.string(),
  /** The resource and its query in words. */
  label: text,
  query: StoredQuery,
  /** Milliseconds since 1970 of the last answer. */
  at: natural,
  elapsedMs: natural,
  /** The number of records that match, or of groups of a summary. Absent if the portal doesn't count. */
  count: optionalMember(natural),
  isEstimate: optionalMember(v.literal(true)),
  name: optionalMember(text),
  isPinned: optionalMember(v.literal(true)),
});

export type HistoryRun = Omit<HistoryEntry, 'id' | 'name' | 'isPinned'>;

export function storedEntry(entry: HistoryEntry): object {
  return { ...entry, query: queryText(entry.query) };
}

/** Puts the latest run of a query first. Its name and pin stay. */
export function withRun(entries: readonly HistoryEntry[], run: HistoryRun): readonly HistoryEntry[] {
  const { id = randomUUID(), name, isPinned } = entries.find((entry) => isRunOf(entry, run)) ?? {};
  const latest = { ...run, id, ...(name !== undefined && { name }), ...(isPinned && { isPinned }) };
  return [latest, ...entries.filter((entry) => entry.id !== id)];
}

export function isRunOf({ portalId, query }: HistoryEntry, run: HistoryRun): boolean {
  if (portalId !== run.portalId || query.resourceId !== run.query.resourceId) return false;
  // Comparing texts first takes 2 ms for 1,000 queries of one resource, comparing queries 30 ms.
  return filtersJson(query.filters ?? []) === filtersJson(run.query.filters ?? []) && isSameQuery(query, run.query);
}

/** The entries that are stored: pinned ones and those of the last days, as many as fit. */
export function lastingEntries(entries: readonly HistoryEntry[], now: number): readonly HistoryEntry[] {
  const isYoung = ({ at, isPinned }: HistoryEntry): boolean => isPinned === true || at > now - KEPT_DAYS * DAY_MS;
  let size = 0;
  const fits = ({ query }: HistoryEntry): boolean => (size += queryText(query).length) <= BUDGET;
  const byWorth = entries.filter(isYoung).toSorted((one, other) => worth(other) - worth(one));
  const lasting = new Set(byWorth.slice(0, MOST_ENTRIES).filter(fits));
  return entries.filter((entry) => lasting.has(entry));
}

function worth({ at, isPinned }: HistoryEntry): number {
  return isPinned === true ? Infinity : at;
}

/** Whether a query may be stored. `redact` replaces the tokens of this session and what looks like a secret. */
export function isStorable(query: DatastoreQuery, label: string, redact: (text: string) => string): boolean {
  const filters = filtersJson(query.filters ?? []);
  const isSafe = (words: string): boolean => redact(words) === words && !readsAsCommand(words);
  if (queryText(query).length > LONGEST_QUERY || ![query.q ?? '', filters, label].every(isSafe)) return false;
  // Filters of an address can be no JSON, and a lenient server answers all the same.
  if (readExact(filters) === undefined) return false;
  const values: unknown = JSON.parse(filters);
  return isDeepStrictEqual(withoutSecrets(values), values);
}

export type HistoryPeriod = 'pinned' | 'today' | 'yesterday' | 'week' | 'older';

export interface HistoryGroup {
  readonly period: HistoryPeriod;
  readonly entries: readonly HistoryEntry[];
}

/** The entries by when they ran last, in the time zone of this machine. Empty groups are left out. */
export function historyGroups(entries: readonly HistoryEntry[], now: Date): readonly HistoryGroup[] {
  const daysAgo = (days: number): number => new Date(now.getFullYear(), now.getMonth(), now.getDate() - days).getTime();
  const begins = [
    ['today', daysAgo(0)],
    ['yesterday', daysAgo(1)],
    ['week', daysAgo(7)],
    ['older', -Infinity],
  ] as const;
  const periodOf = ({ at, isPinned }: HistoryEntry): HistoryPeriod =>
    isPinned === true ? 'pinned' : (begins.find(([, begin]) => at >= begin)?.[0] ?? 'older');
  const groups = Map.groupBy(entries, periodOf);
  return (['pinned', ...begins.map(([period]) => period)] as const).flatMap((period) => {
    const those = groups.get(period);
    return those === undefined ? [] : [{ period, entries: those }];
  });
}
