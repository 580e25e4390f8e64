// npm run bench:open [-- --rounds N] [-- --no-ckan | --ckan FOLDER]: from a click on a resource in the tree to its first
// records on the screen, in a real VS Code: local files, without summaries in their headers and with them, and resources of a
// real CKAN beside CKAN's own table view. With `--search`: from Enter in the search box to painted records (search.mjs).
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as rest } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { installFromSource } from '../../../scripts/steps/installFromSource.mjs';
import { root } from '../../../scripts/steps/progress.mjs';
import { action } from '../../ckan/action.ts';
import { load } from '../../ckan/load.ts';
import { Portal } from '../../ckan/portal/portal.ts';
import { USUAL_VERSION } from '../../ckan/portal/version.ts';
import { Explorer } from '../../support/drivers/explorer.ts';
import { PANEL, PaintClock } from '../../support/drivers/paintClock.ts';
import { startWorkbench } from '../../support/drivers/workbench.ts';
import { clicks, REST_MS, writeCsv } from './clicks.mjs';
import { search } from './search.mjs';
import { median } from '../service/rounds.ts';

const { values: options } = parseArgs({
  options: {
    rounds: { type: 'string', default: '9' },
    'no-ckan': { type: 'boolean', default: false },
    // The folder of one that runs already.
    ckan: { type: 'string' },
    search: { type: 'boolean', default: false },
    size: { type: 'string', default: '12M' },
    pictures: { type: 'boolean', default: false },
  },
});
if (options.search) process.exit((await search({ ...options, rounds: Number(options.rounds) })) ? 1 : 0);

/** The most, in ms above the server's own time: of a click with no panel open, and of the click after it. */
const GOALS = { first: 300, second: 150 };
/** The most, of the time of the same click without summaries in the headers. */
const SUMMARIES_GOAL = 1.1;

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'bench-open-'));
const files = ['one.csv', 'two.csv'].map((name) => writeCsv(path.join(folder, name)));
const ckanFolder = path.resolve(options.ckan ?? path.join(root, 'build', 'ckan'));
const portal = options['no-ckan'] ? undefined : new Portal(ckanFolder, (line) => console.error(`ckan: ${line}`));
const ends = [() => fs.rmSync(folder, { recursive: true, force: true, maxRetries: 5 })];
if (options.ckan === undefined) ends.push(() => portal?.stop());
let isMissed = false;
try {
  const actor = await portal?.start();
  const fixture = actor && (await load({ ...actor, fill: portal.fill.bind(portal) }, USUAL_VERSION));
  const extensionsDir = path.join(folder, 'extensions');
  await installFromSource(extensionsDir);
  const settings = { 'datastoreExplorer.local.files': files };
  const workbench = await startWorkbench({ extensionsDir, settings });
  ends.push(() => workbench.stop());
  const clock = await PaintClock.in(workbench.page, PANEL);
  const at = { ...workbench, clock, isSummarized: false };
  await at.vsc.showSidebar('Datastore');
  const local = ['one.csv', 'two.csv'];
  const places = { 'Local file': { names: local }, 'Local file, summarized': { names: local, isSummarized: true } };
  if (fixture) {
    await addResources(at, fixture);
    places.CKAN = { names: ['Subjects', 'Meter readings'] };
  }
  const table = fixture && (await tableView(at.page.context().browser(), actor, fixture));
  await measure(at, places, table).catch(async (error) => {
    console.error(`screenshot: ${await workbench.screenshot('bench-open')}`);
    throw error;
  });
} finally {
  for (const end of ends.toReversed()) await end();
}
process.exit(isMissed ? 1 : 0);

async function measure(at, places, table) {
  // Nothing is to be loaded for the first time any more.
  for (const place of Object.values(places)) await clicks(at, place);
  await table?.();
  const rounds = { table: [] };
  for (let round = 0; round < Number(options.rounds); round += 1) {
    const order = Object.entries(places);
    // Each place meets what the one before has left in memory, so the order alternates.
    for (const [name, place] of round % 2 === 0 ? order : order.toReversed())
      (rounds[name] ??= []).push(await clicks(at, place));
    if (table) rounds.table.push(await table());
  }
  for (const [place, { isSummarized }] of Object.entries(places))
    for (const [which, goal] of Object.entries(GOALS)) {
      const times = rounds[place].map((round) => round[which]);
      const [whole, server] = [times.map((time) => time.whole), times.map((time) => time.server)];
      const above = median(times.map((time) => time.whole - time.server));
      isMissed ||= above > goal;
      if (isSummarized) {
        const ratio = median(whole.map((time, round) => time / rounds['Local file'][round][which].whole));
        isMissed ||= ratio > SUMMARIES_GOAL;
        console.log(
          `${place}, ${which} click: ${ratio.toFixed(2)} times as long as without (at most ${SUMMARIES_GOAL}: ${ratio > SUMMARIES_GOAL ? 'MISSED' : 'reached'})`,
        );
      }
      const beside = table
        ? `; ${(median(whole) / median(rounds.table)).toFixed(2)} times CKAN's own table view (${ms(median(whole))} to ${ms(median(rounds.table))})`
        : '';
      console.log(
        `${place}, ${which} click: ${ms(above)} above the server's ${ms(median(server))} (at most ${ms(goal)}: ${above > goal ? 'MISSED' : 'reached'})${beside}`,
      );
    }
}

async function addResources({ vsc }, { baseUrl, publicDataset, subjects, readings }) {
  const page = `${baseUrl}/dataset/${publicDataset}/resource/${subjects}`;
  await new Explorer(vsc).addPortal(page, 'Test portal');
  await vsc.row('Subjects').first().waitFor();
  await vsc.command('Datastore: Add Resource…');
  await vsc.quickInput.enter(readings);
  await vsc.quickInput.pick('Test portal');
  await vsc.row('Meter readings').first().waitFor();
}

/** Opens CKAN's page of a table alone, without the resource's page around it. */
async function tableView(browser, actor, { baseUrl, publicDataset, readings }) {
  const [known] = await action(actor, 'resource_view_list', { id: readings });
  const made = { resource_id: readings, title: 'Table', view_type: 'datatables_view' };
  const view = known ?? (await action(actor, 'resource_view_create', made));
  const address = `${baseUrl}/dataset/${publicDataset}/resource/${readings}/view/${view.id}`;
  const page = await browser.newPage();
  const table = { cells: 'table.dataTable tbody td:not(.dataTables_empty)', label: 'table.dataTable th:not(:empty)' };
  const clock = await PaintClock.in(page, table);
  return async () => {
    const time = await clock.time('_id', () => page.goto(address, { waitUntil: 'commit' }));
    await rest(REST_MS);
    return time;
  };
}

function ms(time) {
  return `${time.toFixed(0)} ms`;
}
