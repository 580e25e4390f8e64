import type { Page } from '../datastore/wire/model.ts';
import type { Step } from '../datastore/result/stretch.ts';
import type { PagingStrategy } from './strategy.ts';

/**
 * Size in UTF-16 units of all answers under way and the one that is written. Larger ones would take an export beyond
 * 64 MiB (docs/network.md R8), and are no quicker unless each request costs the server time.
 */
const ROOM = 1536 * 1024;
/** The room if pages have offsets, each of which costs the server more than the one before. */
const OFFSET_ROOM = 2304 * 1024;
const USUAL_MOST = 768 * 1024;
/** The room of answers with offsets that come in slices, because all but the newest slice is only text. */
const SLICED_ROOM = 3840 * 1024;
/** The room once two of them in a row were quick. Where the line takes most of the time, fewer requests save none. */
const QUICK_SLICED_ROOM = 6912 * 1024;
const QUICK_SLICED_MS = 250;
const QUICK_SLICED_PAGES = 2;
/** Size of the largest answer. A server that is slow enough for it leaves an export within 64 MiB, too. */
const LARGEST = 2048 * 1024;
/** Fewest records for a slow server. Asking for fewer doesn't make it faster. */
const FEWEST_OF_SLOW = 100;
const SLOW_MS = 5000;
const QUICK_MS = 2000;

/** Least change of the records' size that changes the page size. */
const STEADY = 1.25;

/** A server that takes as long for a page is asked for one at a time: handling the records takes little of the time. */
export const LONG_MS = 1000;

/** Number of pages that one may ask for at a time, and the usual one. */
export const PAGES_AT_ONCE = { fewest: 1, usual: 2, most: 3 } as const;

/** Pages of one size, of which the quickest is compared with the quickest of half the size. */
export interface PageTrial {
  /** How many times as large as usual the pages are. */
  readonly factor: number;
  readonly pages: number;
  /** Time of the quickest page. Others may have waited for something else. */
  readonly leastMs: number;
  /** Most records a millisecond, and those of pages of half the size. */
  readonly rate: number;
  readonly before: number;
  /** Whether larger pages were no quicker. */
  readonly isSettled: boolean;
}

export const FIRST_TRIAL: PageTrial = { factor: 1, pages: 0, leastMs: Infinity, rate: 0, before: 0, isSettled: false };
const TRIAL_PAGES = 3;
const LEAST_GAIN = 1.5;
const MOST_FACTOR = 4;

/**
 * The trial after one more full page of its size. Every three pages it doubles the size if the quickest took 1
 * to 5 s, and halves it again if its records a second aren't at least 1.5 times as many.
 */
export function afterPage(trial: PageTrial, page: { readonly records: number; readonly elapsedMs: number }): PageTrial {
  const { factor, before, isSettled } = trial;
  const pages = trial.pages + 1;
  const leastMs = Math.min(trial.leastMs, page.elapsedMs);
  const rate = Math.max(trial.rate, page.records / Math.max(1, page.elapsedMs));
  if (pages < TRIAL_PAGES) return { ...trial, pages, leastMs, rate };
  if (rate < before * LEAST_GAIN) return { ...FIRST_TRIAL, factor: factor / 2, isSettled: true };
  if (factor > 1 && leastMs < LONG_MS) return { ...FIRST_TRIAL, factor: factor / 2, isSettled };
  const grows = !isSettled && factor < MOST_FACTOR && leastMs >= LONG_MS && leastMs < SLOW_MS;
  return grows ? { ...FIRST_TRIAL, factor: factor * 2, before: rate } : { ...FIRST_TRIAL, factor, isSettled };
}

/** What an answer shows, whether it came at once or in slices. Records and their size are those that came so far. */
export interface PageFacts extends Pick<Step, 'limit' | 'size' | 'elapsedMs'> {
  readonly records: number;
  readonly isSliced: boolean;
  readonly isWhole: boolean;
}

/** Adapts the number of records per page to their size and to the server's speed. */
export class PageSize {
  readonly #pagesAtOnce: number;
  /** UTF-16 units per record in the answers. Undefined before the first one. */
  #recordSize: number | undefined;
  #bySize = 0;
  #byTime = Infinity;
  #trial = FIRST_TRIAL;
  /** Number of sliced pages in a row that were quick. */
  #quickSliced = 0;

  constructor(pagesAtOnce: number, sample?: Pick<Page, 'rows' | 'size'>) {
    this.#pagesAtOnce = pagesAtOnce;
    this.#recordSize = sample && sizeOfRecord(sample.size, sample.rows.length);
  }

  /** The number of records to ask for. `isSliced`: answers come in slices. */
  records(way: PagingStrategy, isSliced = false): number {
    const hasOffset = way === 'offset' || way === 'idOffset';
    const usual = Math.min(USUAL_MOST, (hasOffset ? OFFSET_ROOM : ROOM) / (this.#pagesAtOnce + 1));
    const slicedRoom = this.#quickSliced < QUICK_SLICED_PAGES ? SLICED_ROOM : QUICK_SLICED_ROOM;
    const aim = hasOffset && isSliced ? slicedRoom / (this.#pagesAtOnce + 1) : usual;
    const size = this.#recordSize;
    const bySize = size === undefined ? FEWEST_OF_SLOW : Math.max(1, Math.floor(aim / size));
    const isSteady = bySize < this.#bySize * STEADY && bySize > this.#bySize / STEADY;
    if (!isSteady) this.#bySize = bySize;
    const { factor } = this.#trial;
    const largest = factor === 1 ? Infinity : Math.max(this.#bySize, Math.floor(LARGEST / (size ?? LARGEST)));
    return Math.min(this.#bySize * factor, largest, this.#byTime);
  }

  /**
   * Adapts the size after a page, or its first slices, for which `requested` records were asked: smaller if the whole
   * page took over 5 s or was too much, larger again if it took under 2 s.
   */
  learn(answer: PageFacts, way: PagingStrategy, requested: number): void {
    const { elapsedMs, limit, records, size, isSliced, isWhole } = answer;
    if (records > 0) this.#recordSize = sizeOfRecord(size, records);
    if (!isWhole) return;
    if (isSliced) this.#quickSliced = elapsedMs > QUICK_SLICED_MS ? 0 : this.#quickSliced + 1;
    // The server returned fewer than requested, because it couldn't or wouldn't return more.
    if (limit < requested) this.#byTime = limit;
    if (records >= Math.max(requested, this.records(way, isSliced) / STEADY))
      this.#trial = afterPage(this.#trial, { records, elapsedMs });
    if (elapsedMs > SLOW_MS) {
      const share = (SLOW_MS + QUICK_MS) / 2 / elapsedMs;
      this.#byTime = Math.min(limit, Math.max(FEWEST_OF_SLOW, Math.floor(limit * share)));
    } else if (elapsedMs < QUICK_MS) this.#byTime *= 2;
  }
}

function sizeOfRecord(size: number, records: number): number {
  return Math.max(1, size / Math.max(1, records));
}
