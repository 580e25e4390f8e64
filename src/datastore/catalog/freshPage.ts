export interface ListedPage<T> {
  readonly items: readonly T[];
  /** Offset of the next page. Absent at the end. */
  readonly next?: number;
}

/** The new items of a page. A page without any is the last: servers without paging return their first page again. */
export function freshPage<T extends { readonly id: string }>(
  { items, next }: ListedPage<T>,
  listed: Iterable<string>,
): ListedPage<T> {
  const seen = new Set(listed);
  const fresh = items.filter(({ id }) => !seen.has(id) && seen.add(id));
  const isRepeated = fresh.length === 0 && items.length > 0;
  return { items: fresh, ...(!isRepeated && next !== undefined && { next }) };
}
