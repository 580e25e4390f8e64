/** How many records to ask for at once. */
import type { Page } from '../datastore/wire/model.ts';
import type { Step } from '../datastore/result/stretch.ts';
import type { Way } from './strategy.ts';

/** UTF-16 units of an answer to aim at. Small pages need less memory, and cost a server no more that begins behind a record; … */
const ANSWER_SIZE = 512 * 1024;
/** … large ones make fewer offsets, each of which costs it more than the one before. */
const OFFSET_ANSWER_SIZE = 768 * 1024;
/** Fewer at once make a slow server no quicker. */
const FEWEST_OF_SLOW = 100;
const SLOW_MS = 5000;
const QUICK_MS = 2000;

/** By how much the records' sizes may differ before pages have more or fewer of them: what is asked for ahead is of the same size. */
const STEADY = 1.25;

export class PageSize {
  /** UTF-16 units of an answer, a record; undefined before the first one. */
  #recordSize: number | undefined;
  #bySize = 0;
  #byTime = Infinity;

  constructor(sample?: Pick<Page, 'rows' | 'size'>) {
    this.#recordSize = sample && sizeOfRecord(sample);
  }

  records(way: Way): number {
    const aim = way === 'offset' || way === 'idOffset' ? OFFSET_ANSWER_SIZE : ANSWER_SIZE;
    const size = this.#recordSize;
    const bySize = size === undefined ? FEWEST_OF_SLOW : Math.max(1, Math.floor(aim / size));
    const isSteady = bySize < this.#bySize * STEADY && bySize > this.#bySize / STEADY;
    if (!isSteady) this.#bySize = bySize;
    return Math.min(this.#bySize, this.#byTime);
  }

  /** A page that took more than 5 s, or was too much, makes the next one smaller; one of less than 2 s larger again. */
  learn(step: Step, way: Way): void {
    const { elapsedMs, asked } = step;
    // More were too much for the server, this once or always, or are more than it gives.
    if (asked < this.records(way)) this.#byTime = asked;
    if (step.rows.length > 0) this.#recordSize = sizeOfRecord(step);
    if (elapsedMs > SLOW_MS) {
      const share = (SLOW_MS + QUICK_MS) / 2 / elapsedMs;
      this.#byTime = Math.min(asked, Math.max(FEWEST_OF_SLOW, Math.floor(asked * share)));
    } else if (elapsedMs < QUICK_MS) this.#byTime *= 2;
  }
}

function sizeOfRecord({ rows, size }: Pick<Page, 'rows' | 'size'>): number {
  return Math.max(1, size / Math.max(1, rows.length));
}
