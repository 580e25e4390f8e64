/** What is asked for to get the record with an `_id` again and those behind it, by each of the ways that can say so. */
import { conditionWith, narrowed } from '../datastore/query/conditions.ts';
import type { DatastoreQuery } from '../datastore/query/query.ts';
import type { StretchWindow } from '../datastore/result/stretch.ts';
import type { PageRequest } from './readAhead.ts';
import type { Way } from './strategy.ts';

export type BehindIdWay = Extract<Way, 'ranges' | 'keyset' | 'idLists'>;

/** Whether the record itself is asked for, too. */
type From = 'gt' | 'gte';

type Filters = NonNullable<DatastoreQuery['filters']>;

interface BehindId {
  /** JSON text of the condition on `_id`. */
  readonly condition: (last: number, window: StretchWindow, from: From) => string;
  /** Undefined where the query's own filters leave no room for it. */
  readonly filters: (query: DatastoreQuery, condition: Filters[number]) => Filters | undefined;
  /** Whether an answer's total counts all records that are left. */
  readonly tellsRest: boolean;
}

const BEHIND_ID: Readonly<Record<BehindIdWay, BehindId>> = {
  ranges: {
    condition: rangeBehind,
    filters: ({ filters }, condition) => narrowed(filters, condition),
    tellsRest: true,
  },
  keyset: { condition: rangeBehind, filters: beside, tellsRest: true },
  idLists: { condition: listBehind, filters: beside, tellsRest: false },
};

export function tellsRest(way: BehindIdWay): boolean {
  return BEHIND_ID[way].tellsRest;
}

/**
 * The next `window.limit` records and, unless `from` is `gt`, the one before them. Undefined where this can't be asked.
 */
export function requestBehind(
  way: BehindIdWay,
  query: DatastoreQuery,
  last: number,
  window: StretchWindow,
  from: From = 'gte',
): PageRequest | undefined {
  const { condition, filters: narrow, tellsRest } = BEHIND_ID[way];
  const filters = narrow(query, conditionWith('_id', condition(last, window, from)));
  if (filters === undefined) return undefined;
  const { offset, limit, total, ...rest } = window;
  const left = total === undefined || !tellsRest ? {} : { total: total - (offset - 1) };
  return {
    query: { ...query, sort: [{ field: '_id', descending: false }], filters },
    window: { ...rest, ...left, offset: 0, limit: limit + 1 },
  };
}

function rangeBehind(last: number, _window: StretchWindow, from: From): string {
  return `{"${from}":${String(last)}}`;
}

function listBehind(last: number, { limit }: StretchWindow): string {
  return `[${Array.from({ length: limit + 1 }, (_, at) => last + at).join(',')}]`;
}

function beside({ filters = [] }: DatastoreQuery, condition: Filters[number]): Filters {
  return [...filters, condition];
}
