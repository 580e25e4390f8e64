/** Pages by number. The least recently used ones are removed first. */
export class PageCache<Page> {
  readonly #budget: number;
  readonly #pages = new Map<number, { readonly page: Page; readonly size: number }>();
  #size = 0;

  /** `budget` and the sizes have the same unit. */
  constructor(budget: number) {
    this.#budget = budget;
  }

  get size(): number {
    return this.#size;
  }

  get(index: number): Page | undefined {
    const entry = this.#pages.get(index);
    if (entry === undefined) return undefined;
    this.#pages.delete(index);
    this.#pages.set(index, entry);
    return entry.page;
  }

  /** The cached pages by number. This doesn't count as a use. */
  *entries(): Iterable<readonly [index: number, page: Page]> {
    for (const index of [...this.#pages.keys()].sort((one, other) => one - other)) {
      const entry = this.#pages.get(index);
      if (entry !== undefined) yield [index, entry.page];
    }
  }

  /** Returns the removed pages. The newest page always stays. */
  set(index: number, page: Page, size: number): readonly Page[] {
    this.#drop(index);
    this.#pages.set(index, { page, size });
    this.#size += size;
    const dropped: Page[] = [];
    for (const [oldest, entry] of this.#pages) {
      if (this.#size <= this.#budget || oldest === index) break;
      this.#drop(oldest);
      dropped.push(entry.page);
    }
    return dropped;
  }

  clear(): void {
    this.#pages.clear();
    this.#size = 0;
  }

  #drop(index: number): void {
    this.#size -= this.#pages.get(index)?.size ?? 0;
    this.#pages.delete(index);
  }
}
