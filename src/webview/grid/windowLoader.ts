/** Asks for rows by windows: those in view first, then the next one in the direction of the scroll. */

export type Rows = readonly (readonly unknown[])[];

/** Rows `first` (inclusive) to `last` (exclusive). */
export type GetRows = (first: number, last: number, signal: AbortSignal) => Promise<Rows>;

/** A row's values, or why there are none: `absent` means that the source gave fewer rows than it had said. */
export type RowState = readonly unknown[] | 'loading' | 'failed' | 'absent';

export interface WindowLoaderOptions {
  readonly getRows: GetRows;
  readonly count: number;
  /** Rows from 0 on that are there already. */
  readonly head?: Rows;
  /** Rows in a window. */
  readonly size: number;
  /** What is in view is drawn before the next window is asked for: after so many ms. */
  readonly restMs?: number;
  /** Rows `first` (inclusive) to `last` (exclusive) have come, or will not come. */
  readonly onDidChange: (first: number, last: number) => void;
}

/** Windows kept, the most recently seen ones: the host keeps pages, and gives a window in a few milliseconds. */
const KEPT = 4;
/** While each move makes the one before it needless, only so often a new one is asked for. */
const PACE_MS = 50;

const REST_MS = 30;

interface RowWindow {
  rows?: Rows;
  /** One past the last row that `rows`, or the question under way, covers. */
  last: number;
  asking?: AbortController | undefined;
  failed?: boolean;
}

export class WindowLoader {
  readonly #options: WindowLoaderOptions;
  /** By window number; the most recently wanted last. */
  readonly #windows = new Map<number, RowWindow>();
  #count: number;
  #wanted: readonly number[] = [];
  #next: number | undefined;
  #firstWanted = 0;
  #lastAsked = -Infinity;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #resting: ReturnType<typeof setTimeout> | undefined;

  constructor(options: WindowLoaderOptions) {
    this.#options = options;
    this.#count = options.count;
    const { head = [], size } = options;
    for (let first = 0; first < head.length; first += size) {
      const rows = head.slice(first, first + size);
      this.#windows.set(first / size, { rows, last: first + rows.length });
    }
  }

  row(index: number): RowState {
    const { size } = this.#options;
    const window = this.#windows.get(Math.floor(index / size));
    const row = window?.rows?.[index % size];
    if (row) return row;
    if (window?.failed) return 'failed';
    return window?.rows && !window.asking && index < window.last ? 'absent' : 'loading';
  }

  /** Says which rows are in view; what is under way for other rows is aborted. */
  want(first: number, last: number): void {
    const { size } = this.#options;
    const top = Math.floor(first / size);
    const bottom = Math.floor((Math.min(last, this.#count) - 1) / size);
    const forward = first >= this.#firstWanted;
    this.#firstWanted = first;
    const before = this.#wanted;
    this.#wanted = Array.from({ length: Math.max(0, bottom - top + 1) }, (_, index) => top + index);
    const next = forward ? bottom + 1 : top - 1;
    this.#next = next >= 0 && next * size < this.#count ? next : undefined;

    let thrashing = false;
    for (const [number, window] of this.#windows) {
      if (this.#wanted.includes(number) || number === this.#next) continue;
      if (window.asking && before.includes(number)) thrashing = true;
      this.#stop(number, window);
    }
    const wait = thrashing || this.#timer !== undefined ? this.#lastAsked + PACE_MS - performance.now() : 0;
    if (wait <= 0) this.#ask();
    else this.#timer ??= setTimeout(() => this.#ask(), wait);
  }

  /** Asks again for the window of a row that failed. */
  retry(row: number): void {
    const number = Math.floor(row / this.#options.size);
    const window = this.#windows.get(number);
    if (!window?.failed) return;
    window.failed = false;
    this.#start(number);
    this.#notify(number, window);
  }

  /** Asks again for every window that failed. */
  retryFailed(): void {
    const failed = [...this.#windows].filter(([, window]) => window.failed);
    for (const [number] of failed) this.retry(number * this.#options.size);
  }

  setCount(count: number): void {
    this.#count = count;
    this.#ask();
  }

  dispose(): void {
    clearTimeout(this.#timer);
    clearTimeout(this.#resting);
    this.#wanted = [];
    this.#next = undefined;
    for (const window of this.#windows.values()) window.asking?.abort();
    this.#windows.clear();
  }

  #ask(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    for (const number of this.#wanted) {
      const window = this.#windows.get(number);
      if (!window?.failed && this.#lacks(number)) this.#start(number);
      else if (window) this.#touch(number, window);
    }
    const isShown = this.#wanted.every((number) => {
      const window = this.#windows.get(number);
      return window?.rows && !window.asking;
    });
    if (isShown && this.#next !== undefined && this.#lacks(this.#next)) this.#rest();
  }

  #rest(): void {
    const { restMs = REST_MS } = this.#options;
    if (restMs === 0) this.#prefetch();
    else this.#resting ??= setTimeout(() => this.#prefetch(), restMs);
  }

  #prefetch(): void {
    this.#resting = undefined;
    if (this.#next !== undefined && this.#lacks(this.#next)) this.#start(this.#next);
  }

  /** Whether rows that there are have been neither received nor asked for. */
  #lacks(number: number): boolean {
    return (this.#windows.get(number)?.last ?? 0) < this.#end(number);
  }

  #end(number: number): number {
    return Math.min(this.#count, (number + 1) * this.#options.size);
  }

  #start(number: number): void {
    const { size, getRows } = this.#options;
    const window: RowWindow = this.#windows.get(number) ?? { last: 0 };
    window.asking?.abort();
    const asking = new AbortController();
    window.asking = asking;
    window.last = this.#end(number);
    this.#touch(number, window);
    this.#lastAsked = performance.now();
    const isCurrent = (): boolean => window.asking === asking && !asking.signal.aborted;
    // Wrapped, so that a source that throws at once fails like one that rejects.
    const answer = (async () => getRows(number * size, window.last, asking.signal))();
    answer.then(
      (rows) => {
        if (!isCurrent()) return;
        window.asking = undefined;
        window.rows = rows;
        this.#evict();
        this.#notify(number, window);
        this.#ask();
      },
      () => {
        if (!isCurrent()) return;
        window.asking = undefined;
        window.failed = true;
        this.#notify(number, window);
      },
    );
  }

  /** Aborts what is under way and forgets a failure; rows that came stay. */
  #stop(number: number, window: RowWindow): void {
    window.asking?.abort();
    window.asking = undefined;
    window.failed = false;
    if (!window.rows) this.#windows.delete(number);
    else window.last = number * this.#options.size + window.rows.length;
  }

  #notify(number: number, window: RowWindow): void {
    this.#options.onDidChange(number * this.#options.size, window.last);
  }

  #touch(number: number, window: RowWindow): void {
    this.#windows.delete(number);
    this.#windows.set(number, window);
  }

  #evict(): void {
    for (const [number, window] of this.#windows) {
      if (this.#windows.size <= KEPT) return;
      if (!window.asking && !this.#wanted.includes(number)) this.#windows.delete(number);
    }
  }
}
