/** A page of a list. Servers may return a page again. */

export interface ListedPage<T> {
  readonly items: readonly T[];
  /** Offset of the next page. Absent at the end. */
  readonly next?: number;
}

/**
 * Returns the items of a page that aren't known, each once. A server without paging returns its first page again and
 * again, so a page without new items is the last one.
 */
export function freshPage<T extends { readonly id: string }>(
  { items, next }: ListedPage<T>,
  known: Iterable<string>,
): ListedPage<T> {
  const seen = new Set(known);
  const fresh = items.filter(({ id }) => !seen.has(id) && seen.add(id));
  const isRepeated = fresh.length === 0 && items.length > 0;
  return { items: fresh, ...(!isRepeated && next !== undefined && { next }) };
}
