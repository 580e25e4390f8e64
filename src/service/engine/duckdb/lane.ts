/** Limits how many statements work at a time. The others wait in order. */
export class Lane {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(places: number) {
    this.#free = places;
  }

  /**
   * Waits for a place; `leave` gives it back. Work that `goesOn` precedes new work. Rejects with the reason of an
   * abort.
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

/** How many statements of each kind (engine.ts) may use a thread of the pool at a time. */
export interface Places {
  readonly page: number;
  readonly scan: number;
  readonly sql: number;
}

/** libuv's default size of the pool. */
const USUAL_THREADS = 4;
/** Size of the pool that childProcess.ts gives to a serving process. */
const MANY_THREADS = 16;

/**
 * `threads` is the size of the pool. Some threads are left to pages, however many slow statements there are; each
 * statement uses all processors anyway. If there is room, a kind has two places even on one processor, so that short
 * statements don't wait for long ones.
 */
export function placesFor(
  processors: number,
  threads = Number(process.env['UV_THREADPOOL_SIZE'] ?? USUAL_THREADS),
): Places {
  if (threads < MANY_THREADS) return { page: 6, scan: threads < USUAL_THREADS ? 1 : 2, sql: 1 };
  return { page: 6, scan: Math.min(6, Math.max(2, processors - 1)), sql: 2 };
}
