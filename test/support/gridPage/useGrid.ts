import { GridDriver } from './gridDriver.ts';
import { startGridPage } from './gridPage.ts';
import type { Look, WebviewPage } from '../webviewPage.ts';

/** A fresh page for each test of the suite; `grid()` is the driver of the present one. */
export function useGrid(): {
  readonly grid: () => GridDriver;
  readonly reopen: (look: Partial<Look>) => Promise<GridDriver>;
} {
  let pages: WebviewPage;
  let driver: GridDriver;
  before(async () => {
    pages = await startGridPage();
  });
  after(() => pages.stop());
  beforeEach(async () => {
    driver = await GridDriver.open(pages);
  });
  afterEach(() => driver.close());
  return {
    grid: () => driver,
    reopen: async (look) => {
      await driver.close();
      driver = await GridDriver.open(pages, look);
      return driver;
    },
  };
}
