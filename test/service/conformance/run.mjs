// `npm run test:conformance [-- --only AREA,AREA --name TEXT --no-build --source --ckan --verbose]`: what CKAN 2.12.0 was recorded to
// answer, asked of `datastore-explorer serve --writable`. differences.json lists every allowed difference; one that is
// none any more is a failure. With CKAN_URL and CKAN_TOKEN the same cases go to that CKAN in the same run.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { buildDir, projectRoot } from '../../../tools/vscode/projectPaths.ts';
import { startService } from './service.mjs';
import { Site } from './site.mjs';
import { runCases } from './suite.mjs';

const LIKE = '2.12.0';
const CKAN_RECORDED = ['2.10.11', '2.11.6', '2.12.0'];

const { values: options } = parseArgs({
  options: {
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
const allowed = new Map(
  read('differences.json').flatMap(({ reason, cases: names }) => names.map((name) => [name, reason])),
);

if (!options['no-build'] && !options.source) {
  const { status } = spawnSync(process.execPath, ['esbuild.js'], { cwd: projectRoot, stdio: 'inherit' });
  if (status !== 0) process.exit(1);
}

const ours = await judgeService();
const theirs = options.ckan ? await judgeCkan() : undefined;
const failures = [
  ...ours.flatMap((result) => complaint(result)),
  ...(theirs ?? [])
    .filter(({ outcome }) => outcome === 'failed')
    .map(({ name, why }) => `CKAN: ${name}: ${why}`),
];
printTable();
for (const failure of failures) console.log(`FAIL ${failure}`);
const differing = ours.filter(({ name, outcome }) => outcome !== 'passed' && allowed.has(name)).length;
const passed = [...ours, ...(theirs ?? [])].filter(
  ({ name, outcome }) =>
    outcome === 'passed' &&
    !(allowed.has(name) && ours.some((each) => each.name === name && each.outcome === 'passed')),
).length;
console.log(`${differing} cases differ as differences.json says`);
writeResult();
console.log(`${passed} passed, ${failures.length} failed`);
process.exitCode = failures.length > 0 ? 1 : 0;

async function judgeService() {
  const service = await startService(options.source ? 'src/cli.ts' : 'dist/cli.js');
  try {
    const site = new Site(service.baseUrl, { token: service.token, sendsTokenAlways: true });
    await site.prepare();
    return await runCases(site, cases, { like: LIKE, isStrict: false });
  } finally {
    await service.stop();
  }
}

async function judgeCkan() {
  const { CKAN_URL: url, CKAN_TOKEN: token } = process.env;
  if (!url || !token) throw new Error('--ckan needs CKAN_URL and CKAN_TOKEN');
  const site = new Site(url, { token });
  await site.prepare();
  if (!CKAN_RECORDED.includes(site.version))
    throw new Error(`no answers were recorded from CKAN ${site.version}`);
  try {
    // Ours were recorded from one version only.
    const known = site.version === LIKE ? cases : cases.filter((example) => !recorded.includes(example));
    return await runCases(site, known, { like: site.version, isStrict: true });
  } finally {
    await site.cleanUp();
  }
}

/** None for what passes, or differs as it may. */
function complaint({ name, outcome, why }) {
  const isAllowed = allowed.has(name);
  if (outcome === 'passed') return isAllowed ? [`${name}: passes, but is listed in differences.json`] : [];
  if (isAllowed) {
    if (options.verbose) console.log(`differs: ${name}: ${why}`);
    return [];
  }
  return [`${name}: ${why}`];
}

function printTable() {
  const count = (results, area, outcome) =>
    results.filter((result) => result.area === area && result.outcome === outcome).length;
  const columns = ['passed', 'failed', 'skipped'];
  const heads = (who) => columns.map((column) => `${who} ${column}`.padStart(14)).join('');
  console.log(`${'area'.padEnd(10)}${heads('ours')}${theirs ? heads('CKAN') : ''}`);
  for (const area of new Set(cases.map((example) => example.area))) {
    const cells = [ours, ...(theirs ? [theirs] : [])].flatMap((results) =>
      columns.map((column) => String(count(results, area, column)).padStart(14)),
    );
    console.log(area.padEnd(10) + cells.join(''));
  }
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
