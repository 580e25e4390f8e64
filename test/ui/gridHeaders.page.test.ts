/** What headers show and what a click or a key on them does; the whole panel in Chromium. */
import assert from 'node:assert/strict';
import type { GridQuestion } from '../../src/messages/gridProtocol.ts';
import { equalTo } from '../support/samples/conditions.ts';
import type { GridDriver } from '../support/pages/grid/gridDriver.ts';
import { useGrid } from '../support/pages/grid/useGrid.ts';
import { until } from '../../tools/vscode/until.ts';

const QUESTION: GridQuestion = {
  q: '',
  filters: [equalTo('subject', 'text', 'art')],
  sort: [
    { field: 'stage', descending: true },
    { field: '_id', descending: false },
  ],
  hasRanges: true,
  answersSql: true,
  findsWords: false,
  canGoBack: false,
  canGoForward: false,
};

describe('Headers of the records grid', () => {
  const { grid, reopen } = useGrid();
  let at: GridDriver;
  beforeEach(() => void (at = grid()));

  const header = (column: number) => at.cell(-1, column);
  const sorts = async () => (await at.calls('change')).map(([, change]) => change);
  const menu = () => at.page.getByRole('menu');

  describe('show', () => {
    it('name, type and an icon of its kind', async () => {
      await at.showRecords();
      const icons = await at.page
        .locator('.header .cell > i')
        .evaluateAll((all) => all.map((one) => one.getAttribute('class')));
      assert.deepEqual(icons.slice(0, 4), [
        'codicon codicon-symbol-numeric',
        'codicon codicon-symbol-string',
        'codicon codicon-symbol-numeric',
        'codicon codicon-symbol-string',
      ]);
      assert.equal(await header(7).locator('i').first().getAttribute('class'), 'codicon codicon-calendar');
      assert.equal(await header(1).getAttribute('aria-label'), 'subject text');
    });

    it('the mark of a condition beside the menu, not beneath it', async () => {
      await at.showRecords({ question: QUESTION });
      await header(1).hover();
      const box = async (selector: string) => {
        const found = await header(1).locator(selector).boundingBox();
        assert.ok(found, selector);
        return found;
      };
      const mark = await box('.codicon-filter-filled');
      assert.ok(mark.x + mark.width <= (await box('.menu')).x, 'the whole mark is seen');
    });

    it('their whole name, sorted, filtered or under the pointer; the type goes before it, and whole', async () => {
      await at.showRecords();
      const columns = [...Array(8).keys()];
      const cut = async () => {
        const names: (string | null)[] = [];
        for (const column of columns) {
          await header(column).hover();
          const seen = await header(column).evaluate((one) => {
            const edges = (part: Element) => part.getBoundingClientRect();
            const [name, type] = [one.querySelector('.name')!, one.querySelector('.type')!];
            const box = edges(one.querySelector('.words')!);
            const isGone = edges(type).top >= box.bottom;
            const isWhole = edges(type).right <= box.right + 0.5 && edges(type).left >= box.left - 0.5;
            return name.scrollWidth <= name.clientWidth + 1 && (isGone || isWhole);
          });
          if (!seen) names.push(await header(column).getAttribute('aria-label'));
        }
        return names;
      };
      const places = () =>
        at.page
          .locator('.header .cell')
          .evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().width)));
      assert.deepEqual(await cut(), []);
      const before = await places();
      const fields = ['subject', 'stage', 'code', 'hours', 'starts', 'open'];
      const sort = fields.map((field, index) => ({ field, descending: index % 2 === 0 }));
      const filters = fields.map((field) => equalTo(field, 'text', 'art'));
      await at.showRecords({ query: '{"q":"other"}', question: { ...QUESTION, sort, filters } });
      assert.deepEqual(await cut(), []);
      assert.deepEqual(await places(), before, 'no column moves');
    });

    it('the words of numbers at the right, as the numbers are', async () => {
      await at.showRecords({ question: QUESTION });
      const gap = (column: number) =>
        header(column).evaluate((one) => {
          const [cell, words] = [one, one.querySelector('.words')!].map((part) => part.getBoundingClientRect());
          return Math.round(cell!.right - words!.right);
        });
      for (const column of [0, 2, 5, 6]) assert.ok((await gap(column)) <= 10, String(column));
    });

    it('the focus ring whole, over the menu too', async () => {
      await at.showRecords();
      await at.press('ArrowUp');
      const { x, y, width, height } = (await header(0).boundingBox())!;
      const shot = await at.page.screenshot({ clip: { x, y, width, height } });
      const broken = await at.page.evaluate(
        async (bytes) => {
          const bitmap = await createImageBitmap(new Blob([new Uint8Array(bytes)], { type: 'image/png' }));
          const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
          const context = canvas.getContext('2d')!;
          context.drawImage(bitmap, 0, 0);
          const { data } = context.getImageData(0, 0, bitmap.width, bitmap.height);
          const at = (left: number, top: number) =>
            data.slice(4 * (top * bitmap.width + left), 4 * (top * bitmap.width + left) + 3).join();
          const ring = at(0, 5);
          const right = bitmap.width - 1;
          const edge = [...Array(bitmap.width).keys()].filter((left) => at(left, 0) !== ring);
          const side = [...Array(bitmap.height - 1).keys()].filter((top) => at(right, top) !== ring);
          return [edge.length, side.length];
        },
        [...shot],
      );
      assert.deepEqual(broken, [0, 0]);
    });

    it('the order, with its keys where there are more than one, and the conditions', async () => {
      await at.showRecords({ question: QUESTION });
      const facts = (column: number) =>
        header(column).evaluate((one) => [
          one.ariaLabel,
          one.ariaSort,
          one.querySelector('.sort i')?.className.split('codicon-')[1],
        ]);
      assert.deepEqual(await facts(2), ['stage int4, sort key 1', 'descending', 'arrow-down']);
      assert.deepEqual(await facts(0), ['_id int, sort key 2', 'ascending', 'arrow-up']);
      assert.equal(await header(1).getAttribute('aria-label'), 'subject text, filtered');
      assert.equal(await header(1).getAttribute('aria-sort'), null);
      assert.equal(await header(1).locator('.codicon-filter-filled').isVisible(), true);
      assert.equal(await header(3).locator('.codicon-filter-filled').isVisible(), false);
    });

    it('no number where there is one key', async () => {
      await at.showRecords({ question: { ...QUESTION, sort: [{ field: 'stage', descending: false }] } });
      assert.equal(await header(2).locator('.sort').textContent(), '');
      assert.equal(await header(2).getAttribute('aria-label'), 'stage int4');
      assert.equal(await header(2).getAttribute('aria-sort'), 'ascending');
    });

    it('their whole name and type in the tooltip', async () => {
      await at.sample('hostile');
      await at.showRecords({ rowCount: 40 });
      assert.equal(await header(3).getAttribute('title'), '<img src=x onerror="fail()"> text');
      await at.press('Home', ...Array<string>(4).fill('ArrowRight'));
      assert.equal(await header(4).getAttribute('title'), `${'n'.repeat(200)} text`);
    });

    it('the button of their menu where the pointer or the cursor is', async () => {
      await at.showRecords();
      const isShown = (column: number) => header(column).locator('.menu').isVisible();
      assert.deepEqual([await isShown(0), await isShown(2)], [true, false]);
      await header(2).hover();
      assert.equal(await isShown(2), true);
      const button = header(2).getByRole('button', { name: 'Menu of stage' });
      assert.equal(await button.getAttribute('aria-haspopup'), 'menu');
    });
  });

  describe('sort', () => {
    beforeEach(() => at.showRecords());
    const stage = { field: 'stage', descending: false };

    it('by a click, which leaves the cursor on the header', async () => {
      await header(2).locator('.name').click();
      await until(async () => (await sorts()).length === 1, 'a question');
      assert.deepEqual(await sorts(), [{ kind: 'sort', keys: [stage] }]);
      assert.deepEqual(await at.current(), [-1, 2, 'columnheader']);
    });

    it('beside others with Shift', async () => {
      await at.showRecords({ question: { ...QUESTION, sort: [{ field: '_id', descending: true }] } });
      await header(2)
        .locator('.name')
        .click({ modifiers: ['Shift'] });
      await until(async () => (await sorts()).length === 1, 'a question');
      assert.deepEqual(await sorts(), [{ kind: 'sort', keys: [{ field: '_id', descending: true }, stage] }]);
    });

    it('by Enter on the header, beside others by Shift+Enter', async () => {
      await at.press('ArrowUp', 'ArrowRight', 'ArrowRight', 'Enter');
      await until(async () => (await sorts()).length === 1, 'a question');
      await at.press('Shift+Enter');
      await until(async () => (await sorts()).length === 2, 'another');
      assert.deepEqual((await sorts())[0], { kind: 'sort', keys: [stage] });
      await at.page.getByRole('complementary').waitFor({ state: 'hidden' });
    });

    it('not when the menu button, the right button or Ctrl is pressed', async () => {
      await header(2).hover();
      await header(2).locator('.menu').click();
      await menu().waitFor();
      await at.press('Escape');
      await header(2).locator('.name').click({ button: 'right' });
      await header(2)
        .locator('.name')
        .click({ modifiers: ['Control'] });
      assert.deepEqual(await sorts(), []);
    });

    it('by the field that is there now, wherever it came from', async () => {
      await at.page.evaluate(() => window.fakeGridHost.view.perform('moveFieldRight'));
      await header(0).locator('.name').click();
      await until(async () => (await sorts()).length === 1, 'a question');
      assert.deepEqual(await sorts(), [{ kind: 'sort', keys: [{ field: 'subject', descending: false }] }]);
    });
  });

  it('select the whole field with Ctrl and a click', async () => {
    await at.showRecords();
    await header(2)
      .locator('.name')
      .click({ modifiers: ['Control'] });
    await at.press('Control+c');
    await until(async () => (await at.calls('copyCells')).length === 1, 'a copy');
    assert.deepEqual((await at.calls('copyCells'))[0]?.[1], { firstRow: 0, lastRow: 12_501, fields: [2] });
  });

  describe('open their menu', () => {
    beforeEach(() => at.showRecords());

    it('by its button, below the header', async () => {
      await header(2).hover();
      await header(2).locator('.menu').click();
      const [anchor, opened] = [await header(2).boundingBox(), await menu().boundingBox()];
      assert(anchor && opened && opened.y >= anchor.y + anchor.height - 2 && opened.y < anchor.y + 60);
    });

    it('by Alt+Down on the header, which VS Code does not hear', async () => {
      await at.page.evaluate(() => window.addEventListener('keydown', ({ key }) => (document.title += ` ${key}`)));
      await at.press('ArrowUp', 'Alt+ArrowDown');
      await menu().waitFor();
      assert.equal(await at.page.title(), 'Records Alt');
    });

    it('by Alt+Down on a cell, of its column, also where that is out of view', async () => {
      at = await reopen({ width: 500, height: 400 });
      await at.showRecords();
      await at.press('ArrowDown', 'ArrowRight', 'Shift+ArrowDown');
      await at.grid.evaluate((element) => element.scrollTo(600, 2000));
      await until(async () => (await at.topRow()) > 50, 'the cell is out of view');
      await at.press('Alt+ArrowDown');
      await menu().waitFor();
      assert.equal(await menu().getAttribute('aria-label'), 'Column subject');
      const [anchor, opened] = [await header(1).boundingBox(), await menu().boundingBox()];
      assert(anchor && opened && Math.abs(opened.x - anchor.x) < 20 && opened.y < anchor.y + 60);
      await at.press('Escape');
      assert.deepEqual(await at.current(), [2, 1, 'gridcell']);
      assert.ok((await at.topRow()) <= 2, 'the current cell is in view');
    });

    it('by command, for the field of the cursor', async () => {
      await at.press('ArrowRight');
      await at.page.evaluate(() => window.fakeGridHost.view.perform('showFieldMenu'));
      await menu().waitFor();
      assert.match((await menu().getAttribute('aria-label')) ?? '', /subject/);
    });
  });
});
