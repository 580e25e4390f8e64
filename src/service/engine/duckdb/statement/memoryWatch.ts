/** Not all memory that a statement takes is counted by the engine: texts that are being made are not. */

const EVERY_MS = 50;

/** Its signal is aborted when this process has grown by more than `growthMb` since the watch began. */
export class MemoryWatch {
  readonly #exceeded = new AbortController();
  readonly #timer: NodeJS.Timeout;

  constructor(growthMb: number) {
    const limit = process.memoryUsage.rss() + growthMb * 2 ** 20;
    this.#timer = setInterval(() => {
      if (process.memoryUsage.rss() > limit) this.#exceeded.abort();
    }, EVERY_MS);
  }

  get signal(): AbortSignal {
    return this.#exceeded.signal;
  }

  end(): void {
    clearInterval(this.#timer);
  }
}
