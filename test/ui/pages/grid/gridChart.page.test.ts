/** The switch between table and chart, and the pane beside a chart, by mouse and by keyboard, in Chromium. */
import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import type { PanelState } from '../../../../src/messages/gridProtocol.ts';
import type { Measure, Summary, SummaryGroup } from '../../../../src/datastore/query/summary.ts';
import type { GridDriver } from '../../../support/pages/grid/gridDriver.ts';
import { Exploring } from '../../../support/pages/grid/exploring.ts';
import { RECORD_FIELDS, SUMMARY } from '../../../support/pages/grid/summarizedRecords.ts';
import { useGrid } from '../../../support/pages/grid/useGrid.ts';
import { themes } from '../../../support/pages/themes.ts';
import { violations } from '../../../support/pages/violations.ts';
import { until } from '../../../../tools/vscode/until.ts';

const BY_MONTH: Summary = { groups: [{ field: 'starts', unit: 'month' }], measures: [{ calculate: 'count' }] };

describe('A chart', () => {
  const { grid, reopen } = useGrid();
  let at: GridDriver;
  let on: Exploring;
  beforeEach(() => {
    at = grid();
    on = new Exploring(at);
  });

  const button = (name: string): Locator => at.page.getByRole('button', { name, exact: true });
  const pressed = (name: string) => button(name).getAttribute('aria-pressed');
  const chart = (): Locator => at.page.getByRole('application');
  const list = (name: string): Locator => at.page.getByRole('combobox', { name });
  const offered = async (name: string) => {
    // The lists come with the program of the chart, which is loaded late.
    await list(name).waitFor();
    return list(name).locator('option').allTextContents();
  };
  const picked = (name: string) => list(name).locator('option:checked').textContent();
  const chartState = async () => ((await at.page.evaluate(() => window.fakeGridHost.saved())) as PanelState).view.chart;
  const showGroups = async () => {
    await at.sample('groups');
    await at.show({
      rowCount: 7,
      hasOthers: true,
      question: { summary: SUMMARY, recordFields: [...RECORD_FIELDS] },
      query: 'groups',
    });
  };
  const showMonths = async () => {
    await at.sample('months');
    await at.show({ rowCount: 12, question: { summary: BY_MONTH, recordFields: [...RECORD_FIELDS] }, query: 'months' });
  };
  const mark = (name: RegExp): Locator => chart().getByRole('button', { name });

  it('of a summary is one press away, over the grid, which waits unseen', async () => {
    await showGroups();
    assert.equal(await pressed('Table'), 'true');
    await button('Chart').click();
    await chart().waitFor();
    assert.equal(await chart().getAttribute('aria-label'), 'Lessons: draw, subject math or art');
    assert.equal(await at.page.locator('.chart-drawing [data-mark]').count(), 7);
    assert.equal(await pressed('Chart'), 'true');
    assert.equal(await at.grid.isVisible(), false);
    assert.deepEqual(await at.calls('change'), []);
    await button('Table').click();
    assert.equal(await at.grid.isVisible(), true);
    assert.equal(await chart().isVisible(), false);
  });

  it('is shown by its key, which the host sends, and keeps the focus in what is seen', async () => {
    await showGroups();
    await at.grid.focus();
    await on.perform('showChart');
    const hasFocus = () => chart().evaluate((drawing) => drawing.contains(document.activeElement));
    await until(hasFocus, 'the chart has the focus');
    // The first press hides the tooltip.
    await at.press('Escape', 'Escape');
    assert.equal(await button('Chart').evaluate((each) => each === document.activeElement), true);
    await mark(/2021/).first().focus();
    await on.perform('showChart');
    assert.notEqual(await at.current(), undefined, 'the focus is in the grid again');
  });

  it('of records asks for a summary that fits, and takes it back with the table', async () => {
    await at.mood({ firstChart: BY_MONTH });
    await at.showRecords({ question: {} });
    await button('Chart').click();
    await on.changed({ kind: 'summarize', summary: BY_MONTH });
    await showMonths();
    await chart().waitFor();
    await button('Table').click();
    await on.changed({ kind: 'summarize' }, 2);
    await at.sample('lessons');
    await at.showRecords({ question: {} });
    assert.equal(await pressed('Table'), 'true');
    // A summary that is requested anew is a table.
    await showMonths();
    assert.equal(await pressed('Table'), 'true');
    await button('Chart').click();
    await chart().waitFor();
    // The panel goes back, and forward again.
    await at.sample('lessons');
    await at.showRecords({ question: { canGoForward: true } });
    await showMonths();
    await chart().waitFor();
    assert.equal(await pressed('Chart'), 'true');
  });

  it('that nothing can be made of says so, and the table stays', async () => {
    await at.mood({ firstChart: null });
    await at.showRecords({ question: {} });
    await button('Chart').click();
    await at.page.locator('.status').getByText('No field makes groups for a chart by itself.').waitFor();
    assert.equal(await pressed('Table'), 'true');
    assert.deepEqual(await at.calls('change'), []);
  });

  it('that the host refuses says why, and the table stays', async () => {
    await at.mood({ firstChart: BY_MONTH, refusal: 'Nothing can be summarized now.' });
    await at.showRecords({ question: {} });
    await button('Chart').click();
    await at.page.locator('.status').getByText('Nothing can be summarized now.').waitFor();
    assert.equal(await pressed('Table'), 'true');
  });

  it('keeps the summary with Show as Table', async () => {
    await at.mood({ firstChart: BY_MONTH });
    await at.showRecords({ question: {} });
    await button('Chart').click();
    await on.changed({ kind: 'summarize', summary: BY_MONTH });
    await showMonths();
    await button('Show as Table').click();
    assert.equal(await at.grid.isVisible(), true);
    assert.notEqual(await at.current(), undefined, 'the focus is in the grid');
    assert.equal((await at.calls('change')).length, 1);
  });

  it('survives a reload with its choice, and says so if its column is gone then', async () => {
    await showGroups();
    await button('Chart').click();
    await list('Kind').selectOption('Bars, stacked');
    await list('Up').selectOption('sum of hours');
    await until(async () => (await chartState())?.choice.up === 'sum:hours', 'the choice is saved');
    await at.page.reload();
    await at.page.locator('.status').waitFor({ state: 'attached' });
    await showGroups();
    await chart().waitFor();
    assert.equal(await picked('Kind'), 'Bars, stacked');
    assert.equal(await picked('Up'), 'sum of hours');
    await at.page.reload();
    await at.page.locator('.status').waitFor({ state: 'attached' });
    await at.sample('months');
    await at.show({ rowCount: 12, question: { summary: BY_MONTH, recordFields: [...RECORD_FIELDS] }, query: 'groups' });
    await at.page.locator('.chart-problem').waitFor();
    await list('Up').selectOption('count');
    await mark(/2021/).first().waitFor();
  });

  it('whose program can’t be loaded says so, and the table stays', async () => {
    await at.page.route('**/chart.js', (route) => route.fulfill({ body: '', contentType: 'text/javascript' }));
    await showGroups();
    await button('Chart').click();
    await at.page.locator('.status').getByText("Couldn't load the program").waitFor();
    assert.equal(await pressed('Table'), 'true');
    assert.equal(await at.grid.isVisible(), true);
    await at.page.unroute('**/chart.js');
    await button('Chart').click();
    await chart().waitFor();
  });

  it('lists the fields of the records, with parts of dates, and asks for another summary', async () => {
    await showGroups();
    await button('Chart').click();
    assert.deepEqual(await offered('Across'), [
      ...[
        'subject',
        'year of starts',
        'stage in steps',
        'stage',
        'hours in steps',
        'hours',
        'quarter of starts',
        'month of starts',
        'week of starts',
      ],
      ...['day of starts', 'weekday of starts', 'hour of starts'],
    ]);
    await list('Across').selectOption('month of starts');
    const { top: _top, ...all } = SUMMARY;
    await on.changed({
      kind: 'summarize',
      summary: {
        ...all,
        groups: [
          { field: 'starts', unit: 'month' },
          { field: 'starts', unit: 'year' },
        ],
      },
    });
    // What is picked before the answer comes belongs to what was requested.
    const months: SummaryGroup[] = [{ field: 'starts', unit: 'month' }];
    await list('Color').selectOption('None');
    await on.changed({ kind: 'summarize', summary: { ...all, groups: months } }, 2);
    await list('Up').selectOption('mean of hours');
    const measures: Measure[] = [
      { calculate: 'mean', field: 'hours' },
      { calculate: 'sum', field: 'hours' },
    ];
    await on.changed({ kind: 'summarize', summary: { groups: months, measures } }, 3);
    await list('Across').selectOption('hours in steps');
    await on.changed({ kind: 'summarize', summary: { groups: [{ field: 'hours', width: '0.5' }], measures } }, 4);
  });

  it('changes places of its groups without a question', async () => {
    await showGroups();
    await button('Chart').click();
    await list('Across').selectOption('year of starts');
    assert.equal(await picked('Across'), 'year of starts');
    assert.equal(await picked('Color'), 'subject');
    assert.deepEqual(await at.calls('change'), []);
  });

  it('of points takes numbers of the records, and shows the record of a point', async () => {
    await at.mood({ firstChart: BY_MONTH });
    await showGroups();
    await button('Chart').click();
    await list('Kind').selectOption('Points');
    await on.changed({ kind: 'summarize' });
    await at.sample('lessons');
    await at.show({ rowCount: 300, question: {} });
    await chart().waitFor();
    await until(
      async () => (await at.page.locator('.chart-drawing [data-mark]').count()) === 300,
      'all records are read',
    );
    assert.equal(await picked('Kind'), 'Points');
    assert.deepEqual(await offered('Up'), ['_id', 'stage', 'catalogue_no', 'hours']);
    assert.equal(await list('Color').count(), 0);
    await mark(/./).nth(4).focus();
    await at.press('Enter');
    await at.page.getByRole('complementary', { name: 'Record 5' }).waitFor();
  });

  it('opens the records of a mark, or says why it can’t', async () => {
    await showGroups();
    await button('Chart').click();
    await mark(/Proof by pictures/).click();
    await until(async () => (await at.calls('showGroup')).length === 1, 'the records are asked for');
    assert.equal((await at.calls('showGroup'))[0]?.[1], 2);
    await at.mood({ refusal: 'The records of (others) have no condition.' });
    await mark(/others/).focus();
    await at.press('Enter');
    await at.page.locator('.status').getByText('The records of (others) have no condition.').waitFor();
  });

  it('gives way to the grid when something is looked for in it', async () => {
    await showGroups();
    await button('Chart').click();
    await chart().waitFor();
    await on.perform('goToRow');
    assert.equal(await at.grid.isVisible(), true);
    await at.page.getByRole('textbox', { name: 'Go to row' }).waitFor();
  });

  it('is painted for a file: as SVG with the lines below it, and as PNG', async () => {
    await showGroups();
    await on.perform('saveChart');
    await at.page.locator('.status').getByText('Show a chart first.').waitFor();
    await button('Chart').click();
    await button('Save as SVG or PNG…').click();
    await until(async () => (await at.calls('saveChart')).length === 1, 'the host is asked to save');
    const paint = (format: 'svg' | 'png') =>
      at.page.evaluate(
        (given) => window.fakeGridHost.view.paintChart({ format: given, width: 800, height: 450, footer: ['Over 7'] }),
        format,
      );
    assert.match(await paint('svg'), /^<svg [^>]*width="800"[^]*>Over 7<[^]*data-value="91"[^]*<\/svg>$/);
    const png = Buffer.from(await paint('png'), 'base64');
    assert.deepEqual([png.readUInt32BE(16), png.readUInt32BE(20)], [1600, 900]);
  });

  for (const theme of themes)
    it(`has no accessibility violations in ${theme.name}, and its lists stand below it at 400 px`, async () => {
      for (const width of [1200, 400]) {
        at = await reopen({ theme, width });
        await showGroups();
        await button('Chart').click();
        await chart().waitFor();
        assert.deepEqual(await violations(at.page), []);
      }
      const below = await at.page.locator('.chart-pane').boundingBox();
      const over = await at.page.locator('.chart-cover').boundingBox();
      assert.ok(below && over && below.y >= over.y + over.height - 1);
    });
});
