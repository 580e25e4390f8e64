/** Lets so many work at a time. The rest wait in their order. */
export class Lane {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(places: number) {
    this.#free = places;
  }

  /**
   * Resolves when there is a place; whoever has got one gives it back by `leave`. `goesOn`: work that has begun goes before
   * work that has not. Rejects with the reason of the abort, and then waits no more.
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
