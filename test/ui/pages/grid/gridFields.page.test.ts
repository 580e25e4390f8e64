/** Sizing, moving, hiding and freezing fields, by mouse and by command; the whole panel in Chromium. */
import assert from 'node:assert/strict';
import type { FieldLayout } from '../../../../src/datastore/query/fieldLayout.ts';
import type { GridAction } from '../../../../src/messages/gridActions.ts';
import type { GridDriver } from '../../../support/pages/grid/gridDriver.ts';
import { useGrid } from '../../../support/pages/grid/useGrid.ts';
import { until } from '../../../../tools/vscode/until.ts';

describe('Fields of the records grid', () => {
  const { grid, reopen } = useGrid();
  let at: GridDriver;
  beforeEach(() => void (at = grid()));

  const perform = (...actions: readonly GridAction[]) =>
    at.page.evaluate(async (given) => {
      for (const action of given) await window.fakeGridHost.view.perform(action);
    }, actions);
  const said = () => at.page.getByRole('status').textContent();
  /** Names of the visible fields from left to right. */
  const names = () =>
    at.page.evaluate(() =>
      [...document.querySelectorAll('.header > .cell')]
        .sort((a, b) => Number(a.ariaColIndex) - Number(b.ariaColIndex))
        .map((one) => one.querySelector('.name')?.textContent),
    );
  const layouts = async () => (await at.calls('layoutChanged')).map(([layout]) => layout as FieldLayout);
  const header = (column: number) => at.cell(-1, column);
  const box = async (row: number, column: number) => {
    const found = await at.cell(row, column).boundingBox();
    assert(found);
    return found;
  };
  const widthOf = async (column: number) => (await box(-1, column)).width;
  const scrollTo = async (left: number) => {
    await at.page.evaluate((to) => document.querySelector('.records-grid')!.scrollTo(to, 0), left);
  };
  /** The edge of a header, in px. */
  const edge = async (column: number) => {
    const { x, width, y, height } = await box(-1, column);
    return { x: x + width, y: y + height / 2 };
  };
  const middle = async (column: number) => {
    const { x, width, y, height } = await box(-1, column);
    return { x: x + width / 2, y: y + height / 2 };
  };
  const press = async ({ x, y }: { x: number; y: number }) => {
    await at.page.mouse.move(x, y);
    await at.page.mouse.down();
  };

  describe('sized', () => {
    beforeEach(() => at.showRecords());

    it('by their edge: live, remembered and said once it is let go', async () => {
      const before = await widthOf(1);
      const { x, y } = await edge(1);
      await press({ x, y });
      await at.page.mouse.move(x + 60, y);
      await until(async () => (await widthOf(1)) === before + 60, 'the header follows');
      const cell = await box(3, 2);
      assert.equal(cell.x, (await box(-1, 2)).x, 'and so do the records');
      assert.deepEqual(await layouts(), []);
      await at.page.mouse.up();
      assert.deepEqual(await layouts(), [
        { places: [{ id: '_id' }, { id: 'subject', width: before + 60 }], frozen: 0 },
      ]);
      assert.equal(await said(), `subject is ${String(before + 60)} pixels wide.`);
    });

    it('by the neighbour’s side of the edge too, 8 px wide in all', async () => {
      const before = await widthOf(1);
      const { x, y } = await edge(1);
      for (const beside of [-4, 3]) {
        await press({ x: x + beside, y });
        await at.page.mouse.move(x + beside + 50, y);
        await until(async () => (await widthOf(1)) > before, `by ${String(beside)} px beside`);
        await at.page.keyboard.press('Escape');
        await at.page.mouse.up();
        assert.equal(await widthOf(1), before);
      }
      assert.deepEqual(await layouts(), [], 'Escape gave it up');
      assert.deepEqual(await at.calls('change'), [], 'and nothing is sorted');
    });

    it('never below 40 px', async () => {
      const { x, y } = await edge(4);
      await press({ x, y });
      await at.page.mouse.move(x - 500, y);
      await at.page.mouse.up();
      assert.equal(await widthOf(4), 40);
    });

    it('to their values by a double click on the edge', async () => {
      await at.press('End');
      await perform('narrowField', 'narrowField');
      const { x, y } = await edge(10);
      await at.page.mouse.dblclick(x - 3, y);
      await until(async () => (await said()) === 'Auto-fitted note.', 'it is said');
      const cut = await at.page.evaluate(() =>
        [...document.querySelectorAll('.body [aria-colindex="12"]')].some((one) => one.scrollWidth > one.clientWidth),
      );
      assert.equal(cut, false);
      assert.deepEqual(await at.calls('change'), []);
    });

    it('by command, in steps', async () => {
      await at.press('ArrowRight');
      const before = await widthOf(1);
      await perform('widenField', 'widenField');
      assert.equal(await widthOf(1), before + 32);
      await perform('narrowField');
      assert.equal(await widthOf(1), before + 16);
      assert.equal((await layouts()).at(-1)?.places[1]?.width, before + 16);
      assert.deepEqual(await at.current(), [0, 1, 'gridcell']);
    });

    it('cuts a number with an ellipsis only where a person made no room for it', async () => {
      const overflow = () => at.cell(0, 5).evaluate((one) => getComputedStyle(one).textOverflow);
      assert.equal(await overflow(), 'clip');
      await at.press(...Array<string>(5).fill('ArrowRight'));
      await perform('narrowField');
      assert.equal(await overflow(), 'ellipsis');
      await perform('fitField');
      assert.equal(await overflow(), 'clip');
    });

    it('keeps the view still while the last field is made narrower at the end', async () => {
      at = await reopen({ width: 500 });
      await at.showRecords();
      await scrollTo(1e6);
      await header(10).waitFor();
      const { x: left, width } = await box(-1, 10);
      const { x, y } = await edge(10);
      await press({ x: x - 2, y });
      await at.page.mouse.move(x - 62, y);
      await until(async () => (await box(-1, 10)).width < width - 50, 'it is narrower');
      assert.equal((await box(-1, 10)).x, left);
      await at.page.mouse.up();
    });
  });

  describe('moved', () => {
    beforeEach(() => at.showRecords());

    it('by dragging the header, to where a line shows', async () => {
      await press(await middle(1));
      const target = await edge(3);
      await at.page.mouse.move(target.x - 5, target.y, { steps: 4 });
      const drop = at.page.locator('.drop');
      await drop.waitFor();
      await until(
        async () => Math.abs(((await drop.boundingBox())?.x ?? 0) + 1 - target.x) <= 1,
        'the line is behind the fourth field',
      );
      await at.page.mouse.up();
      await drop.waitFor({ state: 'hidden' });
      assert.deepEqual((await names()).slice(0, 5), ['_id', 'stage', 'code', 'subject', 'title']);
      assert.equal(await at.cell(0, 3).textContent(), 'art');
      assert.equal(await said(), 'Moved subject to column 4 of 11.');
      assert.deepEqual(
        (await layouts()).at(-1)?.places,
        [{ id: '_id' }, { id: 'stage' }, { id: 'code' }, { id: 'subject' }].slice(0, 3),
      );
      assert.deepEqual(await at.calls('change'), [], 'a drag does not sort');
    });

    it('not at all when Escape is pressed on the way', async () => {
      const before = await names();
      await press(await middle(1));
      const target = await middle(4);
      await at.page.mouse.move(target.x, target.y, { steps: 4 });
      await at.page.locator('.drop').waitFor();
      await at.page.keyboard.press('Escape');
      await at.page.locator('.drop').waitFor({ state: 'hidden' });
      await at.page.mouse.up();
      assert.deepEqual(await names(), before);
      assert.deepEqual(await layouts(), []);
    });

    it('beyond the edge of the view, which scrolls on', async () => {
      at = await reopen({ width: 600 });
      await at.showRecords();
      await press(await middle(1));
      await at.page.mouse.move(598, 60, { steps: 4 });
      await header(10).waitFor();
      await until(
        () =>
          at.page.evaluate(() => {
            const one = document.querySelector('.records-grid')!;
            return one.scrollLeft + one.clientWidth >= one.scrollWidth - 1;
          }),
        'the last field is in view',
      );
      await at.page.mouse.up();
      assert.equal((await names()).at(-1), 'subject');
    });

    it('by command, and the cursor goes along', async () => {
      await at.press('ArrowRight');
      await perform('moveFieldRight', 'moveFieldRight');
      assert.deepEqual((await names()).slice(0, 4), ['_id', 'stage', 'code', 'subject']);
      assert.deepEqual(await at.current(), [0, 3, 'gridcell']);
      await perform('moveFieldLeft', 'moveFieldLeft', 'moveFieldLeft', 'moveFieldLeft');
      assert.deepEqual(await at.current(), [0, 0, 'gridcell']);
      assert.equal(await said(), 'Moved subject to column 1 of 11.');
    });

    it('are selected, copied and opened as they lie', async () => {
      await perform('moveFieldRight');
      await at.press('Home', 'Shift+ArrowRight', 'Control+c');
      await until(async () => (await at.calls('copyCells')).length === 1, 'a copy');
      assert.deepEqual((await at.calls('copyCells'))[0]?.[1], { firstRow: 0, lastRow: 1, fields: [1, 0] });
      await at.press('Home', 'Control+c');
      await until(async () => (await at.calls('copyText')).length === 1, 'another');
      assert.deepEqual((await at.calls('copyText'))[0], ['art']);
    });
  });

  describe('hidden', () => {
    beforeEach(() => at.showRecords());

    it('by command: the next one takes the cursor, indices close up, and the status line says so', async () => {
      await at.press('ArrowRight');
      await perform('hideField');
      assert.equal(await said(), 'subject is hidden.');
      assert.deepEqual((await names()).slice(0, 3), ['_id', 'stage', 'code']);
      assert.deepEqual(await at.current(), [0, 1, 'gridcell']);
      assert.equal(await at.grid.getAttribute('aria-colcount'), '11');
      await at.page.getByRole('button', { name: '1 hidden column' }).waitFor();
      await perform('hideField');
      await at.page.getByRole('button', { name: '2 hidden columns' }).waitFor();
    });

    it('but for the last one', async () => {
      await perform(...Array<GridAction>(12).fill('hideField'));
      assert.deepEqual(await names(), ['note']);
      assert.equal(await said(), "The last visible column can't be hidden.");
      assert.equal(await at.cell(1, 0).textContent(), '');
    });

    it('come back with the reset', async () => {
      await perform('hideField', 'widenField', 'moveFieldRight', 'freezeFields', 'resetFields');
      assert.deepEqual((await names()).slice(0, 3), ['_id', 'subject', 'stage']);
      assert.deepEqual((await layouts()).at(-1), { places: [], frozen: 0 });
      assert.equal(await said(), 'Reset the column layout.');
      await at.page.locator('.status-hidden').waitFor({ state: 'hidden' });
    });
  });

  describe('frozen', () => {
    beforeEach(async () => {
      at = await reopen({ width: 700 });
      await at.showRecords();
      await at.press('ArrowRight');
      await perform('freezeFields');
    });

    it('stay in view while the others scroll, headers and records', async () => {
      assert.equal(await said(), '2 columns are frozen.');
      const before = [await box(-1, 1), await box(3, 1)];
      await scrollTo(1e6);
      await header(10).waitFor();
      await until(async () => (await box(3, 10)).x < 700, 'scrolled');
      assert.deepEqual([await box(-1, 1), await box(3, 1)], before);
      const onTop = await at.page.evaluate(({ x, y }) => {
        const one = document.elementFromPoint(x + 5, y + 5);
        return one?.ariaColIndex;
      }, before[1]!);
      assert.equal(onTop, '3');
    });

    it('let the cursor walk from under them', async () => {
      await at.press('End');
      await at.settled();
      const frozenEnd = (await box(0, 1)).x + (await box(0, 1)).width;
      for (let column = 10; column >= 2; column--) {
        assert.deepEqual(await at.current(), [0, column, 'gridcell']);
        await until(async () => (await box(0, column)).x >= frozenEnd - 1, `column ${String(column)} is clear`);
        await at.press('ArrowLeft');
      }
      assert.deepEqual(await at.current(), [0, 1, 'gridcell']);
    });

    it('are hit and selected by the mouse where they are seen', async () => {
      await scrollTo(300);
      const { x, y } = await box(2, 1);
      await at.page.mouse.click(x + 10, y + 10);
      assert.deepEqual(await at.current(), [2, 1, 'gridcell']);
    });

    it('scroll again after the same command', async () => {
      await perform('freezeFields');
      assert.equal(await said(), 'No columns are frozen.');
      await scrollTo(300);
      await until(async () => (await at.page.locator('[data-frozen]').count()) === 0, 'none is frozen');
    });

    it('take two thirds of a narrow view at most', async () => {
      await at.press('End');
      await perform('freezeFields');
      assert.match((await said()) ?? '', /^\d of 11 columns are frozen\. There's no room for more\.$/);
      const frozen = at.page.locator('.header [data-frozen]');
      const count = await frozen.count();
      assert(count > 0 && count < 6);
      await at.page.setViewportSize({ width: 400, height: 700 });
      await until(async () => (await frozen.count()) < count, 'fewer in a narrower view');
      await scrollTo(1e6);
      await header(10).waitFor();
    });

    it('take a field that is dropped among them', async () => {
      await press(await middle(3));
      const target = await middle(0);
      await at.page.mouse.move(target.x - 5, target.y, { steps: 4 });
      await at.page.locator('.drop').waitFor();
      await at.page.mouse.up();
      await until(async () => (await names())[0] === 'code', 'it is the first');
      assert.equal((await layouts()).at(-1)?.frozen, 3);
    });
  });

  it('lie as they did before, when the host knows how', async () => {
    const layout = { places: [{ id: 'title', width: 222 }, { id: 'gone' }, { id: '_id', hidden: true }], frozen: 1 };
    await at.showRecords({ layout });
    assert.deepEqual((await names()).slice(0, 3), ['title', 'subject', 'stage']);
    assert.equal(await widthOf(0), 222);
    assert.equal(await at.page.locator('.header [data-frozen]').count(), 1);
    assert.deepEqual(await layouts(), [], 'nothing of it is news');
  });

  it('bear every command where there are none', async () => {
    await at.sample('none');
    await at.show({ rowCount: 3 });
    await at.grid.waitFor({ state: 'attached' });
    await perform('widenField', 'fitField', 'moveFieldLeft', 'hideField', 'freezeFields', 'resetFields');
    assert.deepEqual(await layouts(), []);
  });

  it('fill the room that a wider panel gives', async () => {
    at = await reopen({ width: 700, height: 700 });
    await at.showRecords();
    await at.page.setViewportSize({ width: 1100, height: 700 });
    await until(async () => (await at.cell(3, 6).count()) === 1, 'more fields are drawn');
    assert.equal(await at.cell(3, 6).textContent(), '3.50');
  });
});
