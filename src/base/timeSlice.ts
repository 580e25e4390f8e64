/** Long work between two waits, in slices: so that others get their turn. */

const SLICE_MS = 8;
/** Of who serves others meanwhile. */
const STEP_MS = 5;
const ITEMS = 100;

/** Pages have none; a timer takes a millisecond at least. */
const { setImmediate: soon = setTimeout } = globalThis as { setImmediate?: (done: () => void) => unknown };

let last = Promise.resolve();

/** Of all who give way at a time, one goes on in each turn of the event loop. */
export function giveWay(): Promise<void> {
  last = last.then(() => new Promise<void>((resolve) => void soon(resolve)));
  return last;
}

let began: number | undefined;

/** Of all slices in one turn of the event loop: a page goes through many of them, and each would be short for itself. */
function turnBegan(): number {
  if (began === undefined) {
    began = performance.now();
    soon(() => (began = undefined));
  }
  return began;
}

/** `if (slice.isOver) await slice.next();` */
export class TimeSlice {
  readonly #signal: AbortSignal | undefined;
  readonly #lengthMs: number;

  constructor(signal?: AbortSignal, lengthMs = SLICE_MS) {
    this.#signal = signal;
    this.#lengthMs = lengthMs;
    turnBegan();
  }

  /** Throws the reason of an abort. */
  get isOver(): boolean {
    this.#signal?.throwIfAborted();
    return performance.now() - turnBegan() >= this.#lengthMs;
  }

  async next(): Promise<void> {
    await giveWay();
    turnBegan();
  }
}

/** `forEach`, in slices: the clock is read once in a hundred items. */
export async function eachInSlices<T>(
  items: readonly T[],
  slice: TimeSlice,
  work: (item: T) => void,
): Promise<void> {
  for (let first = 0; first < items.length; first += ITEMS) {
    for (const item of items.slice(first, first + ITEMS)) work(item);
    if (slice.isOver) await slice.next();
  }
}

/** `map`, in steps of a few milliseconds. */
export async function mapInSteps<T, R>(
  items: readonly T[],
  work: (item: T, index: number) => R,
): Promise<R[]> {
  const slice = new TimeSlice(undefined, STEP_MS);
  const results: R[] = [];
  for (const [index, item] of items.entries()) {
    results.push(work(item, index));
    if (slice.isOver) await slice.next();
  }
  return results;
}
