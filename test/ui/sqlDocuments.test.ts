/** SQL documents in a real VS Code: a join of two files, by the lens, and from a filtered panel. */
import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { eventually } from '../support/drivers/eventually.ts';
import { Explorer, shownRecords } from '../support/drivers/explorer.ts';
import { useWorkbench } from '../support/drivers/useWorkbench.ts';
import { INCIDENTS, incidentsCsv } from '../support/journeys/incidents.ts';
import { joinByKeyboard, writeJoin } from '../support/journeys/sqlDocuments.ts';

describe('A SQL document over two files', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'sql-documents-'));
  fs.writeFileSync(path.join(folder, 'incidents.csv'), incidentsCsv());
  writeJoin(folder, 'incidents.csv');
  const workbench = useWorkbench({ folder, viewport: { width: 1600, height: 900 } });
  after(() => fs.rmSync(folder, { recursive: true }));
  const vsc = () => workbench().vsc;
  const explorer = () => new Explorer(vsc());

  joinByKeyboard({ vsc, folder });

  it('runs the second statement by a click on its lens, into a panel of its own', async () => {
    await vsc()
      .page.locator('.codelens-decoration a', { hasText: /^\s*Run$/ })
      .click();
    const records = await explorer().records(/^1 matching record/);
    await eventually(async () => (await shownRecords(records)).map(({ all_incidents }) => all_incidents), ['600']);
  });

  it('has the same records as the filtered panel that was opened as SQL', async () => {
    const of = (canton: string) => INCIDENTS.filter((each) => each.canton === canton);
    const status = new RegExp(`^${String(of('Uri').length)} matching records`);
    await vsc().showSidebar('Datastore');
    await vsc().command('View: Close All Editors');
    await explorer().select('incidents.csv');
    await explorer().records(/^600 matching records/);
    await explorer().run({ resource: 'incidents.csv', filters: [{ field: 'canton', values: ['Uri'] }] });
    // A column of SQL has one number of decimals, and the panels differ in height.
    const values = async () =>
      (await shownRecords(await explorer().records(status)))
        .slice(0, 10)
        .map((row) => [row['canton'], row['reported'], Number(row['damage'])]);
    const shown = await values();
    assert.equal(shown[0]?.[0], 'Uri');
    await vsc().command('Datastore: Open as SQL');
    await vsc()
      .page.locator('.codelens-decoration a', { hasText: /^\s*Run$/ })
      .first()
      .waitFor();
    await vsc().page.keyboard.press('Control+Enter');
    await vsc()
      .page.locator('.codelens-decoration a', { hasText: `Run Again · ${String(of('Uri').length)} records` })
      .waitFor();
    await eventually(values, shown);
  });
});
