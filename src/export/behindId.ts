/** Requests that repeat the record with an `_id` and continue behind it, for each way of paging that can do so. */
import { conditionWith, narrowFilters } from '../datastore/query/conditions.ts';
import type { DatastoreQuery } from '../datastore/query/query.ts';
import type { StretchWindow } from '../datastore/result/stretch.ts';
import type { PageRequest } from './readAhead.ts';
import type { PagingStrategy } from './strategy.ts';

export type BehindIdWay = Extract<PagingStrategy, 'ranges' | 'keyset' | 'idLists'>;

type From = 'gt' | 'gte';

type Filters = NonNullable<DatastoreQuery['filters']>;

interface BehindId {
  /** The JSON text of the condition on `_id`. */
  readonly condition: (last: number, window: StretchWindow, from: From) => string;
  /** The query's filters with the condition added. Undefined if the query's own filters rule that out. */
  readonly filters: (query: DatastoreQuery, condition: Filters[number]) => Filters | undefined;
  readonly tellsRest: boolean;
}

const BEHIND_ID: Readonly<Record<BehindIdWay, BehindId>> = {
  ranges: {
    condition: rangeBehind,
    filters: ({ filters }, condition) => narrowFilters(filters, condition),
    tellsRest: true,
  },
  keyset: { condition: rangeBehind, filters: beside, tellsRest: true },
  idLists: { condition: listBehind, filters: beside, tellsRest: false },
};

/** Whether the total of an answer counts all remaining records, rather than those of a list. */
export function tellsRest(way: BehindIdWay): boolean {
  return BEHIND_ID[way].tellsRest;
}

/** Requests the next `window.limit` records and, unless `from` is `gt`, the one before. Undefined if `way` can't. */
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
    part: window,
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
