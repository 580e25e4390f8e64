/** The records grid alone in Chromium, under the policy of its page; test/support/gridPage/fakeHost.ts is the extension. */
import assert from 'node:assert/strict';
import type { GridDriver } from '../support/gridPage/gridDriver.ts';
import { useGrid } from '../support/gridPage/useGrid.ts';
import { until } from '../support/until.ts';

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
      await at.page.evaluate(() => window.fakeGridHost.view.cancelled('Cancelled.'));
      assert.equal(await said.textContent(), 'Cancelled.');
    });

    it('keeps its elements in reading order after a walk', async () => {
      await at.showRecords();
      await at.press(...Array<string>(45).fill('ArrowDown'), ...Array<string>(10).fill('ArrowRight'));
      const orders = () =>
        at.page.evaluate(() =>
          ['.body > .row', '.body > .row:nth-child(3) > *'].map((selector) =>
            [...document.querySelectorAll(selector)].map((one) =>
              Number(one.ariaRowIndex ?? one.ariaColIndex),
            ),
          ),
        );
      const isSorted = (numbers: readonly number[]) =>
        numbers.every((one, index) => one > (numbers[index - 1] ?? 0));
      await until(async () => (await orders()).every(isSorted), 'the elements are in order');
    });
  });

  describe('by keyboard', () => {
    it('is one tab stop between the bar and what follows', async () => {
      await at.show();
      await at.settled();
      await at.page.getByRole('button', { name: 'Run again' }).focus();
      await at.press('Tab');
      assert.deepEqual(await at.current(), [0, 0, 'gridcell']);
      await at.press('ArrowDown', 'Shift+Tab');
      assert.equal(await at.page.evaluate(() => document.activeElement?.ariaLabel), 'Run again');
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

    it('copies the whole of a text of which it holds the beginning', async () => {
      await at.sample('hostile');
      await at.showRecords({ rowCount: 40 });
      await at.press(...Array<string>(6).fill('ArrowDown'), 'Control+c');
      await until(async () => (await at.calls('copyText')).length === 1, 'a copy');
      const length = await at.page.evaluate(() => String(window.fakeGridHost.calls.at(-1)?.args[0]).length);
      assert.equal(length, 10_485_760);
    });

    it('says when there is nothing to copy', async () => {
      await at.mood({ failRecord: true });
      await at.sample('hostile');
      await at.showRecords({ rowCount: 40 });
      await at.press(...Array<string>(6).fill('ArrowDown'), 'Control+c');
      await at.page.getByRole('status').getByText('The value could not be copied.').waitFor();
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
      const context = async () =>
        JSON.parse((await at.grid.getAttribute('data-vscode-context')) ?? '') as object;
      assert.partialDeepStrictEqual(await context(), { webviewSection: 'recordsCell', row: 1, column: 0 });
      await at.cell(4, 2).click({ button: 'right' });
      assert.partialDeepStrictEqual(await context(), { webviewSection: 'recordsCell', row: 4, column: 2 });
      assert.deepEqual(await at.current(), [4, 2, 'gridcell']);
    });
  });

  describe('with hostile names and values', () => {
    beforeEach(async () => {
      await at.sample('hostile');
      await at.showRecords({ rowCount: 40 });
    });

    it('shows them as text', async () => {
      assert.equal(await at.page.locator('img, script:not([src])').count(), 0);
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
      const more = at.page.getByRole('button', { name: 'Show more' }).first();
      await more.waitFor();
      await at.page.getByText('20,000 of 10,485,760 characters are shown.').waitFor();
      await more.click();
      await at.page.getByText('40,000 of 10,485,760 characters are shown.').waitFor();
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
