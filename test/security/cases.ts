import { count } from '../support/results/figures.ts';

/** How many failures a message names. */
const NAMED = 20;

/** The cases of one figure, judged one by one. */
export class Cases {
  readonly #wrong: string[] = [];
  #total = 0;

  get total(): number {
    return this.#total;
  }

  judge(what: string, isRight: boolean): void {
    this.#total += 1;
    if (!isRight) this.#wrong.push(what);
  }

  /** Throws where one is wrong, and names it. */
  count(name: string, what: string): void {
    try {
      count({ name, what, score: this.#total - this.#wrong.length, total: this.#total });
    } catch (error) {
      throw new Error(`${String(error)}\n${this.#wrong.slice(0, NAMED).join('\n')}`, { cause: error });
    }
  }
}
