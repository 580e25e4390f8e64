// README's pictures, of the packaged extension in a real VS Code: `npm run pictures [-- NAME …]`. Needs the VSIX of `npm run package`.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { installedExtensionsDir, projectRoot } from '../../tools/vscode/projectPaths.ts';
import { cell, Explorer } from '../support/drivers/explorer.ts';
import { FakeCkan } from '../support/fakes/fakeCkan.ts';
import { installExtension } from '../support/drivers/installExtension.ts';
import { THIS_TARGET, vsixOf } from '../support/drivers/vsix.ts';
import { incidentsCsv } from '../support/journeys/incidents.ts';
import { openJoin, writeJoin } from '../support/journeys/sqlDocuments.ts';
import { startWorkbench } from '../support/drivers/workbench.ts';

const SCREENSHOTS = path.join(projectRoot, 'media/screenshots');

const QUERIES = `{
  "queries": {
    // Asked each Monday, for one canton at a time.
    "large damages": {
      "file": "incidents.csv",
      "filters": { "canton": "\${canton}", "damage": { "gte": 500 } },
      "sort": "damage desc",
      "limit": 100,
      "parameters": { "canton": { "type": "text", "default": "Bern" } }
    },
    "all incidents": {
      "file": "incidents.csv",
      "expect": {
        "records": { "min": 500 },
        "notNull": ["canton", "reported"],
        "oneOf": { "canton": ["Bern", "Jura", "Uri", "Vaud", "Zürich"] },
        "range": { "damage": { "min": 0 } }
      }
    }
  }
}
`;

