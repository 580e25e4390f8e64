/** The fields pane: what fields there are, which of them are shown, and what values they have. */
import assert from 'node:assert/strict';
import type { GridAction } from '../../../../src/messages/gridActions.ts';
import { eventually } from '../../../support/drivers/eventually.ts';
import type { GridDriver } from '../../../support/pages/grid/gridDriver.ts';
import { PLAIN_LOOK } from '../../../support/pages/plainLook.ts';
import { useGrid } from '../../../support/pages/grid/useGrid.ts';
import { until } from '../../../../tools/vscode/until.ts';

describe('Fields pane', () => {
  const { grid, reopen } = useGrid();
  let at: GridDriver;
  beforeEach(() => void (at = grid()));

  const pane = () => at.page.getByRole('complementary', { name: 'Fields' });
  const toggle = () => at.page.getByRole('banner').getByRole('button', { name: 'Fields' });
  const field = (name: string) => pane().getByRole('button', { name: new RegExp(`^${name} `), expanded: false });
  const check = (name: string) => pane().getByRole('checkbox', { name: `Show ${name}` });
  const button = (name: string | RegExp) => pane().getByRole('button', { name });
  const perform = () => at.page.evaluate(() => window.fakeGridHost.view.perform('showFields'));
  const facts = async () => (await pane().locator('.facts').innerText()).split('\n').filter((line) => line !== '');
  const focused = () =>
    at.page.evaluate(() => document.activeElement?.ariaLabel ?? document.activeElement?.textContent);
  const headers = () => at.page.getByRole('columnheader').allInnerTexts();

  const open = async (name?: string) => {
    await at.showRecords();
    await perform();
    await pane().waitFor();
    if (name !== undefined) await field(name).click();
    await pane().locator('.statistics').waitFor();
  };

  it('opens by its button and its action, and gives the focus back when Escape closes it', async () => {
    await at.showRecords();
    await toggle().click();
    await pane().waitFor();
    assert.equal(await toggle().getAttribute('aria-expanded'), 'true');
    await at.press('Escape');
    await pane().waitFor({ state: 'hidden' });
    assert.deepEqual(await at.current(), [0, 0, 'gridcell']);
    await perform();
    await pane().waitFor();
    await perform();
    await pane().waitFor({ state: 'hidden' });
    assert.deepEqual(await at.current(), [0, 0, 'gridcell']);
  });

  it('lists every field with its name, and opens the one of the grid’s cursor', async () => {
    await open();
    assert.equal(
      await pane()
        .getByRole('listitem')
        .filter({ has: at.page.getByRole('checkbox') })
        .count(),
      11,
    );
    const current = pane().locator('[aria-current=true]');
    assert.match((await current.textContent()) ?? '', /^_id/);
    assert.equal(await current.getAttribute('aria-expanded'), 'true');
  });

  it('says at once what the loaded records hold, and so', async () => {
    await open('hours');
    await pane().getByText('Sample: 1,000 loaded records').waitFor();
    const [, nulls, , distinct, , min, , ...rest] = await facts();
    assert.deepEqual([nulls, distinct, min], ['5.3% (53)', '10', '0.5']);
    const [lower, , median, , upper, , max, , mean, , deviation] = rest;
    assert.deepEqual([lower, median, upper, max], ['2.5', '5.5', '7.5', '9.5']);
    assert.match(mean ?? '', /^\d\.\d{6}$/);
    assert.match(deviation ?? '', /^2\.\d{14} \(rounded\)$/);
    const counted = (await pane().locator('.bar-count').allInnerTexts()).map(Number);
    assert.equal(
      counted.reduce((sum, records) => sum + records, 0),
      947,
    );
  });

  it('counts all records when asked, and says so', async () => {
    await open('subject');
    await button('Count All 12,501 Records').click();
    await pane().getByText('All 12,501 records', { exact: true }).waitFor();
    await button('art: 6,251 records').waitFor();
    assert.deepEqual((await at.calls('statistics')).at(-1), [1, 1, true, true]);
    assert.match((await focused()) ?? '', /^subject/, 'the focus stays in the pane');
    assert.equal(await button(/Count All/).count(), 0);
  });

  it('shows progress, and Cancel goes back to the loaded records', async () => {
    await at.mood({ countingMs: 60_000 });
    await open('subject');
    await button('Count All 12,501 Records').press('Enter');
    await pane().getByRole('progressbar').waitFor();
    await at.page.evaluate(() => window.fakeGridHost.view.counted(1, 1, 4000));
    await pane().getByText('Counting… 4,000 records').waitFor();
    assert.equal(await focused(), 'Cancel');
    await at.press('Enter');
    assert.equal(await focused(), 'Count All 12,501 Records');
    await pane().getByText('Sample: 1,000 loaded records').waitFor();
    assert.equal(await pane().getByRole('progressbar').count(), 0);
  });

  it('says that it counts, with Cancel, where the first statistics take long', async () => {
    await at.mood({ statisticsMs: 60_000 });
    await at.showRecords();
    await perform();
    await button('Cancel').waitFor();
    assert.equal(await pane().locator('.count').innerText(), 'Cancel\nCounting…');
    await button('Cancel').click();
    await at.mood({ statisticsMs: 0 });
    await button('Count All Records').click();
    await pane().locator('.statistics').waitFor();
    assert.equal(await pane().locator('.scope').textContent(), 'All 12,501 records');
    assert.equal(await pane().locator('.count').isVisible(), false);
  });

  it('says nothing of counting where statistics come at once', async () => {
    await open();
    await at.mood({ statisticsMs: 60 });
    await field('subject').click();
    assert.equal(await pane().locator('.count').isVisible(), false);
    await pane().locator('.statistics').waitFor();
  });

  it('gives the statistics of all records to the header of the column', async () => {
    await at.page.evaluate((look) => window.fakeGridHost.view.look({ ...look, summaries: true }), PLAIN_LOOK);
    await open('hours');
    const header = at.page.getByRole('columnheader', { name: /^hours / });
    const label = () => header.getAttribute('aria-label');
    await eventually(label, 'hours numeric, 0.5 to 9.5, Empty 5.3%, Sample: 1,000 loaded records');
    await button(/^Count All/).click();
    await eventually(label, 'hours numeric, 0.5 to 9.5, Empty 5.3%, All 12,501 records');
  });

  it('keeps what it has when all can’t be counted, and says why until it is asked again', async () => {
    const asked = async () => (await at.calls('statistics')).length;
    await at.mood({ failStatistics: true });
    await open();
    await at.cell(1, 1).click();
    await pane()
      .getByRole('button', { name: /^subject/, expanded: true })
      .waitFor();
    await button('Count All 12,501 Records').click();
    await pane().getByText('This portal does not count by itself.').waitFor();
    await pane().getByText('Sample: 1,000 loaded records').waitFor();
    // The sample is counted again when the cursor moves.
    const before = await asked();
    await at.cell(2, 1).click();
    await until(async () => (await asked()) > before, 'the sample is counted again');
    await at.settled();
    await pane().getByText('This portal does not count by itself.').waitFor();
  });

  describe('of few or many values', () => {
    const found = { records: 1000, nulls: 10, isAll: false, isFirst: true, shape: 'values' } as const;
    const bar = (label: string, records: number) => ({ label, records });

    it('has one scale for all bars, the other values too', async () => {
      await at.mood({ statistics: { ...found, distinct: 400, bars: [bar('a', 100), bar('b', 1)] } });
      await open('subject');
      await pane().getByText('Sample: first 1,000 records').waitFor();
      const bars = pane().locator('.bars .filled');
      const widths = await bars.evaluateAll((all) => all.map((each) => each.getBoundingClientRect().width));
      const [a = 0, b = 0, others = 0] = widths;
      assert.ok(b < 2, `one record of 889: ${String(b)}`);
      assert.ok(Math.abs(a / others - 100 / 889) < 0.02, String(widths));
    });

    it('has NaN and infinities behind the bars of the other numbers, to be filtered by', async () => {
      const values = [{ type: 'text', text: 'NaN' }] as const;
      const filter = { kind: 'values', field: 'stage', values, list: false } as const;
      const notFinite = [bar('Infinity', 3), { ...bar('NaN', 7), filter }];
      const ends = { min: '1', max: '9', bars: [bar('1 – 9', 980)], notFinite };
      await at.mood({ statistics: { ...found, ...ends, distinct: 11, shape: 'histogram' } });
      await open('stage');
      await button('NaN: 7 records').click();
      assert.deepEqual((await at.calls('change')).at(-1), [1, { kind: 'filter', filter }]);
      assert.deepEqual(await pane().locator('.bar-count').allInnerTexts(), ['980', '3', '7']);
    });

    it('says that all values differ, without bars', async () => {
      await at.mood({ statistics: { ...found, distinct: 990, bars: [bar('a', 1), bar('b', 1)] } });
      await open('subject');
      await pane().getByText('All values are different.').waitFor();
      assert.equal(await pane().locator('.bars').count(), 0);
    });
  });

  it('filters by a bar', async () => {
    await open('subject');
    await button('math: 500 records').click();
    const values = [{ type: 'text', text: 'math' }];
    assert.deepEqual((await at.calls('change')).at(-1), [
      1,
      { kind: 'filter', filter: { kind: 'values', field: 'subject', values, list: false } },
    ]);
    await field('_id').click();
    await button('1,?000 to 1,?049: 1 record')
      .or(button(/^\d+ to \d+: \d+ records$/).first())
      .click();
    assert.partialDeepStrictEqual((await at.calls('change')).at(-1), [1, { filter: { kind: 'range', field: '_id' } }]);
  });

  it('counts anew for a new result, and keeps the focus', async () => {
    await open('subject');
    await at.show({ query: 'another', rowCount: 40 });
    await pane().getByText('All 40 records', { exact: true }).waitFor();
    assert.match((await focused()) ?? '', /^subject/);
    assert.deepEqual((await at.calls('statistics')).at(-1), [2, 1, false, true]);
  });

  it('follows the grid’s cursor', async () => {
    await open();
    await at.grid.focus();
    await at.press('ArrowRight', 'ArrowRight');
    await until(
      async () => (await pane().locator('[aria-expanded=true]').textContent())?.startsWith('stage') === true,
      'stage is open',
    );
  });

  it('hides and shows fields, but never the last one', async () => {
    await open();
    await check('subject').click();
    await until(async () => !(await headers()).some((text) => text.includes('subject')), 'subject is hidden');
    assert.equal(await check('subject').getAttribute('aria-checked'), 'false');
    await pane().getByText('10 of 11 shown').waitFor();
    await check('subject').click();
    await until(async () => (await headers()).some((text) => text.includes('subject')), 'subject is back');
    for (const box of await pane().getByRole('checkbox').all()) await box.click({ force: true });
    await pane().getByText('1 of 11 shown').waitFor();
  });

  it('is worked by the keyboard alone: through the list, to the check box, and a field moved', async () => {
    await open();
    assert.match((await focused()) ?? '', /^_id/);
    await at.press('ArrowDown', 'ArrowDown');
    assert.match((await focused()) ?? '', /^stage/);
    await at.press('End');
    assert.match((await focused()) ?? '', /^note/);
    await at.press('Home', 'ArrowDown', 'Shift+Tab');
    assert.equal(await focused(), 'Show subject');
    await at.press('Space', 'Tab', 'Enter');
    await pane().getByText('Sample: 1,000 loaded records').waitFor();
    assert.equal(await check('subject').getAttribute('aria-checked'), 'false');
    await at.press('Alt+ArrowUp');
    const first = pane().getByRole('checkbox').first();
    assert.equal(await first.getAttribute('aria-label'), 'Show subject');
    assert.match((await focused()) ?? '', /^subject/, 'the focus goes with it');
  });

  it('finds a field among many, by name or label', async () => {
    await at.sample('wide');
    await at.showRecords();
    await perform();
    const box = pane().getByRole('searchbox', { name: 'Find a field' });
    await box.fill('FIELD 99');
    await until(async () => (await pane().locator('.field:not([hidden])').count()) < 20, 'the list is short');
    await eventually(() => pane().getByRole('status').textContent(), 'Found 11 of 1,000');
    await box.fill('no such field');
    await pane().getByText('No such field.').waitFor();
    await box.press('Escape');
    assert.deepEqual([await box.inputValue(), await pane().getByRole('status').textContent()], ['', '']);
    await box.press('ArrowDown');
    assert.equal(
      await pane()
        .locator('.field')
        .first()
        .locator('.field-button')
        .evaluate((own) => own === document.activeElement),
      true,
    );
  });

  it('orders its list by name, type or missing values, as far as these are counted', async () => {
    await open();
    const order = pane().getByRole('combobox', { name: 'Order of the fields' });
    const listed = () => pane().locator('.field-name').allTextContents();
    const table = await listed();
    await order.selectOption('By name');
    assert.deepEqual(await listed(), table.toSorted(new Intl.Collator('en').compare));
    await order.focus();
    await at.press('Tab', 'End');
    assert.match((await focused()) ?? '', /^title/, 'keys follow the order');
    await order.selectOption('By type');
    assert.deepEqual(await listed(), [
      ...['_id', 'stage', 'catalogue_no', 'hours', 'subject', 'code'],
      ...['title', 'note', 'open', 'starts', 'tags'],
    ]);
    const byMissing = order.getByRole('option', { name: 'By missing values' });
    assert.equal(await byMissing.isDisabled(), true);
    await field('hours').click();
    await button(/^Count All/).click();
    await eventually(() => byMissing.isDisabled(), false);
    await order.selectOption('By missing values');
    assert.deepEqual(await listed(), ['hours', ...table.filter((name) => name !== 'hours')]);
    assert.equal(await pane().locator('.field-missing').innerText(), '5.3%');
    await until(
      async () => JSON.stringify(await at.page.evaluate(() => window.fakeGridHost.saved())).includes('"missing"'),
      'the state is saved',
    );
    await at.page.reload();
    await at.showRecords();
    assert.equal(await order.inputValue(), 'missing');
  });

  it('shows hostile names and values as text', async () => {
    await at.sample('hostile');
    await at.showRecords({ rowCount: 40 });
    await perform();
    await pane().getByText('<img src=x onerror="fail()">', { exact: true }).waitFor();
    for (const name of await pane().locator('.field-button').all()) {
      if ((await name.getAttribute('aria-expanded')) === 'false') await name.click();
      await pane().locator('.statistics').waitFor();
    }
    assert.equal(await at.page.title(), 'Records');
  });

  it('lies over the grid where there is no room beside it', async () => {
    at = await reopen({ width: 400 });
    await open('subject');
    const box = await pane().boundingBox();
    assert.ok(box && box.x >= 0 && box.x + box.width <= 400 && box.width >= 300);
    await at.press('Escape');
    await pane().waitFor({ state: 'hidden' });
  });

  it('is there again after a reload', async () => {
    await open('subject');
    await until(
      async () => JSON.stringify(await at.page.evaluate(() => window.fakeGridHost.saved())).includes('"fields":true'),
      'the state is saved',
    );
    await at.page.reload();
    await at.showRecords();
    await pane().waitFor();
  });

  describe('over the records of a narrow panel', () => {
    const openAt = async (width: number): Promise<void> => {
      at = await reopen({ width });
      await open();
    };
    const command = (action: GridAction) =>
      at.page.evaluate((given) => window.fakeGridHost.view.perform(given), action);

    for (const [action, place] of [
      ['findInRecords', '.text-field'],
      ['goToRow', '.text-field'],
      ['showRecord', '.detail-body'],
    ] as const)
      it(`gives way to what gets the focus there: ${action}`, async () => {
        await openAt(400);
        await command(action);
        await pane().waitFor({ state: 'hidden' });
        await at.page.locator(`${place}:focus`).waitFor();
      });

    it('stays beside the records of a wide one', async () => {
      await openAt(1200);
      await command('findInRecords');
      await at.page.locator('.text-field:focus').waitFor();
      assert.ok(await pane().isVisible());
    });
  });
});
