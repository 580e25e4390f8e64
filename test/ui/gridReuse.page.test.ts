/** The page of a panel that shows one resource after another. */
import assert from 'node:assert/strict';
import type { GridDriver } from '../support/pages/grid/gridDriver.ts';
import { eventually } from '../support/drivers/eventually.ts';
import { useGrid } from '../support/pages/grid/useGrid.ts';
import { until } from '../../tools/vscode/until.ts';

describe('A records panel that is reused', () => {
  const { grid } = useGrid();
  let at: GridDriver;
  beforeEach(() => void (at = grid()));

  const restart = async (): Promise<void> => {
    await at.page.evaluate(() => window.fakeGridHost.restart());
    await until(async () => (await at.calls('ready')).length === 2, 'the page has started again');
  };
  const saved = () => at.page.evaluate(() => window.fakeGridHost.saved() as { saved: { resourceId: string } });

  it('begins the next resource as a new panel does: at the first cell, without panes and bars', async () => {
    await at.showRecords();
    await at.press('Control+End', 'Enter');
    const pane = at.page.locator('aside.detail');
    await pane.waitFor();
    await at.grid.focus();
    for (const action of ['showFields', 'findInRecords'] as const)
      await at.page.evaluate((given) => window.fakeGridHost.view.perform(given), action);
    await at.page.getByRole('search').waitFor();
    await at.page.keyboard.type('math');
    await restart();
    await at.show({ resourceId: 'next', query: '{"resourceId":"next"}' });
    await at.settled();
    assert.equal(await at.topRow(), 0);
    for (const part of [pane, at.page.locator('aside.fields'), at.page.getByRole('search')])
      assert.equal(await part.isHidden(), true);
    assert.equal((await saved()).saved.resourceId, 'next');
  });

  it('takes the focus to the records of the next resource, and reports it', async () => {
    await at.showRecords();
    await restart();
    await at.show({ resourceId: 'next' });
    await at.settled();
    assert.deepEqual(await at.current(), [0, 0, 'gridcell']);
    await at.page.locator('#root[data-keys=here]').waitFor();
    await at.press('ArrowDown');
    assert.deepEqual(await at.current(), [1, 0, 'gridcell']);
  });

  it('selects the cells of the next resource, from the buttons around them too', async () => {
    await at.showRecords();
    await restart();
    await at.showRecords({ resourceId: 'next', rowCount: 7 });
    await at.page.getByRole('button', { name: 'Edit Query' }).focus();
    await at.press('Control+a');
    const selected = async () => (await at.calls('selected')).at(-1)?.[1];
    await eventually(selected, { firstRow: 0, lastRow: 7, fields: Array.from({ length: 11 }, (_, n) => n) });
  });

  it('starts again while it still waits for its first answer, and after a failure', async () => {
    await restart();
    await at.refuse();
    await at.page.evaluate(() => window.fakeGridHost.restart());
    await until(async () => (await at.calls('ready')).length === 3, 'the page has started again');
    await at.showRecords({ resourceId: 'next' });
    assert.equal(await at.page.getByRole('grid').count(), 1);
    assert.equal(await at.page.getByText('did not answer').count(), 0);
  });

  it('saves that it stays, at the place where people are', async () => {
    await at.showRecords();
    await at.press('ArrowDown', 'ArrowDown');
    await at.page.evaluate(() =>
      window.fakeGridHost.view.remember({ version: 1, portalId: 'p', resourceId: 'r', query: 'kept' }),
    );
    const { saved: question, view } = (await at.page.evaluate(() => window.fakeGridHost.saved())) as {
      saved: { query: string };
      view: { cursor: { row: number } };
    };
    assert.deepEqual([question.query, view.cursor.row], ['kept', 2]);
  });
});
