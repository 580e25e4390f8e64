/** Pages by number; the ones that were not used for longest go first. */
export class PageCache<Page> {
  readonly #budget: number;
  readonly #pages = new Map<number, { readonly page: Page; readonly size: number }>();
  #size = 0;

  /** `budget` and sizes in any one unit. */
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

  /** The pages that are there, by number. Looking at them is no use that would keep them. */
  *entries(): Iterable<readonly [index: number, page: Page]> {
    for (const index of [...this.#pages.keys()].sort((one, other) => one - other)) {
      const entry = this.#pages.get(index);
      if (entry !== undefined) yield [index, entry.page];
    }
  }

  /** Returns the pages that had to go. The newest one stays, whatever its size. */
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
