import { untilAborted } from './untilAborted.ts';

/** Lets `limit` pieces of work run at once. Others wait for their turn in order. */
export class Semaphore {
  #free: number;
  readonly #goingOn: (() => void)[] = [];
  readonly #waiting: (() => void)[] = [];

  constructor(limit: number) {
    this.#free = limit;
  }

  /** Runs the work in its turn. Rejects with `signal.reason` while waiting; the work itself must watch the signal. */
  async run<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
    await this.enter(signal);
    try {
      return await work();
    } finally {
      this.leave();
    }
  }

  /** Each `enter` needs a `leave`. Work that `goesOn` precedes new work. Rejects with `signal.reason` while waiting. */
  async enter(signal: AbortSignal, goesOn = false): Promise<void> {
    signal.throwIfAborted();
    if (this.#free > 0) {
      this.#free -= 1;
      return;
    }
    const { promise, resolve } = Promise.withResolvers<undefined>();
    const turn = () => resolve(undefined);
    const queue = goesOn ? this.#goingOn : this.#waiting;
    queue.push(turn);
    try {
      await untilAborted(promise, signal);
    } catch (error) {
      const place = queue.indexOf(turn);
      // The turn and the abort may have come together.
      if (place < 0) this.leave();
      else queue.splice(place, 1);
      throw error;
    }
  }

  leave(): void {
    const next = this.#goingOn.shift() ?? this.#waiting.shift();
    if (next === undefined) this.#free += 1;
    else next();
  }
}
