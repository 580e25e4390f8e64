/** The filter of a field: by mouse and by keyboard, in Chromium. */
import assert from 'node:assert/strict';
import { between, equalTo } from '../support/conditions.ts';
import type { GridDriver } from '../support/gridPage/gridDriver.ts';
import { columnOf, Exploring, HOURS, SUBJECT } from '../support/gridPage/exploring.ts';
import { useGrid } from '../support/gridPage/useGrid.ts';
import { until } from '../../tools/vscode/until.ts';

describe('Filter of a field', () => {
  const { grid, reopen } = useGrid();
  let at: GridDriver;
  let on: Exploring;
  beforeEach(() => {
    at = grid();
    on = new Exploring(at);
  });

  it('by the value under the cursor', async () => {
    await at.showRecords({ question: {} });
    await on.goTo(columnOf.hours, 3);
    await on.perform('filterByValue');
    await on.changed({ kind: 'filterByRecord', row: 3, field: 'hours', add: false });
    await on.perform('addValueToFilter');
    await on.changed({ kind: 'filterByRecord', row: 3, field: 'hours', add: true }, 2);
  });

  it('are cleared, of a field and all', async () => {
    await at.showRecords({ question: { filters: [SUBJECT] } });
    await on.goTo(columnOf.subject);
    await on.perform('clearFieldFilter');
    await on.changed({ kind: 'unfilter', field: 'subject' });
    await on.perform('clearFilters');
    await on.changed({ kind: 'clearFilters' }, 2);
  });

  it('are picked from the most frequent values by keys', async () => {
    await at.showRecords({ question: {} });
    await on.openFilter();
    assert.equal(await on.editor.getAttribute('aria-labelledby'), 'filter-title');
    assert.match((await on.editor.textContent()) ?? '', /Counts cover all 12,501 matching records/);
    await at.press('ArrowDown', 'Space', 'ArrowDown', 'ArrowDown', 'Space', 'Enter');
    await on.changed({
      kind: 'filter',
      filter: equalTo('subject', 'text', 'math', 'science and art'),
    });
    await on.editor.waitFor({ state: 'hidden' });
    assert.notEqual(await at.current(), undefined, 'the focus is in the grid again');
  });

  it('are picked with the mouse, beside those that are there', async () => {
    await at.showRecords({ question: { filters: [SUBJECT] } });
    await on.openFilter();
    assert.equal(await on.editor.locator('[aria-selected=true]').count(), 2);
    await on.editor.getByRole('option', { name: 'math' }).click();
    await on.editor.getByRole('option', { name: 'empty text' }).click();
    await on.editor.getByRole('button', { name: 'Apply' }).click();
    await on.changed({
      kind: 'filter',
      filter: equalTo('subject', 'text', 'art', ''),
    });
  });

  const typed: [what: string, text: string, isCut: boolean, value: string][] = [
    ['a value of the list', 'art', false, 'art'],
    ['the first match, where the list is all there is', 'sci', false, 'science and art'],
    ['what was typed, where there may be more', 'sci', true, 'sci'],
    ['what was typed, where nothing matches', 'x<b>', false, 'x<b>'],
  ];
  for (const [what, text, isCut, value] of typed)
    it(`take what is typed: ${what}`, async () => {
      await at.page.evaluate((cut) => {
        const { mood } = window.fakeGridHost;
        mood.frequent = { ...mood.frequent, isCut: cut };
      }, isCut);
      await at.showRecords({ question: {} });
      await on.openFilter();
      await at.page.keyboard.type(text);
      await at.press('Enter');
      await on.changed({ kind: 'filter', filter: equalTo('subject', 'text', value) });
    });

  it('stand as chips, which are edited and removed as in the query form', async () => {
    await at.showRecords({ question: { filters: [SUBJECT] } });
    await on.openFilter();
    assert.deepEqual(await on.editor.locator('.chip-text').allTextContents(), ['math', 'art']);
    await on.editor.getByRole('button', { name: 'Remove value math' }).click();
    await at.press('Backspace');
    assert.equal(await on.editor.getByRole('textbox', { name: 'Value' }).inputValue(), 'art');
    await at.page.keyboard.type('s');
    await at.press('Enter');
    await on.changed({ kind: 'filter', filter: equalTo('subject', 'text', 'arts') });
  });

  it('take a value of another type than the field’s', async () => {
    await at.showRecords({ question: {} });
    await on.openFilter(columnOf.hours);
    await on.editor.getByRole('combobox', { name: 'Value type' }).selectOption('text');
    await on.editor.getByRole('textbox', { name: 'Value' }).fill('x');
    await at.press('Enter');
    await on.changed({ kind: 'filter', filter: equalTo('hours', 'text', 'x') });
  });

  it('say what the counts cover where the portal does not count', async () => {
    await at.page.evaluate(() => {
      const { mood } = window.fakeGridHost;
      mood.frequent = { ...mood.frequent, isAll: false, counted: 500 };
    });
    await at.showRecords({ question: {} });
    await on.openFilter();
    assert.match((await on.editor.textContent()) ?? '', /a sample: the 500 loaded records/);
  });

  it('are ranges where the server knows them', async () => {
    await at.showRecords({ question: { hasRanges: true } });
    await on.openFilter(columnOf.hours);
    await on.editor.getByLabel('From').fill(' 1.50');
    await on.editor.getByLabel('To').fill('9007199254740993');
    await at.press('Enter');
    await on.changed({ kind: 'filter', filter: between('hours', 'number', '1.50', '9007199254740993') });
  });

  it('show the range that is there, and values instead of it', async () => {
    await at.showRecords({ question: { hasRanges: true, filters: [HOURS] } });
    await on.openFilter(columnOf.hours);
    assert.equal(await on.editor.getByLabel('From').inputValue(), '1');
    await on.editor.getByRole('textbox', { name: 'Value' }).fill('7');
    assert.equal(await on.editor.getByLabel('From').inputValue(), '');
    await at.press('Enter');
    await on.changed({ kind: 'filter', filter: equalTo('hours', 'number', '7') });
  });

  it('have no ranges for texts, nor where the server knows none', async () => {
    await at.showRecords({ question: { hasRanges: true } });
    await on.openFilter(columnOf.subject);
    assert.equal(await on.editor.getByLabel('From').count(), 1);
    assert.equal(await on.editor.getByLabel('From').isVisible(), false);
    await at.press('Escape');
    await at.show({ question: { hasRanges: false } });
    await on.openFilter(columnOf.hours);
    assert.equal(await on.editor.getByLabel('From').isVisible(), false);
  });

  it('stay open and say why, where they cannot be asked', async () => {
    await at.mood({ refusal: 'This resource no longer has the field hours.' });
    await at.showRecords({ question: { hasRanges: true } });
    await on.openFilter(columnOf.hours);
    await at.page.keyboard.type('x');
    await at.press('Enter');
    const problem = at.page.getByRole('alert');
    await problem.getByText('“x” isn’t a number').waitFor();
    await on.editor.getByLabel('To').fill('1,5');
    await problem.waitFor({ state: 'hidden' });
    await at.press('Enter');
    await problem.getByText('“1,5” isn’t a number').waitFor();
    assert.deepEqual(await at.calls('change'), []);
    await on.editor.getByLabel('To').fill('1.5');
    await at.press('Enter');
    await problem.getByText('This resource no longer has the field hours.').waitFor();
    await at.press('Escape');
    await on.editor.waitFor({ state: 'hidden' });
  });

  it('say of lists and objects that there are none', async () => {
    await at.showRecords({ question: {} });
    await on.goTo(columnOf.open);
    await at.press('ArrowRight');
    await on.perform('filterField');
    assert.match((await on.editor.textContent()) ?? '', /You can’t filter by a list or an object/);
    assert.equal((await at.calls('frequentValues')).length, 0);
  });

  it('closes by Escape or a click elsewhere, and nobody counts on', async () => {
    await at.showRecords({ question: {} });
    await at.mood({ latencyMs: 60_000 });
    const stopped = (times: number) =>
      until(async () => (await at.calls('stopCounting')).length === times, 'counting has stopped');
    await on.goTo(columnOf.subject);
    await on.perform('filterField');
    await at.press('Escape');
    await on.editor.waitFor({ state: 'hidden' });
    await stopped(1);
    assert.notEqual(await at.current(), undefined, 'the focus is in the grid');
    await on.perform('filterField');
    await at.cell(12, columnOf.hours).click();
    await on.editor.waitFor({ state: 'hidden' });
    await stopped(2);
    assert.deepEqual(await at.calls('change'), []);
  });

  it('works at 400 px', async () => {
    at = await reopen({ width: 400 });
    on = new Exploring(at);
    await at.showRecords({
      question: { hasRanges: true, filters: [SUBJECT, HOURS], sort: [{ field: 'hours', descending: true }] },
    });
    await on.openFilter(columnOf.subject);
    const box = await on.editor.boundingBox();
    assert.ok(box && box.x >= 0 && box.x + box.width <= 400, JSON.stringify(box));
    assert.ok(await at.page.evaluate(() => document.documentElement.scrollWidth <= 400));
  });
});
