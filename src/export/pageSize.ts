/** How many records to ask for at once. */
import type { Page } from '../datastore/client/model.ts';
import type { Step } from '../datastore/result/stretch.ts';

/** UTF-16 units of an answer to aim at: large pages make fewer offsets, small ones need less memory. */
const ANSWER_SIZE = 1024 * 1024;
/** One less than CKAN gives: most pages have the last record before them, too. */
const MAX_RECORDS = 31_999;
/** Fewer at once make a slow server no quicker. */
const FEWEST_OF_SLOW = 100;
const SLOW_MS = 5000;
const QUICK_MS = 2000;

export class PageSize {
  #bySize: number;
  #byTime = Infinity;

  constructor(sample?: Pick<Page, 'rows' | 'size'>) {
    this.#bySize = sample === undefined ? FEWEST_OF_SLOW : fitting(sample);
  }

  get records(): number {
    return Math.min(this.#bySize, this.#byTime, MAX_RECORDS);
  }

  /** A page that took more than 5 s, or was too much, makes the next one smaller; one of less than 2 s larger again. */
  learn(step: Step): void {
    const { elapsedMs, asked } = step;
    // More were too much for the server, this once or always, or are more than it gives.
    if (asked < this.records) this.#byTime = asked;
    if (step.rows.length > 0) this.#bySize = fitting(step);
    if (elapsedMs > SLOW_MS) {
      const share = (SLOW_MS + QUICK_MS) / 2 / elapsedMs;
      this.#byTime = Math.min(asked, Math.max(FEWEST_OF_SLOW, Math.floor(asked * share)));
    } else if (elapsedMs < QUICK_MS) this.#byTime *= 2;
  }
}

function fitting({ rows, size }: Pick<Page, 'rows' | 'size'>): number {
  const recordSize = Math.max(1, size / Math.max(1, rows.length));
  return Math.max(1, Math.floor(ANSWER_SIZE / recordSize));
}
