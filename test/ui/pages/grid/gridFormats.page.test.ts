/** How the records grid writes values, and what it draws around them. */
import assert from 'node:assert/strict';
import type { GridLook } from '../../../../src/messages/gridLook.ts';
import { PLAIN_LOOK } from '../../../support/pages/plainLook.ts';
import type { GridDriver } from '../../../support/pages/grid/gridDriver.ts';
import { useGrid } from '../../../support/pages/grid/useGrid.ts';
import { themes } from '../../../support/pages/themes.ts';
import { until } from '../../../../tools/vscode/until.ts';

const NUMBER = 5;
const DATE = 7;
const OPEN = 8;
const FORMATTED: GridLook = { ...PLAIN_LOOK, numbers: 'grouped', dates: 'localised' };

describe('Records grid', () => {
  const { grid, reopen } = useGrid();
  let at: GridDriver;
  beforeEach(() => void (at = grid()));

  const look = (change: Partial<GridLook>) =>
    at.page.evaluate((given) => window.fakeGridHost.view.look(given), { ...PLAIN_LOOK, ...change });
  const toggleRaw = () => at.page.evaluate(() => window.fakeGridHost.view.perform('toggleRawValues'));
  const mark = (row: number) => at.cell(row, OPEN).evaluate((cell) => getComputedStyle(cell, '::before').content);
  const text = (row: number, column: number) => at.cell(row, column).textContent();

  it('writes values as they came', async () => {
    await at.showRecords();
    assert.equal(await text(0, NUMBER), '90071992547400000');
    assert.equal(await text(0, DATE), '2026-08-01T09:30:00');
    await at.cell(0, NUMBER).hover();
    assert.equal(await at.cell(0, NUMBER).getAttribute('title'), null);
  });

  it('writes them as the settings say from then on', async () => {
    await at.showRecords();
    await look(FORMATTED);
    assert.equal(await text(0, NUMBER), '90,071,992,547,400,000');
    assert.match((await text(0, DATE)) ?? '', /^Aug 1, 2026, 9:30:00\sAM$/);
    await at.showRecords({ query: 'another' });
    assert.equal(await text(0, NUMBER), '90,071,992,547,400,000');
  });

  it('makes room for separators and words', async () => {
    await at.showRecords();
    await look(FORMATTED);
    for (const column of [NUMBER, DATE])
      assert.equal(await at.cell(0, column).evaluate((cell) => cell.scrollWidth > cell.clientWidth), false);
  });

  it('tells what stands in the record under the pointer and under the cursor, and only there', async () => {
    await at.showRecords();
    await look(FORMATTED);
    const raw = '90071992547407919';
    await at.cell(1, NUMBER).click();
    assert.equal(await at.cell(1, NUMBER).getAttribute('title'), raw);
    assert.equal(await at.cell(1, NUMBER).getAttribute('aria-description'), raw);
    await at.press('ArrowUp');
    assert.equal(await at.cell(1, NUMBER).getAttribute('aria-description'), null);
    assert.equal(await at.page.locator('[aria-description]').count(), 1);
    await at.page.mouse.move(600, 400);
    await at.page.mouse.wheel(0, 24_000);
    await until(async () => (await at.topRow()) === 1000, 'row 1000');
    assert.equal(await at.page.locator(`[title="${raw}"]`).count(), 0);
  });

  it('shows raw values at one key, says so, and copies them whatever is drawn', async () => {
    await at.showRecords();
    await look(FORMATTED);
    await at.cell(0, NUMBER).click();
    await at.press('Control+c');
    await until(async () => (await at.calls('copyText')).length === 1, 'the value is copied');
    assert.deepEqual(await at.calls('copyText'), [['90071992547400000']]);
    await toggleRaw();
    assert.equal(await text(0, NUMBER), '90071992547400000');
    assert.equal(await at.page.locator('[aria-live]').textContent(), 'Showing raw values.');
    await toggleRaw();
    assert.equal(await text(0, NUMBER), '90,071,992,547,400,000');
    assert.equal(await at.page.locator('[aria-live]').textContent(), 'Showing formatted values.');
  });

  it('shows raw values still after a reload, and after another question', async () => {
    await at.showRecords();
    const own = await mark(0);
    assert.notEqual(own, 'none');
    await toggleRaw();
    assert.equal(await mark(0), 'none');
    await at.page.reload();
    await at.showRecords();
    assert.equal(await mark(0), 'none');
    await at.showRecords({ query: 'another' });
    assert.equal(await mark(0), 'none');
    await toggleRaw();
    assert.equal(await mark(0), own);
  });

  it('refuses a look that the host can not have meant', async () => {
    await at.showRecords();
    const status = await at.page.evaluate(async () => {
      const calls = [window.fakeGridHost.view.look({ density: 'huge' } as never)];
      return (await Promise.allSettled(calls)).map((call) => call.status);
    });
    assert.deepEqual(status, ['rejected']);
  });

  for (const [density, height] of [
    ['compact', 20],
    ['standard', 24],
    ['comfortable', 30],
  ] as const)
    it(`draws ${density} rows ${height} px high, the first one in view still the first`, async () => {
      await at.showRecords();
      await at.page.mouse.move(600, 400);
      await at.page.mouse.wheel(0, 24_000);
      await until(async () => (await at.topRow()) === 1000, 'row 1000');
      await look({ density });
      await at.settled();
      const boxes = await Promise.all([1000, 1001, 1002].map((row) => at.cell(row, 0).boundingBox()));
      assert.deepEqual(
        boxes.map((box) => box?.y),
        [0, 1, 2].map((row) => (boxes[0]?.y ?? 0) + row * height),
      );
      assert.equal(boxes[0]?.height, height);
      assert.equal(
        await at.page.evaluate(() => document.elementFromPoint(80, 78)?.parentElement?.ariaRowIndex),
        '1002',
      );
      await at.press('Control+ArrowDown');
      await at.cell(12_500, 0).getByText('12501').waitFor();
    });

  it('tints every other row where settings want it', async () => {
    await at.showRecords();
    const background = (row: number) =>
      at.cell(row, 0).evaluate((cell) => getComputedStyle(cell.parentElement!).backgroundColor);
    assert.equal(await background(3), await background(4));
    await look({ zebra: true });
    assert.notEqual(await background(3), await background(4));
    assert.equal(await background(3), await background(5));
  });

  it('marks true and false, in words for people who can’t see the marks', async () => {
    await at.showRecords();
    assert.deepEqual([await text(0, OPEN), await text(1, OPEN)], ['true', 'false']);
    assert.match(await mark(0), /^"\ueab2" \/ ""$/);
    assert.match(await mark(1), /^"\uea76" \/ ""$/);
    await look({ booleans: 'raw' });
    assert.equal(await mark(0), 'none');
    at = await reopen({ emulate: { forcedColors: 'active' } });
    await at.showRecords();
    const style = await at
      .cell(0, OPEN)
      .evaluate((cell) => [
        getComputedStyle(cell, '::before').display,
        getComputedStyle(cell).webkitTextFillColor === 'rgba(0, 0, 0, 0)',
      ]);
    assert.deepEqual(style, ['none', false], 'the words are to be seen');
  });

  it('says below the last row that it is the last, or that the limit is reached', async () => {
    const end = at.page.locator('.end-line');
    await at.showRecords({ rowCount: 3 });
    assert.equal(await end.textContent(), 'End of records');
    await at.showRecords({ rowCount: 1000, limit: 1000 });
    assert.equal(await end.isVisible(), false);
    await at.press('Control+End');
    await end.getByText('Limit of 1,000 records reached').waitFor();
    const [box, view] = [await end.boundingBox(), await at.grid.boundingBox()];
    assert(box && view && box.y + box.height <= view.y + view.height);
    await at.showRecords({ rowCount: 3, isFinal: false });
    assert.equal(await end.isVisible(), false);
    await at.show({ rowCount: 0 });
    assert.equal(await end.isVisible(), false);
  });

  it('says which row it is while the scrollbar is dragged, and for a moment after', async () => {
    await at.showRecords({ rowCount: 10_000_000 });
    const indicator = at.page.locator('.row-indicator');
    assert.equal(await indicator.isVisible(), false);
    await at.page.evaluate(() => {
      const element = document.querySelector('.records-grid')!;
      element.scrollTop = (element.scrollHeight - element.clientHeight) / 2;
    });
    await indicator.getByText(/^Row (4,999,9|5,000,0)\d\d of 10,000,000$/).waitFor();
    await indicator.waitFor({ state: 'hidden' });
    await at.page.mouse.move(600, 400);
    await at.page.mouse.wheel(0, 240);
    await at.settled();
    assert.equal(await indicator.isVisible(), false);
  });

  it('never shows a blank page while the scrollbar is dragged: rows that are on their way have their numbers and bars', async () => {
    at = await reopen({ emulate: { reducedMotion: 'reduce' } });
    await at.showRecords({ rowCount: 10_000_000 });
    await at.mood({ latencyMs: 60_000 });
    await at.page.evaluate(() => (document.querySelector('.records-grid')!.scrollTop = 1_000_000));
    const cell = at.page.locator('.row.loading .cell').first();
    await cell.waitFor();
    await until(async () => (await cell.evaluate((one) => getComputedStyle(one, '::before').opacity)) !== '0', 'bars');
    const numbers = await at.page.locator('.row.loading .gutter').allTextContents();
    assert(numbers.length > 20 && numbers.every((number) => /^\d{7}$/.test(number)));
  });

  it('is whole at 200 % zoom, to the last of ten million records', async () => {
    // VS Code zooms by giving the page half the pixels, each twice as large.
    at = await reopen({ width: 600, height: 380, emulate: { deviceScaleFactor: 2 } });
    await at.showRecords({ rowCount: 10_000_000 });
    await look({ ...FORMATTED, density: 'comfortable' });
    await at.press('Control+ArrowDown');
    await at.cell(9_999_999, 0).getByText('10,000,000').waitFor();
    const { width, height } = await at.page.evaluate(() => ({
      width: document.documentElement.scrollWidth,
      height: document.documentElement.scrollHeight,
    }));
    assert(width <= 600 && height <= 380, `${String(width)} x ${String(height)}`);
    assert.equal(await at.page.getByRole('button', { name: 'Run Again' }).isVisible(), true);
  });

  it('gives each value its own direction, and numbers theirs whatever stands beside them', async () => {
    await at.sample('hostile');
    await at.showRecords({ rowCount: 40 });
    await look(FORMATTED);
    const styles = await at.page.locator('.body .cell').evaluateAll((cells) =>
      cells.map((cell) => {
        const { direction, unicodeBidi, textAlign } = getComputedStyle(cell);
        return { text: cell.textContent, direction, unicodeBidi, textAlign, isNumber: cell.matches('.number') };
      }),
    );
    assert(styles.every(({ unicodeBidi }) => unicodeBidi === 'isolate'));
    for (const { text, direction } of styles)
      assert.equal(direction, /^[\u0590-\u06FF]/u.test(text) ? 'rtl' : 'ltr', text);
    const numbers = styles.filter(({ isNumber }) => isNumber);
    assert(numbers.length > 0 && numbers.every(({ textAlign }) => textAlign === 'right'));
  });

  describe('with a text to find', () => {
    /** Texts under the highlight of that name. */
    const marked = (name: string) =>
      at.page.evaluate(
        (wanted) =>
          [...((CSS.highlights.get(wanted) as unknown as Iterable<AbstractRange> | undefined) ?? [])].map(
            ({ startContainer, startOffset, endOffset }) =>
              (startContainer.textContent ?? '').slice(startOffset, endOffset),
          ),
        name,
      );
    const nextFrame = () => at.page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
    beforeEach(async () => {
      at = await reopen({ content: 'bare' });
      await at.page.evaluate(() => {
        const rows = [
          ['Art', 1234567, null, 'art and (ART)'],
          ['math', 99, 'NULL', 'İart'],
        ];
        const fields = [
          { id: 'a', type: 'text' },
          { id: 'n', type: 'int4' },
          { id: 'b', type: 'text' },
          { id: 'c', type: 'text' },
        ];
        const source = { fields, count: 2, head: rows, getRows: () => Promise.resolve(rows) };
        const look = {
          density: 'standard',
          zebra: false,
          numbers: 'grouped',
          dates: 'raw',
          booleans: 'marks',
          summaries: false,
        } as const;
        const made = window.createRecordsGrid(document.getElementById('bare')!, source, { look });
        Object.assign(window, { madeGrid: made });
      });
    });
    const find = async (needle: string) => {
      await at.page.evaluate(
        (given) => (window as unknown as { madeGrid: { mark(text: string): void } }).madeGrid.mark(given),
        needle,
      );
      await nextFrame();
    };

    it('marks it wherever it stands, whatever the case, that under the cursor in another colour', async () => {
      await find('art');
      assert.deepEqual(await marked('grid-found-current'), ['Art']);
      assert.deepEqual((await marked('grid-found')).sort(), ['ART', 'art', 'art']);
      assert.equal(await at.page.locator('.body .cell *').count(), 0, 'no element is made for it');
    });

    const table: readonly [needle: string, found: readonly string[]][] = [
      ['(art)', ['(ART)']],
      ['345', ['1,234,567']],
      ['4,5', []],
      ['null', ['NULL']],
      ['[', []],
      ['', []],
    ];
    for (const [needle, found] of table)
      it(`marks ${JSON.stringify(found)} for ${JSON.stringify(needle)}`, async () => {
        await find(needle);
        assert.deepEqual(await marked('grid-found'), found);
      });

    it('marks nothing any more once there is nothing to find, or no grid', async () => {
      await find('art');
      await find('');
      assert.deepEqual(await marked('grid-found'), []);
      await find('art');
      await at.page.evaluate(() => (window as unknown as { madeGrid: { dispose(): void } }).madeGrid.dispose());
      assert.equal(await at.page.evaluate(() => CSS.highlights.size), 0);
    });
  });

  for (const theme of themes)
    it(`shows what is found in the theme ${theme.name}`, async () => {
      at = await reopen({ theme });
      await at.showRecords();
      await at.page.evaluate(() => window.fakeGridHost.view.perform('findInRecords'));
      await at.page.keyboard.type('art');
      await at.page.locator('.finding').waitFor();
      const style = await at.cell(0, 1).evaluate((cell) => {
        const { backgroundColor, textDecorationLine } = getComputedStyle(cell, '::highlight(grid-found)');
        return { backgroundColor, textDecorationLine };
      });
      assert(style.backgroundColor !== 'rgba(0, 0, 0, 0)' || style.textDecorationLine === 'underline');
    });
});
