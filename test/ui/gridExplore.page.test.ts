/** Order, filters, chips, the menu of a field: by mouse and by keyboard, in Chromium. */
import assert from 'node:assert/strict';
import type { GridDriver } from '../support/gridPage/gridDriver.ts';
import { useGrid } from '../support/gridPage/useGrid.ts';
import { until } from '../support/until.ts';
import type { GridAction } from '../../src/shared/gridActions.ts';
import type { FieldFilter, QueryChange } from '../../src/shared/queryChange.ts';

const SUBJECT: FieldFilter = {
  kind: 'values',
  field: 'subject',
  values: [
    { type: 'text', text: 'math' },
    { type: 'text', text: 'art' },
  ],
};
const HOURS: FieldFilter = { kind: 'range', field: 'hours', least: '1', greatest: '5' };

describe('Exploring', () => {
  const { grid, reopen } = useGrid();
  let at: GridDriver;
  beforeEach(() => void (at = grid()));

  const perform = (action: GridAction) =>
    at.page.evaluate((given) => window.fakeGridHost.view.perform(given), action);
  const changes = async () => (await at.calls('change')).map(([, change]) => change as QueryChange);
  const changed = async (change: QueryChange) => {
    await until(async () => (await changes()).length > 0, 'a change was asked for');
    assert.deepEqual((await changes()).at(-1), change);
  };
  const focused = () => at.page.evaluate(() => document.activeElement?.className ?? '');
  const chips = () => at.page.locator('.chip-text').allTextContents();
  const menu = () => at.page.getByRole('menu');
  const editor = () => at.page.getByRole('dialog');
  const columnOf = { _id: 0, subject: 1, hours: 6, starts: 7, open: 8, tags: 9 } as const;
  const goTo = async (column: number, row = 0) => {
    await at.cell(row, column).click();
    await at.grid.focus();
  };
  /** Waits for the values that the host counts. */
  const openFilter = async (column: number = columnOf.subject) => {
    await goTo(column);
    await perform('filterField');
    await editor()
      .getByText(/Counted|cannot/)
      .waitFor();
  };

  describe('the order', () => {
    const keys = [{ field: 'hours', descending: false }];
    const clicks: [what: string, before: typeof keys, shift: boolean, after: typeof keys][] = [
      ['a header begins one', [], false, [{ field: 'subject', descending: false }]],
      [
        'again turns it',
        [{ field: 'subject', descending: false }],
        false,
        [{ field: 'subject', descending: true }],
      ],
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
        await changed({ kind: 'sort', keys: after });
      });

    it('by Enter on a header, and Shift+Enter', async () => {
      await at.showRecords({ question: { sort: keys } });
      await goTo(columnOf.subject);
      await at.press('ArrowUp', 'Enter');
      await changed({ kind: 'sort', keys: [{ field: 'subject', descending: false }] });
      await at.press('Shift+Enter');
      await until(async () => (await changes()).length === 2, 'the second change was asked for');
      await changed({ kind: 'sort', keys: [...keys, { field: 'subject', descending: false }] });
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
        await goTo(columnOf.subject);
        await perform(action);
        await changed({ kind: 'sort', keys: after });
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
      await goTo(columnOf.hours, 5);
      await at.show({ query: '{"s":1}', question: { sort: [{ field: 'hours', descending: true }] } });
      await at.settled();
      assert.deepEqual(await at.current(), [0, columnOf.hours, 'gridcell']);
    });
  });

  describe('filters', () => {
    it('by the value under the cursor', async () => {
      await at.showRecords({ question: {} });
      await goTo(columnOf.hours, 3);
      await perform('filterByValue');
      await changed({ kind: 'filterByRecord', row: 3, field: 'hours', add: false });
      await perform('addValueToFilter');
      await until(async () => (await changes()).length === 2, 'the second change was asked for');
      await changed({ kind: 'filterByRecord', row: 3, field: 'hours', add: true });
    });

    it('are cleared, of a field and all', async () => {
      await at.showRecords({ question: { filters: [SUBJECT] } });
      await goTo(columnOf.subject);
      await perform('clearFieldFilter');
      await changed({ kind: 'unfilter', field: 'subject' });
      await perform('clearFilters');
      await until(async () => (await changes()).length === 2, 'the second change was asked for');
      await changed({ kind: 'clearFilters' });
    });

    it('are picked from the most frequent values by keys', async () => {
      await at.showRecords({ question: {} });
      await openFilter();
      assert.equal(await editor().getAttribute('aria-labelledby'), 'filter-title');
      assert.match((await editor().textContent()) ?? '', /Counted over all 12,501 matching records/);
      await at.press('ArrowDown', 'Space', 'ArrowDown', 'ArrowDown', 'Space', 'Enter');
      await changed({
        kind: 'filter',
        filter: {
          kind: 'values',
          field: 'subject',
          values: [
            { type: 'text', text: 'math' },
            { type: 'text', text: 'science and art' },
          ],
        },
      });
      await editor().waitFor({ state: 'hidden' });
      assert.notEqual(await at.current(), undefined, 'the focus is in the grid again');
    });

    it('are picked with the mouse, beside those that are there', async () => {
      await at.showRecords({ question: { filters: [SUBJECT] } });
      await openFilter();
      assert.equal(await editor().locator('[aria-selected=true]').count(), 2);
      await editor().getByRole('option', { name: 'math' }).click();
      await editor().getByRole('option', { name: 'empty text' }).click();
      await editor().getByRole('button', { name: 'Apply' }).click();
      await changed({
        kind: 'filter',
        filter: {
          kind: 'values',
          field: 'subject',
          values: [
            { type: 'text', text: 'art' },
            { type: 'text', text: '' },
          ],
        },
      });
    });

    const typed: [what: string, text: string, isCut: boolean, values: readonly [string, string][]][] = [
      ['a value of the list', 'art', false, [['text', 'art']]],
      ['the first match, where the list is all there is', 'sci', false, [['text', 'science and art']]],
      ['what was typed, where there may be more', 'sci', true, [['auto', 'sci']]],
      ['what was typed, where nothing matches', 'x<b>', false, [['auto', 'x<b>']]],
    ];
    for (const [what, text, isCut, values] of typed)
      it(`take what is typed: ${what}`, async () => {
        await at.page.evaluate((cut) => {
          const { mood } = window.fakeGridHost;
          mood.frequent = { ...mood.frequent, isCut: cut };
        }, isCut);
        await at.showRecords({ question: {} });
        await openFilter();
        await at.page.keyboard.type(text);
        await at.press('Enter');
        const drafts = values.map(([type, value]) => ({ type, text: value }));
        await changed({
          kind: 'filter',
          filter: { kind: 'values', field: 'subject', values: drafts },
        } as QueryChange);
      });

    it('say what the counts cover where the portal does not count', async () => {
      await at.page.evaluate(() => {
        const { mood } = window.fakeGridHost;
        mood.frequent = { ...mood.frequent, isAll: false, counted: 500 };
      });
      await at.showRecords({ question: {} });
      await openFilter();
      assert.match((await editor().textContent()) ?? '', /over the 500 loaded records/);
    });

    it('are ranges where the server knows them', async () => {
      await at.showRecords({ question: { hasRanges: true } });
      await openFilter(columnOf.hours);
      await editor().getByLabel('From').fill(' 1.50');
      await editor().getByLabel('To').fill('9007199254740993');
      await at.press('Enter');
      await changed({
        kind: 'filter',
        filter: { kind: 'range', field: 'hours', least: '1.50', greatest: '9007199254740993' },
      });
    });

    it('show the range that is there, and values instead of it', async () => {
      await at.showRecords({ question: { hasRanges: true, filters: [HOURS] } });
      await openFilter(columnOf.hours);
      assert.equal(await editor().getByLabel('From').inputValue(), '1');
      await editor().getByRole('textbox', { name: 'Value' }).fill('7');
      assert.equal(await editor().getByLabel('From').inputValue(), '');
      await at.press('Enter');
      await changed({
        kind: 'filter',
        filter: { kind: 'values', field: 'hours', values: [{ type: 'auto', text: '7' }] },
      });
    });

    it('have no ranges for texts, nor where the server knows none', async () => {
      await at.showRecords({ question: { hasRanges: true } });
      await openFilter(columnOf.subject);
      assert.equal(await editor().getByLabel('From').count(), 1);
      assert.equal(await editor().getByLabel('From').isVisible(), false);
      await at.press('Escape');
      await at.show({ question: { hasRanges: false } });
      await openFilter(columnOf.hours);
      assert.equal(await editor().getByLabel('From').isVisible(), false);
    });

    it('stay open and say why, where they cannot be asked', async () => {
      await at.mood({ refusal: '“x” is not a number, as hours needs.' });
      await at.showRecords({ question: {} });
      await openFilter(columnOf.hours);
      await at.page.keyboard.type('x');
      await at.press('Enter');
      await at.page.getByRole('alert').getByText('“x” is not a number').waitFor();
      await at.press('Escape');
      await editor().waitFor({ state: 'hidden' });
    });

    it('say of lists and objects that there are none', async () => {
      await at.showRecords({ question: {} });
      await openFilter(columnOf.tags);
      assert.match((await editor().textContent()) ?? '', /Lists and objects cannot be filtered by/);
      assert.equal((await at.calls('frequentValues')).length, 0);
    });

    it('close by Escape, by a click elsewhere, and stop counting', async () => {
      await at.mood({ latencyMs: 60_000 });
      await at.showRecords({ question: {}, rowCount: 0 }).catch(() => undefined);
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
      assert.deepEqual(await chips(), ['draw', 'subject: math, art', 'hours: 1 to 5', 'price', 'hours']);
      const names = await at.page.locator('.chip-main').evaluateAll((all) => all.map((one) => one.ariaLabel));
      assert.deepEqual(names, [
        'Search “draw”',
        'Filter subject: math, art',
        'Filter hours: 1 to 5',
        'Order: price, descending. Press to turn around',
        'Order: hours, ascending. Press to turn around',
      ]);
    });

    it('show filters that are more than conditions as one', async () => {
      await at.showRecords({ question: { filters: null } });
      assert.deepEqual(await chips(), ['Filters as JSON']);
      await at.page.getByRole('button', { name: 'Filters as JSON', exact: true }).click();
      await until(async () => (await at.calls('editQuery')).length === 1, 'the form is asked for');
      await at.page.getByRole('button', { name: 'Remove Filters as JSON' }).click();
      await changed({ kind: 'clearFilters' });
    });

    const removals: [name: string, change: QueryChange][] = [
      ['Remove draw', { kind: 'search', q: '' }],
      ['Remove subject: math, art', { kind: 'unfilter', field: 'subject' }],
      ['Remove price', { kind: 'sort', keys: [{ field: 'hours', descending: false }] }],
      ['Clear all', { kind: 'clear' }],
    ];
    for (const [name, change] of removals)
      it(`by the mouse: ${name}`, async () => {
        await at.showRecords({ question });
        await at.page.getByRole('button', { name, exact: true }).click();
        await changed(change);
      });

    it('are one tab stop, walked by arrows and removed by Delete', async () => {
      await at.showRecords({ question });
      await at.page.getByRole('button', { name: 'Search “draw”' }).focus();
      await at.press('ArrowRight', 'Delete');
      await changed({ kind: 'unfilter', field: 'subject' });
      await at.press('End');
      assert.equal(await focused(), 'chip-clear');
      await at.press('Tab');
      assert.notEqual(await at.current(), undefined, 'Tab leads to the grid');
    });

    it('keep the focus near, when one is gone', async () => {
      await at.showRecords({ question });
      await at.page.getByRole('button', { name: 'Search “draw”' }).focus();
      await at.press('ArrowRight');
      await at.show({ question: { ...question, filters: [HOURS] }, query: '{"x":1}' });
      assert.equal(await at.page.evaluate(() => document.activeElement?.ariaLabel), 'Filter hours: 1 to 5');
      await at.show({ question: {}, query: '{"x":2}' });
      assert.notEqual(await at.current(), undefined, 'the focus is in the grid');
    });

    it('turn an order around, and open the filter of a field', async () => {
      await at.showRecords({ question });
      await at.page.getByRole('button', { name: /^Order: hours/ }).click();
      await changed({
        kind: 'sort',
        keys: [
          { field: 'price', descending: true },
          { field: 'hours', descending: true },
        ],
      });
      await at.page.getByRole('button', { name: 'Filter subject: math, art' }).press('Enter');
      await editor().waitFor();
      assert.match((await editor().textContent()) ?? '', /^Filter subject/);
    });

    it('say what changed', async () => {
      await at.showRecords({ question: {} });
      const said = async () => (await at.page.locator('.unseen[role=status]').textContent()) ?? '';
      await at.show({ question: { filters: [SUBJECT, HOURS] }, query: '1' });
      assert.match(await said(), /^2 filters\. 12,501/);
      await at.show({ question: { q: 'x', filters: [SUBJECT] }, query: '2' });
      assert.match(await said(), /^Searched for “x”\. 1 filter\. /);
      await at.show({ question: {}, query: '3' });
      assert.match(await said(), /^No search any more\. No filters\. /);
    });

    it('of hostile names and values are texts', async () => {
      await at.sample('hostile');
      const text = '<img src=x onerror="fail()">';
      const filter: FieldFilter = { kind: 'values', field: text, values: [{ type: 'text', text }] };
      const none: FieldFilter = { kind: 'values', field: '', values: [{ type: 'null', text: '' }] };
      await at.showRecords({ question: { filters: [filter, none] } });
      assert.deepEqual(await chips(), [`${text}: ${text}`, '(no name): NULL']);
    });
  });

  describe('the menu of a field', () => {
    const items = () => menu().locator('.menu-item').allTextContents();

    it('opens by its command at the header, and is walked by keys', async () => {
      await at.showRecords({ question: {} });
      await goTo(columnOf.subject, 2);
      await perform('showFieldMenu');
      await menu().waitFor();
      assert.equal(await menu().getAttribute('aria-label'), 'Field subject');
      assert.deepEqual((await items()).slice(0, 3), ['Sort ascending', 'Sort descending', 'Filter…']);
      await at.press('ArrowDown', 'Enter');
      await changed({ kind: 'sort', keys: [{ field: 'subject', descending: true }] });
      assert.deepEqual(await at.current(), [2, columnOf.subject, 'gridcell']);
    });

    it('finds an entry by its letters, and closes by Escape', async () => {
      await at.showRecords({ question: {} });
      await goTo(columnOf.subject);
      await perform('showFieldMenu');
      await at.page.keyboard.type('fil');
      const entry = () => at.page.evaluate(() => document.activeElement?.textContent);
      assert.equal(await entry(), 'Filter…');
      await at.press('End', 'ArrowDown');
      assert.equal(await entry(), 'Sort ascending');
      await at.press('Escape');
      assert.equal(await menu().count(), 0);
      assert.notEqual(await at.current(), undefined, 'the focus is in the grid');
    });

    it('opens by the button in the header', async () => {
      await at.showRecords({ question: {} });
      const header = at.page.locator('[role=columnheader]').nth(columnOf.hours + 1);
      await header.hover();
      await header.getByRole('button').click();
      await menu().waitFor();
      await menu().getByText('Filter…').click();
      await editor().waitFor();
      assert.match((await editor().textContent()) ?? '', /^Filter hours/);
    });

    it('has what fits the question', async () => {
      await at.showRecords({
        question: { sort: [{ field: 'hours', descending: true }], filters: [SUBJECT] },
      });
      await goTo(columnOf.subject);
      await perform('showFieldMenu');
      assert.deepEqual((await items()).slice(0, 7), [
        'Sort ascending',
        'Sort descending',
        'Add to sort, ascending',
        'Add to sort, descending',
        'Clear sort',
        'Filter…',
        'Clear filter',
      ]);
      await at.press('Escape');
      await goTo(columnOf.hours);
      await perform('showFieldMenu');
      assert.equal(await menu().locator('[aria-checked=true]').textContent(), 'Sort descending');
    });
  });

  describe('back and forward', () => {
    it('are buttons that know whether there is a way', async () => {
      await at.showRecords({ question: { canGoBack: true } });
      const [back, forward] = ['Previous query', 'Next query'].map((name) =>
        at.page.getByRole('button', { name }),
      );
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
      await at.refuse({ canGoBack: true, offers: [{ id: 'problem/0', label: 'Back' }] });
      assert.equal(await at.cell(0, 0).isVisible(), true);
      assert.equal(await at.page.getByRole('button', { name: 'Previous query' }).isEnabled(), true);
      await at.page.getByRole('button', { name: 'Back', exact: true }).click();
      await until(async () => (await at.calls('act')).length === 1, 'the host hears of it');
    });
  });

  it('works at 400 px', async () => {
    at = await reopen({ width: 400 });
    await at.showRecords({
      question: { hasRanges: true, filters: [SUBJECT, HOURS], sort: [{ field: 'hours', descending: true }] },
    });
    await openFilter(columnOf.subject);
    const box = await editor().boundingBox();
    assert.ok(box && box.x >= 0 && box.x + box.width <= 400, JSON.stringify(box));
    assert.ok(await at.page.evaluate(() => document.documentElement.scrollWidth <= 400));
  });
});
