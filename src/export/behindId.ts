/** What is asked for to get the records behind an `_id`, by each of the ways that can say so. */
import { conditionWith, narrowed } from '../datastore/query/conditions.ts';
import type { DatastoreQuery } from '../datastore/query/query.ts';
import type { StretchWindow } from '../datastore/result/stretch.ts';
import type { PageRequest } from './readAhead.ts';
import type { Way } from './strategy.ts';

export type BehindIdWay = Extract<Way, 'ranges' | 'keyset' | 'idLists'>;

type Filters = NonNullable<DatastoreQuery['filters']>;

interface BehindId {
  /** JSON text, as `filters` or SQL have it for `_id`. */
  readonly condition: (last: number, window: StretchWindow) => string;
  /** Undefined where the question's own leave no room for it. */
  readonly filters: (query: DatastoreQuery, condition: Filters[number]) => Filters | undefined;
  /** An answer with fewer records than asked for is the last one, and its total counts all that are left. */
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

/** Undefined where this can't be asked. */
export function requestBehind(
  way: BehindIdWay,
  query: DatastoreQuery,
  last: number,
  window: StretchWindow,
): PageRequest | undefined {
  const { condition, filters: narrow, tellsRest } = BEHIND_ID[way];
  const filters = narrow(query, conditionWith('_id', condition(last, window)));
  if (filters === undefined) return undefined;
  const { offset, total, ...rest } = window;
  const before = looksBack(window) ? offset - 1 : offset;
  const left = total === undefined || !tellsRest ? {} : { total: total - before };
  return {
    query: { ...query, sort: [{ field: '_id', descending: false }], filters },
    window: { ...rest, ...left, offset: 0 },
  };
}

/** Where the records seem to end too soon, the last one is looked for too: all may have been taken away, or loaded anew. */
export function looksBack({ counts }: StretchWindow): boolean {
  return counts === true;
}

function rangeBehind(last: number, window: StretchWindow): string {
  return `{"${looksBack(window) ? 'gte' : 'gt'}":${String(last)}}`;
}

function listBehind(last: number, { limit }: StretchWindow): string {
  return `[${Array.from({ length: limit }, (_, at) => last + 1 + at).join(',')}]`;
}

function beside({ filters = [] }: DatastoreQuery, condition: Filters[number]): Filters {
  return [...filters, condition];
}
