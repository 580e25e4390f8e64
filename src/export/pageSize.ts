import type { Page } from '../datastore/wire/model.ts';
import type { Step } from '../datastore/result/stretch.ts';
import type { PagingStrategy } from './strategy.ts';

/** Size of an answer in UTF-16 units if pages begin behind a record. Small ones need less memory at no extra cost. */
const ANSWER_SIZE = 512 * 1024;
/** Size of an answer if pages have offsets, each of which costs the server more than the one before. */
const OFFSET_ANSWER_SIZE = 768 * 1024;
/** Fewest records for a slow server. Asking for fewer doesn't make it faster. */
const FEWEST_OF_SLOW = 100;
const SLOW_MS = 5000;
const QUICK_MS = 2000;

/** Least change of the records' size that changes the page size, so that pages requested ahead keep theirs. */
const STEADY = 1.25;

/** Adapts the number of records per page to their size and to the server's speed. */
export class PageSize {
  /** UTF-16 units per record in the answers. Undefined before the first one. */
  #recordSize: number | undefined;
  #bySize = 0;
  #byTime = Infinity;

  constructor(sample?: Pick<Page, 'rows' | 'size'>) {
    this.#recordSize = sample && sizeOfRecord(sample);
  }

  records(way: PagingStrategy): number {
    const aim = way === 'offset' || way === 'idOffset' ? OFFSET_ANSWER_SIZE : ANSWER_SIZE;
    const size = this.#recordSize;
    const bySize = size === undefined ? FEWEST_OF_SLOW : Math.max(1, Math.floor(aim / size));
    const isSteady = bySize < this.#bySize * STEADY && bySize > this.#bySize / STEADY;
    if (!isSteady) this.#bySize = bySize;
    return Math.min(this.#bySize, this.#byTime);
  }

  /** Adapts the size: smaller after a page that took over 5 s or was too much, larger again after one under 2 s. */
  learn(step: Step, way: PagingStrategy): void {
    const { elapsedMs, limit } = step;
    // The server returned fewer than requested, because it couldn't or wouldn't return more.
    if (limit < this.records(way)) this.#byTime = limit;
    if (step.rows.length > 0) this.#recordSize = sizeOfRecord(step);
    if (elapsedMs > SLOW_MS) {
      const share = (SLOW_MS + QUICK_MS) / 2 / elapsedMs;
      this.#byTime = Math.min(limit, Math.max(FEWEST_OF_SLOW, Math.floor(limit * share)));
    } else if (elapsedMs < QUICK_MS) this.#byTime *= 2;
  }
}

function sizeOfRecord({ rows, size }: Pick<Page, 'rows' | 'size'>): number {
  return Math.max(1, size / Math.max(1, rows.length));
}
