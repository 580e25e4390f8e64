/** Find in loaded records, and Go to row. */
import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import type { GridAction } from '../../src/messages/gridActions.ts';
import type { GridDriver } from '../support/pages/grid/gridDriver.ts';
import { useGrid } from '../support/pages/grid/useGrid.ts';
import { until } from '../../tools/vscode/until.ts';

describe('Find in the records panel', () => {
  const { grid, reopen } = useGrid();
  let at: GridDriver;
  beforeEach(() => {
    at = grid();
  });

  const perform = (action: GridAction) => at.page.evaluate((name) => window.fakeGridHost.view.perform(name), action);
  const bar = (): Locator => at.page.getByRole('search', { name: 'Find in loaded records' });
  const input = (): Locator => bar().getByRole('textbox');
  const says = (words: string) => bar().getByText(words).waitFor();
  /** The texts that are marked. */
  const marked = () =>
    at.page.evaluate(() =>
      ['grid-found', 'grid-found-current'].flatMap((name) =>
        [...(CSS.highlights.get(name) ?? [])].map(({ startContainer, startOffset, endOffset }) =>
          startContainer.textContent?.slice(startOffset, endOffset),
        ),
      ),
    );
  const focusIsIn = (role: string) =>
    until(
      async () =>
        (await at.page.evaluate(() => document.activeElement?.role ?? document.activeElement?.tagName)) === role,
      `the focus is in ${role}`,
    );
  const open = async (text: string): Promise<void> => {
    await perform('findInRecords');
    await at.page.keyboard.type(text);
  };

  describe('by keyboard', () => {
    it('goes to the next match and the one before, around the ends, and says where it is', async () => {
      await at.showRecords();
      await open('the DRAWN');
      await says('1 of 116 matches in the 200 loaded records of 12,501');
      await at.press('Enter');
      await says('2 of 116 matches');
      await at.press('Shift+Enter', 'Shift+Enter');
      await says('116 of 116 matches');
      await at.press('Enter');
      await says('1 of 116 matches');
      await at.press('Escape');
      await bar().waitFor({ state: 'hidden' });
      assert.deepEqual(await at.current(), [2, 10, 'gridcell']);
      assert.deepEqual(await marked(), []);
    });

    it('takes texts that run from right to left, as the boxes for fields and values do', async () => {
      await at.sample('wide');
      await at.showRecords();
      await perform('showFields');
      await perform('findInRecords');
      const boxes = [input(), at.page.getByRole('searchbox', { name: 'Find a field' })];
      for (const box of boxes) {
        await box.fill('שלום');
        assert.equal(await box.evaluate((each) => getComputedStyle(each).direction), 'rtl');
      }
      await perform('filterField');
      const note = at.page.getByRole('dialog').getByRole('status');
      await note.getByText('Counts cover').waitFor();
    });

    it('marks what it finds while it is open', async () => {
      await at.showRecords();
      await open('fractions');
      await until(async () => {
        const texts = await marked();
        return texts.length > 0 && texts.every((text) => text === 'Fractions');
      }, 'what was typed is marked, as it stands in the cells');
    });

    it('says that there is none, or one', async () => {
      await at.showRecords();
      await open('no such text');
      await says('No matches in the 200 loaded records of 12,501');
      await input().fill('a1');
      await says('of 40 matches');
    });

    it('begins where it began while somebody types on', async () => {
      await at.showRecords();
      await at.press('ArrowDown', 'ArrowDown');
      await open('m');
      await says('matches');
      await at.page.keyboard.type('ath');
      await says('2 of 100 matches');
      await at.press('Escape');
      assert.deepEqual(await at.current(), [3, 1, 'gridcell']);
    });

    it('next and previous work from the grid, with the text of last time', async () => {
      await at.showRecords();
      await open('math');
      await says('1 of 100 matches');
      await at.press('Escape');
      await perform('findNext');
      await says('2 of 100 matches');
      await focusIsIn('grid');
      await perform('findPrevious');
      await says('1 of 100 matches');
      assert.deepEqual(await at.current(), [1, 1, 'gridcell']);
      await at.press('Escape');
      await bar().waitFor({ state: 'hidden' });
    });

    it('Alt+Enter searches all records on the server', async () => {
      await at.showRecords();
      await open('draw');
      await at.press('Alt+Enter');
      await until(async () => (await at.calls('change')).length === 1, 'the question is changed');
      assert.deepEqual(await at.calls('change'), [[1, { kind: 'search', q: 'draw' }]]);
    });

    it('finds anew in a new result', async () => {
      await at.showRecords();
      await open('math');
      await says('1 of 100 matches');
      await at.show({ query: '{"q":"math"}', rowCount: 200 });
      await says('100 matches in 200 records');
      await focusIsIn('INPUT');
    });

    it('from the header begins with the first record', async () => {
      await at.showRecords();
      await at.press('ArrowUp');
      await open('art');
      await says('1 of 100 matches');
      await at.press('Escape');
      assert.deepEqual(await at.current(), [0, 1, 'gridcell']);
    });

    it('is told to assistive technology', async () => {
      await at.showRecords();
      await open('math');
      await at.page.getByRole('status').getByText('1 of 100 matches, record 2, subject').waitFor();
    });
  });

  it('by mouse: buttons go on, back, to the server, and close', async () => {
    await at.showRecords();
    await open('math');
    await says('1 of 100 matches');
    await bar().getByRole('button', { name: 'Next Match' }).click();
    await says('2 of 100 matches');
    await bar().getByRole('button', { name: 'Previous Match' }).click();
    await says('1 of 100 matches');
    await bar().getByRole('button', { name: 'Search All Records' }).click();
    assert.equal((await at.calls('change')).length, 1);
    await bar().getByRole('button', { name: 'Close' }).click();
    await bar().waitFor({ state: 'hidden' });
    await focusIsIn('grid');
  });

  it('an older question is given up', async () => {
    await at.showRecords();
    await at.mood({ latencyMs: 1500 });
    await open('m');
    await says('Searching…');
    await input().fill('math');
    await says('1 of 100 matches');
  });

  it('comes back after a reload, with what was found', async () => {
    await at.showRecords();
    await open('math');
    await says('1 of 100 matches');
    await at.page.reload();
    await at.showRecords();
    assert.equal(await input().inputValue(), 'math');
    await says('1 of 100 matches');
    assert.deepEqual(await at.current(), [1, 1, 'gridcell']);
  });

  for (const width of [400, 700, 850])
    it(`shows all its words where the panel is ${width} px wide`, async () => {
      at = await reopen({ width, height: 640 });
      await at.showRecords();
      await open('math');
      await says('1 of 100 matches in the 200 loaded records of 12,501');
      const cut = await bar()
        .locator('.find-words')
        .evaluate((words) => words.scrollWidth > words.clientWidth || words.scrollHeight > words.clientHeight);
      assert.equal(cut, false);
    });

  it('is one line where the panel is 600 px wide, as a window at 200 % often is', async () => {
    at = await reopen({ width: 600, height: 400 });
    await at.showRecords();
    await open('math');
    await says('1 of 100 matches in the 200 loaded records of 12,501');
    assert.ok(((await bar().boundingBox())?.height ?? 99) <= 36);
  });

  it('fits into 400 px', async () => {
    at = await reopen({ width: 400, height: 640 });
    await at.showRecords();
    await open('math');
    await says('1 of 100 matches in the 200 loaded records of 12,501');
    assert.equal(await at.page.evaluate(() => document.documentElement.scrollWidth), 400);
    for (const button of await bar().getByRole('button').all()) {
      const box = await button.boundingBox();
      assert(box && box.x >= 0 && box.x + box.width <= 400);
    }
  });

  describe('Go to row', () => {
    const rowBar = (): Locator => at.page.getByRole('group', { name: 'Go to row' });
    const goTo = async (text: string): Promise<void> => {
      await perform('goToRow');
      await rowBar().getByRole('textbox').fill(text);
      await at.press('Enter');
    };

    for (const [text, row] of [
      ['7,654,321', 7_654_320],
      ['-1', 9_999_999],
      ['50%', 4_999_999],
      ['1', 0],
    ] as const)
      it(`takes ${text} for row ${row + 1} of 10,000,000`, async () => {
        await at.showRecords({ rowCount: 10_000_000 });
        await at.press('ArrowRight');
        await goTo(text);
        await rowBar().waitFor({ state: 'hidden' });
        await at.settled();
        assert.deepEqual(await at.current(), [row, 1, 'gridcell']);
        assert.equal(await at.cell(row, 0).textContent(), String(row + 1));
      });

    it('says the range, and what is wrong, and stays', async () => {
      await at.showRecords();
      await perform('goToRow');
      await rowBar().getByText('1 to 12,501, -1 for the last row, or a percentage such as 50%').waitFor();
      await goTo('12502');
      await rowBar().getByText('The last row is 12,501.').waitFor();
      await goTo('x');
      await rowBar().getByText('Enter a row from 1 to 12,501').waitFor();
      assert.equal(await rowBar().getByRole('textbox').getAttribute('aria-invalid'), 'true');
      await at.press('Escape');
      await rowBar().waitFor({ state: 'hidden' });
      assert.deepEqual(await at.current(), [0, 0, 'gridcell']);
    });

    it('has nowhere to go without records', async () => {
      await at.show({ rowCount: 0 });
      await at.page.locator('.message').waitFor();
      await perform('goToRow');
      assert.equal(await rowBar().count(), 0);
    });
  });
});
