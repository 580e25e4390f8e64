import type { Clock } from '../../src/http/exchange.ts';
import { forever, untilAborted } from '../../src/base/untilAborted.ts';

interface Sleeper {
  readonly at: number;
  readonly wake: () => void;
}

/** Time that passes only when everybody waits; for servers that answer without a socket. */
export class VirtualClock implements Clock {
  readonly random: () => number;
  readonly #sleepers = new Set<Sleeper>();
  #now = 0;
  /** The longest time that anybody slept at once. */
  longest = 0;

  constructor(random: () => number) {
    this.random = random;
  }

  readonly now = (): number => this.#now;

  readonly pause = async (ms: number, signal: AbortSignal): Promise<void> => {
    this.longest = Math.max(this.longest, ms);
    const { promise, resolve } = Promise.withResolvers<undefined>();
    const sleeper = { at: this.#now + ms, wake: () => resolve(undefined) };
    this.#sleepers.add(sleeper);
    await untilAborted(promise, signal).finally(() => this.#sleepers.delete(sleeper));
  };

  get sleepers(): number {
    return this.#sleepers.size;
  }

  /** Until the work is done. Throws where nothing is left to wait for. */
  async pass<T>(work: Promise<T>): Promise<T> {
    const state = { isDone: false };
    const done = (): void => void (state.isDone = true);
    work.then(done, done);
    for (;;) {
      await new Promise(setImmediate);
      if (state.isDone) return work;
      const [next] = [...this.#sleepers].sort((one, other) => one.at - other.at);
      if (next === undefined) return forever(AbortSignal.timeout(5000));
      this.#now = Math.max(this.#now, next.at);
      next.wake();
    }
  }
}
