/** Conditions of the grid, as rows of the form. */
import assert from 'node:assert/strict';
import type { QueryDraft } from '../../../../src/datastore/query/draft.ts';
import { EVERYTHING, useForm } from '../../../support/pages/form/useForm.ts';

const CONDITIONS: QueryDraft = {
  ...EVERYTHING,
  portalId: 'local',
  resource: '11111111-1111-5111-8111-111111111111',
  q: '',
  filterRows: [
    { field: 'subject', operator: 'contains', values: [{ type: 'text', text: 'ma' }], list: false },
    { field: 'stage', operator: 'between', values: ['1', '5'].map((text) => ({ type: 'number', text })), list: false },
    { field: 'stage', operator: 'not', values: [{ type: 'number', text: '3' }], list: false },
    { field: 'done', operator: 'notEmpty', values: [], list: false },
  ],
};

describe('the query form in a page', () => {
  const form = useForm();

  const pickLocal = async (): Promise<void> => {
    await form.control('portal').click();
    await form.option('Local files').click();
    await form.control('resource').click();
    await form.option(/stations\.csv/).click();
  };
  const condition = (row: number) => form.control(`row-${String(row)}-operator`);
  const greyed = (row: number) => condition(row).locator('option:disabled').allTextContents();

  it('has the conditions of the grid in its rows, by mouse', async () => {
    await pickLocal();
    await form.addFilter(1, 'subject');
    await condition(1).selectOption('Contains');
    await form.control('row-1-value').fill('ma');
    await form.addFilter(2, 'stage');
    await condition(2).selectOption('Between');
    await form.control('row-2-value').fill('1');
    await form.control('row-2-end').fill('5');
    await form.addFilter(3, 'stage', '3');
    await condition(3).selectOption('Is not');
    await form.addFilter(4, 'done');
    await condition(4).selectOption('Is not empty');
    await form.control('row-4-value').waitFor({ state: 'detached' });
    await form.control('filters-json-toggle').click();
    assert.deepEqual(JSON.parse(await form.control('filters-json').inputValue()), {
      subject: { contains: 'ma' },
      stage: { gte: 1, lte: 5, not: 3 },
      done: { empty: false },
    });
    await form.control('filters-json-toggle').click();
    await form.page.locator('.filter-row').nth(3).waitFor();
    await form.button('Run').click();
    const { filterRows } = await form.ran();
    assert.deepEqual(filterRows, CONDITIONS.filterRows);
  });

  it('has them by keys alone, with their names', async () => {
    await pickLocal();
    await form.button('Add Filter').focus();
    await form.press('Enter');
    await form.type('stage');
    await form.option(/^stage/).waitFor();
    await form.press('Enter', 'Shift+Tab');
    const row = form.page.getByRole('group', { name: 'Filter 1' });
    const picker = row.getByRole('combobox', { name: 'Condition' });
    assert.equal(await picker.evaluate((element) => element === document.activeElement), true);
    await form.press('ArrowDown');
    assert.equal(await picker.inputValue(), 'between');
    await form.press('Tab');
    await form.type('1');
    assert.equal(await row.getByRole('textbox', { name: 'From' }).inputValue(), '1');
    await form.press('Tab');
    await form.type('5');
    assert.equal(await row.getByRole('textbox', { name: 'To' }).inputValue(), '5');
    await form.press('Enter');
    const { filterRows } = await form.ran();
    assert.deepEqual(filterRows, [
      { field: 'stage', operator: 'between', values: ['1', '5'].map((text) => ({ type: 'auto', text })), list: false },
    ]);
  });

  it('follows the grid to its conditions, and gives them back as they were', async () => {
    await form.show(CONDITIONS);
    assert.deepEqual(await Promise.all([1, 2, 3, 4].map((row) => condition(row).inputValue())), [
      'contains',
      'between',
      'not',
      'notEmpty',
    ]);
    assert.equal(await form.control('row-2-end').inputValue(), '5');
    await form.button('Run').click();
    assert.deepEqual(await form.ran(), CONDITIONS);
  });

  it('has the conditions of one text and of one bound', async () => {
    await pickLocal();
    await form.addFilter(1, 'subject');
    await condition(1).selectOption('Starts with');
    await form.control('row-1-value').fill('ma');
    await form.addFilter(2, 'subject');
    await condition(2).selectOption("Doesn't contain");
    await form.control('row-2-value').fill('s');
    await form.addFilter(3, 'stage');
    await condition(3).selectOption('Greater than');
    await form.control('row-3-value').fill('2');
    await form.control('filters-json-toggle').click();
    assert.deepEqual(JSON.parse(await form.control('filters-json').inputValue()), {
      subject: { startsWith: 'ma', notContains: 's' },
      stage: { gt: 2 },
    });
    await form.control('filters-json-toggle').click();
    const rows = form.page.locator('.filter-row');
    await rows.nth(2).waitFor();
    const conditions = [0, 1, 2].map((row) => rows.nth(row).getByLabel('Condition').inputValue());
    assert.deepEqual(await Promise.all(conditions), ['startsWith', 'notContains', 'greaterThan']);
  });

  it('takes what was typed along to another condition', async () => {
    await pickLocal();
    await form.addFilter(1, 'stage', '7');
    await condition(1).selectOption('At least');
    assert.equal(await form.control('row-1-value').inputValue(), '7');
    await condition(1).selectOption('Is empty');
    await form.control('row-1-value').waitFor({ state: 'detached' });
    await condition(1).selectOption('Equals');
    assert.deepEqual(await form.chips(1), ['7']);
  });

  it('greys what a portal can’t answer, and says why', async () => {
    await form.pickLessons();
    await form.addFilter(1, 'stage');
    await form.control('filters-greyed').waitFor();
    assert.equal(
      await form.control('filters-greyed').innerText(),
      "This portal doesn't support the grayed-out conditions. Local files and local copies do.",
    );
    assert.equal(await condition(1).getAttribute('aria-describedby'), 'filters-greyed');
    assert.deepEqual(await greyed(1), [
      'Between',
      'At least',
      'At most',
      'Greater than',
      'Less than',
      'Is not',
      'Is empty',
      'Is not empty',
    ]);
    await form.setMood({
      support: {
        hasRanges: true,
        answersSql: false,
        hasExpressions: true,
        placesNulls: true,
        hasSort: true,
        hasDistinct: true,
      },
    });
    await form.control('q').fill('draw');
    await form.addFilter(2, 'subject');
    await condition(1).locator('option[value=between]:enabled').waitFor({ state: 'attached' });
    assert.deepEqual(await greyed(2), [
      'Contains words',
      "Doesn't contain words",
      'Starts with',
      'Is not',
      'Is empty',
      'Is not empty',
    ]);
  });

  it('says what is wrong with the end of a range at the range', async () => {
    await form.show({ ...CONDITIONS, filterRows: CONDITIONS.filterRows.slice(1, 2) });
    await form.control('row-1-field').focus();
    await form.control('row-1-end').fill('ten');
    await form.control('limit').click();
    await form.messageAt('row-1', '"ten" isn\'t a number');
    assert.equal(await form.control('row-1-end').getAttribute('aria-invalid'), 'true');
    assert.equal(await form.control('row-1-field').getAttribute('aria-invalid'), null);
  });

  for (const [width, lines] of [
    [170, 3],
    [240, 2],
    [300, 2],
    [560, 1],
  ] as const)
    it(`draws conditions whole at ${String(width)} px`, async () => {
      await form.page.setViewportSize({ width, height: 900 });
      await form.show(CONDITIONS);
      await condition(4).waitFor();
      assert.equal(await form.page.evaluate(() => document.documentElement.scrollWidth), width);
      const tops = await Promise.all(
        ['field', 'operator', 'value'].map(async (part) => (await form.control(`row-1-${part}`).boundingBox())!.y),
      );
      assert.equal(new Set(tops.map(Math.round)).size, lines);
    });
});
