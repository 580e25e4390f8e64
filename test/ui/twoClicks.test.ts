/** From a cold start to records, and back to a query of before, without reading anything. */
import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { eventually } from '../support/drivers/eventually.ts';
import { cell, Explorer } from '../support/drivers/explorer.ts';
import { useWorkbench } from '../support/drivers/useWorkbench.ts';

describe('Two clicks', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'two-clicks-'));
  const files = ['one', 'two'].map((name) => {
    const file = path.join(folder, `${name}.csv`);
    fs.writeFileSync(file, `word\nfirst of ${name}\nsecond of ${name}\n`);
    return file;
  });
  const workbench = useWorkbench({ settings: { 'datastoreExplorer.local.files': files } });
  const vsc = () => workbench().vsc;
  const explorer = () => new Explorer(vsc());
  after(() => fs.rmSync(folder, { recursive: true }));

  const tabs = () => vsc().page.locator('.tabs-container .tab').allInnerTexts();
  /** Names of the tabs' icons, which tell a tab that the next resource takes from one that is kept. */
  const icons = () =>
    vsc()
      .page.locator('.tabs-container .tab .monaco-icon-label-iconpath')
      .evaluateAll((all) =>
        all.map((icon) => /([a-z]+)-(?:dark|light)\.svg/.exec(getComputedStyle(icon).backgroundImage)?.[1]),
      );
  const shows = async (name: string) => {
    const records = await explorer().records(/^2 matching records/);
    const first = await cell(records, 1, 'word');
    await first.filter({ hasText: `first of ${name}` }).waitFor();
    await eventually(tabs, [`${name}.csv — Records`]);
    const hasFocus = () => records.evaluate(() => document.hasFocus() && document.activeElement?.role);
    await eventually(hasFocus, 'grid', 'the records have the focus');
    // The tooltip of a row lies over the next one.
    await vsc().page.mouse.move(1000, 600);
    await eventually(() => vsc().page.locator('.monaco-hover:visible').count(), 0, 'there is no tooltip');
    return records;
  };

  it('show records: one on the icon, one on the file', async () => {
    await vsc().activity('Datastore').click();
    await vsc().row('one.csv').first().click();
    await shows('one');
  });

  it('then one on another file shows that, in the same tab, and the form speaks of it', async () => {
    await vsc().row('two.csv').first().click();
    await shows('two');
    const form = await explorer().form();
    await eventually(() => form.locator('#resource').inputValue(), 'two.csv');
    await eventually(() => vsc().row(/csv/).allInnerTexts(), ['one.csv2 records', 'two.csv2 records']);
  });

  it('by keyboard: arrows only move in the tree, Enter opens', async () => {
    const { page } = vsc();
    await vsc().command('Datastore: Focus on Resources View');
    await page.locator('.pane-body .monaco-list:focus').waitFor();
    await page.keyboard.press('ArrowUp');
    await page.locator('.pane-body .monaco-list-row.focused').filter({ hasText: 'one.csv' }).waitFor();
    assert.deepEqual(await tabs(), ['two.csv — Records']);
    await page.keyboard.press('Enter');
    const records = await shows('one');
    await page.keyboard.press('ArrowDown');
    const row = () =>
      records.evaluate(() => {
        const id = document.activeElement?.getAttribute('aria-activedescendant') ?? '';
        return document.getElementById(id)?.parentElement?.ariaRowIndex;
      });
    await eventually(row, '3', 'the second record is the current one');
  });

  it('a double click keeps the tab', async () => {
    await eventually(icons, ['reusable']);
    await vsc().row('one.csv').first().dblclick();
    await vsc().row('two.csv').first().click();
    await eventually(tabs, ['one.csv — Records', 'two.csv — Records']);
    await eventually(icons, ['records', 'reusable']);
    // The form speaks of the file once its records have come. What was typed before would be replaced.
    await explorer().recordsOf('two.csv', /^2 matching records/);
    const form = await explorer().form();
    await eventually(() => form.locator('#resource').inputValue(), 'two.csv');
  });

  const FOUND = 'two.csv · "second"';
  const history = () => vsc().page.locator('.pane', { hasText: /^History/ });
  /** The titles of the view's rows, without counts, durations and times. */
  const queries = async () =>
    (await history().locator('.monaco-list-row').allInnerTexts()).map((row) => row.split(/\d+ records?/)[0]);

  it('show a query of the history again: one on the view, one on the query', async () => {
    await explorer().run({ q: 'second' });
    await explorer().records(/^1 matching/);
    await explorer().run({});
    await explorer().records(/^2 matching/);
    await history().locator('.pane-header').click();
    await eventually(queries, ['Today', 'two.csv', FOUND, 'one.csv']);
    await history().locator('.monaco-list-row', { hasText: FOUND }).click();
    await explorer().records(/^1 matching/);
    await eventually(queries, ['Today', FOUND, 'two.csv', 'one.csv']);
  });

  it('by keyboard: any word of a query finds it, Enter runs it again', async () => {
    const { quickInput } = vsc();
    await explorer().run({});
    await explorer().records(/^2 matching/);
    await vsc().command('Datastore: Show Query History…');
    await quickInput.row(FOUND).waitFor();
    await quickInput.fill('seco');
    const spoken = () => quickInput.rows().evaluateAll((rows) => rows.map((row) => row.getAttribute('aria-label')));
    await eventually(async () => (await spoken()).length, 1);
    assert.match((await spoken())[0] ?? '', /^two\.csv · "second", 1 record · [\d.]+ \w+ · Local files · .+, Today$/);
    await quickInput.accept();
    await explorer().records(/^1 matching/);
  });

  it('clear the history: one in its menu, one on the question', async () => {
    await vsc().command('Datastore: Clear Query History…');
    await vsc().dialog('Clear the query history?').getByRole('button', { name: 'Clear' }).click();
    await history().getByText('They stay on this machine.').waitFor();
    await eventually(queries, []);
  });
});
