/** Undo and Redo in the records panel's page: what it tells the host of changes, and what it says of those taken back. */
import assert from 'node:assert/strict';
import type { FieldLayout } from '../../src/datastore/query/fieldLayout.ts';
import type { GridAction } from '../../src/messages/gridActions.ts';
import { columnOf, Exploring } from '../support/pages/grid/exploring.ts';
import type { GridDriver } from '../support/pages/grid/gridDriver.ts';
import { useGrid } from '../support/pages/grid/useGrid.ts';
import { until } from '../../tools/vscode/until.ts';

describe('Undo in the records panel', () => {
  const { grid } = useGrid();
  let at: GridDriver;
  let on: Exploring;
  beforeEach(async () => {
    at = grid();
    on = new Exploring(at);
    await at.showRecords();
    await on.goTo(columnOf.subject);
  });

  const perform = (action: GridAction) => on.perform(action);
  const titles = async () => (await at.calls('layoutChanged')).map(([, title]) => title);
  const undoable = (undo: string, redo: string) =>
    at.page.evaluate((names) => window.fakeGridHost.view.undoable(...names), [undo, redo] as const);

  for (const [action, title] of [
    ['hideField', 'Hide subject'],
    ['moveFieldLeft', 'Move subject'],
    ['moveFieldRight', 'Move subject'],
    ['widenField', 'Resize subject'],
    ['narrowField', 'Resize subject'],
    ['fitField', 'Auto-fit subject'],
    ['freezeFields', 'Freeze Columns'],
    ['resetFields', 'Reset Column Layout'],
  ] as const)
    it(`the host is told what ${action} did: ${title}`, async () => {
      await perform(action);
      await until(async () => (await titles()).join() === title, title);
    });

  it('the host is told what the fields pane did', async () => {
    await perform('showFields');
    await at.page.getByRole('checkbox', { name: 'Show subject' }).click();
    await at.page.getByRole('checkbox', { name: 'Show subject' }).click();
    await until(async () => (await titles()).join() === 'Hide subject,Show subject', 'both are told');
  });

  it('says what it took back, and that there is nothing more', async () => {
    const says = (text: string) => at.page.locator('.status-summary', { hasText: text }).waitFor();
    for (const [key, undone, text] of [
      ['Control+z', 'Hide subject', 'Undid: Hide subject'],
      ['Control+Shift+Z', 'Sort by hours', 'Redid: Sort by hours'],
      ['Control+z', '', 'Nothing to undo.'],
      ['Control+y', '', 'Nothing to redo.'],
    ] as const) {
      await at.mood({ undone });
      await at.press(key);
      await says(text);
      await at.page.locator('[aria-live]', { hasText: text }).waitFor({ state: 'attached' });
    }
  });

  it('keeps what it says when the selection reports that it has no summary', async () => {
    const text = at.page.locator('.status-summary', { hasText: 'Undid: Hide subject' });
    const summary = (words: string) =>
      at.page.evaluate((said) => window.fakeGridHost.view.summary(1, said, false), words);
    await at.mood({ undone: 'Hide subject' });
    await at.press('Control+z');
    await text.waitFor();
    await summary('');
    assert.equal(await text.count(), 1);
    await summary('2 cells');
    await text.waitFor({ state: 'detached' });
  });

  it('lays the columns out as the host says; the focus and the cursor stay', async () => {
    const layout: FieldLayout = { places: [{ id: 'subject', hidden: true }], frozen: 0 };
    await at.page.evaluate((given) => window.fakeGridHost.view.layOut(given), layout);
    await at.page.getByRole('button', { name: '1 hidden column' }).waitFor();
    assert.equal((await at.current())?.[0], 0);
    assert.deepEqual((await at.calls('layoutChanged')).at(-1), [layout, '']);
  });

  it('stands in the column menu with the name of the change, if there is one', async () => {
    await undoable('Hide subject', 'Sort by hours');
    await perform('showFieldMenu');
    const [undo, redo] = [/^Undo Hide subject$/, /^Redo Sort by hours$/].map((hasText) =>
      on.menu.locator('.menu-item', { hasText }),
    );
    await redo?.waitFor();
    await undo?.click();
    await until(async () => (await at.calls('undo')).length === 1, 'the host takes it back');
    await undoable('', '');
    await perform('showFieldMenu');
    assert.equal(await on.menu.getByText(/^(Undo|Redo)/).count(), 0);
  });
});
