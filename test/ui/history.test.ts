/** Queries of another session, found and run again. */
import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { eventually } from '../support/drivers/eventually.ts';
import { Explorer } from '../support/drivers/explorer.ts';
import { useWorkbench } from '../support/drivers/useWorkbench.ts';

describe('Query history', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'history-'));
  const file = path.join(folder, 'incidents.csv');
  const lines = Array.from({ length: 90 }, (_, index) => `${index},${['open', 'closed', 'new'][index % 3] ?? ''}`);
  fs.writeFileSync(file, ['number,status', ...lines].join('\n'));
  const workbench = useWorkbench({ settings: { 'datastoreExplorer.local.files': [file] } });
  const vsc = () => workbench().vsc;
  const explorer = () => new Explorer(vsc());
  after(() => fs.rmSync(folder, { recursive: true }));

  const QUERY = 'incidents.csv · status: closed';
  const inView = (label: string) =>
    vsc()
      .page.locator('.pane', { hasText: /^History/ })
      .locator('.monaco-list-row', { hasText: label });
  const spoken = async () => {
    const labels = await vsc()
      .quickInput.rows()
      .evaluateAll((rows) => rows.map((row) => row.getAttribute('aria-label')));
    return labels.map((label) => label?.replace(/ · \d+ ms · /, ' · … · ').replace(/ · \d+:\d\d .M/, ' · …'));
  };

  it('lists a query after a reload; it is found by a word, and Enter runs it again', async () => {
    await vsc().activity('Datastore').click();
    await vsc().row('incidents.csv').first().click();
    await explorer().records(/^90 matching/);
    await explorer().run({ filters: [{ field: 'status', values: ['closed'] }] });
    await explorer().records(/^30 matching/);
    await explorer().run({});
    await explorer().records(/^90 matching/);
    await vsc().reload();
    await vsc().command('Datastore: Show Query History…');
    await vsc().quickInput.row(QUERY).waitFor();
    await vsc().quickInput.fill('clos');
    await eventually(spoken, [`${QUERY}, 30 records · … · Local files · …, Today`]);
    await vsc().quickInput.accept();
    await explorer().records(/^30 matching/);
  });

  it('shows it first in the view, where it can be pinned and removed', async () => {
    await vsc().command('Datastore: Focus on History View');
    await inView(QUERY).waitFor();
    const rows = () =>
      vsc()
        .page.locator('.pane', { hasText: /^History/ })
        .locator('.monaco-list-row')
        .allInnerTexts();
    assert.deepEqual(
      (await rows()).map((row) => row.split(/\d* records/)[0]),
      ['Today', QUERY, 'incidents.csv'],
    );
    await inView(QUERY).hover();
    await vsc().inlineAction(inView(QUERY), 'Pin Query').click();
    await eventually(
      async () => (await rows()).map((row) => row.split(/\d* records/)[0]),
      ['Pinned', QUERY, 'Today', 'incidents.csv'],
    );
    await vsc().contextMenu(inView(QUERY), 'Remove from History');
    await eventually(async () => (await rows()).length, 2);
    await vsc().dismissToast(`Removed "${QUERY}"`);
  });

  it('is cleared from the disk', async () => {
    await vsc().command('Datastore: Clear Query History…');
    await vsc().dialog('Clear the query history?').getByRole('button', { name: 'Clear' }).click();
    await vsc().page.locator('.welcome-view-content', { hasText: 'They stay on this machine.' }).waitFor();
  });
});
