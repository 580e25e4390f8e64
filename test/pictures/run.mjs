// README's pictures, of the packaged extension in a real VS Code: `npm run pictures`. Needs the VSIX of `npm run package`.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { installedExtensionsDir, projectRoot } from '../../tools/vscode/projectPaths.ts';
import { cell, Explorer } from '../support/explorer.ts';
import { installExtension } from '../support/installExtension.ts';
import { vsixOf } from '../support/vsix.ts';
import { startWorkbench } from '../support/workbench.ts';

const SCREENSHOTS = path.join(projectRoot, 'media/screenshots');

installExtension(vsixOf(`${process.platform}-${process.arch}`), installedExtensionsDir);
const files = fs.mkdtempSync(path.join(os.tmpdir(), 'datastore-pictures-'));
try {
  await sample();
  await germanFile();
} finally {
  fs.rmSync(files, { recursive: true, force: true });
}

/** The sample's lessons, searched and filtered, with the statistics of a field; then the filter of a column. */
async function sample() {
  await inVsCode('Dark Modern', async ({ vsc, page }) => {
    const explorer = new Explorer(vsc);
    await vsc.showSidebar('Datastore');
    await vsc.command('Datastore: Explore the Sample');
    const lessons = await explorer.records(/^120 /);
    await vsc.command('Datastore: Toggle Column Summaries');
    await (await cell(lessons, 2, 'subject')).click();
    await page.keyboard.press('f');
    await lessons.locator('.filter-editor').getByText('history').waitFor();
    await save(page, 'filter');
    await page.keyboard.press('Escape');
    await explorer.run({ q: 'n', filters: [{ field: 'subject', values: ['math', 'art'] }] });
    const records = await explorer.records(/^38 /);
    await (await cell(records, 1, 'hours')).click();
    await vsc.command('Datastore: Show Fields and Statistics');
    await records.getByText('Mean').waitFor();
    await save(page, 'records');
  });
}

/** A German CSV file before it is opened: each column is read as what its values are. */
async function germanFile() {
  const name = 'rechnungen.csv';
  fs.writeFileSync(path.join(files, name), invoices(), 'latin1');
  await inVsCode('Light Modern', async ({ vsc, page }) => {
    await vsc.showSidebar('Datastore');
    await vsc.command('Datastore: Open Local File…');
    await vsc.quickInput.openFile(path.join(files, name), name);
    const options = await new Explorer(vsc).importOptions(name);
    await options.getByText('17.137,00').first().waitFor();
    await save(page, 'options');
  });
}

function invoices() {
  const places = ['Köln', 'Zürich', 'Genève', 'Wien'];
  const padded = (value, digits) => String(value).padStart(digits, '0');
  const lines = Array.from({ length: 40 }, (_, n) => [
    `R-${padded(n + 1, 4)}`,
    `${String(17 - (n % 17))}.${padded(((n + 1) * 137) % 1000, 3)},${padded((n * 38) % 100, 2)}`,
    `${padded(1 + ((n * 5) % 28), 2)}.${padded(1 + (n % 9), 2)}.2026`,
    n % 3 === 0 ? 'nein' : 'ja',
    `${String((n * 5) % 75)} %`,
    places[n % places.length],
  ]);
  return [['Rechnung', 'Betrag', 'Datum', 'Bezahlt', 'Rabatt', 'Ort'], ...lines]
    .map((values) => `${values.join(';')}\n`)
    .join('');
}

async function inVsCode(theme, show) {
  const workbench = await startWorkbench({
    viewport: { width: 1400, height: 800 },
    folder: files,
    settings: { 'workbench.colorTheme': theme },
  });
  try {
    await show(workbench);
  } catch (error) {
    console.error(`screenshot: ${await workbench.screenshot('pictures')}`);
    throw error;
  } finally {
    await workbench.stop();
  }
}

async function save(page, name) {
  await page.screenshot({ path: path.join(SCREENSHOTS, `${name}.png`) });
}
