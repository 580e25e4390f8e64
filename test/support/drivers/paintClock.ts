import type { Page } from 'playwright-core';
import { until } from '../../../tools/vscode/until.ts';

/** Selectors of elements that exist once records are drawn, and whose text names them. */
interface Watched {
  readonly cells: string;
  readonly label: string;
}

/** The elements of the records panel. */
export const PANEL: Watched = { cells: '.holder:not(.stale) .records-grid [role=gridcell]', label: '.bar-label' };

declare global {
  interface Window {
    /**
     * The records that this frame painted last, and the time in milliseconds since 1970, so that all frames can be
     * compared.
     */
    painted?: { readonly label: string; readonly at: number };
  }
}

/**
 * Measures how long a page and its frames take to paint records, by the frames' own clocks, since asking them takes
 * time, too.
 */
export class PaintClock {
  readonly #page: Page;

  /** A clock for everything that is loaded from now on. */
  static async in(page: Page, watched: Watched): Promise<PaintClock> {
    await page.addInitScript(watch, watched);
    return new PaintClock(page);
  }

  private constructor(page: Page) {
    this.#page = page;
  }

  /** Milliseconds from now until the records of `label` are on the screen. */
  async time(label: string, begin: () => Promise<unknown>): Promise<number> {
    const begun = performance.timeOrigin + performance.now();
    await begin();
    const painted = async (): Promise<number | undefined> => {
      // A frame may disappear during the query.
      const all = await Promise.all(
        this.#page.frames().map((frame) => frame.evaluate(() => window.painted).catch(() => undefined)),
      );
      return all.find((one) => one?.label === label && one.at > begun)?.at;
    };
    return (await until(painted, `the records of ${label}`, 60_000)) - begun;
  }
}

/**
 * Runs in each frame before its own scripts, by a timer, because that survives the document that VS Code replaces in a
 * webview's frame.
 */
function watch({ cells, label }: Watched): void {
  let told = '';
  setInterval(() => {
    const hasCells = document.querySelector(cells) !== null;
    const shown = hasCells ? (document.querySelector(label)?.textContent.trim() ?? '') : '';
    if (shown === told) return;
    told = shown;
    // A task posted while a frame is made runs after the frame was painted.
    requestAnimationFrame(() =>
      setTimeout(() => (window.painted = { label: shown, at: performance.timeOrigin + performance.now() })),
    );
  }, 4);
}
