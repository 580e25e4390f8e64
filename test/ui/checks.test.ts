/** Expectations of a query document: written from the data, and seen to fail after the data has changed. */
import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { runCli } from '../support/drivers/commandLine.ts';
import { eventually } from '../support/drivers/eventually.ts';
import { Explorer } from '../support/drivers/explorer.ts';
import { useWorkbench } from '../support/drivers/useWorkbench.ts';
import { incidentsCsv } from '../support/journeys/incidents.ts';
import { until } from '../../tools/vscode/until.ts';

const DOCUMENT = 'incidents.datastore.jsonc';
const TEXT = `{
  "queries": {
    // All that were reported
    "incidents": {
      "file": "incidents.csv"
    }
  }
}
`;

describe('What is expected of published data', () => {
  const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'data-checks-')));
  const csv = path.join(folder, 'incidents.csv');
  const document = path.join(folder, DOCUMENT);
  fs.writeFileSync(csv, incidentsCsv());
  fs.writeFileSync(document, TEXT);
  const workbench = useWorkbench({ folder, viewport: { width: 1600, height: 900 } });
  after(() => fs.rmSync(folder, { recursive: true }));
  const vsc = () => workbench().vsc;
  const page = () => vsc().page;
  const lens = (text: string) => page().locator('.codelens-decoration a', { hasText: new RegExp(`^\\s*${text}$`) });

  it('is written by a command, each with its evidence, and holds', async () => {
    await vsc().quickInput.goToFile(DOCUMENT);
    await lens('Check').click();
    await vsc().pressInToast("incidents doesn't say what is expected", 'Write');
    await page().locator('.view-line', { hasText: '600 records on' }).waitFor();
    await page().keyboard.press('Control+s');
    await until(() => Promise.resolve(fs.readFileSync(document, 'utf8').includes('"expect"')), 'the text is saved');
    const saved = fs.readFileSync(document, 'utf8');
    assert.ok(saved.includes('// All that were reported'), saved);
    assert.ok(saved.includes('"canton": ["Zürich", "Vaud", "Jura", "Bern", "Uri"]'), saved);
    await lens('Check').click();
    await vsc()
      .toast(/^incidents: all \d+ expectations hold\.$/)
      .waitFor();
    await workbench().screenshot('checks-written');
    assert.equal((await runCli(['check', document])).code, 0);
  });

  it('fails in the Test Explorer, in the text and on the command line once the data is another', async () => {
    fs.writeFileSync(csv, incidentsCsv().replace('Bern,', 'Berne,'));
    await vsc().command('Testing: Focus on Test Explorer View');
    await page().locator('.test-explorer .monaco-list-row', { hasText: DOCUMENT }).waitFor();
    await vsc().command('Test: Run All Tests');
    await page().locator('.test-explorer .result-summary', { hasText: '8/9' }).waitFor();
    const failed = page().locator('.test-output-peek-tree .monaco-list-row', { hasText: 'oneOf: canton' });
    await failed.locator('.codicon-testing-failed-icon, .codicon-testing-error-icon').first().waitFor();
    await eventually(() => page().locator('.squiggly-error').count(), 1);
    await workbench().screenshot('checks-failed');
    const { code, stdout } = await runCli(['check', document]);
    assert.equal(code, 1);
    assert.match(stdout, /canton has an unexpected value in 1 of 600 records, for example "Berne"\./);
  });

  it('leads to the records that differ', async () => {
    await page().keyboard.press('Control+1');
    await page().locator('.monaco-editor.focused').waitFor();
    await vsc().quickInput.goToLine('15:13');
    await eventually(() => page().locator('#status\\.editor\\.selection').innerText(), 'Ln 15, Col 13');
    const action = page().locator('.action-widget').getByText('Show Records');
    // VS Code can lose the key while its box for the line gives the focus back to the editor.
    await until(async () => {
      await page().keyboard.press('Control+.');
      return action.waitFor({ timeout: 3000 }).then(
        () => true,
        () => false,
      );
    }, 'Ctrl+. opens the actions');
    await action.click();
    await new Explorer(vsc()).records(/^1 matching record/);
  });
});
