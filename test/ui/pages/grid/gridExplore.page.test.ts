/** Order, chips, the menu of a field, back and forward: by mouse and by keyboard, in Chromium. */
import assert from 'node:assert/strict';
import type { GridAction } from '../../../../src/messages/gridActions.ts';
import type { FieldCondition } from '../../../../src/datastore/query/condition.ts';
import type { QueryChange } from '../../../../src/datastore/query/queryChange.ts';
import type { GridDriver } from '../../../support/pages/grid/gridDriver.ts';
import { columnOf, Exploring, HOURS, SUBJECT } from '../../../support/pages/grid/exploring.ts';
import { useGrid } from '../../../support/pages/grid/useGrid.ts';
import { until } from '../../../../tools/vscode/until.ts';

describe('Exploring', () => {
  const { grid } = useGrid();
  let at: GridDriver;
  let on: Exploring;
  beforeEach(() => {
    at = grid();
    on = new Exploring(at);
  });

  describe('the order', () => {
    const keys = [{ field: 'hours', descending: false }];
    const clicks: [what: string, before: typeof keys, shift: boolean, after: typeof keys][] = [
      ['a header begins one', [], false, [{ field: 'subject', descending: false }]],
      ['again turns it', [{ field: 'subject', descending: false }], false, [{ field: 'subject', descending: true }]],
      ['a third time ends it', [{ field: 'subject', descending: true }], false, []],
      ['takes the place of another', keys, false, [{ field: 'subject', descending: false }]],
      ['is added with Shift', keys, true, [...keys, { field: 'subject', descending: false }]],
      [
        'is turned with Shift',
        [{ field: 'subject', descending: false }, ...keys],
        true,
        [{ field: 'subject', descending: true }, ...keys],
      ],
      ['is left with Shift', [...keys, { field: 'subject', descending: true }], true, keys],
    ];
    for (const [what, before, shift, after] of clicks)
      it(`by a click: ${what}`, async () => {
        await at.showRecords({ question: { sort: before } });
        await at.page
          .locator('[role=columnheader]')
          .nth(2)
          .click({ modifiers: shift ? ['Shift'] : [] });
        await on.changed({ kind: 'sort', keys: after });
      });

    it('by Enter on a header, and Shift+Enter', async () => {
      await at.showRecords({ question: { sort: keys } });
      await on.goTo(columnOf.subject);
      await at.press('ArrowUp', 'Enter');
      await on.changed({ kind: 'sort', keys: [{ field: 'subject', descending: false }] });
      await at.press('Shift+Enter');
      await on.changed({ kind: 'sort', keys: [...keys, { field: 'subject', descending: false }] }, 2);
    });

    const commands: [action: GridAction, after: typeof keys][] = [
      ['sortAscending', [{ field: 'subject', descending: false }]],
      ['sortDescending', [{ field: 'subject', descending: true }]],
      ['addSortAscending', [...keys, { field: 'subject', descending: false }]],
      ['addSortDescending', [...keys, { field: 'subject', descending: true }]],
      ['clearSort', []],
    ];
    for (const [action, after] of commands)
      it(`by the command ${action}`, async () => {
        await at.showRecords({ question: { sort: keys } });
        await on.goTo(columnOf.subject);
        await on.perform(action);
        await on.changed({ kind: 'sort', keys: after });
      });

    it('shows in the headers, and is said', async () => {
      await at.showRecords({ question: {} });
      await at.show({ query: '{"s":1}', question: { sort: [{ field: 'subject', descending: true }] } });
      const header = at.page.getByRole('columnheader', { name: /^subject/ });
      assert.equal(await header.getAttribute('aria-sort'), 'descending');
      assert.match(
        (await at.page.locator('.unseen[role=status]').textContent()) ?? '',
        /^Sorted by subject, descending\. /,
      );
    });

    it('leaves the cursor at its field', async () => {
      await at.showRecords({ question: {} });
      await on.goTo(columnOf.hours, 5);
      await at.show({ query: '{"s":1}', question: { sort: [{ field: 'hours', descending: true }] } });
      await at.settled();
      assert.deepEqual(await at.current(), [0, columnOf.hours, 'gridcell']);
    });
  });

  describe('chips', () => {
    const question = {
      q: 'draw',
      filters: [SUBJECT, HOURS],
      sort: [
        { field: 'price', descending: true },
        { field: 'hours', descending: false },
      ],
    };

    it('are not there without a question', async () => {
      await at.showRecords({ question: {} });
      assert.equal(await at.page.locator('.chips').isVisible(), false);
    });

    it('show search, conditions and order', async () => {
      await at.showRecords({ question });
      assert.deepEqual(await on.chips(), ['draw', 'subject: math, art', 'hours: 1 to 5', 'price', 'hours']);
      const names = await at.page.locator('.chip-main').evaluateAll((all) => all.map((one) => one.ariaLabel));
      assert.deepEqual(names, [
        'Search "draw"',
        'Filter subject: math, art',
        'Filter hours: 1 to 5',
        'Sorted by price, descending. Press to reverse',
        'Sorted by hours, ascending. Press to reverse',
      ]);
    });

    it('show filters that are more than conditions as one', async () => {
      await at.showRecords({ question: { filters: null } });
      assert.deepEqual(await on.chips(), ['Filters as JSON']);
      await at.page.getByRole('button', { name: 'Filters as JSON', exact: true }).click();
      await until(async () => (await at.calls('editQuery')).length === 1, 'the form is asked for');
      await at.page.getByRole('button', { name: 'Remove Filters as JSON' }).click();
      await on.changed({ kind: 'clearFilters' });
    });

    const removals: [name: string, change: QueryChange][] = [
      ['Remove draw', { kind: 'search', q: '' }],
      ['Remove subject: math, art', { kind: 'unfilter', field: 'subject', only: 'values' }],
      ['Remove price', { kind: 'sort', keys: [{ field: 'hours', descending: false }] }],
      ['Clear All', { kind: 'clear' }],
    ];
    for (const [name, change] of removals)
      it(`by the mouse: ${name}`, async () => {
        await at.showRecords({ question });
        await at.page.getByRole('button', { name, exact: true }).click();
        await on.changed(change);
      });

    it('are one tab stop, walked by arrows and removed by Delete', async () => {
      await at.showRecords({ question });
      await at.page.getByRole('button', { name: 'Search "draw"' }).focus();
      await at.press('ArrowRight', 'Delete');
      await on.changed({ kind: 'unfilter', field: 'subject', only: 'values' });
      await at.press('End');
      assert.equal(await at.page.evaluate(() => document.activeElement?.className), 'chip-clear');
      await at.press('Tab');
      assert.notEqual(await at.current(), undefined, 'Tab leads to the grid');
    });

    it('keep the focus near, when one is gone', async () => {
      await at.showRecords({ question });
      await at.page.getByRole('button', { name: 'Search "draw"' }).focus();
      await at.press('ArrowRight');
      await at.show({ question: { ...question, filters: [HOURS] }, query: '{"x":1}' });
      const focused = () => at.page.evaluate(() => document.activeElement?.ariaLabel);
      await until(async () => (await focused()) === 'Filter hours: 1 to 5', 'the chip beside it has the focus');
      await at.show({ question: {}, query: '{"x":2}' });
      await until(async () => (await at.current()) !== undefined, 'the focus is in the grid');
    });

    it('turn an order around, and open the filter of a field', async () => {
      await at.showRecords({ question });
      await at.page.getByRole('button', { name: /^Sorted by hours/ }).click();
      await on.changed({
        kind: 'sort',
        keys: [
          { field: 'price', descending: true },
          { field: 'hours', descending: true },
        ],
      });
      await at.page.getByRole('button', { name: 'Filter subject: math, art' }).press('Enter');
      await on.editor.waitFor();
      assert.match((await on.editor.textContent()) ?? '', /^Filter subject/);
    });

    it('say what changed', async () => {
      await at.showRecords({ question: {} });
      const said = async () => (await at.page.locator('.unseen[role=status]').textContent()) ?? '';
      await at.show({ question: { filters: [SUBJECT, HOURS] }, query: '1' });
      assert.match(await said(), /^2 filters\. 12,501/);
      await at.show({ question: { q: 'x', filters: [SUBJECT] }, query: '2' });
      assert.match(await said(), /^Searched for "x"\. 1 filter\. /);
      await at.show({ question: {}, query: '3' });
      assert.match(await said(), /^Search cleared\. No filters\. /);
    });

    it('of hostile names and values are texts', async () => {
      await at.sample('hostile');
      const text = '<img src=x onerror="fail()">';
      const equals = { kind: 'values', list: false } as const;
      const filter: FieldCondition = { ...equals, field: text, values: [{ type: 'text', text }] };
      const none: FieldCondition = { ...equals, field: '', values: [{ type: 'null', text: '' }] };
      await at.showRecords({ question: { filters: [filter, none] } });
      assert.deepEqual(await on.chips(), [`${text}: ${text}`, '(no name): NULL']);
    });
  });

  describe('the menu of a field', () => {
    const items = () => on.menu.locator('.menu-item').allTextContents();

    it('opens by its command at the header, and is walked by keys', async () => {
      await at.showRecords({ question: {} });
      await on.goTo(columnOf.subject, 2);
      await on.perform('showFieldMenu');
      await on.menu.waitFor();
      assert.equal(await on.menu.getAttribute('aria-label'), 'Column subject');
      assert.deepEqual((await items()).slice(0, 3), ['Sort Ascending', 'Sort Descending', 'Filter Column…']);
      await at.press('ArrowDown', 'Enter');
      await on.changed({ kind: 'sort', keys: [{ field: 'subject', descending: true }] });
      assert.deepEqual(await at.current(), [2, columnOf.subject, 'gridcell']);
    });

    it('finds an entry by its letters, and closes by Escape', async () => {
      await at.showRecords({ question: {} });
      await on.goTo(columnOf.subject);
      await on.perform('showFieldMenu');
      await at.page.keyboard.type('fil');
      const entry = () => at.page.evaluate(() => document.activeElement?.textContent);
      assert.equal(await entry(), 'Filter Column…');
      await at.press('End', 'ArrowDown');
      assert.equal(await entry(), 'Sort Ascending');
      await at.press('Escape');
      assert.equal(await on.menu.count(), 0);
      assert.notEqual(await at.current(), undefined, 'the focus is in the grid');
    });

    it('opens by the button in the header', async () => {
      await at.showRecords({ question: {} });
      const header = at.page.locator('[role=columnheader]').nth(columnOf.hours + 1);
      await header.hover();
      await header.getByRole('button').click();
      await on.menu.waitFor();
      await on.menu.getByText('Filter Column…').click();
      await on.editor.waitFor();
      assert.match((await on.editor.textContent()) ?? '', /^Filter hours/);
    });

    it('has what fits the question', async () => {
      await at.showRecords({ question: { sort: [{ field: 'hours', descending: true }], filters: [SUBJECT] } });
      await on.goTo(columnOf.subject);
      await on.perform('showFieldMenu');
      assert.deepEqual((await items()).slice(0, 8), [
        'Sort Ascending',
        'Sort Descending',
        'Add to Sort, Ascending',
        'Add to Sort, Descending',
        'Clear Sort',
        'Filter Column…',
        'Filter by Summary…',
        'Clear Column Filter',
      ]);
      await at.press('Escape');
      await on.goTo(columnOf.hours);
      await on.perform('showFieldMenu');
      assert.equal(await on.menu.locator('[aria-checked=true]').textContent(), 'Sort Descending');
    });
  });

  describe('back and forward', () => {
    it('are buttons that know whether there is a way', async () => {
      await at.showRecords({ question: { canGoBack: true } });
      const [back, forward] = ['Previous Query', 'Next Query'].map((name) => at.page.getByRole('button', { name }));
      assert.ok(back && forward);
      assert.deepEqual([await back.isEnabled(), await forward.isEnabled()], [true, false]);
      await back.click();
      await until(async () => (await at.calls('goBack')).length === 1, 'the host goes back');
      await at.show({ question: { canGoForward: true } });
      await forward.press('Enter');
      await until(async () => (await at.calls('goForward')).length === 1, 'the host goes forward');
    });

    it('is one key away from a refusal, while the old records stay', async () => {
      await at.showRecords({ question: {} });
      await at.refuse({ canGoBack: true, offers: [{ id: 'state/0', label: 'Back' }] });
      assert.equal(await at.cell(0, 0).isVisible(), true);
      assert.equal(await at.page.getByRole('button', { name: 'Previous Query' }).isEnabled(), true);
      await at.page.getByRole('button', { name: 'Back', exact: true }).click();
      await until(async () => (await at.calls('act')).length === 1, 'the host hears of it');
    });
  });
});
