import { parseExact, stringifyExact } from '../../base/exactJson.ts';
import { filtersJson } from './conditions.ts';
import type { DatastoreQuery } from './query.ts';

const KEPT = 50;

/** The questions of one panel, as a browser keeps its pages. Serialisable as it stands. */
export interface QueryHistory {
  readonly queries: readonly DatastoreQuery[];
  /** Of the present one; -1 while there is none. */
  readonly place: number;
}

export const NO_HISTORY: QueryHistory = { queries: [], place: -1 };

/** The present question is `query` from now on; what lay forward is gone, unless nothing changes. */
export function visited({ queries, place }: QueryHistory, query: DatastoreQuery): QueryHistory {
  const present = queries[place];
  if (present !== undefined && isSameQuery(present, query)) return { queries, place };
  const kept = [...queries.slice(0, place + 1), query].slice(-KEPT);
  return { queries: kept, place: kept.length - 1 };
}

/** Without the present question, which came to nothing. */
export function withoutPresent({ queries, place }: QueryHistory): QueryHistory {
  return { queries: queries.toSpliced(place, 1), place: place - 1 };
}

/** One back or forward; undefined at the end. */
export function moved({ queries, place }: QueryHistory, step: -1 | 1): QueryHistory | undefined {
  return queries[place + step] === undefined ? undefined : { queries, place: place + step };
}

export function canMove(history: QueryHistory, step: -1 | 1): boolean {
  return moved(history, step) !== undefined;
}

export function isSameQuery(one: DatastoreQuery, other: DatastoreQuery): boolean {
  return keyOf(one) === keyOf(other);
}

/** Whatever the order of its members, and the blanks in what was typed as JSON. */
function keyOf({ filters = [], sort = [], distinct = false, ...rest }: DatastoreQuery): string {
  const keys = sort.map(({ field, descending, nullsLast = false }) => [field, descending, nullsLast]);
  const members = Object.entries({ ...rest, filters: plain(filtersJson(filters)), sort: keys, distinct });
  return JSON.stringify(members.sort(([one], [other]) => (one < other ? -1 : 1)));
}

function plain(json: string): string {
  try {
    return stringifyExact(parseExact(json));
  } catch {
    return json;
  }
}
