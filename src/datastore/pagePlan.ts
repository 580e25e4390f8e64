/** What the first answer of a run says about the pages behind it (design.md section 5, "Order"). */
import type { Dialect } from './dialect.ts';
import type { Page } from './model.ts';
import type { DatastoreQuery, SortKey } from './query.ts';

export interface PagePlan {
  /** The question for every later page; absent where there is no way to one. */
  readonly query?: DatastoreQuery;
  /** Later pages have the first one's order, so it is a part of the result as it stands. */
  readonly startsWithFirstPage: boolean;
  /** Every record has exactly one place in the order of `query`. */
  readonly isTotal: boolean;
  /** The first page is the best of a search by rank, or in no order: its records come at other places in `query`. */
  readonly isOtherOrder: boolean;
}

/**
 * - A sort gets `_id` as its last key.
 * - Without sort and q, CKAN 2.7+ and the embedded datastore sort by `_id` themselves; older ones are asked to.
 * - With q, records come by rank, whose ties have no order: later pages are sorted by `_id`.
 * - Distinct records have no `_id`: they are sorted by all their fields, where `distinct` works across pages (2.12+).
 */
export function planPages(query: DatastoreQuery, first: Page, dialect: Dialect): PagePlan {
  if (query.distinct === true && !dialect.hasRanges) {
    return { startsWithFirstPage: true, isTotal: false, isOtherOrder: false };
  }
  const sort = query.sort ?? [];
  const keys = query.distinct === true ? first.fields.map(({ id }) => id) : hasId(query, first) ? ['_id'] : [];
  const missing = keys.filter((field) => !sort.some((key) => key.field === field));
  const added: readonly SortKey[] = missing.map((field) => ({ field, descending: false }));
  const isTotal = keys.length > 0;
  const isSorted = sort.length > 0;
  const comesById = !isSorted && query.distinct !== true && dialect.sortsById && !comesByRank(query, dialect);
  if (comesById || missing.length === 0) {
    return { query, startsWithFirstPage: isTotal, isTotal: isTotal || comesById, isOtherOrder: false };
  }
  return {
    query: { ...query, sort: [...sort, ...added] },
    startsWithFirstPage: false,
    isTotal: true,
    isOtherOrder: !isSorted,
  };
}

function comesByRank(query: DatastoreQuery, dialect: Dialect): boolean {
  return query.q !== undefined && dialect.ranksSearches !== false;
}

/** Every CKAN resource has `_id`; a selection of fields hides it, but it can still be sorted by. */
function hasId(query: DatastoreQuery, first: Page): boolean {
  return query.fields !== undefined || first.fields.some(({ id }) => id === '_id');
}
