/** Lets so many work at a time. The rest wait in their order. */
export class Lane {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(places: number) {
    this.#free = places;
  }

  /**
   * Resolves when there is a place; the caller gives it back with `leave`. `goesOn`: work that has begun goes before work that
   * has not. Rejects with the reason of the abort, and then waits no more.
   */
  async enter(goesOn: boolean, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (this.#free > 0) {
      this.#free -= 1;
      return;
    }
    await new Promise<void>((resolve, reject) => {
      const begin = (): void => {
        signal.removeEventListener('abort', giveUp);
        resolve();
      };
      const giveUp = (): void => {
        this.#waiting.splice(this.#waiting.indexOf(begin), 1);
        reject(signal.reason as Error);
      };
      signal.addEventListener('abort', giveUp, { once: true });
      if (goesOn) this.#waiting.unshift(begin);
      else this.#waiting.push(begin);
    });
  }

  leave(): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#free += 1;
    else next();
  }
}

/** How many statements may hold a thread of the pool at a time, of each kind (engine.ts). */
export interface Places {
  readonly page: number;
  readonly scan: number;
  readonly sql: number;
}

/** libuv's own number. */
const USUAL_THREADS = 4;
/** What childProcess.ts gives to a serving process. */
const MANY_THREADS = 16;

/**
 * `threads`: of the pool. However many slow statements there are, some threads are left to pages; each statement uses every
 * processor all the same. Of each kind there are two even on one processor, for the sake of short ones, where there is room.
 */
export function placesFor(
  processors: number,
  threads = Number(process.env['UV_THREADPOOL_SIZE'] ?? USUAL_THREADS),
): Places {
  if (threads < MANY_THREADS) return { page: 6, scan: threads < USUAL_THREADS ? 1 : 2, sql: 1 };
  return { page: 6, scan: Math.min(6, Math.max(2, processors - 1)), sql: 2 };
}
