import type { Page } from 'playwright-core';
import type { Summary } from '../../../src/datastore/query/summary.ts';
import { GRID_PAGE } from '../../support/pages/grid/useGrid.ts';
import { WebviewPage } from '../../support/pages/webviewPage.ts';

const MONTHS = 240;
const BY_MONTH: Summary = { groups: [{ field: 'starts', unit: 'month' }], measures: [{ calculate: 'count' }] };

export interface PaintTimes {
  /** The panel loads the program that draws charts. */
  readonly first: readonly number[];
  readonly again: readonly number[];
}

/**
 * Times from a press of Chart until the chart of 240 groups is painted, in ms. The host answers at once, so they are
 * what the panel adds to an engine's time.
 */
export async function chartPaints(rounds: number): Promise<PaintTimes> {
  const pages = await WebviewPage.start(GRID_PAGE);
  const [first, again]: [number[], number[]] = [[], []];
  try {
    for (let round = 0; round < rounds; round += 1) {
      const { page, faults } = await pages.open({ width: 1200, height: 760 });
      await page.evaluate(
        ([rowCount, summary]) => {
          Object.assign(window.fakeGridHost.mood, { sample: 'months', latencyMs: 0 });
          const recordFields = [{ id: 'starts', type: 'date' }];
          return window.fakeGridHost.result({ rowCount, question: { summary, recordFields } });
        },
        [MONTHS, BY_MONTH] as const,
      );
      first.push(await paintMs(page));
      await page.getByRole('button', { name: 'Table', exact: true }).click();
      again.push(await paintMs(page));
      if (faults.length > 0) throw new Error(faults.join('\n'));
      await page.close();
    }
  } finally {
    await pages.stop();
  }
  return { first, again };
}

function paintMs(page: Page): Promise<number> {
  return page.evaluate(async (marks) => {
    const frame = () => new Promise(requestAnimationFrame);
    const count = () =>
      [...document.querySelectorAll('.chart-drawing [data-mark]')].filter((mark) => mark.checkVisibility()).length;
    const began = performance.now();
    document.querySelector<HTMLElement>('.chart-switch button:last-of-type')?.click();
    while (count() < marks) await frame();
    // A task posted while a frame is made runs after the frame was painted.
    await frame();
    await new Promise((resolve) => setTimeout(resolve));
    return performance.now() - began;
  }, MONTHS);
}
