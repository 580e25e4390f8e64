/** The children of a row, loaded page by page, and kept visible while they are loaded again. */

import { freshPage, type ListedPage } from '../../datastore/catalog/freshPage.ts';

export interface BranchPage<T> extends ListedPage<T> {
  /** A total shown to people only, because portals may report a wrong one. */
  readonly total?: number;
  /** Whether the portal has more items but can't list them. */
  readonly isCut?: boolean;
}

export type AskPage<T> = (start: number, rows: number, signal: AbortSignal) => Promise<BranchPage<T>>;

export interface BranchSize {
  /** Number of rows loaded at a time. */
  readonly page: number;
  /** Most rows that are listed. People don't read longer lists. */
  readonly most: number;
}

export interface BranchFailure {
  readonly error: unknown;
  /** Whether the next page failed, rather than the list. */
  readonly isOfMore: boolean;
}

interface Listed<T> {
  readonly items: readonly T[];
  readonly next: number | undefined;
  readonly total: number | undefined;
  readonly isCut: boolean;
}

/** Most items requested in one page when a list is loaded again. */
const MOST_AT_ONCE = 1000;

export class TreeBranch<T extends { readonly id: string }> {
  readonly #ask: AskPage<T>;
  readonly #size: BranchSize;
  #listed: Listed<T> = { items: [], next: undefined, total: undefined, isCut: false };
  #shown = 0;
  #isSettled = false;
  #failure: BranchFailure | undefined;
  #run:
    { readonly ended: Promise<void>; readonly controller: AbortController; readonly isForMore: boolean } | undefined;

  constructor(ask: AskPage<T>, size: BranchSize) {
    this.#ask = ask;
    this.#size = size;
  }

  get rows(): readonly T[] {
    return this.#listed.items.slice(0, this.#shown);
  }

  get total(): number | undefined {
    return this.#listed.total;
  }

  get hasMore(): boolean {
    const { items, next } = this.#listed;
    return this.#shown < items.length || (next !== undefined && items.length < this.#size.most);
  }

  get isCut(): boolean {
    const { next, isCut } = this.#listed;
    return !this.hasMore && (next !== undefined || isCut);
  }

  get failure(): BranchFailure | undefined {
    return this.#failure;
  }

  get isSettled(): boolean {
    return this.#isSettled;
  }

  get isLoading(): boolean {
    return this.#run !== undefined;
  }

  get isLoadingMore(): boolean {
    return this.#run?.isForMore === true;
  }

  /** Loads the list unless it is loaded. Resolves when the load has succeeded, failed or been cancelled. */
  load(): Promise<void> {
    if (this.#run !== undefined) return this.#run.ended;
    if (this.#isSettled) return Promise.resolve();
    return this.#start(false, async (signal) => {
      const listed = await this.#pages([], 0, this.#shown, signal);
      this.#put(listed, Math.max(this.#shown, this.#size.page));
    });
  }

  more(): Promise<void> {
    if (this.#run !== undefined) return this.#run.ended;
    const { items, next } = this.#listed;
    if (this.#shown < items.length) {
      this.#shown = Math.min(items.length, this.#shown + this.#size.page);
      return Promise.resolve();
    }
    if (next === undefined || !this.hasMore) return Promise.resolve();
    return this.#start(true, async (signal) => {
      const listed = await this.#pages(items, next, 0, signal);
      this.#put(listed, listed.items.length);
    });
  }

  tryAgain(): Promise<void> {
    if (this.#failure?.isOfMore === true) return this.more();
    this.outdate();
    return this.load();
  }

  /** Makes the next `load` request the list again. The current rows stay until then. */
  outdate(): void {
    this.cancel();
    this.#isSettled = false;
  }

  cancel(): void {
    this.#run?.controller.abort();
    this.#run = undefined;
  }

  #put(listed: Listed<T>, shown: number): void {
    this.#listed = listed;
    this.#shown = Math.min(listed.items.length, shown);
    this.#isSettled = true;
  }

  #start(isForMore: boolean, work: (signal: AbortSignal) => Promise<void>): Promise<void> {
    this.#failure = undefined;
    const controller = new AbortController();
    const ended = this.#attempt(isForMore, controller, work);
    this.#run = { ended, controller, isForMore };
    return ended;
  }

  async #attempt(
    isForMore: boolean,
    { signal }: AbortController,
    work: (signal: AbortSignal) => Promise<void>,
  ): Promise<void> {
    try {
      await work(signal);
    } catch (error) {
      if (signal.aborted) return;
      this.#failure = { error, isOfMore: isForMore };
      // A failed list isn't requested again until people try again.
      this.#isSettled = true;
    }
    if (!signal.aborted) this.#run = undefined;
  }

  async #pages(previousItems: readonly T[], start: number, count: number, signal: AbortSignal): Promise<Listed<T>> {
    const items = new Map(previousItems.map((item) => [item.id, item]));
    let next: number | undefined = start;
    for (;;) {
      const rows = Math.min(MOST_AT_ONCE, Math.max(this.#size.page, count - items.size));
      const page: BranchPage<T> = await this.#ask(next, rows, signal);
      signal.throwIfAborted();
      const fresh = freshPage(page, items.keys());
      for (const item of fresh.items) items.set(item.id, item);
      ({ next } = fresh);
      if (next === undefined || fresh.items.length === 0 || items.size >= count)
        return { items: [...items.values()], next, total: page.total, isCut: page.isCut === true };
    }
  }
}
