import type { Frame } from 'playwright-core';
import { until } from '../../../tools/vscode/until.ts';

/** The search box above the grid. */
export const SEARCH_BOX = '.search-box input';

/** Milliseconds since 1970 of Enter in the search box, and of the next two states that were painted. */
interface SearchTimes {
  readonly enter: number;
  busy?: number;
  painted?: number;
}

declare global {
  interface Window {
    search?: SearchTimes | undefined;
  }
}

/** Measures by the clock of a records panel how long a search takes to be shown as busy, and to be answered. */
export class SearchClock {
  readonly #page: Frame;

  static async in(page: Frame): Promise<SearchClock> {
    await page.evaluate(watch, SEARCH_BOX);
    return new SearchClock(page);
  }

  private constructor(page: Frame) {
    this.#page = page;
  }

  /** Milliseconds from Enter, which `press` brings to the search box, until both states are painted. */
  async time(press: () => Promise<unknown>): Promise<{ readonly busy: number; readonly painted: number }> {
    await this.#page.evaluate(() => (window.search = undefined));
    await press();
    const { enter, busy, painted } = await until(
      async () => {
        const times = await this.#page.evaluate(() => window.search);
        return times?.painted !== undefined && { ...times, painted: times.painted };
      },
      'the records are painted',
      60_000,
    );
    return { busy: (busy ?? painted) - enter, painted: painted - enter };
  }
}

/** Runs in the panel's page. */
function watch(box: string): void {
  const now = (): number => performance.timeOrigin + performance.now();
  // A task posted while a frame is made runs after the frame was painted.
  const afterPaint = (note: () => void): void => void requestAnimationFrame(() => setTimeout(note));
  const follow = (times: SearchTimes, wasBusy: boolean): void => {
    const holder = document.querySelector('.holder');
    const isBusy = holder?.ariaBusy === 'true';
    if (isBusy && !wasBusy) afterPaint(() => (times.busy = now()));
    const isAnswered = !isBusy && wasBusy && holder?.querySelector('[role=gridcell], .message') !== null;
    if (isAnswered) afterPaint(() => (times.painted = now()));
    else setTimeout(() => follow(times, wasBusy || isBusy), 2);
  };
  document.querySelector(box)?.addEventListener(
    'keydown',
    (event) => {
      if ((event as KeyboardEvent).key !== 'Enter') return;
      window.search = { enter: now() };
      follow(window.search, false);
    },
    true,
  );
}
