// `npm run test:conformance [-- --engines ENGINE,ENGINE --only AREA,AREA --name TEXT --no-build --source --ckan
// --verbose]` compares `datastore-explorer serve` with recorded answers of CKAN 2.12.0. Tables are in its folder,
// PostgreSQL or Trino before it starts, because it can't be written to. differences.json lists all allowed differences;
// an obsolete one is a failure. With CKAN_URL and CKAN_TOKEN, that CKAN runs the same cases, too.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { buildDir, projectRoot } from '../../../tools/vscode/projectPaths.ts';
import { ENGINES } from './engines.mjs';
import { EngineSite } from './engineSite.mjs';
import { startService } from './service.mjs';
import { PreloadedSite, tablesOf } from './preloadedSite.mjs';
import { Site } from './site.mjs';
import { runCases } from './suite.mjs';
import { TableFolder } from './tableFolder.mjs';

const LIKE = '2.12.0';
const CKAN_RECORDED = ['2.10.11', '2.11.6', '2.12.0'];

const { values: options } = parseArgs({
  options: {
    engines: { type: 'string', default: 'embedded,postgres' },
    only: { type: 'string' },
    name: { type: 'string' },
    'no-build': { type: 'boolean', default: false },
    source: { type: 'boolean', default: false },
    ckan: { type: 'boolean', default: process.env.CKAN_URL !== undefined },
    verbose: { type: 'boolean', default: false },
  },
});
const read = (name) => JSON.parse(fs.readFileSync(path.join(import.meta.dirname, name), 'utf8'));
const areas = options.only?.split(',');
const recorded = read('recorded.json');
const cases = [...read('cases.json'), ...recorded].filter(
  ({ name, area }) => (areas?.includes(area) ?? true) && name.includes(options.name ?? ''),
);
const differences = read('differences.json');

if (!options['no-build'] && !options.source) {
  const { status } = spawnSync(process.execPath, ['esbuild.js'], { cwd: projectRoot, stdio: 'inherit' });
  if (status !== 0) process.exit(1);
}
const program = options.source ? 'src/cli.ts' : 'dist/cli.js';

/** Results by the name of the service. */
const judged = {};
await askService();
if (options.ckan) judged.CKAN = await askCkan();
const counted = Object.entries(judged).flatMap(([who, results]) =>
  results.map((result) => ({ ...result, who, complaint: complaintOf(who, result) })),
);
printTable();
const failures = counted.flatMap(({ complaint }) => complaint ?? []);
for (const failure of failures) console.log(`FAIL ${failure}`);
const differing = counted.filter(({ outcome, complaint }) => outcome === 'failed' && !complaint).length;
const passed = counted.filter(({ outcome, complaint }) => outcome === 'passed' && !complaint).length;
console.log(`${differing} cases differ as differences.json says`);
writeResult();
console.log(`${passed} passed, ${failures.length} failed`);
process.exitCode = failures.length > 0 ? 1 : 0;

/** Tables for engines are copied from the embedded datastore. */
async function askService() {
  const folder = await TableFolder.create(tablesOf(cases));
  const service = await startService(program, ['--directory', folder.directory]);
  try {
    const { baseUrl, token } = service;
    const site = new PreloadedSite(baseUrl, { token, sendsTokenAlways: true });
    await site.prepare();
    for (const engine of options.engines.split(','))
      judged[engine] =
        engine === 'embedded'
          ? await runCases(site, cases, { like: LIKE, isStrict: false })
          : await askEngine(ENGINES[engine], site);
  } finally {
    await service.stop();
    folder.remove();
  }
}

async function askEngine(start, making) {
  const { serving, create, stop } = await start();
  try {
    const service = await startService(program, serving);
    try {
      const site = new EngineSite(making, await siteOf(service), create);
      return await runCases(site, cases, { like: LIKE, isStrict: false });
    } finally {
      await service.stop();
    }
  } finally {
    await stop();
  }
}

async function siteOf({ baseUrl, token }) {
  const site = new Site(baseUrl, { token, sendsTokenAlways: true });
  await site.prepare();
  return site;
}

async function askCkan() {
  const { CKAN_URL: url, CKAN_TOKEN: token } = process.env;
  if (!url || !token) throw new Error('--ckan needs CKAN_URL and CKAN_TOKEN');
  const site = new Site(url, { token });
  await site.prepare();
  if (!CKAN_RECORDED.includes(site.version)) throw new Error(`no answers were recorded from CKAN ${site.version}`);
  try {
    // Our own cases were recorded from one version only.
    const known = site.version === LIKE ? cases : cases.filter((example) => !recorded.includes(example));
    return await runCases(site, known, { like: site.version, isStrict: true });
  } finally {
    await site.cleanUp();
  }
}

/** Undefined if the case passed, was skipped, or differs as allowed. */
function complaintOf(who, { name, outcome, why }) {
  const isAllowed = differences.some(({ engines, cases: of }) => engines.includes(who) && of.includes(name));
  if (outcome === 'passed') return isAllowed ? `${who}: ${name}: passes, but is listed in differences.json` : undefined;
  if (outcome === 'skipped' && who !== 'embedded')
    return isAllowed ? `${who}: ${name}: is not asked, but is listed in differences.json` : undefined;
  if (isAllowed && options.verbose) console.log(`differs: ${who}: ${name}: ${why}`);
  return isAllowed ? undefined : `${who}: ${name}: ${why}`;
}

function printTable() {
  const all = Object.entries(judged);
  const columns = ['passed', 'failed', 'skipped'];
  const row = (first, cells) => console.log(first.padEnd(10) + cells.map((cell) => cell.padStart(18)).join(''));
  row(
    'area',
    all.flatMap(([who]) => columns.map((column) => `${who} ${column}`)),
  );
  for (const area of new Set(cases.map((example) => example.area)))
    row(
      area,
      all.flatMap(([, results]) =>
        columns.map((outcome) =>
          String(results.filter((result) => result.area === area && result.outcome === outcome).length),
        ),
      ),
    );
}

function writeResult() {
  const file = process.env.TEST_RESULT_FILE ?? path.join(buildDir, 'results', 'conformance.json');
  fs.mkdirSync(path.dirname(file), { recursive: true });
  const result = {
    planned: passed + failures.length,
    passed,
    failed: failures.length,
    skipped: 0,
    failures: failures.map((failure) => ({ title: failure.slice(0, 200), error: failure })),
  };
  fs.writeFileSync(file, JSON.stringify(result, null, 2));
}
