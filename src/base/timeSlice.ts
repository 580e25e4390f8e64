/** Long work in slices, so that other tasks run in between. */

const SLICE_MS = 8;
/** Longest turn in a process that also serves other requests. */
const STEP_MS = 5;
const ITEMS = 100;

/** Web pages don't have setImmediate. A timer there takes at least a millisecond. */
const { setImmediate: soon = setTimeout } = globalThis as { setImmediate?: (done: () => void) => unknown };

let last = Promise.resolve();

/** Waits for a turn of the event loop. Only one of the waiting callers goes on in each turn. */
export function giveWay(): Promise<void> {
  last = last.then(() => new Promise<void>((resolve) => void soon(resolve)));
  return last;
}

let began: number | undefined;

/** When this turn of the event loop began. All slices share it, because a page goes through many short ones. */
function turnBegan(): number {
  if (began === undefined) {
    began = performance.now();
    soon(() => (began = undefined));
  }
  return began;
}

/** Measures whether work has run long enough. Usage: `if (slice.isOver) await slice.next();` */
export class TimeSlice {
  readonly #signal: AbortSignal | undefined;
  readonly #lengthMs: number;

  constructor(signal?: AbortSignal, lengthMs = SLICE_MS) {
    this.#signal = signal;
    this.#lengthMs = lengthMs;
    turnBegan();
  }

  /** Whether the slice has used up its time. Throws the signal's reason if it aborted. */
  get isOver(): boolean {
    this.#signal?.throwIfAborted();
    return performance.now() - turnBegan() >= this.#lengthMs;
  }

  async next(): Promise<void> {
    await giveWay();
    turnBegan();
  }
}

/** Like `forEach`, in slices. The clock is read once for every hundred items. */
export async function eachInSlices<T>(items: readonly T[], slice: TimeSlice, work: (item: T) => void): Promise<void> {
  for (let first = 0; first < items.length; first += ITEMS) {
    for (const item of items.slice(first, first + ITEMS)) work(item);
    if (slice.isOver) await slice.next();
  }
}

/** Like `map`, in steps of a few milliseconds. */
export async function mapInSteps<T, R>(items: readonly T[], work: (item: T, index: number) => R): Promise<R[]> {
  const slice = new TimeSlice(undefined, STEP_MS);
  const results: R[] = [];
  for (const [index, item] of items.entries()) {
    results.push(work(item, index));
    if (slice.isOver) await slice.next();
  }
  return results;
}
