/** How to request the pages after the first answer. */
import type { Dialect } from '../dialect/dialect.ts';
import type { Page } from '../wire/model.ts';
import { searchesText } from '../query/apiQuestion.ts';
import type { DatastoreQuery } from '../query/query.ts';

export interface PagePlan {
  /** The query for later pages. Absent if they can't be requested. */
  readonly query?: DatastoreQuery;
  /**
   * How later pages relate to the first one. `continues`: they follow it. `reordersTies`: they sort its ties, or a page
   * without an order, differently, so it is requested again with them. `reorders`: they have another order, because the
   * first page is sorted by rank, or by nothing before CKAN 2.7.
   */
  readonly relation: 'continues' | 'reordersTies' | 'reorders';
  /** Whether the order of `query` gives every record exactly one position. */
  readonly isTotal: boolean;
}

/**
 * Plans the pages after the first one:
 * - A sort order gets `_id` as its last key.
 * - Without sort and q, CKAN 2.7+ and the embedded datastore sort by `_id`. Older versions are asked to.
 * - A first page without an order is requested again with the others.
 * - With q, records are sorted by rank, whose ties are unsorted, so later pages are sorted by `_id`.
 * - Groups of a summary have a total order.
 * - Distinct records have no `_id`, so they're sorted by all fields, if `distinct` works across pages (2.12+).
 */
export function planPages(query: DatastoreQuery, first: Page, dialect: Dialect): PagePlan {
  if (query.summary !== undefined) return { query, relation: 'continues', isTotal: true };
  const isDistinct = query.distinct === true;
  if (isDistinct && !dialect.hasRanges) return { relation: 'continues', isTotal: false };
  if (first.isUnsorted === true) return { query, relation: 'reordersTies', isTotal: true };
  const sort = query.sort ?? [];
  const { ranks, totals, lists } = dialect.facts;
  const comesByRank = searchesText(query) && ranks !== false;
  if (sort.length === 0 && !isDistinct && !comesByRank && (totals === true || lists === true))
    return { query, relation: 'continues', isTotal: true };
  // Every resource of CKAN has `_id`. Records can be sorted by it even if it isn't selected.
  const hasId = query.fields !== undefined || first.fields.some(({ id }) => id === '_id');
  const keys = isDistinct ? first.fields.map(({ id }) => id) : hasId ? ['_id'] : [];
  const sorted = new Set(sort.map(({ field }) => field));
  const missing = keys.filter((field) => !sorted.has(field));
  if (missing.length === 0) return { query, relation: 'continues', isTotal: keys.length > 0 };
  return {
    query: { ...query, sort: [...sort, ...missing.map((field) => ({ field, descending: false }))] },
    relation: sort.length > 0 ? 'reordersTies' : 'reorders',
    isTotal: true,
  };
}
