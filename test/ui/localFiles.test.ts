/** Someone’s own files: every way in, every guess shown, and what is said when a file changes or can not be read. */
import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Frame, Locator } from 'playwright-core';
import { eventually } from '../support/drivers/eventually.ts';
import { cell, Explorer, shownRecords } from '../support/drivers/explorer.ts';
import { until } from '../../tools/vscode/until.ts';
import { useWorkbench } from '../support/drivers/useWorkbench.ts';

const CITIES = 'Stadt;Einwohner\nZürich;434335\nGenève;203856\n';

describe('Local files', () => {
  const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'ui-files-')));
  const write = (name: string, content: string | Buffer): string => {
    const file = path.join(folder, name);
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, content);
    return file;
  };
  before('there are files', () => {
    write('cities.csv', Buffer.from(CITIES, 'latin1'));
    write('stations/north.csv', 'code,place\n007,Bergen\n');
    write('stations/south/south.json', '[{"code":"010","place":"Bari"}]');
    write('stations/readme.md', 'not data');
    write('torn.csv', 'a,b\n1,2\n3\n4,5\n');
    write('dropped.csv', 'n\n1\n2\n3\n');
    write('data/weather.csv', 'day,rain\n2026-01-01,1.50\n');
  });
  const workbench = useWorkbench({ folder });
  after('the files go', () => fs.rmSync(folder, { recursive: true }));
  const vsc = () => workbench().vsc;
  const explorer = () => new Explorer(vsc());
  const quickInput = () => vsc().quickInput;
  const press = (key: string) => vsc().page.keyboard.press(key);

  const openByName = async (name: string): Promise<void> => {
    await vsc().command('Datastore: Open Local File…');
    await quickInput().openFile(path.join(folder, name), name);
  };
  const title = (text: string) => quickInput().title().filter({ hasText: text }).waitFor();
  /** What a row of the pick says beside its label. */
  const description = (label: string): Promise<string> =>
    quickInput().row(label).locator('.label-description').innerText();
  /** What is chosen in a field of the import options. */
  const chosen = async (options: Frame, label: string): Promise<string> =>
    ((await options.getByLabel(label).locator('option:checked').textContent()) ?? '').trim();
  const file = (name: string) => vsc().page.locator('.explorer-folders-view .monaco-list-row', { hasText: name });
  /** In the panel in front, whose frame VS Code may make anew meanwhile. */
  const notice = (text: string): Promise<Locator> =>
    until(async () => {
      const strip = (await explorer().panel()).locator('.banner .message', { hasText: text });
      const isShown = await strip.isVisible().catch(() => false);
      return isShown && strip;
    }, `the notice "${text}"`);
  /** Waits until the status line says that records are loading. */
  const loading = (): Promise<unknown> =>
    until(async () => {
      const line = (await explorer().panel()).locator('.status-loading');
      return line
        .filter({ hasText: 'records; search covers only these' })
        .isVisible()
        .catch(() => false);
    }, 'a part of the records is shown');
  const noNotice = (text: string): Promise<void> =>
    eventually(
      async () => (await explorer().panel()).locator('.banner .message', { hasText: text }).count(),
      0,
      `no notice "${text}"`,
    );

  it('are opened by keyboard alone, with a guess changed: the delimiter, the encoding and the records are shown', async () => {
    await vsc().showSidebar('Datastore');
    await openByName('cities.csv');
    const options = await explorer().importOptions('cities.csv');
    await eventually(() => chosen(options, 'Delimiter'), 'Semicolon');
    await eventually(() => chosen(options, 'First row'), 'Column names');
    await options.getByRole('cell', { name: 'Zürich' }).waitFor();
    await workbench().screenshot('import-options');

    // Open, Cancel, encoding, the fold, and in it format, delimiter, quotes, escape, header row, rows at the end,
    // comment mark, first row.
    for (let step = 0; step < 3; step += 1) await press('Tab');
    await press('Enter');
    for (let step = 0; step < 8; step += 1) await press('Tab');
    await press('ArrowDown');
    await eventually(() => chosen(options, 'First row'), 'Data');
    await options.getByRole('cell', { name: 'Einwohner' }).waitFor();
    await press('Enter');

    const records = await explorer().records(/^3 matching records/);
    await (await cell(records, 2, 'field 1')).filter({ hasText: 'Zürich' }).waitFor();
  });

  it('are read in another way from the menu of the tree, and shown again', async () => {
    await vsc().contextMenu(vsc().row('cities.csv'), 'Change Import Options…');
    await explorer().importOptions('cities.csv');
    // People look at the records again before they answer.
    await vsc().tab('cities.csv — Records').click();
    await explorer().records(/^3 matching records/);
    await vsc().tab('Import Options for cities.csv').click();
    const options = await explorer().importOptions('cities.csv');
    await eventually(() => chosen(options, 'First row'), 'Data');
    await options.getByLabel('First row').selectOption('Column names');
    await options.getByRole('columnheader', { name: 'Einwohner' }).waitFor();
    await options.getByRole('button', { name: 'Reload with These Options' }).click();
    const records = await explorer().records(/^2 matching records/);
    await (await cell(records, 2, 'Stadt')).filter({ hasText: 'Genève' }).waitFor();
  });

  it('that change on the disk say so, and are reloaded on request', async () => {
    write('cities.csv', Buffer.from(`${CITIES}Basel;177595\n`, 'latin1'));
    const changed = await notice('cities.csv has changed on disk.');
    await explorer().records(/^2 matching records/);
    await workbench().screenshot('changed');
    await changed.getByRole('button', { name: 'Reload' }).click();
    await explorer().records(/^3 matching records/);
    await noNotice('has changed');
  });

  it('are opened from the Explorer: a file', async () => {
    await vsc().showSidebar('Explorer');
    await vsc().contextMenu(file('torn.csv'), 'Explore in Datastore');
    await explorer().acceptOptions('torn.csv');
    await (await explorer().panel()).getByText("Couldn't open torn.csv, line 3").first().waitFor();
    assert.equal(await vsc().toast('torn.csv').count(), 0);
  });

  it('that have invalid rows are opened without them, and these listed', async () => {
    await workbench().screenshot('refused');
    await (await explorer().panel()).getByRole('button', { name: 'Open Without Invalid Rows' }).click();
    await explorer().records(/^2 matching records/);
    const left = await notice('1 row was left out.');
    await workbench().screenshot('skipped');
    await left.getByRole('button', { name: 'Show Skipped Rows' }).click();
    const list = JSON.parse(await vsc().editorText()) as readonly { line: number; text: string }[];
    assert.deepEqual(
      list.map(({ line, text }) => [line, text]),
      [[3, '3']],
    );
    await vsc().command('View: Revert and Close Editor');
  });

  it('are opened from the Explorer: a folder, with its subfolders, after a list that can be changed', async () => {
    await vsc().showSidebar('Explorer');
    await vsc().contextMenu(file('stations'), 'Explore in Datastore');
    await title('Import Options for 2 Files');
    await eventually(() => description('north.csv'), 'CSV · UTF-8 · Comma · First row: Column names');
    await eventually(() => description('south/south.json'), 'JSON · UTF-8');
    await workbench().screenshot('folder');
    await quickInput().pick('Open All 2 Files');
    const records = await explorer().records(/^1 matching record /);
    await eventually(() => shownRecords(records), [{ _id: '1', code: '007', place: 'Bergen' }]);
    await file('stations').waitFor();
    await vsc().showSidebar('Datastore');
    await vsc().row('south.json').waitFor();
  });

  it('that are large show their first records while the rest is read, and then all of them; an export waits for these', async () => {
    const line = `${'x'.repeat(60)},1.50,2026-01-01\n`;
    // The Explorer stays in front where files are opened from it.
    await vsc().showSidebar('Datastore');
    write('large.csv', `text,number,day\n${line.repeat(1_000_000)}`);
    await openByName('large.csv');
    const options = await explorer().importOptions('large.csv');
    const progress = vsc()
      .row(/^large\.csvloading… \d+%$/)
      .waitFor();
    await options.locator('#accept').click();
    await loading();
    await (await explorer().panel()).getByRole('button', { name: 'Export to JSON Editor' }).click();
    const question = vsc().dialog('large.csv is still loading');
    await question.getByRole('button', { name: 'Wait for All Records' }).click();
    await workbench().screenshot('partial');
    await progress;
    await explorer().records(/^1,000,000 matching records/);
    await eventually(async () => (await explorer().panel()).locator('.status-loading').count(), 0);
    await vsc().row('large.csv1,000,000 records').waitFor();
    const tooLarge = vsc().dialog('more than 20 MB of JSON');
    await tooLarge.getByRole('button', { name: 'Cancel' }).click();
    await tooLarge.waitFor({ state: 'detached' });
  });

  it('that are large keep their row when they are cancelled, and can be tried again', async () => {
    const line = `${'y'.repeat(60)},1.50,2026-01-01\n`;
    await vsc().showSidebar('Datastore');
    write('cancelled.csv', `text,number,day\n${line.repeat(1_500_000)}`);
    await openByName('cancelled.csv');
    const options = await explorer().importOptions('cancelled.csv');
    await options.locator('#accept').click();
    await vsc().tab('cancelled.csv — Records').waitFor();
    await loading();
    assert.equal(await vsc().toast('cancelled.csv').count(), 0);
    await (await explorer().panel()).locator('.status').getByRole('button', { name: 'Cancel' }).click();
    const broken = await notice('Loading cancelled.csv was canceled.');
    await vsc()
      .row(/cancelled\.csv ?not loaded/)
      .waitFor();
    write('cancelled.csv', 'text\nshort\n');
    await broken.getByRole('button', { name: 'Try Again' }).click();
    await explorer().records(/^1 matching record /);
    await noNotice('was canceled');
  });

  it('are dragged from the Explorer onto the tree', async () => {
    await vsc()
      .command('Explorer: Focus on Folders View')
      .catch(() => undefined);
    await vsc().showSidebar('Explorer');
    const { page } = vsc();
    // Over the activity bar the Datastore view opens while something is dragged.
    // The Explorer lists it above: what is dragged has its place then.
    await file('cancelled.csv').waitFor();
    const from = await file('dropped.csv').boundingBox();
    assert.ok(from);
    await page.mouse.move(from.x + 40, from.y + 8);
    await page.mouse.down();
    const icon = await vsc().activity('Datastore').boundingBox();
    assert.ok(icon);
    await page.mouse.move(icon.x + 20, icon.y + 20, { steps: 5 });
    const target = vsc().row('Local files');
    await until(async () => {
      await page.mouse.move(icon.x + 20 + Math.random() * 4, icon.y + 20);
      return (await target.count()) > 0 && (await target.first().isVisible());
    }, 'the tree is in view');
    const to = await target.first().boundingBox();
    assert.ok(to);
    await page.mouse.move(to.x + 60, to.y + 8, { steps: 5 });
    await page.mouse.move(to.x + 64, to.y + 10, { steps: 5 });
    await page.mouse.up();
    await explorer().acceptOptions('dropped.csv');
    await explorer().records(/^3 matching records/);
  });

  it('are reopened as a grid in place of their text, and come back so after a reload with what was asked', async () => {
    await vsc().command('Go to File...');
    await quickInput().fill('weather.csv');
    await quickInput().rows().filter({ hasText: 'weather.csv' }).first().click();
    await vsc().tab('weather.csv').waitFor();
    await vsc().command('View: Reopen Editor With...');
    await quickInput().rows().filter({ hasText: 'Datastore Grid' }).first().click();
    const records = await explorer().records(/^1 matching record /);
    await (await cell(records, 1, 'rain')).filter({ hasText: '1.50' }).waitFor();
    await workbench().screenshot('grid-editor');
    await vsc().showSidebar('Datastore');
    await explorer().select('weather.csv');
    await explorer().run({ q: 'nothing like it' });
    await (await explorer().panel()).getByText('No records match.').waitFor();
    await vsc().reload();
    await (await explorer().panel()).getByText('No records match.').waitFor();
    assert.equal(await vsc().tab('weather.csv').count(), 1);
  });

  it('leave nothing on the disk when their data is cleared: what goes is shown, and asked', async () => {
    await vsc().showSidebar('Datastore');
    await vsc().command('Datastore: Clear Local Data…');
    await title('Clear Local Data (');
    await workbench().screenshot('clear');
    await quickInput().button('OK').click();
    const dialog = vsc().dialog(/Clear .* of local data\?/);
    await dialog.waitFor();
    await dialog.getByRole('button', { name: 'Clear' }).click();
    await vsc()
      .toast(/Cleared .+ of local data\./)
      .waitFor();
    await eventually(
      () =>
        vsc()
          .row(/\.(csv|json)/)
          .count(),
      0,
    );
    assert.ok(fs.existsSync(path.join(folder, 'cities.csv')));
  });
});
