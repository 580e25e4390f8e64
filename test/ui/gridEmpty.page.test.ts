/** The records panel where a query has no records, or a resource no fields. */
import assert from 'node:assert/strict';
import { equalTo } from '../support/samples/conditions.ts';
import type { GridDriver } from '../support/pages/grid/gridDriver.ts';
import { useGrid } from '../support/pages/grid/useGrid.ts';

describe('Records panel without records', () => {
  const { grid } = useGrid();
  let at: GridDriver;
  beforeEach(() => void (at = grid()));

  it('says that no records match, under the fields', async () => {
    await at.show({ rowCount: 0 });
    await at.page.getByText('No records match.').waitFor();
    await at.page.getByRole('columnheader', { name: 'subject text' }).waitFor();
    assert.equal(await at.grid.getAttribute('aria-colcount'), '12');
    await at.grid.focus();
    assert.deepEqual(await at.current(), [-1, 0, 'columnheader']);
  });

  for (const [what, question, buttons, change] of [
    ['filters', { filters: [equalTo('subject', 'text', 'art')] }, ['Clear Filters'], { kind: 'clearFilters' }],
    ['filters as JSON', { filters: null }, ['Clear Filters'], { kind: 'clearFilters' }],
    ['a search', { q: 'oak' }, ['Clear Search'], { kind: 'search', q: '' }],
    [
      'both',
      { q: 'oak', filters: [equalTo('subject', 'text', 'art')] },
      ['Clear Filters', 'Clear Search'],
      { kind: 'clearFilters' },
    ],
  ] as const)
    it(`offers to clear what left no records: ${what}`, async () => {
      await at.show({ rowCount: 0, question });
      await at.page.getByText('No records match.').waitFor();
      const names = at.page.locator('.message').getByRole('button');
      assert.deepEqual(await names.allTextContents(), [...buttons, 'Edit Query']);
      await names.first().click();
      assert.deepEqual((await at.calls('change')).at(-1)?.[1], change);
    });

  it('says that a resource has no records where nothing is searched or filtered', async () => {
    await at.show({ rowCount: 0, question: {} });
    await at.page.getByText('Lessons has no records.', { exact: true }).waitFor();
    assert.equal(await at.page.locator('.message').getByRole('button').count(), 0);
    await at.show({ rowCount: 0, question: {}, limit: 0 });
    await at.page.getByText('No records match.').waitFor();
  });

  it('says that there are no fields, and bears every key', async () => {
    await at.sample('none');
    await at.show({ rowCount: 3 });
    await at.page.getByText('This resource has no fields to show.').waitFor();
    await at.grid.focus();
    await at.press('ArrowDown', 'End', 'PageDown', 'Control+End', 'Control+c', 'Home');
  });
});
