/** The filter of a field: by mouse and by keyboard, in Chromium. */
import assert from 'node:assert/strict';
import { between, equalTo, without } from '../../../support/samples/conditions.ts';
import type { GridDriver } from '../../../support/pages/grid/gridDriver.ts';
import { columnOf, Exploring, HOURS, SUBJECT } from '../../../support/pages/grid/exploring.ts';
import { useGrid } from '../../../support/pages/grid/useGrid.ts';
import { until } from '../../../../tools/vscode/until.ts';

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
    await on.changed({ kind: 'filter', filter: equalTo('subject', 'text', 'math', 'science and art') });
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
    await on.changed({ kind: 'filter', filter: equalTo('subject', 'text', 'art', '') });
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
    await on.editor.getByRole('button', { name: 'Remove Value math' }).click();
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
    await on.compare('Between');
    await on.editor.getByLabel('From').fill(' 1.50');
    await on.editor.getByLabel('To').fill('9007199254740993');
    await at.press('Enter');
    await on.changed({ kind: 'filter', filter: between('hours', 'number', '1.50', '9007199254740993') });
  });

  for (const [from, to] of [
    ['10', '5'],
    ['-1', '-1.5'],
  ] as const)
    it(`refuse a range whose ends are reversed, until they are swapped: ${from} to ${to}`, async () => {
      await at.showRecords({ question: { hasRanges: true } });
      await on.openFilter(columnOf.hours);
      await on.compare('Between');
      await on.editor.getByLabel('From').fill(from);
      await on.editor.getByLabel('To').fill(to);
      await at.press('Enter');
      await on.editor.getByRole('alert').getByText('"From" is greater than "To". Swap the values.').waitFor();
      assert.deepEqual(await at.calls('change'), []);
      await on.editor.getByLabel('From').fill(to);
      await on.editor.getByLabel('To').fill(from);
      await at.press('Enter');
      await on.changed({ kind: 'filter', filter: between('hours', 'number', to, from) });
    });

  it('can be cleared only where the field has one', async () => {
    const clear = on.editor.getByRole('button', { name: 'Clear Filter' });
    await at.showRecords({ question: { hasRanges: true, filters: [HOURS] } });
    await on.openFilter(columnOf.subject);
    assert.equal(await clear.isDisabled(), true);
    await at.press('Escape');
    await on.openFilter(columnOf.hours);
    assert.equal(await clear.isDisabled(), false);
    await clear.click();
    await on.changed({ kind: 'unfilter', field: 'hours' });
  });

  it('show the range that is there, and values instead of it', async () => {
    await at.showRecords({ question: { hasRanges: true, filters: [HOURS] } });
    await on.openFilter(columnOf.hours);
    assert.equal(await on.editor.getByLabel('From').inputValue(), '1');
    await on.compare('Equals');
    await on.editor.getByRole('textbox', { name: 'Value' }).fill('7');
    assert.equal(await on.editor.getByLabel('From').count(), 0);
    await at.press('Enter');
    await on.changed({ kind: 'filter', filter: equalTo('hours', 'number', '7') });
  });

  it('have no ranges for texts, and grey what the portal can’t answer, with the reason', async () => {
    await at.showRecords({ question: { hasRanges: false, answersSql: false } });
    await on.openFilter(columnOf.subject);
    assert.deepEqual(await on.conditions(), [
      'Equals',
      'Contains words',
      "(Doesn't contain words)",
      '(Starts with)',
      '(Is not)',
      '(Is empty)',
      '(Is not empty)',
    ]);
    assert.match((await on.editor.textContent()) ?? '', /doesn't support the grayed-out conditions/);
    await at.press('Escape');
    await on.openFilter(columnOf.hours);
    const ranges = ['(Between)', '(At least)', '(At most)', '(Greater than)', '(Less than)'];
    assert.deepEqual(await on.conditions(), ['Equals', ...ranges, '(Is not)', '(Is empty)', '(Is not empty)']);
    await at.press('Escape');
    await at.show({ question: { q: 'x', hasRanges: true, answersSql: false } });
    await on.openFilter(columnOf.subject);
    assert.equal((await on.conditions())[1], '(Contains words)');
  });

  describe('of a local file', () => {
    const local = { hasRanges: true, answersSql: true, findsWords: false };

    it('find a text in one field, by keys alone', async () => {
      await at.showRecords({ question: local });
      await on.openFilter();
      assert.deepEqual(await on.conditions(), [
        'Equals',
        'Contains',
        "Doesn't contain",
        'Starts with',
        'Is not',
        'Is empty',
        'Is not empty',
      ]);
      await at.press('Shift+Tab');
      await at.press('ArrowDown');
      await on.editor.getByText('Ignores upper and lower case.').waitFor();
      await at.press('Tab');
      await at.page.keyboard.type('17.30');
      await at.press('Enter');
      await on.changed({ kind: 'filter', filter: { kind: 'contains', field: 'subject', text: '17.30' } });
    });

    it('leave out values, and find empty ones', async () => {
      await at.showRecords({ question: local });
      await on.openFilter();
      await on.compare('Is not');
      await on.editor.getByRole('option', { name: 'math' }).click();
      await on.editor.getByRole('button', { name: 'Apply' }).click();
      await on.changed({ kind: 'filter', filter: without('subject', 'text', 'math') });
      await on.editor.waitFor({ state: 'hidden' });
      await on.openFilter();
      await on.compare('Is not empty');
      await at.press('Enter');
      await on.changed({ kind: 'filter', filter: { kind: 'empty', field: 'subject', isEmpty: false } }, 2);
    });

    it('are at least or at most a value', async () => {
      await at.showRecords({ question: local });
      await on.openFilter(columnOf.hours);
      await on.compare('At most');
      await on.editor.getByLabel('To').fill('5');
      await at.press('Enter');
      await on.changed({ kind: 'filter', filter: between('hours', 'number', undefined, '5') });
    });

    it('are greater or less than a value, and show that again', async () => {
      await at.showRecords({ question: local });
      await on.openFilter(columnOf.hours);
      await on.compare('Greater than');
      await on.editor.getByLabel('Greater than').fill('5');
      await at.press('Enter');
      const bound = { comparison: 'gt', value: { type: 'number', text: '5' } } as const;
      const filter = { kind: 'range', field: 'hours', bounds: [bound] } as const;
      await on.changed({ kind: 'filter', filter });
      await at.show({ question: { ...local, filters: [filter] } });
      await at.page.getByRole('button', { name: 'Filter hours: greater than 5' }).click();
      assert.equal(await on.condition(), 'greaterThan');
      assert.equal(await on.editor.getByLabel('Greater than').inputValue(), '5');
    });

    it('find texts that start with one, or do not have it', async () => {
      await at.showRecords({ question: local });
      await on.openFilter();
      await on.compare('Starts with');
      await on.editor.getByRole('textbox', { name: 'Text' }).fill('ma');
      await on.compare("Doesn't contain");
      await at.press('Enter');
      const filter = { kind: 'notContains', field: 'subject', text: 'ma' } as const;
      await on.changed({ kind: 'filter', filter });
      await at.show({ question: { ...local, filters: [{ ...filter, kind: 'startsWith' }, filter] } });
      assert.deepEqual(await at.page.getByRole('toolbar').locator('.chip-text').allTextContents(), [
        'subject: starts with "ma"',
        'subject: doesn\'t contain "ma"',
      ]);
    });

    it('search all values, and know NULL', async () => {
      await at.page.evaluate(() => {
        const { mood } = window.fakeGridHost;
        const rare = { value: { type: 'text', text: '17.308,38' }, label: '17.308,38', records: 1 } as const;
        const nulls = { value: { type: 'null', text: '' }, label: '', records: 9000 } as const;
        mood.frequent = { ...mood.frequent, isCut: true, values: [nulls, ...mood.frequent.values] };
        mood.rareValues = [rare];
      });
      await at.showRecords({ question: local });
      await on.openFilter();
      await on.editor.getByRole('option', { name: /^NULL/ }).waitFor();
      await at.page.keyboard.type('17.30');
      await on.editor.getByRole('option', { name: '17.308,38' }).click();
      await on.editor.getByRole('option', { name: /^NULL/ }).click();
      await at.press('Enter');
      const values = [
        { type: 'text', text: '17.308,38' },
        { type: 'null', text: '' },
      ] as const;
      await on.changed({ kind: 'filter', filter: { kind: 'values', field: 'subject', values, list: false } });
    });

    it('stand in chips, each with its own editor and its own end', async () => {
      const not = without('hours', 'number', '2');
      const contains = { kind: 'contains', field: 'subject', text: 'ar' } as const;
      const filters = [HOURS, not, contains];
      await at.showRecords({ question: { ...local, filters } });
      const chips = at.page.getByRole('toolbar', { name: 'Search, filters and sort order' });
      assert.deepEqual(await chips.locator('.chip-text').allTextContents(), [
        'hours: 1 to 5',
        'hours: not 2',
        'subject: contains "ar"',
      ]);
      await chips.getByRole('button', { name: 'Filter hours: not 2' }).click();
      assert.equal(await on.condition(), 'not');
      assert.deepEqual(await on.editor.locator('.chip-text').allTextContents(), ['2']);
      await at.press('Escape');
      await chips.getByRole('button', { name: 'Remove hours: not 2' }).click();
      await on.changed({ kind: 'unfilter', field: 'hours', only: 'not' });
    });

    it('leave out the value under the cursor', async () => {
      await at.showRecords({ question: local });
      await on.goTo(columnOf.hours, 3);
      await on.perform('excludeValue');
      await on.changed({ kind: 'excludeRecord', row: 3, field: 'hours' });
    });
  });

  it('stay open and say why, where they cannot be asked', async () => {
    await at.mood({ refusal: 'This resource no longer has the field hours.' });
    await at.showRecords({ question: { hasRanges: true } });
    await on.openFilter(columnOf.hours);
    await at.page.keyboard.type('x');
    await at.press('Enter');
    const problem = at.page.getByRole('alert');
    await problem.getByText('"x" isn\'t a number').waitFor();
    await on.compare('Between');
    await on.editor.getByLabel('To').fill('1,5');
    await problem.waitFor({ state: 'hidden' });
    await at.press('Enter');
    await problem.getByText('"1,5" isn\'t a number').waitFor();
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
    assert.match((await on.editor.textContent()) ?? '', /You can't filter by a list or an object/);
    assert.equal((await at.calls('frequentValues')).length, 0);
  });

  it('closes by Escape or a click elsewhere, and the counting stops', async () => {
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

  for (const height of [340, 220])
    it(`has nothing over anything else where the panel is ${String(height)} px high, as at 200 %`, async () => {
      at = await reopen({ width: 540, height });
      on = new Exploring(at);
      await at.showRecords({ question: { hasRanges: true, filters: [SUBJECT] } });
      await on.openFilter(columnOf.subject);
      await on.editor.locator('.list-option').first().waitFor();
      const parts = on.editor.locator(
        '.filter-head, .select-field, .text-field, .list-box, .filter-note, .filter-buttons',
      );
      const boxes = await parts.evaluateAll((found) => found.map((part) => part.getBoundingClientRect()));
      assert.equal(boxes.length, 6);
      for (const [index, { top }] of boxes.entries())
        assert.ok(index === 0 || top >= (boxes[index - 1]?.bottom ?? NaN), JSON.stringify(boxes));
      const { y = NaN, height: whole = NaN } = (await on.editor.boundingBox()) ?? {};
      assert.ok(y >= 0 && y + whole <= height, `from ${String(y)} to ${String(y + whole)}`);
      await on.editor.getByRole('button', { name: 'Apply' }).click();
      await on.editor.waitFor({ state: 'hidden' });
    });
});
