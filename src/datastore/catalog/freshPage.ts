/** Pages of a list that a server may repeat. */

export interface ListedPage<T> {
  readonly items: readonly T[];
  /** Where the next page starts; absent at the end. */
  readonly next?: number;
}

/**
 * What of a page isn't known yet, each once. A server that knows no pages gives the first one again and again: where all
 * of a page is known, it was the last.
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
