/** Find, Go to Row, the record pane and records as text in a real VS Code, by the keys that are bound to them. */
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import type { Frame } from 'playwright-core';
import { eventually } from '../support/drivers/eventually.ts';
import { Explorer } from '../support/drivers/explorer.ts';
import { FakeCkan } from '../support/fakes/fakeCkan.ts';
import { typeWithOption } from '../support/drivers/optionKeys.ts';
import { focusIsElsewhere, focusIsKnown, pressInGrid } from '../support/drivers/pressInGrid.ts';
import { until } from '../../tools/vscode/until.ts';
import { useWorkbench } from '../support/drivers/useWorkbench.ts';
import { VSC } from '../../tools/vscode/vsc.ts';

const rows = Array.from({ length: 2000 }, (_, index) => [
  index % 50 === 7 ? `Needle ${String(index + 1)}` : `record ${String(index + 1)}`,
  `https://example.org/a%2Fb?n=${String(index + 1)}`,
]);

describe('A record of the grid', () => {
  let held: Promise<undefined> | undefined;
  const ckan = new FakeCkan({
    fault: async (_, honest) => {
      await held;
      return honest;
    },
    resources: {
      trees: {
        name: 'Trees',
        fields: [
          { id: 'name', type: 'text' },
          { id: 'page', type: 'text' },
        ],
        rows,
      },
    },
  });
  let baseUrl = '';
  let records: Frame;
  before('a portal listens', async () => {
    baseUrl = await ckan.listen();
  });
  const workbench = useWorkbench({ viewport: { width: 1600, height: 900 } });
  after('the portal ends', () => ckan.close());
  const vsc = () => workbench().vsc;

  const press = async (...keys: readonly string[]): Promise<void> => {
    await pressInGrid(records, ...keys);
  };
  const type = (text: string): Promise<void> => vsc().page.keyboard.type(text);
  const says = (words: string) => records.locator('.find-words', { hasText: words }).waitFor();
  const focusIsIn = (selector: string) =>
    until(
      () => records.evaluate((wanted) => document.activeElement?.matches(wanted), selector),
      `the focus is in ${selector}`,
    );
  /** Number of the record that the cursor is on. */
  const row = () =>
    records.locator('.records-grid').evaluate((grid) => {
      const current = document.getElementById(grid.getAttribute('aria-activedescendant') ?? '');
      return Number(current?.parentElement?.ariaRowIndex) - 1;
    });
  const isAt = (wanted: number) => until(async () => (await row()) === wanted, `the cursor is on ${String(wanted)}`);

  before('its records are in front', async function () {
    this.timeout(120_000);
    await vsc().showSidebar('Datastore');
    await new Explorer(vsc()).addPortal(`${baseUrl}/api/3/action/datastore_search?resource_id=trees`, 'Fake');
    await vsc().row('Trees').waitFor();
    await new Explorer(vsc()).run({ resource: 'trees' });
    records = await new Explorer(vsc()).records(/^2,000 matching records/);
    await records.locator('.records-grid').click({ position: { x: 100, y: 60 } });
    await isAt(2);
  });

  it('is found with Ctrl+F among those that are loaded; F3 goes on, Escape comes back', async () => {
    await press('Control+f');
    await focusIsIn('.text-field');
    await type('needle');
    await says('1 of');
    await isAt(8);
    await press('F3');
    await isAt(58);
    await press('Shift+F3');
    await isAt(8);
    await press('Escape');
    await focusIsIn('.records-grid');
  });

  it('is reached by its number with Ctrl+G', async () => {
    await press('Control+g');
    await focusIsIn('.text-field');
    await type('1,500');
    await press('Enter');
    await focusIsIn('.records-grid');
    await isAt(1500);
  });

  it('is shown whole, and the next one with Ctrl+K N while the focus stays in the pane', async () => {
    await press('Enter');
    await focusIsIn('.detail-body');
    await press('Control+k', 'n');
    await records.getByRole('complementary', { name: 'Record 1,501' }).getByText('record 1501').waitFor();
    await focusIsIn('.detail-body');
    await press('Control+k', 'Shift+N');
    await records.getByRole('complementary', { name: 'Record 1,500' }).getByText('record 1500').waitFor();
  });

  it('has links that are opened only after a question that names the exact target', async () => {
    await records.getByRole('link').click();
    const dialog = vsc().page.getByRole('dialog').filter({ hasText: 'Open this link outside VS Code' });
    await dialog.getByText('https://example.org/a%2Fb?n=1500').waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'hidden' });
  });

  it('opens as JSON in an editor, and a selection as text', async () => {
    // A script that moves the focus while VS Code gives it back after the dialog makes VS Code do so a second time.
    await press('Control+k', 'j');
    await vsc().tab('Trees 1500.json').waitFor();
    assert.match(await vsc().editorText(), /^\{\n {2}"_id": 1500,\n {2}"name": "record 1500",\n/);
    await vsc().command('View: Close Editor');
    records = await new Explorer(vsc()).records(/^2,000 matching records/);
    await records.locator('.records-grid').focus();
    await press('Shift+ArrowDown');
    await until(async () => (await records.locator('.cell.selected').count()) === 2, 'two cells are selected');
    await press('Control+k', 'y');
    await vsc().tab('Trees.txt').waitFor();
    assert.match(
      await vsc().editorText(),
      /^Selection of Trees: 2 records, 1 field\n\nRecord 1,500\n.*\n\nRecord 1,501\n/,
    );
    await vsc().command('View: Close Editor');
  });

  it('is the one that the cursor has come to, however soon the command follows', async () => {
    for (const [key, wanted] of [
      ['ArrowDown', 1502],
      ['ArrowUp', 1501],
    ] as const) {
      records = await new Explorer(vsc()).records(/^2,000 matching records/);
      await records.locator('.records-grid').focus();
      await press(key, 'Control+k', 'j');
      await vsc()
        .tab(`Trees ${String(wanted)}.json`)
        .waitFor();
      await vsc().command('View: Close Editor');
    }
  });

  it('stays selected and shown when the editor goes to another group', async () => {
    records = await new Explorer(vsc()).records(/^2,000 matching records/);
    await records.locator('.records-grid').focus();
    await press('Control+f');
    await focusIsIn('.text-field');
    await type('needle');
    await isAt(1508);
    await records.locator('.records-grid').focus();
    await press('Shift+ArrowDown', 'Shift+ArrowDown');
    const state = async () => ({
      row: await row(),
      selected: await records.locator('.cell.selected').count(),
      find: await records.locator('.find-bar:not(.row-bar) .text-field').inputValue(),
      record: await records.locator('.detail-title').textContent(),
    });
    const before = await state();
    assert.deepEqual(before, { row: 1510, selected: 3, find: 'needle', record: 'Record 1,510' });
    await vsc().command('View: Move Editor into Right Group');
    await until(async () => {
      records = await new Explorer(vsc()).records(/^2,000 matching records/);
      return JSON.stringify(await state().catch(() => undefined)) === JSON.stringify(before);
    }, 'everything is as it was');
  });

  it('stays so when the editor goes to a window of its own, where the keys work too, and back', async () => {
    const scrolled = () => records.locator('.records-grid').evaluate((grid) => grid.scrollTop);
    const before = await scrolled();
    const opened = vsc().page.waitForEvent('popup');
    await vsc().command('View: Move Editor into New Window');
    const own = new VSC(await opened);
    records = await new Explorer(own).records(/^2,000 matching records/);
    await records.locator('.status-summary', { hasText: '3 cells' }).waitFor();
    await records.locator('.detail-title', { hasText: 'Record 1,510' }).waitFor();
    await eventually(scrolled, before);
    await records.locator('.records-grid').focus();
    await pressInGrid(records, 'F3');
    await isAt(1558);
    await own.command('View: Restore Editors into Main Window');
    records = await new Explorer(vsc()).records(/^2,000 matching records/);
    await records.locator('.detail-title', { hasText: 'Record 1,558' }).waitFor();
    await isAt(1558);
  });

  it('leaves its keys to what has the focus: the output, a terminal, the tree, the form', async () => {
    const { page } = vsc();
    const panel = page.locator('.part.panel');
    await vsc().command('View: Toggle Output');
    await panel.locator('.monaco-editor .view-lines').first().click();
    await focusIsElsewhere(records);
    await page.keyboard.press('F3');
    await page.keyboard.press('Control+f');
    await panel.locator('.find-widget.visible').waitFor();
    await vsc().command('Terminal: Create New Terminal');
    await panel.locator('.terminal-wrapper.active .xterm-helper-textarea').focus();
    await focusIsElsewhere(records);
    await page.keyboard.press('F3');
    await page.keyboard.press('Control+f');
    await panel.locator('.simple-find-part.visible').waitFor();
    await vsc().command('View: Hide Panel');
    await vsc().command('Datastore: Focus on Resources View');
    await page.locator('.pane-body .monaco-list:focus').waitFor();
    await focusIsElsewhere(records);
    await page.keyboard.press('F3');
    await page.locator('.part.sidebar .monaco-tree-type-filter').waitFor();
    await page.keyboard.press('Escape');
    const form = await new Explorer(vsc()).form();
    await form.locator('#portal').focus();
    await focusIsElsewhere(records);
    await page.keyboard.press('Alt+ArrowDown');
    await form.getByRole('option').first().waitFor();
    await page.keyboard.press('Escape');
    await records.locator('.records-grid').focus();
    await press('F3');
    await isAt(1608);
  });

  it('has inputs that take every character that a Mac types with Option, as the form’s do', async () => {
    const name = /^1 matching record/;
    await records.locator('.records-grid').focus();
    await press('Control+k', 'k');
    records = await new Explorer(vsc()).records(name);
    const form = await new Explorer(vsc()).form();
    const inputs = [form.locator('#q'), form.locator('#limit'), records.locator('.find-bar:not(.row-bar) .text-field')];
    for (const input of inputs) {
      const before = await input.inputValue();
      await input.fill('');
      await focusIsKnown(records);
      await typeWithOption(vsc().page, 'ĆÇ');
      await eventually(() => input.inputValue(), 'ĆÇ');
      await input.fill(before);
    }
    await records.locator('.records-grid').focus();
    await press('Control+k', 'Shift+A');
    await records.locator('.header [aria-sort=descending]').waitFor();
    assert.equal(await records.locator('.chips .chip-text').count(), 2, 'the condition is still there');
    await press('Control+k', 'Shift+X');
    records = await new Explorer(vsc()).records(/^2,000 matching records/);
  });

  it('is drawn as the settings say, as soon as they say so', async () => {
    const { page } = vsc();
    const heights = () =>
      records
        .locator('.records-grid .body .row')
        .evaluateAll((all) => [...new Set(all.map((one) => one.getBoundingClientRect().height))]);
    await eventually(heights, [24]);
    await vsc().command('Preferences: Open User Settings (JSON)');
    const settings = JSON.parse(await vsc().editorText()) as object;
    const changed = JSON.stringify({ ...settings, 'datastoreExplorer.grid.density': 'compact' });
    // VS Code pastes when it gets round to it: what is saved at once can be the old text.
    await until(async () => {
      await page.evaluate((text) => navigator.clipboard.writeText(text), changed);
      await page.keyboard.press('Control+a');
      await page.keyboard.press('Control+v');
      return (await vsc().editorText()) === changed;
    }, 'the editor holds the changed settings');
    const onDisk = path.join(workbench().userDataDir, 'User', 'settings.json');
    await until(async () => {
      await page.keyboard.press('Control+s');
      return fs.readFileSync(onDisk, 'utf8') === changed;
    }, 'the settings are saved');
    // The settings cover everything else until they are closed.
    const settingsEditor = page.locator('.monaco-modal-editor-block');
    await until(async () => {
      await page.keyboard.press('Escape');
      return (await settingsEditor.count()) === 0;
    }, 'the settings are closed');
    records = await new Explorer(vsc()).records(/^2,000 matching records/);
    await eventually(heights, [20]);
  });

  it('is looked for among all records on the server with Alt+Enter', async () => {
    await records.locator('.find-bar:not(.row-bar) .text-field').focus();
    await press('Alt+Enter');
    records = await new Explorer(vsc()).records(/^40 matching records/);
    const { q } = JSON.parse(ckan.searches.at(-1) ?? '') as { q: string };
    assert.equal(q, 'needle');
    await says('40 matches in 40 records');
  });

  it('leaves the focus where it is when new records come while VS Code asks for something', async () => {
    await records.locator('.records-grid').focus();
    const answer = Promise.withResolvers<undefined>();
    held = answer.promise;
    await press('Control+k', 'Shift+A');
    await press('F1');
    await vsc().quickInput.box().waitFor();
    answer.resolve(undefined);
    await records.locator('.header [aria-sort=descending]').waitFor();
    await type('Show Log');
    await eventually(() => vsc().quickInput.box().inputValue(), '>Show Log');
    await vsc().quickInput.cancel();
    await focusIsIn('.records-grid');
  });
});
