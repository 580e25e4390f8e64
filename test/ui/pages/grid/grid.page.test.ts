/** The records grid alone in Chromium, under the policy of its page; test/support/pages/grid/fakeHost.ts is the extension. */
import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import type { Locator } from 'playwright-core';
import type { GridDriver } from '../../../support/pages/grid/gridDriver.ts';
import { useGrid } from '../../../support/pages/grid/useGrid.ts';
import { until } from '../../../../tools/vscode/until.ts';

describe('Records grid', () => {
  const { grid } = useGrid();
  let at: GridDriver;
  beforeEach(() => void (at = grid()));

  describe('to assistive technology', () => {
    it('is a grid with a name, counts and indices', async () => {
      await at.showRecords({ rowCount: 12_501 });
      assert.equal(await at.grid.getAttribute('aria-label'), 'Lessons: draw, subject math or art');
      assert.equal(await at.grid.getAttribute('aria-rowcount'), '12502');
      assert.equal(await at.grid.getAttribute('aria-colcount'), '12');
      const first = at.page.locator('[role=row][aria-rowindex="2"]');
      assert.equal(await first.getByRole('rowheader').textContent(), '1');
      assert.equal(await first.getByRole('gridcell').nth(1).textContent(), 'art');
      const header = at.page.getByRole('columnheader', { name: 'subject text' });
      assert.equal(await header.getAttribute('aria-colindex'), '3');
    });

    it('says -1 rows while the end is not known, and the count when it is', async () => {
      await at.showRecords({ rowCount: 500, isFinal: false });
      assert.equal(await at.grid.getAttribute('aria-rowcount'), '-1');
      await at.page.evaluate(() => window.fakeGridHost.view.resized(1, 700, true, '700 records'));
      assert.equal(await at.grid.getAttribute('aria-rowcount'), '701');
      assert.equal(await at.page.locator('.status-text').textContent(), '700 records');
    });

    it('says what was loaded, and what was not', async () => {
      const said = at.page.getByRole('status');
      await at.showRecords();
      assert.equal(await said.textContent(), '12,501 matching records · 82 ms');
      await at.refuse();
      assert.match((await said.textContent()) ?? '', /did not answer within 30 s/);
      await at.page.evaluate(() => window.fakeGridHost.cancelled('Canceled.'));
      assert.equal(await said.textContent(), 'Canceled.');
    });

    it('keeps its elements in reading order after a walk', async () => {
      await at.showRecords();
      await at.press(...Array<string>(45).fill('ArrowDown'), ...Array<string>(10).fill('ArrowRight'));
      const orders = () =>
        at.page.evaluate(() =>
          ['.body > .row', '.body > .row:nth-child(3) > *'].map((selector) =>
            [...document.querySelectorAll(selector)].map((one) => Number(one.ariaRowIndex ?? one.ariaColIndex)),
          ),
        );
      const isSorted = (numbers: readonly number[]) => numbers.every((one, index) => one > (numbers[index - 1] ?? 0));
      await until(async () => (await orders()).every(isSorted), 'the elements are in order');
    });
  });

  describe('by keyboard', () => {
    it('is one tab stop between the search box and what follows', async () => {
      await at.show();
      await at.settled();
      const label = () => at.page.evaluate(() => document.activeElement?.ariaLabel);
      await at.page.getByRole('button', { name: 'Chart', exact: true }).focus();
      await at.press('Tab');
      assert.equal(await label(), 'Search all records');
      await at.press('Tab');
      assert.deepEqual(await at.current(), [0, 0, 'gridcell']);
      await at.press('ArrowDown', 'Shift+Tab');
      assert.equal(await label(), 'Search all records');
      await at.press('Tab');
      assert.deepEqual(await at.current(), [1, 0, 'gridcell']);
      await at.press('Tab');
      assert.equal(await at.page.evaluate(() => document.activeElement?.tagName), 'BODY');
    });

    it('moves the cursor, and always shows it', async () => {
      await at.showRecords({ rowCount: 10_000_000 });
      const walk: readonly [keys: string, row: number, column: number][] = [
        ['ArrowDown', 1, 0],
        ['ArrowRight', 1, 1],
        ['End', 1, 10],
        ['Home', 1, 0],
        ['Control+End', 9_999_999, 10],
        ['ArrowUp', 9_999_998, 10],
        ['Control+Home', 0, 0],
        ['ArrowUp', -1, 0],
        ['ArrowRight', -1, 1],
        ['ArrowDown', 0, 1],
      ];
      const view = await at.grid.boundingBox();
      for (const [keys, row, column] of walk) {
        await at.press(keys);
        assert.deepEqual(await at.current(), [row, column, row < 0 ? 'columnheader' : 'gridcell'], keys);
        await at.settled();
        const box = await at.page.locator('[data-cursor]').boundingBox();
        assert(box && view && box.x >= view.x && box.x + box.width <= view.x + view.width, keys);
        assert(box.y >= view.y && box.y + box.height <= view.y + view.height, keys);
      }
    });

    it('turns pages, and comes back', async () => {
      await at.showRecords();
      await at.press('PageDown');
      const [down = 0] = (await at.current()) ?? [];
      assert(down > 20 && down < 32, `a page is ${String(down)} rows`);
      await at.press('PageUp');
      assert.deepEqual(await at.current(), [0, 0, 'gridcell']);
    });

    it('opens the record under the cursor with Enter and goes there; Escape closes it and comes back', async () => {
      await at.showRecords();
      await at.press('ArrowDown', 'ArrowDown', 'ArrowRight', 'Enter');
      const record = at.page.getByRole('complementary', { name: 'Record 3' });
      await record.getByText('Proof by pictures').waitFor();
      assert.equal(await at.page.evaluate(() => document.activeElement?.className), 'detail-body');
      await at.press('Escape');
      await record.waitFor({ state: 'hidden' });
      assert.deepEqual(await at.current(), [2, 1, 'gridcell']);
    });

    it('opens the record with Space and stays; the record follows the cursor', async () => {
      await at.showRecords();
      await at.press('Space');
      await at.page.getByRole('complementary', { name: 'Record 1' }).waitFor();
      await at.press('ArrowDown');
      await at.page.getByRole('complementary', { name: 'Record 2' }).getByText('Colour and light').waitFor();
      assert.deepEqual(await at.current(), [1, 0, 'gridcell']);
      await at.press('Escape');
      await at.page.getByRole('complementary').waitFor({ state: 'hidden' });
    });

    it('copies exact digits, empty texts, and field names', async () => {
      await at.showRecords();
      await at.press('End', 'ArrowDown', 'Control+c');
      await at.press('Home', ...Array<string>(5).fill('ArrowRight'), 'Control+c');
      await at.press('ArrowUp', 'ArrowUp', 'Control+c');
      await until(async () => (await at.calls('copyText')).length === 3, 'three copies');
      assert.deepEqual(await at.calls('copyText'), [[''], ['90071992547407919'], ['catalogue_no']]);
      await until(async () => (await at.page.getByRole('status').textContent()) === 'Copied.', 'it is said');
    });

    /** The cursor's row is told where it is not the first one. */
    const selections: readonly [name: string, keys: readonly string[], range: readonly number[], cursor?: number][] = [
      ['Shift and arrows', ['ArrowDown', 'Shift+ArrowDown', 'Shift+ArrowRight'], [1, 3, 0, 2], 2],
      ['Shift and arrows back over where it began', ['ArrowDown', 'Shift+ArrowUp'], [0, 2, 0, 1]],
      ['Shift+Space the whole record', ['ArrowDown', 'Shift+Space'], [1, 2, 0, 11]],
      ['Shift+Space and arrows more records', ['Shift+Space', 'Shift+ArrowDown'], [0, 2, 0, 11], 1],
      ['Control+Space the whole field', ['ArrowRight', 'Control+Space'], [0, 12_501, 1, 2]],
      ['Control+A everything', ['Control+a'], [0, 12_501, 0, 11]],
      ['Shift+Control+End all to the end', ['ArrowRight', 'Control+Shift+End'], [0, 12_501, 1, 11], 12_500],
    ];
    for (const [name, keys, [firstRow = 0, lastRow = 0, firstColumn = 0, lastColumn = 0], cursor] of selections)
      it(`selects by ${name}`, async () => {
        await at.showRecords();
        await at.press(...keys, 'Control+c');
        const fields = Array.from({ length: lastColumn - firstColumn }, (_, at) => firstColumn + at);
        const range = { firstRow, lastRow, fields, ...(cursor !== undefined && { cursor }) };
        await until(async () => (await at.calls('copyCells')).length === 1, 'a copy');
        assert.deepEqual((await at.calls('copyCells'))[0]?.[1], range);
        const told = async () => (await at.calls('selected')).at(-1)?.[1];
        await until(async () => isDeepStrictEqual(await told(), range), 'the host hears of it');
      });

    it('tells the host at once what is selected when a command asks', async () => {
      await at.showRecords();
      await at.page.evaluate(async () => {
        const key = new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true });
        document.activeElement?.dispatchEvent(key);
        await window.fakeGridHost.view.sendSelection();
      });
      assert.deepEqual((await at.calls('selected')).at(-1)?.[1], { firstRow: 1, lastRow: 2, fields: [0] });
    });

    it('shows what is selected, and Escape gives it up', async () => {
      await at.showRecords();
      await at.press('Shift+ArrowDown', 'Shift+ArrowRight');
      const selected = at.page.getByRole('gridcell', { selected: true });
      assert.equal(await selected.count(), 4);
      await at.press('Escape');
      assert.equal(await selected.count(), 0);
    });

    it('copies the whole of a text of which it holds the beginning', async () => {
      await at.sample('hostile');
      await at.showRecords({ rowCount: 40 });
      await at.press(...Array<string>(6).fill('ArrowDown'), 'Control+c');
      await until(async () => (await at.calls('copyText')).length === 1, 'a copy');
      const length = await at.page.evaluate(
        () => String(window.fakeGridHost.calls.findLast(({ method }) => method === 'copyText')?.args[0]).length,
      );
      assert.equal(length, 10_485_760);
    });

    it('says when there is nothing to copy', async () => {
      await at.mood({ failRecord: true });
      await at.sample('hostile');
      await at.showRecords({ rowCount: 40 });
      await at.press(...Array<string>(6).fill('ArrowDown'), 'Control+c');
      await at.page.getByRole('status').getByText("Couldn't copy the value.").waitFor();
    });

    it('takes the focus when VS Code gives it to the frame', async () => {
      await at.show();
      await at.settled();
      await at.page.evaluate(() => window.dispatchEvent(new FocusEvent('focus')));
      assert.deepEqual(await at.current(), [0, 0, 'gridcell']);
    });

    it('tells VS Code which cell a context menu is for', async () => {
      await at.showRecords();
      await at.press('ArrowDown');
      const context = async () => JSON.parse((await at.grid.getAttribute('data-vscode-context')) ?? '') as object;
      assert.partialDeepStrictEqual(await context(), { webviewSection: 'recordsCell', row: 1, column: 0 });
      await at.cell(4, 2).click({ button: 'right' });
      assert.partialDeepStrictEqual(await context(), { webviewSection: 'recordsCell', row: 4, column: 2 });
      assert.deepEqual(await at.current(), [4, 2, 'gridcell']);
    });
  });

  describe('by mouse', () => {
    const drag = async (from: Locator, to: Locator): Promise<void> => {
      await from.hover();
      await at.page.mouse.down();
      await to.hover();
      await at.page.mouse.up();
    };
    const lastSelected = async () => (await at.calls('selected')).at(-1)?.[1];

    it('a drag selects cells, and one with Shift extends them', async () => {
      await at.showRecords();
      await drag(at.cell(1, 1), at.cell(4, 2));
      const range = { firstRow: 1, lastRow: 5, fields: [1, 2], cursor: 4 };
      await until(async () => isDeepStrictEqual(await lastSelected(), range), 'the cells are selected');
      await at.cell(6, 3).click({ modifiers: ['Shift'] });
      const more = { firstRow: 1, lastRow: 7, fields: [1, 2, 3], cursor: 6 };
      await until(async () => isDeepStrictEqual(await lastSelected(), more), 'more cells are selected');
    });

    it('a click on a record’s number selects the record, on the corner everything', async () => {
      await at.showRecords();
      await at.page.getByRole('rowheader', { name: '3', exact: true }).click();
      await at.press('Control+c');
      await at.page.getByRole('columnheader', { name: 'Row number' }).click();
      await at.press('Control+c');
      await until(async () => (await at.calls('copyCells')).length === 2, 'two copies');
      const ranges = (await at.calls('copyCells')).map(([, range]) => range);
      assert.deepEqual(ranges, [
        { firstRow: 2, lastRow: 3, fields: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10] },
        { firstRow: 0, lastRow: 12_501, fields: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10] },
      ]);
    });

    it('a drag beyond the last row in view scrolls on', async () => {
      await at.showRecords();
      await at.cell(1, 1).hover();
      await at.page.mouse.down();
      await at.page.mouse.move(300, 900);
      await until(async () => (await at.topRow()) > 20, 'the records scroll');
      await at.page.mouse.up();
      const rows = (await at.current())?.[0] ?? 0;
      assert.ok(rows > 40, `the cursor is in row ${String(rows)}`);
    });
  });

  describe('with hostile names and values', () => {
    beforeEach(async () => {
      await at.sample('hostile');
      await at.showRecords({ rowCount: 40 });
    });

    it('shows them as text', async () => {
      assert.equal(await at.page.locator('img, script:not([src], [type="application/json"])').count(), 0);
      assert.equal(await at.cell(0, 0).textContent(), '<img src=x onerror="document.title=1">');
      assert.equal(await at.page.title(), 'Records');
      const names = await at.page.locator('.header .name').allTextContents();
      assert.deepEqual(names.slice(0, 3), ['__proto__', '(no name)', 'constructor']);
    });

    it('shows what hides in a text, in the grid and in the record', async () => {
      assert.equal(await at.cell(2, 0).textContent(), 'abc‹U+202E›gnp.exe');
      await at.press('ArrowDown', 'ArrowDown', 'Enter');
      const mark = at.page.locator('dd .mark').first();
      await mark.waitFor({ state: 'attached' });
      assert.equal(await mark.getAttribute('data-mark'), '‹U+202E›');
      assert.equal(await mark.textContent(), '\u202E', 'what is copied is the character itself');
    });

    it('writes each value in its own direction', async () => {
      const direction = (row: number) => at.cell(row, 0).evaluate((one) => getComputedStyle(one).direction);
      assert.deepEqual([await direction(2), await direction(4)], ['ltr', 'rtl']);
    });

    it('draws NULL unlike the text NULL and unlike an empty text', async () => {
      const look = (row: number) =>
        at.cell(row, 0).evaluate((one) => [one.textContent, getComputedStyle(one).fontStyle]);
      assert.deepEqual(await look(8), ['NULL', 'normal']);
      assert.deepEqual(await look(9), ['NULL', 'italic']);
      assert.deepEqual(await look(10), ['', 'normal']);
      await at.cell(9, 0).click();
      await at.press('Space');
      await at.page.locator('dd').first().waitFor();
      const values = await at.page.locator('dd').allTextContents();
      assert.deepEqual(values.slice(0, 3), ['NULL', 'empty text', 'NaN']);
    });

    it('shows a text of 10 MB by parts', async () => {
      await at.cell(6, 0).click();
      await at.press('Enter');
      const more = at.page.getByRole('button', { name: 'Show More' }).first();
      await more.waitFor();
      await at.page.getByText('Showing 20,000 of 10,485,760 characters.').waitFor();
      await more.click();
      await at.page.getByText('Showing 40,000 of 10,485,760 characters.').waitFor();
    });

    it('cuts long texts with an ellipsis', async () => {
      const [overflow, width] = await at
        .cell(6, 0)
        .evaluate((one) => [getComputedStyle(one).textOverflow, one.clientWidth] as const);
      assert.equal(overflow, 'ellipsis');
      assert(width <= 360);
    });
  });
});
