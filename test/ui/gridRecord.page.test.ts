/** The record pane, and what of a panel comes back after a reload. */
import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import type { GridAction } from '../../src/messages/gridActions.ts';
import { eventually } from '../support/drivers/eventually.ts';
import type { GridDriver } from '../support/pages/grid/gridDriver.ts';
import { useGrid } from '../support/pages/grid/useGrid.ts';
import { until } from '../../tools/vscode/until.ts';

describe('Record pane', () => {
  const { grid, reopen } = useGrid();
  let at: GridDriver;
  beforeEach(() => {
    at = grid();
  });

  const perform = (action: GridAction) => at.page.evaluate((name) => window.fakeGridHost.view.perform(name), action);
  const pane = (name?: string): Locator => at.page.getByRole('complementary', name ? { name, exact: true } : {});
  const button = (name: string): Locator => pane().getByRole('button', { name, exact: true });
  const entry = (field: string): Locator =>
    pane()
      .locator('.entry')
      .filter({ has: at.page.locator('.id', { hasText: new RegExp(`^${field}$`) }) });
  const open = async (): Promise<void> => {
    await at.showRecords();
    await perform('showRecord');
    await pane('Record 1').getByText('Fractions as shares').waitFor();
  };
  const focused = () => at.page.evaluate(() => document.activeElement?.ariaLabel ?? document.activeElement?.className);

  it('opens by a command and takes the focus', async () => {
    await open();
    assert.equal(await focused(), 'Record 1');
  });

  it('follows the columns when they are moved, hidden and shown again', async () => {
    await open();
    const names = () => pane().locator('.entry .id').allTextContents();
    const before = await names();
    await at.grid.focus();
    await at.press('Home');
    await perform('moveFieldRight');
    assert.deepEqual((await names()).slice(0, 2), ['subject', '_id']);
    await perform('hideField');
    assert.deepEqual(await names(), [...before.slice(1), '_id']);
    assert.equal(await entry('_id').getByText('hidden in the grid').count(), 1);
    await perform('resetFields');
    assert.deepEqual(await names(), before);
    assert.equal(await pane().getByText('hidden in the grid').count(), 0);
  });

  it('goes to the next record and the one before by commands; focus and place in the pane stay', async () => {
    await open();
    await entry('note').getByRole('button', { name: 'Copy Value of note' }).focus();
    const top = await pane()
      .locator('.detail-body')
      .evaluate((body) => body.scrollTop);
    await perform('nextRecord');
    await pane('Record 2').getByText('Colour and light').waitFor();
    assert.equal(await focused(), 'Copy Value of note');
    assert.equal(
      await pane()
        .locator('.detail-body')
        .evaluate((body) => body.scrollTop),
      top,
    );
    await perform('previousRecord');
    await pane('Record 1').getByText('Fractions as shares').waitFor();
    await perform('previousRecord');
    assert.equal(await pane('Record 1').count(), 1);
  });

  it('next opens the pane where it is closed, beside the grid that keeps the focus', async () => {
    await at.showRecords();
    await perform('nextRecord');
    await pane('Record 2').getByText('Colour and light').waitFor();
    assert.deepEqual(await at.current(), [1, 0, 'gridcell']);
  });

  it('goes to the next record and the one before by mouse, to the last one', async () => {
    await at.showRecords({ rowCount: 3 });
    await at.press('Enter');
    await pane('Record 1').waitFor();
    assert(await button('Previous Record').isDisabled());
    await button('Next Record').click();
    await button('Next Record').click();
    await pane('Record 3').getByText('Proof by pictures').waitFor();
    assert(await button('Next Record').isDisabled());
    assert.equal(await focused(), 'Record 3', 'the focus stays in the pane');
    await button('Previous Record').click();
    await pane('Record 2').waitFor();
  });

  it('far beyond what is loaded', async () => {
    await at.showRecords({ rowCount: 10_000_000 });
    await at.press('Control+End', 'Enter');
    await pane('Record 10,000,000').getByText('The drawn line').waitFor();
    await perform('previousRecord');
    await pane('Record 9,999,999').getByText('Proof by pictures').waitFor();
  });

  it('copies a value exactly', async () => {
    await open();
    for (const field of ['catalogue_no', 'tags', 'title']) {
      await entry(field).hover();
      await entry(field)
        .getByRole('button', { name: `Copy Value of ${field}` })
        .click();
    }
    await until(async () => (await at.calls('copyText')).length === 3, 'all are copied');
    assert.deepEqual((await at.calls('copyText')).flat(), [
      '90071992547400000',
      '["a0",{"level":1.50}]',
      'Fractions as shares',
    ]);
  });

  it('filters by a value', async () => {
    await open();
    await perform('nextRecord');
    await pane('Record 2').waitFor();
    await entry('subject').getByRole('button', { name: 'Filter by This Value of subject' }).focus();
    await at.press('Enter');
    await until(async () => (await at.calls('change')).length === 1, 'the question is changed');
    assert.deepEqual(await at.calls('change'), [[1, { kind: 'filterByRecord', row: 1, field: 'subject', add: false }]]);
  });

  it('opens the record in an editor', async () => {
    await open();
    await button('Open Record in Editor').click();
    assert.deepEqual(await at.calls('openRecord'), [[1, 0]]);
  });

  it('a link asks the host, by mouse and by keyboard, and leads nowhere by itself', async () => {
    await open();
    const address = at.page.url();
    for (const next of [1, 2]) {
      await perform('nextRecord');
      await pane(`Record ${next + 1}`).waitFor();
    }
    const link = pane().getByRole('link', { name: 'https://example.org/w/46' });
    await link.click();
    await link.focus();
    await at.press('Enter');
    await until(async () => (await at.calls('openLink')).length === 2, 'the host is asked');
    assert.deepEqual((await at.calls('openLink')).flat(), ['https://example.org/w/46', 'https://example.org/w/46']);
    assert.equal(at.page.url(), address);
    assert.equal(await at.page.locator('a, img, iframe').count(), 0);
  });

  it('lays JSON out, digits as they are, and folds it by keyboard', async () => {
    await open();
    const json = entry('tags').locator('.json');
    assert.equal(
      await json.evaluate((tree) => (tree as HTMLElement).innerText.replace(/\s+/g, ' ')),
      '[ "a0", { "level": 1.50 } ]',
    );
    await json.locator('summary').last().focus();
    await at.press('Enter');
    assert.equal(await json.getByText('1.50').isVisible(), false);
    await at.press('Enter');
    assert.equal(await json.getByText('1.50').isVisible(), true);
  });

  it('lays JSON out that stands in a field of text', async () => {
    await at.mood({ sample: 'jsonText' });
    await at.showRecords({ rowCount: 10 });
    await perform('showRecord');
    await pane('Record 1').getByText('Fractions').waitFor();
    assert.equal(await entry('stated').locator('details').count(), 2);
    assert.match((await entry('stated').textContent()) ?? '', /"level": ?1\.50/);
    assert.equal(await entry('broken').locator('details').count(), 0);
  });

  it('shows hidden fields too, marked as such, behind the others', async () => {
    await at.showRecords();
    await perform('hideField');
    await at.press('Space');
    const last = pane().locator('.entry').last();
    await last.getByText('hidden in the grid').waitFor({ state: 'attached' });
    assert.equal(await last.locator('.id').textContent(), '_id');
  });

  it('says when a record could not be loaded, and shows the next one', async () => {
    await at.showRecords();
    await at.mood({ failRecord: true });
    await at.press('Space');
    await pane().getByText("Couldn't load this record.").waitFor();
    await at.mood({ failRecord: false });
    await perform('nextRecord');
    await pane('Record 2').getByText('Colour and light').waitFor();
  });

  it('stays open for another question, at its first record', async () => {
    await open();
    await perform('nextRecord');
    await pane('Record 2').waitFor();
    await at.show({ query: 'other' });
    await pane('Record 1').getByText('Fractions as shares').waitFor();
  });

  it('opens at the field of the current cell, which stays in view, and follows it', async () => {
    await at.showRecords({ rowCount: 3000 });
    await at.press('End', 'Enter');
    await pane('Record 1').getByText('Fractions as shares').waitFor();
    const isInView = (inner: Locator, outer: string) =>
      inner.evaluate((one, selector) => {
        const [box, view] = [one, document.querySelector(selector)!].map((each) => each.getBoundingClientRect());
        return box!.right <= view!.right + 1 && box!.bottom <= view!.bottom + 1 && box!.left >= view!.left;
      }, outer);
    await until(() => isInView(entry('note'), '.detail-body'), 'the field is in view');
    await until(async () => (await at.cell(0, 10).count()) === 1, 'the cell is drawn');
    await until(() => isInView(at.cell(0, 10), '.holder'), 'the whole cell is in view');
    assert.match((await entry('note').getAttribute('class')) ?? '', /current/);
    await at.grid.focus();
    await at.press('Home');
    await until(() => isInView(entry('_id'), '.detail-body'), 'the first field is in view');
    assert.equal(await pane().locator('.entry.current').count(), 1);
  });

  it('shows the beginning of a field that is higher than the pane, as at 200 %', async () => {
    at = await reopen({ width: 600, height: 300 });
    await at.showRecords();
    await at.press('End', 'ArrowLeft', 'Enter');
    await pane('Record 1').waitFor();
    await entry('tags').locator('.members').first().waitFor();
    const [name, body] = [
      await entry('tags').locator('.id').boundingBox(),
      await pane().locator('.detail-body').boundingBox(),
    ];
    assert.ok(name && body && name.y >= body.y && name.y + name.height <= body.y + body.height);
  });

  it('stays when a header is clicked, at the first record of the new order', async () => {
    await open();
    await at.cell(-1, 1).locator('.name').click();
    await at.sample('rotated');
    await at.show({ query: '{"q":"sorted"}' });
    await pane('Record 1').getByText('Colour and light').waitFor();
    // A new grid names its current cell once its first records are drawn.
    await eventually(() => at.current(), [-1, 1, 'columnheader']);
  });

  it('finds fields by their names and values', async () => {
    await open();
    const box = pane().getByRole('searchbox', { name: 'Find a field or value' });
    const names = () => pane().locator('.entry .id').allTextContents();
    await box.fill('STA');
    assert.deepEqual(await names(), ['stage', 'starts']);
    await box.fill('shares');
    assert.deepEqual(await names(), ['title']);
    await box.fill('nowhere');
    await pane().getByText('No such field or value.').waitFor();
    await at.press('Escape');
    assert.equal((await names()).length, 11);
    await at.press('Escape');
    await pane().waitFor({ state: 'hidden' });
  });

  it('is resized by keys and by mouse, and keeps its width', async () => {
    await open();
    const width = async () => (await pane().boundingBox())?.width ?? 0;
    const before = await width();
    const splitter = pane().getByRole('separator', { name: 'Width of the record pane' });
    await splitter.focus();
    await at.press('ArrowLeft', 'ArrowLeft');
    assert.equal(await width(), before + 32);
    const box = await splitter.boundingBox();
    assert(box);
    await at.page.mouse.move(box.x + 2, 300);
    await at.page.mouse.down();
    await at.page.mouse.move(box.x - 98, 300);
    await at.page.mouse.up();
    assert.equal(await width(), before + 132);
    await at.page.reload();
    await at.showRecords();
    await pane('Record 1').waitFor();
    assert.equal(await width(), before + 132);
    await splitter.focus();
    await at.press('End');
    assert((await at.grid.boundingBox())!.width >= 195, 'the grid keeps a place');
  });

  describe('After a reload', () => {
    it('cursor, selection, scroll position and record come back', async () => {
      await at.showRecords();
      await at.press('Control+End', 'Shift+ArrowUp', 'Shift+ArrowLeft');
      const cursor = await at.current();
      const top = await at.topRow();
      const selected = await at.page.locator('.cell.selected').count();
      assert.equal(selected, 4);
      await perform('showRecord');
      await pane('Record 12,500').waitFor();
      await at.page.reload();
      await at.showRecords();
      assert.deepEqual(await at.current(), cursor);
      assert.equal(await at.topRow(), top);
      await until(async () => (await at.page.locator('.cell.selected').count()) === 4, 'the cells are selected');
      await pane('Record 12,500').waitFor();
      await until(async () => {
        const [, range] = (await at.calls('selected')).at(-1) ?? [];
        return JSON.stringify(range) === '{"firstRow":12499,"lastRow":12501,"fields":[9,10]}';
      }, 'the host knows what is selected');
    });

    it('the last record is as whole as it was, with the line below it', async () => {
      await at.showRecords({ rowCount: 300 });
      await at.press('Control+End');
      const gap = () =>
        at.page.evaluate(() => {
          const [end, stage] = ['.end-line', '.stage'].map((each) => document.querySelector(each));
          return Math.round(stage!.getBoundingClientRect().bottom - end!.getBoundingClientRect().bottom);
        });
      assert.equal(await gap(), 0);
      await at.page.reload();
      await at.show({ rowCount: 300 });
      await at.settled();
      await until(async () => (await gap()) === 0, 'it is whole again');
      await at.page.setViewportSize({ width: 1200, height: 500 });
      await until(async () => (await gap()) === 0, 'it is whole in a lower panel');
    });

    it('whole records stay whole', async () => {
      await at.showRecords();
      await at.press('ArrowDown', 'Shift+Space');
      await at.page.reload();
      await at.showRecords();
      await until(async () => (await at.page.locator('.cell.selected').count()) > 5, 'the record is selected');
    });

    it('a state of the first version is still one', async () => {
      await at.page.evaluate(() =>
        sessionStorage.setItem(
          'saved',
          JSON.stringify({
            saved: { version: 1, portalId: 'p', resourceId: 'r', query: '{"q":"draw"}' },
            view: { topRow: 40, left: 0, cursor: { row: 44, column: 1 }, detail: true },
          }),
        ),
      );
      await at.page.reload();
      await at.showRecords();
      assert.deepEqual(await at.current(), [44, 1, 'gridcell']);
      await pane('Record 45').waitFor();
    });
  });

  it('lies below the grid where the panel is 400 px wide, without a splitter', async () => {
    at = await reopen({ width: 400, height: 640 });
    await open();
    assert.equal(await at.page.evaluate(() => document.documentElement.scrollWidth), 400);
    assert.equal(await pane().getByRole('separator').count(), 0);
    await button('Next Record').click();
    await pane('Record 2').waitFor();
  });
});
