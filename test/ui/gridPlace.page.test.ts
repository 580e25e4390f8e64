/** Shows which part of the records is visible after changes, and that nothing around the records moves. */
import assert from 'node:assert/strict';
import { eventually } from '../support/drivers/eventually.ts';
import type { GridDriver } from '../support/pages/grid/gridDriver.ts';
import { samples } from '../support/pages/grid/sampleRecords.ts';
import { useGrid } from '../support/pages/grid/useGrid.ts';

describe('Place in the records panel', () => {
  const { grid, reopen } = useGrid();
  let at: GridDriver;
  beforeEach(() => void (at = grid()));

  describe('after a change of order or filters', () => {
    // The host sends the first records with the result.
    const head = Array.from({ length: 40 }, (_, row) => samples.lessons.row(row));
    const left = () => at.grid.evaluate((element) => element.scrollLeft);

    for (const [key, column] of [
      ['Home', 0],
      ['End', 10],
    ] as const)
      it(`keeps the view at the cursor, wherever it was before: ${key}`, async () => {
        at = await reopen({ width: 700, height: 500 });
        await at.showRecords({ head });
        // The first change is at the other end, so that its place could be taken for the present one.
        await at.press(key === 'Home' ? 'End' : 'Home');
        await at.showRecords({ head, query: 'first' });
        await at.press(key);
        await at.showRecords({ head, query: 'second' });
        const before = await left();
        await at.showRecords({ head, query: 'third' });
        assert.deepEqual([await left(), await at.current()], [before, [0, column, 'gridcell']]);
        const [cell, view] = [await at.cell(0, column).boundingBox(), await at.grid.boundingBox()];
        assert.ok(cell && view && cell.x >= view.x && cell.x + cell.width <= view.x + view.width + 1);
      });

    it('keeps the view where it was scrolled to after the change before', async () => {
      at = await reopen({ width: 700, height: 500 });
      await at.showRecords({ head });
      await at.press('End');
      await at.showRecords({ head, query: 'first' });
      await at.grid.evaluate((element) => void (element.scrollLeft = 120));
      await eventually(left, 120);
      await at.page.evaluate(() => new Promise(requestAnimationFrame));
      await at.showRecords({ head, query: 'second' });
      assert.equal(await left(), 120);
    });
  });

  describe('among elements of VS Code that can be scrolled', () => {
    /** The document stands for VS Code's element around the frame, which is 5 px taller than its view. */
    const moved = () => at.page.evaluate(() => document.documentElement.scrollTop);
    const open = async (width: number): Promise<void> => {
      at = await reopen({ width, height: 400 });
      await at.page.evaluate(() => (document.body.style.paddingBottom = '5px'));
      await at.showRecords();
    };

    for (const width of [1200, 400]) {
      it(`stays where it is when a record opens and the cursor moves, ${String(width)} px wide`, async () => {
        await open(width);
        await at.press('End', 'Enter');
        const current = at.page.locator('.entry.current');
        await current.waitFor();
        await at.grid.focus();
        const seen: boolean[] = [];
        for (const key of ['Home', 'End']) {
          await at.press(key);
          await current.getByText(key === 'Home' ? '_id' : 'note', { exact: true }).waitFor();
          const [entry, body] = [await current.boundingBox(), await at.page.locator('.detail-body').boundingBox()];
          seen.push(entry!.y >= body!.y - 1 && entry!.y + entry!.height <= body!.y + body!.height + 1);
        }
        assert.deepEqual([await moved(), ...seen], [0, true, true]);
      });

      it(`stays where it is when fields and values of a filter are shown, ${String(width)} px wide`, async () => {
        await open(width);
        await at.press('End');
        for (const action of ['showFields', 'filterField'] as const) {
          await at.page.evaluate((name) => window.fakeGridHost.view.perform(name), action);
          await at.press('ArrowDown', 'ArrowDown', 'End');
          assert.equal(await moved(), 0, action);
          await at.press('Escape');
          await at.grid.focus();
        }
      });
    }
  });
});
