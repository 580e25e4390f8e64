import { GridDriver } from './gridDriver.ts';
import { GridPage } from './gridPage.ts';

type Look = Parameters<GridPage['open']>[0];

/** A fresh page for each test of the suite; `grid()` is the driver of the present one. */
export function useGrid(): {
  readonly grid: () => GridDriver;
  readonly reopen: (look: Look) => Promise<GridDriver>;
} {
  let pages: GridPage;
  let driver: GridDriver;
  before(async () => {
    pages = await GridPage.start();
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
