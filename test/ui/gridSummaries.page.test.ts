/** Summaries of columns in the headers: drawn after the records, pressed to filter, read by screen readers. */
import assert from 'node:assert/strict';
import type { GridLook } from '../../src/messages/gridLook.ts';
import { columnOf } from '../support/pages/grid/exploring.ts';
import type { GridDriver } from '../support/pages/grid/gridDriver.ts';
import { PLAIN_LOOK } from '../support/pages/plainLook.ts';
import { useGrid } from '../support/pages/grid/useGrid.ts';
import { until } from '../../tools/vscode/until.ts';

describe('Summaries of columns', () => {
  const { grid } = useGrid();
  let at: GridDriver;
  beforeEach(() => void (at = grid()));

  const look = (changed: Partial<GridLook>) =>
    at.page.evaluate((given) => window.fakeGridHost.view.look(given), { ...PLAIN_LOOK, ...changed });
  const header = (name: string) => at.page.getByRole('columnheader', { name: new RegExp(`^${name} `) });
  const summarized = async (name: string) => {
    await header(name).locator('.summary-line').waitFor();
    return (await header(name).locator('.summary-line').innerText()).replace(/\s+/g, ' ');
  };
  const top = async () => (await at.cell(0, 1).boundingBox())?.y ?? 0;

  it('come and go with the look, and the rows make room', async () => {
    await at.showRecords();
    const before = await top();
    assert.equal(await at.page.locator('.summary').count(), 0);
    assert.deepEqual(await at.calls('statistics'), []);
    await look({ summaries: true });
    assert.equal(await summarized('hours'), '0.5 to 9.5 Empty 5.3%');
    assert.match(await summarized('subject'), /^art 50%$/);
    assert.equal(await top(), before + 48);
    await look({ summaries: false });
    assert.equal(await at.page.locator('.summary').count(), 0);
    assert.equal(await top(), before);
  });

  it('are asked for by columns in view alone, each once, after the records are there', async () => {
    await look({ summaries: true });
    await at.mood({ sample: 'wide' });
    await at.showRecords();
    await at.page.locator('.summary-line').first().waitFor();
    const asked = (await at.calls('statistics')).map(([, field]) => field);
    assert.ok(asked.length < 40, `${String(asked.length)} columns`);
    assert.equal(new Set(asked).size, asked.length);
  });

  it('are left out while the file is still loading, and are there once it has loaded', async () => {
    await look({ summaries: true });
    await at.showRecords({ isPartial: true, rowCount: 100 });
    await at.press('End', 'Home');
    // The page asks when it has nothing else to do.
    await at.page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 1000 })));
    assert.deepEqual(await at.calls('statistics'), []);
    assert.equal(await header('hours').getAttribute('aria-label'), 'hours numeric');
    await at.showRecords({ query: 'loaded' });
    assert.equal(await summarized('hours'), '0.5 to 9.5 Empty 5.3%');
  });

  it('are in italics where they are of a part of the records', async () => {
    await look({ summaries: true });
    const style = (): Promise<string> =>
      header('hours')
        .locator('.summary-values')
        .evaluate((values) => getComputedStyle(values).fontStyle);
    await at.showRecords();
    await summarized('hours');
    assert.equal(await style(), 'italic');
    await at.showRecords({ query: 'few', rowCount: 40 });
    await summarized('hours');
    assert.equal(await style(), 'normal');
  });

  it('are read with the name of the column, and of which records they are', async () => {
    await look({ summaries: true });
    await at.showRecords();
    await summarized('hours');
    assert.equal(
      await header('hours').getAttribute('aria-label'),
      'hours numeric, 0.5 to 9.5, Empty 5.3%, Sample: 1,000 loaded records',
    );
  });

  it('have room for the ends of a narrow column’s values beside the share of empty ones', async () => {
    await look({ summaries: true });
    await at.showRecords();
    await summarized('hours');
    const cut = await header('hours')
      .locator('.summary-values')
      .evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
    assert.equal(cut, 0);
    const [own, frame] = await Promise.all(
      ['.summary-line', '.summary'].map((part) => header('hours').locator(part).boundingBox()),
    );
    assert.ok(own && frame && own.y + own.height <= frame.y + frame.height);
  });

  it('filter by a bar that is pressed, and sort nothing', async () => {
    await look({ summaries: true });
    await at.showRecords();
    await summarized('subject');
    await header('subject').locator('.summary-bar').first().click();
    await until(async () => (await at.calls('change')).length === 1, 'a change was asked for');
    const values = [{ type: 'text', text: 'art' }];
    assert.deepEqual(await at.calls('change'), [
      [1, { kind: 'filter', filter: { kind: 'values', field: 'subject', values, list: false } }],
    ]);
  });

  it('have the menu of the column under the right button', async () => {
    await look({ summaries: true });
    await at.showRecords();
    await summarized('subject');
    await header('subject').locator('.summary-chart').click({ button: 'right' });
    const menu: unknown = JSON.parse((await at.grid.getAttribute('data-vscode-context')) ?? '');
    assert.equal((menu as { webviewSection: unknown }).webviewSection, 'recordsHeader');
  });

  const texts = { records: 200, isAll: true, shape: 'values' } as const;
  const value = (label: string) => ({
    kind: 'values' as const,
    ...{ field: 'subject', values: [{ type: 'text' as const, text: label }], list: false },
  });
  const bars = [
    { label: '', records: 60, filter: value('') },
    { label: 'art', records: 40, filter: value('art') },
  ];
  const empty = { kind: 'empty', field: 'subject', isEmpty: true } as const;
  const question = { answersSql: true };

  it('count empty texts as empty, as the filter does, and filter by them where the server can', async () => {
    await look({ summaries: true });
    await at.mood({ statistics: { ...texts, nulls: 20, emptyTexts: 60, distinct: 3, bars } });
    await at.showRecords({ question });
    assert.equal(await summarized('subject'), 'art 20% Empty 40%');
    await header('subject').getByText('Empty 40%').click();
    assert.deepEqual(await at.calls('change'), [[1, { kind: 'filter', filter: empty }]]);
  });

  describe('by the keyboard', () => {
    const menu = (name: string) => at.page.getByRole('menu', { name });
    const items = () => at.page.getByRole('menuitem').allInnerTexts();
    const filterBySummary = () => at.page.evaluate(() => window.fakeGridHost.view.perform('filterBySummary'));

    it('are a menu of what can be pressed, from the menu of the column', async () => {
      await look({ summaries: true });
      await at.mood({ statistics: { ...texts, nulls: 20, emptyTexts: 60, distinct: 3, bars } });
      await at.showRecords({ question });
      await at.press('ArrowRight', 'ArrowUp', 'Alt+ArrowDown');
      await at.page.getByRole('menuitem', { name: 'Filter by Summary…' }).press('Enter');
      await menu('Filter subject by').waitFor();
      assert.deepEqual(await items(), ['empty text: 60 records', 'art: 40 records', 'Empty: 80 records']);
      await at.press('End', 'Enter');
      assert.deepEqual(await at.calls('change'), [[1, { kind: 'filter', filter: empty }]]);
      assert.equal(await at.page.getByRole('menu').count(), 0);
    });

    it('are counted when they are asked for, where the headers show none', async () => {
      await at.showRecords();
      await at.cell(0, columnOf.hours).click();
      await filterBySummary();
      await menu('Filter hours by').waitFor();
      assert.match((await items())[0] ?? '', /^0 to 1: \d+ records$/);
      await at.press('Escape');
      assert.deepEqual(await at.current(), [0, columnOf.hours, 'gridcell']);
    });

    it('say that there is nothing to filter by', async () => {
      await at.mood({ statistics: { ...texts, nulls: 0, emptyTexts: 0, distinct: 200, bars } });
      await at.showRecords();
      await at.press('ArrowRight');
      await filterBySummary();
      await at.page.getByText('No values of this column to filter by.').waitFor();
      assert.equal(await at.page.getByRole('menu').count(), 0);
    });
  });

  it('forget what they knew of the records before', async () => {
    await look({ summaries: true });
    await at.showRecords();
    await summarized('hours');
    await at.show({ query: 'another', rowCount: 1 });
    await header('hours').getByText('0.5', { exact: true }).and(at.page.locator('.summary-values')).waitFor();
  });
});
