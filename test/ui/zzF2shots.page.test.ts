import type { GridDriver } from '../support/gridPage/gridDriver.ts';
import { startGridPage } from '../support/gridPage/gridPage.ts';
import { GridDriver as Driver } from '../support/gridPage/gridDriver.ts';
import { themes } from '../support/themes.ts';
describe('shots', () => {
  it('takes', async function () {
    this.timeout(400000);
    const pages = await startGridPage();
    for (const theme of themes)
      for (const width of [1200, 400]) {
        const at: GridDriver = await Driver.open(pages, { width, height: 700, theme });
        await at.showRecords({ question: { q: 'draw', hasRanges: true, canGoBack: true, filters: [
          { kind: 'values', field: 'subject', values: [{ type: 'text', text: 'math' }, { type: 'text', text: 'art' }] },
          { kind: 'range', field: 'hours', least: '1', greatest: '5' }],
          sort: [{ field: 'hours', descending: true }, { field: '_id', descending: false }] } });
        await at.cell(2, 1).click();
        await at.grid.focus();
        await at.page.evaluate(() => window.fakeGridHost.view.perform('showFieldMenu'));
        await at.page.getByRole('menu').waitFor();
        await at.page.screenshot({ path: `/tmp/f2/menu-${theme.name}-${width}.png` });
        await at.press('Escape');
        await at.page.evaluate(() => window.fakeGridHost.view.perform('filterField'));
        await at.page.getByText('Counted over').waitFor();
        await at.press('ArrowDown');
        await at.page.screenshot({ path: `/tmp/f2/filter-${theme.name}-${width}.png` });
        await at.press('Escape');
        if (width === 1200) {
          await at.page.locator('[role=columnheader]').nth(7).hover();
          await at.cell(2, 6).click();
          await at.grid.focus();
          await at.page.evaluate(() => window.fakeGridHost.view.perform('filterField'));
          await at.page.getByText('Counted over').waitFor();
          await at.page.screenshot({ path: `/tmp/f2/range-${theme.name}-${width}.png` });
        }
        await at.page.close();
      }
    await pages.stop();
  });
});