installExtension(vsixOf(THIS_TARGET), installedExtensionsDir);
const pictures = [sample, germanFile, summary, chart, sql, queries, compare, find, datasets];
const wanted = process.argv.slice(2);
const files = fs.mkdtempSync(path.join(os.tmpdir(), 'datastore-pictures-'));
try {
  for (const take of pictures) if (wanted.length === 0 || wanted.includes(take.name)) await take();
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
    await lessons.getByText('0 to 9.75').waitFor();
    await (await cell(lessons, 2, 'subject')).click();
    await page.keyboard.press('Control+k');
    await page.keyboard.press('Shift+F');
    await lessons.locator('.filter-editor').getByText('history').waitFor();
    await save(page, 'filter');
    await page.keyboard.press('Escape');
    await explorer.run({ q: 'n', filters: [{ field: 'subject', values: ['math', 'art'] }] });
    const records = await explorer.records(/^38 /);
    await (await cell(records, 1, 'hours')).click();
    await vsc.command('Datastore: Show Fields and Statistics');
    await records.getByText('Mean').waitFor();
    // The form has scrolled to its last filter.
    await (await explorer.form()).evaluate('scrollTo(0, 0)');
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

/** The panel with 600 incidents, of a file that is opened for it. */
function openIncidents(vsc) {
  return openFile(vsc, 'incidents.csv', incidentsCsv(), /^600 /);
}

async function openFile(vsc, name, text, count) {
  fs.writeFileSync(path.join(files, name), text);
  await vsc.showSidebar('Datastore');
  await vsc.command('Datastore: Open Local File…');
  await vsc.quickInput.openFile(path.join(files, name), name);
  const explorer = new Explorer(vsc);
  await explorer.acceptOptions(name);
  return explorer.records(count);
}

/** Incidents by canton and year: how many, and the damage. */
async function summary() {
  await inVsCode('Light Modern', async ({ vsc, page }) => {
    const explorer = new Explorer(vsc);
    const records = await openIncidents(vsc);
    await vsc.command('Datastore: Summarize…');
    await records.locator('#summary-group-0-field:focus').waitFor();
    await page.keyboard.type('canton');
    await page.keyboard.press('Enter');
    await records.locator('#summary-add-group').click();
    await page.keyboard.type('reported');
    await page.keyboard.press('Enter');
    await records.locator('#summary-group-1-unit').selectOption('year');
    for (const [place, calculation] of [
      [1, 'sum'],
      [2, 'mean'],
    ]) {
      await records.locator('#summary-add-measure').click();
      await records.locator(`#summary-measure-${String(place)}-calculation`).selectOption(calculation);
      await records.locator(`#summary-measure-${String(place)}-field`).fill('damage');
      await page.keyboard.press('Enter');
    }
    await records.locator('#summary-shown').selectOption('top');
    await page.keyboard.press('Enter');
    await explorer.records(/ groups/);
    await vsc.command('Datastore: Summarize…');
    await records.locator('.summary-popup').waitFor();
    await save(page, 'summary');
  });
}

/** Incidents as a chart: their damage by canton and year. */
async function chart() {
  await inVsCode('Dark Modern', async ({ vsc, page }) => {
    const explorer = new Explorer(vsc);
    const records = await openIncidents(vsc);
    await vsc.command('Datastore: Toggle Chart');
    await records.locator('.chart-picture svg').waitFor();
    await records.locator('#chart-across').selectOption({ label: 'canton' });
    await records
      .locator('#chart-color option', { hasText: 'year of reported' })
      .first()
      .waitFor({ state: 'attached' });
    await records.locator('#chart-color').selectOption({ label: 'year of reported' });
    await explorer.records(/^20 groups/);
    await records.locator('#chart-up').selectOption({ label: 'sum of damage' });
    await records.locator('.chip', { hasText: 'sum of damage' }).waitFor();
    await records.locator('.chart-drawing', { hasText: 'sum of damage' }).waitFor();
    await save(page, 'chart');
  });
}

/** A document that joins two files, and what its first statement answers. */
async function sql() {
  fs.writeFileSync(path.join(files, 'incidents.csv'), incidentsCsv());
  writeJoin(files, 'incidents.csv', { isRight: true });
  await inVsCode('Light Modern', async ({ vsc, page }) => {
    await openJoin(vsc);
    await page.keyboard.press('Control+b');
    await page.keyboard.press('Control+Enter');
    await new Explorer(vsc).records(/^3 matching records/);
    await page.locator('.codelens-decoration a', { hasText: 'Run Again' }).waitFor();
    await save(page, 'sql');
  });
}

/** A query document with two queries, and the form of one of them beside it. */
async function queries() {
  fs.writeFileSync(path.join(files, 'incidents.csv'), incidentsCsv());
  fs.writeFileSync(path.join(files, 'incidents.datastore.jsonc'), QUERIES);
  await inVsCode('Light Modern', async ({ vsc, page }) => {
    await page.keyboard.press('Control+b');
    await page.keyboard.press('Control+p');
    await vsc.quickInput.fill('incidents.datastore.jsonc');
    await vsc.quickInput.rows().first().filter({ hasText: 'jsonc' }).waitFor();
    await vsc.quickInput.accept();
    await page.locator('.codelens-decoration a', { hasText: 'Edit in Form' }).first().click();
    const form = await vsc.webview('body:has-text("Bern") #run');
    await form.getByText('Bern').first().waitFor();
    await save(page, 'queries');
  });
}

/** What was added, removed and changed between two files. */
async function compare() {
  const states = ['open', 'closed', 'planned'];
  const places = ['Mill Lake', 'North Pond', 'Old River', 'Gate Bridge'];
  const row = (n, month) => {
    const isNew = month === 'july' && n % 6 === 1;
    return [100 + n, places[n % 4], states[(n + (isNew ? 1 : 0)) % 3], ((n * 137) % 900) + (isNew ? 12.5 : 0)].join(
      ',',
    );
  };
  const csv = (month, isThere) =>
    ['id,place,state,cost', ...Array.from({ length: 40 }, (_, n) => n).filter(isThere), '']
      .map((line) => (typeof line === 'number' ? row(line, month) : line))
      .join('\n');
  await inVsCode('Light Modern', async ({ vsc, page }) => {
    await openFile(
      vsc,
      'june.csv',
      csv('june', (n) => n < 38),
      /^38 /,
    );
    await openFile(
      vsc,
      'july.csv',
      csv('july', (n) => n % 13 !== 4),
      /^37 /,
    );
    await vsc.command('Datastore: Compare with…');
    await vsc.quickInput.pick('june.csv');
    await vsc.quickInput.pick('By id');
    const changes = await new Explorer(vsc).records(/matching records/);
    await changes.locator('[data-before]').first().waitFor();
    await page.keyboard.press('Control+b');
    await save(page, 'compare');
  });
}

/** A word, and the datasets that two portals have found for it. */
async function find() {
  const portals = { 'City of Testville': city(), 'Region of Testshire': region() };
  try {
    await inVsCode('Dark Modern', async ({ vsc, page }) => {
      const explorer = new Explorer(vsc);
      await vsc.showSidebar('Datastore');
      for (const [name, portal] of Object.entries(portals)) await explorer.addPortal(await portal.listen(), name);
      await explorer.form();
      await vsc.command('Datastore: Find Dataset…');
      await vsc.quickInput.fill('water');
      await vsc.quickInput.row('Ground water levels').waitFor();
      await vsc.quickInput.row('Water consumption by district').waitFor();
      await save(page, 'find');
    });
  } finally {
    await Promise.all(Object.values(portals).map((portal) => portal.close()));
  }
}

/** The datasets of a portal in the tree, down to a resource whose records are open. */
async function datasets() {
  const portal = city();
  try {
    await inVsCode('Light Modern', async ({ vsc, page }) => {
      const explorer = new Explorer(vsc);
      await vsc.showSidebar('Datastore');
      await explorer.addPortal(await portal.listen(), 'City of Testville');
      // Folding the query form makes room for the tree.
      await page.locator('.pane-header', { hasText: 'Query' }).click();
      for (const row of ['Datasets', 'Organizations', 'Environment agency', 'Water quality']) await vsc.expand(row);
      await vsc.row('Samples').first().click();
      await explorer.records(/^240 matching records/);
      await vsc.row('Report').waitFor();
      await save(page, 'datasets');
    });
  } finally {
    await portal.close();
  }
}

function city() {
  const samples = Array.from({ length: 240 }, (_, n) => [
    ['Mill Lake', 'North Pond', 'Old River'][n % 3],
    `2026-04-${String(1 + (n % 30)).padStart(2, '0')}`,
    8 + ((n * 7) % 90) / 10,
    6.5 + ((n * 3) % 20) / 10,
    ['good', 'good', 'fair'][(n * 5) % 3],
  ]);
  const types = { station: 'text', date: 'date', temperature: 'numeric', ph: 'numeric', quality: 'text' };
  return new FakeCkan({
    title: 'City of Testville',
    resources: { Samples: { fields: Object.entries(types).map(([id, type]) => ({ id, type })), rows: samples } },
    catalog: {
      datasets: [
        dataset(
          'Water quality of lakes and rivers',
          'environment-agency',
          '2026-05-03',
          resource('Samples', 'CSV', true),
          resource('Stations', 'CSV', true),
          resource('Report', 'PDF', false),
        ),
        dataset('Air quality by station', 'environment-agency', '2026-05-02', resource('Air', 'CSV', true)),
        dataset('Water consumption by district', 'waterworks', '2026-04-18', resource('Use', 'XLSX', true)),
        dataset('Public drinking water fountains', 'parks', '2025-11-30', resource('Places', 'GeoJSON', true)),
        dataset('Old plans of the waterworks', 'city-archive', '2021-02-09', resource('Plans', 'PDF', false)),
      ],
    },
  });
}

function region() {
  return new FakeCkan({
    title: 'Region of Testshire',
    resources: {},
    catalog: {
      datasets: [
        dataset('Ground water levels', 'geological-survey', '2026-06-01', resource('Levels', 'CSV', true)),
        dataset('Water protection areas', 'environment', '2024-08-12', resource('Areas', 'SHP', false)),
      ],
    },
  });
}

function dataset(title, organization, modified, ...resources) {
  const name = title.toLowerCase().replaceAll(' ', '-');
  return { name, title, organization, modified, resources };
}

function resource(name, format, hasRecords) {
  return { id: name, name, format, datastore_active: hasRecords };
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
