/** The bar above the records: one line for the name, the question, a search and the buttons. */
import assert from 'node:assert/strict';
import type { GridAction } from '../../../../src/messages/gridActions.ts';
import { SUBJECT } from '../../../support/pages/grid/exploring.ts';
import type { GridDriver } from '../../../support/pages/grid/gridDriver.ts';
import { useGrid } from '../../../support/pages/grid/useGrid.ts';
import { until } from '../../../../tools/vscode/until.ts';

describe('The bar of the records panel', () => {
  const { grid, reopen } = useGrid();
  let at: GridDriver;
  beforeEach(() => void (at = grid()));

  const perform = (action: GridAction) => at.page.evaluate((name) => window.fakeGridHost.view.perform(name), action);
  const tops = () =>
    at.page.evaluate(() =>
      ['.header', '.body .row'].map((each) => document.querySelector(each)!.getBoundingClientRect().top),
    );
  const button = (name: string) => at.page.getByRole('banner').getByRole('button', { name, exact: true });
  const sort = [{ field: 'stage', descending: true }];
  const asked = { query: '{"q":"other"}', question: { q: 'draw', filters: [SUBJECT], sort } };

  it('takes a question, a search, a row to go to and notices without moving a record', async () => {
    await at.showRecords();
    const before = await tops();
    await at.showRecords(asked);
    await at.page.getByRole('toolbar').waitFor();
    assert.deepEqual(await tops(), before, 'sorted, filtered and searched');
    await perform('findInRecords');
    await at.page.getByRole('search').waitFor();
    assert.deepEqual(await tops(), before, 'while finding');
    assert.equal(await at.page.getByRole('toolbar').isVisible(), false);
    await perform('goToRow');
    await at.page.getByRole('textbox', { name: 'Go to row' }).waitFor();
    assert.equal(await at.page.getByRole('search').isVisible(), false);
    assert.deepEqual(await tops(), before, 'on the way to a row');
    await perform('findInRecords');
    await until(
      () =>
        at.page
          .getByRole('search')
          .getByRole('textbox')
          .evaluate((one) => one === document.activeElement),
      'the search has the focus',
    );
    await at.press('Escape');
    await at.page.getByRole('toolbar').waitFor();
    await at.page.evaluate(() =>
      window.fakeGridHost.view.about([{ kind: 'changed', text: 'The file has changed.', offers: [] }]),
    );
    await at.page.getByRole('main').getByText('The file has changed.').waitFor();
    await at.refuse();
    await at.page.getByRole('main').getByRole('button', { name: 'Try Again' }).waitFor();
    assert.deepEqual(await tops(), before, 'with a notice and an error');
  });

  for (const width of [1200, 800, 400])
    it(`moves no button while records load, ${String(width)} px wide`, async () => {
      at = await reopen({ width, height: 400 });
      await at.showRecords(asked);
      const places = () =>
        at.page
          .locator('.bar button:visible')
          .evaluateAll((all) => all.map((one) => JSON.stringify(one.getBoundingClientRect())));
      const before = await places();
      await at.loading();
      await at.page.getByRole('button', { name: 'Cancel', exact: true }).waitFor();
      assert.deepEqual(await places(), before);
      await at.page.getByRole('button', { name: 'Cancel', exact: true }).click();
      await at.page.getByRole('button', { name: 'Canceling…' }).waitFor();
      assert.deepEqual(await places(), before);
      await at.show({ ...asked, query: 'again' });
      assert.deepEqual(await places(), before);
    });

  it('says the name of the resource, and the question once', async () => {
    await at.showRecords(asked);
    const { page } = at;
    assert.equal(await page.getByRole('heading', { level: 1 }).textContent(), 'Lessons');
    assert.equal(
      await page
        .getByRole('banner')
        .getByText(/subject.*math/)
        .count(),
      1,
    );
  });

  it('shows a long question in one line that scrolls, and leaves the buttons whole', async () => {
    const filters = ['subject', 'code', 'title', 'note', 'tags'].map((field) => ({ ...SUBJECT, field }));
    await at.showRecords({ ...asked, question: { q: 'a long text to search for', filters, sort } });
    const toolbar = at.page.getByRole('toolbar');
    assert.ok(await toolbar.evaluate((one) => one.scrollWidth > one.clientWidth));
    const box = await button('Run Again').boundingBox();
    assert(box && box.x + box.width <= 1200);
    await toolbar.getByRole('button').first().focus();
    await at.press('End');
    const last = toolbar.getByRole('button', { name: 'Clear All' });
    const [seen, view] = [await last.boundingBox(), await toolbar.boundingBox()];
    assert(seen && view && seen.x + seen.width <= view.x + view.width + 1, 'keys bring the last one into view');
  });

  it('has buttons for finding, filtering, going to a row and exporting', async () => {
    await at.showRecords();
    await button('Find in Loaded Records').click();
    await at.page.getByRole('search').waitFor();
    await button('Go to Row…').click();
    await at.page.getByRole('textbox', { name: 'Go to row' }).waitFor();
    await button('Filter Column…').click();
    await at.page.getByRole('dialog', { name: 'Filter _id' }).waitFor();
    await at.press('Escape');
    await button('Export Records…').click();
    assert.equal((await at.calls('exportRecords')).length, 1);
  });

  it('has them in a menu where the panel is 400 px wide', async () => {
    at = await reopen({ width: 400, height: 640 });
    await at.showRecords(asked);
    assert.equal(await at.page.evaluate(() => document.documentElement.scrollWidth), 400);
    assert.equal(await button('Export Records…').isVisible(), false);
    await button('More Actions…').click();
    const items = at.page.getByRole('menuitem');
    assert.deepEqual(
      (await items.allTextContents()).map((text) => text.trim()),
      ['Find in Loaded Records', 'Filter Column…', 'Summarize…', 'Go to Row…', 'Export Records…'],
    );
    await items.first().click();
    await at.page.getByRole('search').getByRole('textbox').fill('art');
    await at.page
      .getByRole('search')
      .getByText(/matches/)
      .waitFor();
  });
});
