import type { Page } from 'playwright-core';
import { until } from '../../tools/vscode/until.ts';

/** Selectors: what is there once records are drawn, and whose text says of what they are. */
interface Watched {
  readonly cells: string;
  readonly label: string;
}

/** The records panel. */
export const PANEL: Watched = {
  cells: '.holder:not(.stale) .records-grid [role=gridcell]',
  label: '.bar-label',
};

declare global {
  interface Window {
    /** The records that this frame painted last, and when: ms since 1970, so that all frames say the same. */
    painted?: { readonly label: string; readonly at: number };
  }
}

/** How long a page and its frames take to paint records, by the frames' own clocks: to ask them takes time, too. */
export class PaintClock {
  readonly #page: Page;

  /** For what is loaded from now on. */
  static async in(page: Page, watched: Watched): Promise<PaintClock> {
    await page.addInitScript(watch, watched);
    return new PaintClock(page);
  }

  private constructor(page: Page) {
    this.#page = page;
  }

  /** Ms from now to the records of `label` on the screen. */
  async time(label: string, begin: () => Promise<unknown>): Promise<number> {
    const begun = performance.timeOrigin + performance.now();
    await begin();
    const painted = async (): Promise<number | undefined> => {
      // A frame may go while it is asked.
      const all = await Promise.all(
        this.#page.frames().map((frame) => frame.evaluate(() => window.painted).catch(() => undefined)),
      );
      return all.find((one) => one?.label === label && one.at > begun)?.at;
    };
    return (await until(painted, `the records of ${label}`, 60_000)) - begun;
  }
}

/** Runs in each frame before its own scripts: by a timer, which outlives the document that VS Code replaces in a webview's frame. */
function watch({ cells, label }: Watched): void {
  let told = '';
  setInterval(() => {
    const hasCells = document.querySelector(cells) !== null;
    const shown = hasCells ? (document.querySelector(label)?.textContent.trim() ?? '') : '';
    if (shown === told) return;
    told = shown;
    // A task that is posted while a frame is made runs after it is painted.
    requestAnimationFrame(() =>
      setTimeout(() => (window.painted = { label: shown, at: performance.timeOrigin + performance.now() })),
    );
  }, 4);
}
