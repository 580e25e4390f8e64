/** Summaries in the panel: the editor, the chips, the records of a group, by mouse and by keyboard, in Chromium. */
import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { equalTo } from '../../../support/samples/conditions.ts';
import type { GridDriver } from '../../../support/pages/grid/gridDriver.ts';
import { columnOf, Exploring } from '../../../support/pages/grid/exploring.ts';
import { RECORD_FIELDS, SUMMARY } from '../../../support/pages/grid/summarizedRecords.ts';
import { useGrid } from '../../../support/pages/grid/useGrid.ts';
import { themes } from '../../../support/pages/themes.ts';
import { violations } from '../../../support/pages/violations.ts';
import { until } from '../../../../tools/vscode/until.ts';

const FIELDS = [...RECORD_FIELDS, { id: 'begins', type: 'timestamptz' }];
const COMPUTED = 'Over 412,880 of 1,000,000 records · status: closed · Local files · rounded: sum:hours';

describe('A summary', () => {
  const { grid, reopen } = useGrid();
  let at: GridDriver;
  let on: Exploring;
  beforeEach(() => {
    at = grid();
    on = new Exploring(at);
  });

  const dialog = (): Locator => at.page.getByRole('dialog', { name: 'Summarize' });
  const focused = () => at.page.evaluate(() => document.activeElement?.id);
  const showSummary = async (more: Parameters<GridDriver['showRecords']>[0] = {}) => {
    await at.sample('groups');
    const question = { summary: SUMMARY, recordFields: FIELDS, ...more.question };
    await at.showRecords({ rowCount: 7, query: 'groups', computed: COMPUTED, ...more, question });
  };

  it('is made by keys alone', async () => {
    await at.showRecords({ question: {} });
    await on.perform('summarize');
    await dialog().waitFor();
    assert.equal(await focused(), 'summary-group-0-field');
    await at.page.keyboard.type('subj');
    await at.press('Enter', 'Tab', 'Tab', 'Tab', 'Enter');
    assert.equal(await focused(), 'summary-group-1-field');
    await at.page.keyboard.type('starts');
    await at.press('Enter', 'Tab');
    assert.equal(await at.page.getByLabel('Grouping of starts').inputValue(), 'year');
    await at.page.keyboard.type('by month');
    await at.page.getByRole('button', { name: 'Add Calculation' }).focus();
    await at.press('Enter');
    assert.equal(await focused(), 'summary-measure-1-calculation');
    await at.page.keyboard.type('sum');
    await at.press('Tab');
    await at.page.keyboard.type('hours');
    await at.press('Enter', 'Enter');
    await on.changed({
      kind: 'summarize',
      summary: {
        groups: [{ field: 'subject' }, { field: 'starts', unit: 'month' }],
        measures: [{ calculate: 'count' }, { calculate: 'sum', field: 'hours' }],
      },
    });
    await dialog().waitFor({ state: 'hidden' });
    assert.notEqual(await at.current(), undefined, 'the focus is in the grid again');
  });

  it('is made with the mouse, with steps of a number and the largest groups', async () => {
    await at.showRecords({ question: {} });
    await at.page.getByRole('button', { name: 'Summarize…' }).click();
    await at.page.locator('#summary-group-0-field').click();
    await at.page.getByRole('option', { name: 'hours' }).click();
    await at.page.getByLabel('Grouping of hours').selectOption('in steps of');
    await at.page.getByLabel('Step of hours').fill('0.5');
    await at.page.getByLabel('Show', { exact: true }).selectOption('the largest');
    await at.page.getByLabel('Number of groups').fill('6');
    await dialog().getByRole('button', { name: 'Summarize' }).click();
    await on.changed({
      kind: 'summarize',
      summary: { groups: [{ field: 'hours', width: '0.5' }], measures: [{ calculate: 'count' }], top: 6 },
    });
  });

  it('begins with the field of a header’s menu: by it, or its sum', async () => {
    await at.showRecords({ question: {} });
    await on.goTo(columnOf.hours);
    await on.perform('showFieldMenu');
    await on.menu.getByRole('menuitem', { name: 'Summarize by This' }).click();
    await dialog().getByRole('button', { name: 'Summarize' }).click();
    await on.changed({
      kind: 'summarize',
      summary: { groups: [{ field: 'hours' }], measures: [{ calculate: 'count' }] },
    });
    await on.goTo(columnOf.hours);
    await on.perform('showFieldMenu');
    await on.menu.getByRole('menuitem', { name: 'Sum by…' }).click();
    assert.equal(await focused(), 'summary-group-0-field');
    await at.page.keyboard.type('subject');
    await at.press('Enter', 'Enter');
    await on.changed(
      {
        kind: 'summarize',
        summary: { groups: [{ field: 'subject' }], measures: [{ calculate: 'sum', field: 'hours' }] },
      },
      2,
    );
  });

  it('says what is missing, and why the host refused', async () => {
    await at.mood({ refusal: 'Nothing can be summarized now.' });
    await at.showRecords({ question: {} });
    await on.perform('summarize');
    await dialog().getByRole('button', { name: 'Summarize' }).click();
    assert.equal(await dialog().getByRole('alert').first().textContent(), 'Choose a field.');
    assert.equal(await focused(), 'summary-group-0-field');
    assert.equal(await at.page.locator('#summary-group-0-field').getAttribute('aria-invalid'), 'true');
    await at.page.keyboard.type('subject');
    await at.press('Enter', 'Enter');
    await dialog().getByText('Nothing can be summarized now.').waitFor();
    await at.press('Escape');
    await dialog().waitFor({ state: 'hidden' });
  });

  it('has at most three groups, and one calculation at least', async () => {
    await at.showRecords({ question: {} });
    await on.perform('summarize');
    assert.equal(
      await dialog()
        .getByRole('button', { name: /Remove Calculation/ })
        .count(),
      0,
    );
    await dialog().getByRole('button', { name: 'Add Group' }).click();
    await dialog().getByRole('button', { name: 'Add Group' }).click();
    assert.equal(await dialog().getByRole('button', { name: 'Add Group' }).count(), 0);
    await dialog().getByRole('button', { name: 'Remove Group 3' }).click();
    assert.equal(await focused(), 'summary-group-1-field');
    for (const place of [2, 1])
      await dialog()
        .getByRole('button', { name: `Remove Group ${place}` })
        .click();
    assert.equal(await focused(), 'summary-add-group');
  });

  it('asks for a time zone only where instants are grouped', async () => {
    await showSummary();
    await on.perform('summarize');
    assert.equal(await dialog().getByRole('combobox', { name: 'Time zone' }).count(), 0);
    await at.page.locator('#summary-group-1-field').fill('begins');
    await at.press('Enter');
    await dialog().getByRole('combobox', { name: 'Time zone' }).fill('Europe/Zurich');
    await at.press('Enter', 'Enter');
    const groups = [{ field: 'subject' }, { field: 'begins', unit: 'year' as const }];
    await on.changed({ kind: 'summarize', summary: { ...SUMMARY, groups, zone: 'Europe/Zurich' } });
  });

  it('stands in chips, which open its editor and remove it', async () => {
    await showSummary({ question: { filters: [equalTo('subject', 'text', 'art')] } });
    assert.deepEqual(await on.chips(), [
      'subject: art',
      'by subject, year of starts, largest 6',
      'count, sum of hours',
    ]);
    await at.page.getByRole('button', { name: /^Summary count/ }).click();
    assert.equal(await at.page.locator('#summary-group-1-field').inputValue(), 'starts');
    assert.equal(await at.page.getByLabel('Number of groups').inputValue(), '6');
    await at.press('Escape');
    await at.page.getByRole('button', { name: 'Remove Summary' }).first().click();
    await on.changed({ kind: 'summarize' });
    await at.page.getByRole('button', { name: /^Summary by/ }).focus();
    await at.press('Delete');
    await on.changed({ kind: 'summarize' }, 2);
  });

  it('opens the records of a group by Enter, a double click and the menu’s command', async () => {
    await showSummary();
    await at.press('ArrowDown', 'Enter');
    await until(async () => (await at.calls('showGroup')).length === 1, 'records were asked for');
    assert.deepEqual((await at.calls('showGroup'))[0]?.[1], 1);
    await at.cell(2, 0).dblclick();
    await on.perform('showGroup');
    await until(async () => (await at.calls('showGroup')).length === 3, 'records were asked for');
    assert.equal(await at.page.getByRole('complementary').isVisible(), false, 'no record pane opens');
    await at.press('Space');
    await at.page.getByRole('complementary').waitFor();
  });

  it('says why it cannot show the records of a row', async () => {
    await at.mood({ refusal: '(others) are the records of many groups.' });
    await showSummary();
    await at.press('Enter');
    await at.page.locator('.status-summary', { hasText: '(others) are the records of many groups.' }).waitFor();
  });

  it('of ordinary records opens the record by Enter, as ever', async () => {
    await at.showRecords({ question: {} });
    await at.press('Enter');
    await at.page.getByRole('complementary').waitFor();
    assert.deepEqual(await at.calls('showGroup'), []);
  });

  it('offers filters only by values of the records', async () => {
    await showSummary();
    await on.goTo(2);
    await on.perform('showFieldMenu');
    const items = await on.menu.getByRole('menuitem').allTextContents();
    assert.ok(items.includes('Summarize…') && !items.includes('Filter Column…') && !items.includes('Sum by…'));
    await at.press('Escape');
    await on.perform('filterField');
    await at.page.locator('.status-summary', { hasText: 'Only columns with values of the records' }).waitFor();
    await on.openFilter(0);
  });

  it('says below how it was computed, and shows the request', async () => {
    await showSummary();
    assert.equal(await at.page.locator('.computed-text').textContent(), COMPUTED);
    await at.page.getByRole('button', { name: 'How It Was Computed' }).click();
    await until(async () => (await at.calls('showComputation')).length === 1, 'the request was asked for');
    await at.sample('lessons');
    await at.showRecords({ question: {}, query: 'records' });
    assert.equal(await at.page.locator('.computed').isVisible(), false);
  });

  it('marks no calculation as filtered, whose name a filtered field has', async () => {
    await showSummary({ question: { filters: [equalTo('count', 'number', '1'), equalTo('subject', 'text', 'art')] } });
    const names = await at.page
      .getByRole('columnheader', { name: /filtered/ })
      .locator('.name')
      .allTextContents();
    assert.deepEqual(names, ['subject']);
    assert.ok(await at.page.getByText('End of groups').isVisible());
  });

  it('is announced', async () => {
    await at.showRecords({ question: {} });
    await showSummary();
    await at.page
      .getByText(/^Summarized by subject, year of starts, count, sum of hours\. /)
      .waitFor({ state: 'attached' });
  });

  for (const theme of themes)
    it(`is accessible in the theme ${theme.name}`, async () => {
      for (const width of [400, 1200]) {
        at = await reopen({ theme, width });
        on = new Exploring(at);
        await showSummary();
        assert.deepEqual(await violations(at.page), [], 'rows');
        const shot = async (name: string) => {
          const folder = process.env['SHOTS'];
          if (folder !== undefined)
            await at.page.screenshot({ path: `${folder}/${name}-${theme.name.replaceAll(' ', '-')}-${width}.png` });
        };
        await shot('rows');
        await on.perform('summarize');
        await dialog().getByRole('button', { name: 'Add Group' }).click();
        await at.page.locator('#summary-group-2-field').fill('begins');
        await at.press('Enter');
        await dialog().getByRole('button', { name: 'Add Group' }).waitFor({ state: 'detached' });
        await at.page.getByLabel('Number of groups').fill('0');
        await dialog().getByRole('button', { name: 'Summarize' }).click();
        assert.deepEqual(await violations(at.page), [], 'editor');
        await shot('editor');
        await at.page.locator('#summary-group-0-field').click();
        await shot('list');
      }
    });
});
