/** One after the other, in the order in which they came. */
export class Turns {
  #last: Promise<unknown> = Promise.resolve();

  /** Begins when all that came before have ended, however they ended. */
  next<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#last.then(work, work);
    this.#last = turn.catch(() => undefined);
    return turn;
  }
}
