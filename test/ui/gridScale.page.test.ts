/** How the records grid bears large results. */
import assert from 'node:assert/strict';
import type { GridDriver } from '../support/pages/grid/gridDriver.ts';
import { useGrid } from '../support/pages/grid/useGrid.ts';
import { until } from '../../tools/vscode/until.ts';

describe('Records grid', () => {
  const { grid, reopen } = useGrid();
  let at: GridDriver;
  beforeEach(() => void (at = grid()));

  describe('with ten million records', () => {
    beforeEach(() => at.showRecords({ rowCount: 10_000_000 }));

    for (const start of [0, 4_321_987, 9_999_700])
      it(`moves exactly 200 rows in 20 notches of 240 px from about row ${start}`, async () => {
        await at.page.evaluate((row) => {
          const element = document.querySelector('.records-grid')!;
          element.scrollTop = (row / 10_000_000) * (element.scrollHeight - element.clientHeight);
        }, start);
        await at.settled();
        await at.page.mouse.move(600, 400);
        const before = await at.topRow();
        assert(Math.abs(before - start) < 3000);
        for (let notch = 0; notch < 20; notch++) await at.page.mouse.wheel(0, 240);
        await until(async () => (await at.topRow()) === before + 200, `200 rows below ${String(before)}`);
        for (let notch = 0; notch < 20; notch++) await at.page.mouse.wheel(0, -240);
        await until(async () => (await at.topRow()) === before, `back at ${String(before)}`);
      });

    it('reaches the last row by the scrollbar', async () => {
      await at.page.evaluate(() => document.querySelector('.records-grid')!.scrollTo(0, 1e9));
      await at.cell(9_999_999, 0).getByText('10000000').waitFor();
      const box = await at.cell(9_999_999, 0).boundingBox();
      const view = await at.grid.boundingBox();
      assert(box && view && box.y + box.height <= view.y + view.height);
    });

    it('stops at the ends of the wheel', async () => {
      await at.page.mouse.move(600, 400);
      await at.page.mouse.wheel(0, -2400);
      assert.equal(await at.topRow(), 0);
      await at.press('Control+End', 'Home');
      await at.page.mouse.wheel(0, 24_000);
      await at.cell(9_999_999, 0).getByText('10000000').waitFor();
    });

    it('asks for at most 200 rows at a time', async () => {
      const sizes = await at.page.evaluate(() => window.fakeGridHost.asked.map(({ first, last }) => last - first));
      assert(sizes.length > 0 && sizes.every((size) => size > 0 && size <= 200));
    });

    for (const latencyMs of [5, 60])
      it(`is blank no longer than an answer of ${latencyMs} ms takes while the scrollbar is dragged`, async () => {
        await at.mood({ latencyMs });
        const late = await at.page.evaluate(async () => {
          const element = document.querySelector('.records-grid')!;
          const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
          const { asked } = window.fakeGridHost;
          let notAsked = 0;
          let notDrawn = 0;
          for (let step = 0; step < 30; step++) {
            const before = asked.length;
            element.scrollTop += element.scrollHeight / 50;
            await nextFrame();
            if (asked.length === before) notAsked++;
            const questions = asked.slice(before, before + 2);
            for (let frames = 0; document.querySelector('.body .row.loading'); await nextFrame())
              if (questions.every(({ answered }) => answered) && ++frames > 1) notDrawn++;
          }
          return { notAsked, notDrawn };
        });
        assert.deepEqual(
          late,
          { notAsked: 0, notDrawn: 0 },
          'asked in the frame of the move, drawn in that of the answer',
        );
      });

    it('asks a slow source for few of the windows that a drag flies over, and for the last one', async () => {
      await at.mood({ latencyMs: 300 });
      const { asked, elapsed } = await at.page.evaluate(async () => {
        const element = document.querySelector('.records-grid')!;
        const before = window.fakeGridHost.asked.length;
        const start = performance.now();
        for (let frame = 0; frame < 60; frame++) {
          element.scrollTop += element.scrollHeight / 100;
          await new Promise((resolve) => requestAnimationFrame(resolve));
        }
        return { asked: window.fakeGridHost.asked.slice(before), elapsed: performance.now() - start };
      });
      assert(asked.length <= 2 * (elapsed / 50 + 2), `${String(asked.length)} windows in ${String(elapsed)} ms`);
      assert(asked.slice(0, -2).every(({ aborted, answered }) => aborted || answered));
      await at.settled();
    });
  });

  describe('with a thousand fields', () => {
    beforeEach(async () => {
      await at.sample('wide');
      await at.showRecords({ rowCount: 100_000 });
    });

    it('draws those in view only', async () => {
      const count = await at.page.locator('[role=gridcell]').count();
      assert(count < 1000, `${String(count)} cells`);
    });

    it('reaches the last field by key, and the first by the scrollbar', async () => {
      await at.press('End');
      assert.deepEqual(await at.current(), [0, 999, 'gridcell']);
      assert.equal(await at.page.locator('[data-cursor]').textContent(), '999');
      await at.page.evaluate(() => document.querySelector('.records-grid')!.scrollTo(0, 0));
      await at.page.getByRole('columnheader', { name: 'field 0 int4' }).waitFor();
    });
  });

  it('never cuts a number, even one that comes later and is longer', async () => {
    await at.showRecords();
    const cut = () =>
      at.page.evaluate(() => {
        const numbers = [...document.querySelectorAll('.cell.number')];
        return numbers.filter((one) => one.scrollWidth > one.clientWidth).length;
      });
    assert.equal(await cut(), 0);
    await at.press('Control+End', 'Home');
    await at.settled();
    assert.equal(await at.cell(12_500, 0).textContent(), '12501');
    assert.equal(await cut(), 0);
  });

  it('works by itself, as createRecordsGrid, with plain values', async () => {
    at = await reopen({ content: 'bare' });
    await at.page.evaluate(() => {
      const made = window.createRecordsGrid(document.getElementById('bare')!, {
        fields: [
          { id: 'id', type: 'int4' },
          { id: 'name', type: 'text' },
        ],
        count: 5000,
        getRows: (first, last) =>
          Promise.resolve(Array.from({ length: last - first }, (_, row) => [first + row, `name ${first + row}`])),
      });
      made.scrollToRow(1234);
      made.setCount(4000);
    });
    await at.cell(1234, 1).getByText('name 1234').waitFor();
    assert.equal(await at.topRow(), 1234);
    assert.equal(await at.grid.getAttribute('aria-rowcount'), '4001');
    const row = await at.page.locator('[role=row][aria-rowindex="1237"]').boundingBox();
    assert.equal(row?.height, 24);
  });
});
