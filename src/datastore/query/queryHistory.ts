import * as v from 'valibot';
import { readExact, stringifyExact } from '../../base/exactJson.ts';
import type { Shape } from '../../base/schema.ts';
import { FieldLayout } from './fieldLayout.ts';
import { filtersJson } from './conditions.ts';
import type { DatastoreQuery } from './query.ts';

const KEPT = 50;

export type LayoutChange = Shape<typeof LayoutChange>;
/** `title` names the change, such as "Hide station_id". */
export const LayoutChange = v.object({ layout: FieldLayout, before: FieldLayout, title: v.string() });

export type Change = DatastoreQuery | LayoutChange;

/** Changes in one panel, oldest first: its queries and layouts. It can be serialized as it is. */
export interface QueryHistory {
  /** The first change is a query. */
  readonly changes: readonly Change[];
  /** Index of the last change in force, or -1 if there is none. Later changes were undone. */
  readonly place: number;
}

export const NO_HISTORY: QueryHistory = { changes: [], place: -1 };

export function isLayoutChange(change: Change): change is LayoutChange {
  return 'layout' in change;
}

/** The query in force at a place, by default the current one. */
export function queryAt({ changes, place }: QueryHistory, at = place): DatastoreQuery | undefined {
  return changes.slice(0, at + 1).findLast((change): change is DatastoreQuery => !isLayoutChange(change));
}

/** Makes `query` the current one. Undone changes are dropped, unless nothing changes. */
export function visited(history: QueryHistory, query: DatastoreQuery): QueryHistory {
  const present = queryAt(history);
  return present !== undefined && isSameQuery(present, query) ? history : withChange(history, query);
}

/** Adds a change after the current one and drops undone changes. The oldest one may be dropped, too. */
export function withChange({ changes, place }: QueryHistory, change: Change): QueryHistory {
  const next = { changes: [...changes.slice(0, place + 1), change], place: place + 1 };
  return next.place < KEPT ? next : withoutOldest(next);
}

/** The first query stays, because the following layouts need it. */
export function withoutOldest({ changes, place }: QueryHistory): QueryHistory {
  const [, second] = changes;
  const dropped = second !== undefined && isLayoutChange(second) ? 1 : 0;
  return { changes: changes.toSpliced(dropped, 1), place: place - 1 };
}

/** Removes the current query, which failed. */
export function withoutPresent(history: QueryHistory): QueryHistory {
  const { changes, place } = history;
  return { changes: changes.toSpliced(placeOfQuery(history, -1), 1), place: place - 1 };
}

/** Moves by one change. Undefined at the ends. */
export function moved(history: QueryHistory, step: -1 | 1): QueryHistory | undefined {
  const { changes, place } = history;
  const isPossible = step === 1 ? place + 1 < changes.length : place > 0;
  return isPossible ? { changes, place: place + step } : undefined;
}

/** Moves by one query. Undefined at the ends. Layouts stay in force, because the query changes places with them. */
export function movedQuery(history: QueryHistory, step: -1 | 1): QueryHistory | undefined {
  const { changes, place } = history;
  const from = placeOfQuery(history, step);
  const query = changes[from];
  if (query === undefined || from <= 0) return undefined;
  const to = step === 1 ? place + 1 : place;
  return { changes: changes.toSpliced(from, 1).toSpliced(to, 0, query), place: place + step };
}

/** Index of the current query (`step` -1) or of the next one (1), or -1 if there is none. */
function placeOfQuery({ changes, place }: QueryHistory, step: -1 | 1): number {
  if (step === -1) return changes.slice(0, place + 1).findLastIndex((change) => !isLayoutChange(change));
  return changes.findIndex((change, at) => at > place && !isLayoutChange(change));
}

export function isSameQuery(one: DatastoreQuery, other: DatastoreQuery): boolean {
  return keyOf(one) === keyOf(other);
}

/** Ignores the order of members and the white space in typed JSON. */
function keyOf({ filters = [], sort = [], distinct = false, ...rest }: DatastoreQuery): string {
  const keys = sort.map(({ field, descending, nullsLast = false }) => [field, descending, nullsLast]);
  const members = Object.entries({ ...rest, filters: plain(filtersJson(filters)), sort: keys, distinct });
  return JSON.stringify(members.sort(([one], [other]) => (one < other ? -1 : 1)));
}

function plain(json: string): string {
  const value = readExact(json);
  return value === undefined ? json : stringifyExact(value);
}
