import { untilAborted } from './untilAborted.ts';

/** Lets so many pieces of work run at once. The others wait for their turn, in the order in which they came. */
export class Semaphore {
  #free: number;
  readonly #waiting = new Set<() => void>();

  constructor(limit: number) {
    this.#free = limit;
  }

  /** Rejects with `signal.reason` while it waits; the work itself has to look at the signal. */
  async run<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
    await this.enter(signal);
    try {
      return await work();
    } finally {
      this.leave();
    }
  }

  /** For work that is no one function: who has entered has to leave. Rejects with `signal.reason`. */
  async enter(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (this.#free > 0) {
      this.#free -= 1;
      return;
    }
    const { promise, resolve } = Promise.withResolvers<undefined>();
    const turn = () => resolve(undefined);
    this.#waiting.add(turn);
    try {
      await untilAborted(promise, signal);
    } catch (error) {
      // Its turn may have come together with the abort.
      if (!this.#waiting.delete(turn)) this.leave();
      throw error;
    }
  }

  leave(): void {
    const [next] = this.#waiting;
    if (next === undefined) {
      this.#free += 1;
      return;
    }
    this.#waiting.delete(next);
    next();
  }
}
