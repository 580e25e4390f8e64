/** Loads rows in windows: those with rows in view, then their other rows, and the next one in the direction of scrolling. */

export type Rows = readonly (readonly unknown[])[];

/** Loads the rows from `first` to before `last`. */
export type GetRows = (first: number, last: number, signal: AbortSignal) => Promise<Rows>;

/** A row's values, or why there are none. `absent` means that the source returned fewer rows than it had reported. */
export type RowState = readonly unknown[] | 'loading' | 'failed' | 'absent';

export interface WindowLoaderOptions {
  readonly getRows: GetRows;
  readonly count: number;
  readonly head?: Rows;
  readonly size: number;
  /** Pause in milliseconds before the next window is requested, so that the visible rows are drawn first. */
  readonly restMs?: number;
  /** Called when the rows from `first` to before `last` were loaded, or failed. */
  readonly onDidChange: (first: number, last: number) => void;
}

/** Number of windows kept, the last seen ones. The host keeps more, and returns a window within milliseconds. */
const KEPT = 4;
/** Least time between two requests while the view keeps moving, which makes each previous request obsolete. */
const PACE_MS = 50;

const REST_MS = 30;

interface RowWindow {
  rows?: Rows;
  /** One past the last row in `rows`, or in the running request. */
  last: number;
  asking?: AbortController | undefined;
  failed?: boolean;
}

export class WindowLoader {
  readonly #options: WindowLoaderOptions;
  /** Windows by number, the one last in view at the end. */
  readonly #windows = new Map<number, RowWindow>();
  #count: number;
  #inView: readonly number[] = [];
  #lastInView = 0;
  #next: number | undefined;
  #firstInView = 0;
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

  /** Sets the rows in view. Requests for other rows are aborted. */
  want(first: number, last: number): void {
    const { size } = this.#options;
    const top = Math.floor(first / size);
    this.#lastInView = last;
    const bottom = Math.floor((Math.min(last, this.#count) - 1) / size);
    const forward = first >= this.#firstInView;
    this.#firstInView = first;
    const before = this.#inView;
    this.#inView = Array.from({ length: Math.max(0, bottom - top + 1) }, (_, index) => top + index);
    const next = forward ? bottom + 1 : top - 1;
    this.#next = next >= 0 && next * size < this.#count ? next : undefined;

    let thrashing = false;
    for (const [number, window] of this.#windows) {
      if (this.#inView.includes(number) || number === this.#next) continue;
      if (window.asking && before.includes(number)) thrashing = true;
      this.#stop(number, window);
    }
    const wait = thrashing || this.#timer !== undefined ? this.#lastAsked + PACE_MS - performance.now() : 0;
    if (wait <= 0) this.#ask();
    else this.#timer ??= setTimeout(() => this.#ask(), wait);
  }

  retry(row: number): void {
    const number = Math.floor(row / this.#options.size);
    const window = this.#windows.get(number);
    if (!window?.failed) return;
    window.failed = false;
    this.#start(number);
    this.#notify(number, window);
  }

  retryFailed(): void {
    const failed = [...this.#windows].filter(([, window]) => window.failed);
    for (const [number] of failed) this.retry(number * this.#options.size);
  }

  setCount(count: number): void {
    this.#count = count;
    this.#ask();
  }

  /** Stops requests for rows that aren't in view, while a newer question is asked. */
  stopAhead(): void {
    clearTimeout(this.#resting);
    this.#resting = undefined;
    for (const [number, window] of this.#windows) {
      const isShown = window.rows && number * this.#options.size + window.rows.length >= this.#lastInView;
      if (!this.#inView.includes(number) || (isShown && window.asking)) this.#stop(number, window);
    }
  }

  dispose(): void {
    clearTimeout(this.#timer);
    clearTimeout(this.#resting);
    this.#inView = [];
    this.#next = undefined;
    for (const window of this.#windows.values()) window.asking?.abort();
    this.#windows.clear();
  }

  #ask(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    for (const number of this.#inView) {
      const window = this.#windows.get(number);
      if (!window?.failed && this.#lacks(number, this.#lastInView)) this.#start(number);
      else if (window) this.#touch(number, window);
    }
    const isShown = this.#inView.every((number) => {
      const window = this.#windows.get(number);
      return window?.rows && !window.asking;
    });
    if (isShown && this.#ahead !== undefined) this.#rest();
  }

  #rest(): void {
    const { restMs = REST_MS } = this.#options;
    if (restMs === 0) this.#prefetch();
    else this.#resting ??= setTimeout(() => this.#prefetch(), restMs);
  }

  #prefetch(): void {
    this.#resting = undefined;
    const number = this.#ahead;
    if (number !== undefined) this.#start(number);
  }

  get #ahead(): number | undefined {
    return [...this.#inView, this.#next].find((number) => number !== undefined && this.#lacks(number));
  }

  #lacks(number: number, last = Infinity): boolean {
    return (this.#windows.get(number)?.last ?? 0) < Math.min(this.#end(number), last);
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
    // The async wrapper makes a source that throws at once fail like one that rejects.
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

  /** Aborts a request and forgets a failure. Loaded rows stay. */
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
      if (!window.asking && !this.#inView.includes(number)) this.#windows.delete(number);
    }
  }
}
