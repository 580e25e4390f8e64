const SLICE_MS = 15;

/** For long work between two waits, so that others get their turn: `if (slice.isOver) await slice.next();`. */
export class TimeSlice {
  readonly #signal: AbortSignal;
  #end = performance.now() + SLICE_MS;

  constructor(signal: AbortSignal) {
    this.#signal = signal;
  }

  /** Throws the reason of an abort. */
  get isOver(): boolean {
    this.#signal.throwIfAborted();
    return performance.now() >= this.#end;
  }

  async next(): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve));
    this.#end = performance.now() + SLICE_MS;
  }
}
