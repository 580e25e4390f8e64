import type { Look, WebviewPageOptions } from '../webviewPage.ts';
import { usePage } from '../usePage.ts';
import { BEGUN_JSON } from './begunPage.ts';
import { GridDriver } from './gridDriver.ts';

/** A page's beginning like the one of platform/page.ts. */
const BEGINNING = '<div class="beginning"><header class="bar"><h1 class="bar-label">Lessons</h1></header></div>';

/** The page of the records panel, with made-up records. */
export const GRID_PAGE: WebviewPageOptions = {
  kind: 'grid',
  entry: 'src/webview/panel/main.ts',
  title: 'Records',
  host: 'test/support/pages/grid/fakeHost.ts',
  later: { chart: 'test/support/pages/grid/laterChart.ts' },
  contents: {
    panel: { body: `<div id="root" class="grid-root">${BEGINNING}</div>${BEGUN_JSON}`, scripts: ['host', 'grid'] },
    bare: { body: '<div id="bare"></div>', scripts: ['host'] },
  },
  style: '#bare { position: fixed; inset: 0; }',
  isReady: (page, content) => page.locator(content === 'panel' ? '.status' : '#bare').waitFor({ state: 'attached' }),
};

/**
 * A fresh page for each test of the suite: the whole records `panel`, or a `bare` element for `createRecordsGrid`.
 * `grid()` returns the driver of the current one.
 */
export function useGrid(): {
  readonly grid: () => GridDriver;
  readonly reopen: (look: Partial<Look>) => Promise<GridDriver>;
} {
  const fresh = usePage(GRID_PAGE, { width: 1200, height: 760 });
  const grid = () => new GridDriver(fresh.page);
  return {
    grid,
    reopen: async (look) => {
      await fresh.reopen(look);
      return grid();
    },
  };
}
