import type { Clock } from '../../src/http/originGate.ts';
import { untilAborted } from '../../src/base/untilAborted.ts';

const PATIENCE_MS = 5000;

interface Sleeper {
  readonly at: number;
  readonly wake: () => void;
}

/** Time that passes only when everybody waits; for servers that answer without a socket. */
export class VirtualClock implements Clock {
  readonly random: () => number;
  readonly #sleepers = new Set<Sleeper>();
  #now = 0;
  /** The longest single sleep so far. */
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

  /** Until the work is done. Throws where nothing is left to wait for: who computes for so long in between hangs. */
  async pass<T>(work: Promise<T>): Promise<T> {
    const state = { isDone: false };
    const done = (): void => void (state.isDone = true);
    work.then(done, done);
    let busySince = performance.now();
    for (;;) {
      await new Promise(setImmediate);
      if (state.isDone) return work;
      const [next] = [...this.#sleepers].sort((one, other) => one.at - other.at);
      if (next === undefined) {
        if (performance.now() - busySince > PATIENCE_MS) throw new Error('Nothing is left to wait for.');
        continue;
      }
      busySince = performance.now();
      this.#now = Math.max(this.#now, next.at);
      next.wake();
    }
  }
}
