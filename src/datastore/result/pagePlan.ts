/** What the first answer of a run says about the pages behind it. */
import type { Dialect } from '../dialect/dialect.ts';
import type { Page } from '../wire/model.ts';
import { searchesText } from '../query/apiQuestion.ts';
import type { DatastoreQuery } from '../query/query.ts';

export interface PagePlan {
  /** The question for every later page; absent where there is no way to one. */
  readonly query?: DatastoreQuery;
  /**
   * How later pages lie to the first one: they continue it; they put records with equal sort values into another order;
   * or they have another order altogether, because the first page is the best by rank or has no order.
   */
  readonly relation: 'continues' | 'reordersTies' | 'reorders';
  /** Every record has exactly one place in the order of `query`. */
  readonly isTotal: boolean;
}

/**
 * - A sort gets `_id` as its last key.
 * - Without sort and q, CKAN 2.7+ and the embedded datastore sort by `_id` themselves; older ones are asked to.
 * - With q, records come by rank, whose ties have no order: later pages are sorted by `_id`.
 * - Distinct records have no `_id`: they are sorted by all their fields, where `distinct` works across pages (2.12+).
 */
export function planPages(query: DatastoreQuery, first: Page, dialect: Dialect): PagePlan {
  const isDistinct = query.distinct === true;
  if (isDistinct && !dialect.hasRanges) return { relation: 'continues', isTotal: false };
  const sort = query.sort ?? [];
  const comesByRank = searchesText(query) && dialect.ranksSearches !== false;
  if (sort.length === 0 && !isDistinct && !comesByRank && dialect.sortsById) {
    return { query, relation: 'continues', isTotal: true };
  }
  const keys = isDistinct ? first.fields.map(({ id }) => id) : hasId(query, first) ? ['_id'] : [];
  const sorted = new Set(sort.map(({ field }) => field));
  const missing = keys.filter((field) => !sorted.has(field));
  if (missing.length === 0) return { query, relation: 'continues', isTotal: keys.length > 0 };
  return {
    query: { ...query, sort: [...sort, ...missing.map((field) => ({ field, descending: false }))] },
    relation: sort.length > 0 ? 'reordersTies' : 'reorders',
    isTotal: true,
  };
}

/** Every CKAN resource has `_id`; a selection of fields may hide it, but it can still be sorted by. */
function hasId(query: DatastoreQuery, first: Page): boolean {
  return query.fields !== undefined || first.fields.some(({ id }) => id === '_id');
}
