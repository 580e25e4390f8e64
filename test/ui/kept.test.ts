/** A query in a document, in a real VS Code: saved from a panel, reviewed as text, changed in the form, and run. */
import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { conditionsOf } from '../../src/datastore/query/conditions.ts';
import { readLink } from '../../src/document/code/queryLink.ts';
import { until } from '../../tools/vscode/until.ts';
import type { VSC } from '../../tools/vscode/vsc.ts';
import { eventually } from '../support/drivers/eventually.ts';
import { Explorer, shownRecords } from '../support/drivers/explorer.ts';
import { useWorkbench } from '../support/drivers/useWorkbench.ts';
import { INCIDENTS, incidentsCsv } from '../support/journeys/incidents.ts';

const NAME = 'incidents in a canton';
const DOCUMENT = `${NAME}.datastore.jsonc`;

describe('A query document', () => {
  const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'query-documents-')));
  fs.writeFileSync(path.join(folder, 'incidents.csv'), incidentsCsv());
  const workbench = useWorkbench({ folder, viewport: { width: 1600, height: 900 } });
  after(() => fs.rmSync(folder, { recursive: true }));
  let other: VSC;
  const vsc = () => workbench().vsc;
  const explorer = () => new Explorer(vsc());
  const file = path.join(folder, DOCUMENT);
  const saved = () => fs.readFileSync(file, 'utf8');
  const of = (canton: string) => INCIDENTS.filter((each) => each.canton === canton);
  const lens = (text: string) => vsc().page.locator('.codelens-decoration a', { hasText: new RegExp(`^\\s*${text}$`) });

  it('is written from a panel, beside the file, and reads like the query', async () => {
    await vsc().command('Datastore: Open Local File…');
    await vsc().quickInput.openFile(path.join(folder, 'incidents.csv'), 'incidents.csv');
    await explorer().acceptOptions('incidents.csv');
    await explorer().records(/^600 matching records/);
    await vsc().showSidebar('Datastore');
    await explorer().run({ filters: [{ field: 'canton', values: ['Uri'] }], limit: '50' });
    await explorer().records(new RegExp(`^50 of ${String(of('Uri').length)} matching records`));
    await vsc().command('Datastore: Save Query…');
    await vsc().quickInput.enter(NAME);
    await lens('Run').waitFor();
    await vsc().page.keyboard.press('Control+s');
    await until(() => Promise.resolve(fs.existsSync(file) && saved().endsWith('}\n')), 'the document is saved');
    assert.deepEqual(JSON.parse(saved()), {
      queries: { [NAME]: { file: 'incidents.csv', filters: { canton: 'Uri' }, limit: 50 } },
    });
    await workbench().screenshot('kept-saved');
  });

  it('is changed by the form, member by member, while comments and parameters stay', async () => {
    const query = `      // Asked each Monday.
      "file": "incidents.csv",
      "filters": { "canton": "\${canton}" }, // one at a time

      "limit": 50, /* enough */
      "parameters": { "canton": { "type": "text", "default": "Bern" } },
      "owner": "statistics"`;
    fs.writeFileSync(file, `{\n  "queries": {\n    "${NAME}": {\n${query}\n    }\n  }\n}\n`);
    await vsc().page.locator('.view-line', { hasText: 'each Monday' }).waitFor();
    await lens('Edit in Form').click();
    // The form in the sidebar shows the panel's query.
    const form = await vsc().webview('body:has-text("Bern") #run');
    assert.equal(await form.locator('#limit').inputValue(), '50');
    await form.locator('#limit').fill('20');
    await vsc()
      .page.locator('.view-line', { hasText: /"limit":\s20/ })
      .waitFor();
    await workbench().screenshot('kept-form');
    await vsc().page.locator('.view-line', { hasText: 'each Monday' }).click();
    await vsc().page.locator('.monaco-editor.focused[data-uri$=".jsonc"]').waitFor();
    await vsc().page.keyboard.press('Control+z');
    await eventually(() => form.locator('#limit').inputValue(), '50', 'the form follows Undo in the text');
    await vsc().page.keyboard.press('Control+y');
    await eventually(() => form.locator('#limit').inputValue(), '20');
    await vsc().page.keyboard.press('Control+s');
    await eventually(() => Promise.resolve(saved().includes('"limit": 20')), true);
    assert.equal(saved(), `{\n  "queries": {\n    "${NAME}": {\n${query.replace('50', '20')}\n    }\n  }\n}\n`);
  });

  it('asks for its parameter, and shows the records', async () => {
    await lens('Run').click();
    await explorer().changeProposed('Bern', 'Zürich');
    const records = await explorer().records(new RegExp(`^20 of ${String(of('Zürich').length)} matching records`));
    await eventually(async () => (await shownRecords(records))[0]?.['canton'], 'Zürich');
    await workbench().screenshot('kept-run');
  });

  it('remembers the value of the parameter', async () => {
    await vsc().command('View: Focus First Editor Group');
    await vsc().tab(DOCUMENT).first().click();
    await lens('Run').click();
    await explorer().changeProposed('Zürich', 'Vaud');
    await explorer().records(new RegExp(`^20 of ${String(of('Vaud').length)} matching records`));
  });

  it('opens the same records in a second window from a link that was copied from its panel', async () => {
    await vsc().command('Datastore: Copy Link');
    await eventually(async () => readLink(await vsc().clipboard()), {
      kind: 'query',
      place: { kind: 'file', path: 'incidents.csv' },
      query: { resourceId: '', filters: conditionsOf('{"canton":"Vaud"}'), limit: 20 },
    });
    other = await workbench().openWindow();
    await other.command('View: Close All Editors');
    await other.command('Datastore: Open Pasted Query…');
    await new Explorer(other).records(new RegExp(`^20 of ${String(of('Vaud').length)} matching records`));
    await vsc().page.bringToFront();
  });

  it('takes the query of another panel, and stays as it was otherwise', async () => {
    const before = saved();
    await vsc().command('Datastore: Add to Document…');
    await vsc().quickInput.pick(DOCUMENT);
    await explorer().changeProposed(`incidents.csv · canton: Vaud · limit 20`, 'in Vaud');
    await eventually(() => lens('Run').count(), 2);
    await vsc().page.keyboard.press('Control+s');
    await eventually(() => Promise.resolve(saved().includes('in Vaud')), true);
    const [first = '', ...rest] = before.split(/(?<=statistics"\n {4}\})/);
    assert.ok(saved().startsWith(`${first},`) && saved().endsWith(rest.join('')), saved());
    await workbench().screenshot('kept-added');
  });

  it('is the same text in both windows once one of them has saved it', async () => {
    const edit = async ({ page, quickInput }: VSC, from: string, to: string): Promise<void> => {
      await page.bringToFront();
      const line =
        saved()
          .split('\n')
          .findIndex((each) => each.includes(from)) + 1;
      await page.keyboard.press('Control+g');
      await quickInput.enter(`:${String(line)}`);
      await page.locator('.monaco-editor.focused[data-uri$=".jsonc"]').waitFor();
      await page.keyboard.press('Home');
      await page.keyboard.press('Shift+End');
      await page.keyboard.insertText(to);
      await page.keyboard.press('Control+s');
      await eventually(() => Promise.resolve(saved().includes(to)), true);
    };
    const line = ({ page }: VSC, text: RegExp) => page.locator('.view-line', { hasText: text });
    await other.page.bringToFront();
    await other.page.keyboard.press('Control+p');
    await other.quickInput.fill(DOCUMENT);
    await other.quickInput.rows().first().filter({ hasText: DOCUMENT }).waitFor();
    await other.quickInput.accept();
    await line(other, /each\sMonday/).waitFor();
    await edit(other, 'each Monday', '// Asked each Tuesday.');
    await vsc().page.bringToFront();
    await line(vsc(), /each\sTuesday/).waitFor();
    await edit(vsc(), 'one at a time', '"filters": { "canton": "${canton}" }, // one of five');
    await other.page.bringToFront();
    await line(other, /one\sof\sfive/).waitFor();
    await eventually(() => other.page.locator('.codelens-decoration a', { hasText: /^\s*Run$/ }).count(), 2);
    await workbench().screenshot('kept-two-windows');
  });
});
