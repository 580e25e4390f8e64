// `npm run test:ckan [-- client | found | extension | conformance] [-- --ckan 2.12.0] [-- --keep]`: starts real CKANs one
// after another, loads each, runs the suites, stops it. `found`: the way from a portal's address to records.
// `conformance` asks the recorded cases of both, this CKAN and the embedded datastore.
// `--keep` leaves each CKAN running, so that the next run starts at once; `node test/ckan/portal/run.mjs stop` ends them.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { installFromSource } from '../../scripts/steps/installFromSource.mjs';
import { root, seconds } from '../../scripts/steps/progress.mjs';
import { runStep } from '../../scripts/steps/runStep.mjs';
import { load } from './load.ts';
import { Portal } from './portal/portal.ts';
import { CKAN_VERSIONS, ckanVersion, USUAL_VERSION } from './portal/version.ts';

const folder = path.join(root, 'build', 'ckan');
const results = path.join(root, 'build', 'results');
const started = performance.now();
const say = (line) => console.log(`ckan ${seconds(started).padStart(6)} s: ${line}`);

const filesOf = (names) => names.map((name) => `test/ckan/${name}.test.ts`);
const suites = {
  client: {
    versions: CKAN_VERSIONS,
    files: filesOf([
      'agents',
      'client',
      'everyDialect',
      'search',
      'sqlSearch',
      'sqlSummary',
      'catalog',
      'resultSet',
      'localCopy',
      'dump',
      'checks',
    ]),
  },
  found: { versions: CKAN_VERSIONS, files: filesOf(['found']), inVsCode: true },
  extension: {
    versions: [USUAL_VERSION],
    files: filesOf(['extension', 'grid', 'summaries', 'sqlDocuments']),
    inVsCode: true,
  },
  conformance: { versions: [USUAL_VERSION] },
};
const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: { ckan: { type: 'string' }, keep: { type: 'boolean', default: false } },
});
const unknown = positionals.find((name) => !Object.hasOwn(suites, name));
if (unknown !== undefined) {
  console.error(`No suite "${unknown}". Suites: ${Object.keys(suites).join(', ')}`);
  process.exit(2);
}
const wanted = positionals.length > 0 ? positionals : Object.keys(suites);
const suitesOf = (version) =>
  wanted.filter((name) => options.ckan !== undefined || suites[name].versions.includes(version));

// Whichever way this process ends, nothing of a portal may stay behind. A suite's own handler goes first.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => setTimeout(() => process.exit(130)));
process.on('exit', () => {
  if (options.keep) return;
  const stop = path.join(import.meta.dirname, 'portal', 'run.mjs');
  spawnSync(process.execPath, [stop, 'stop', '--folder', folder], { stdio: 'inherit' });
});

function runSuite(name, version, isBeside) {
  const resultFile = path.join(results, `ckan-${version}-${name}.json`);
  fs.rmSync(resultFile, { force: true });
  const mocha = path.join(root, 'node_modules/mocha/bin/mocha.js');
  const settings = ['--config', 'test/ckan/.mocharc.json', '--reporter', './test/support/results/resultReporter.ts'];
  const { files } = suites[name];
  const command = files
    ? [process.execPath, mocha, ...settings, ...files]
    : [process.execPath, 'test/service/conformance/run.mjs'];
  const step = { command, tests: true, isBeside };
  return runStep(`ckan-${version}-${name}`, step, resultFile);
}

/**
 * Runs the suites that drive VS Code one after another. The others run beside them and use what these leave of the
 * machine.
 */
async function runSuites(names, version) {
  const inVsCode = names.filter((name) => suites[name].inVsCode);
  const others = names.filter((name) => !suites[name].inVsCode);
  const inLine = async (line, isBeside) => {
    const outcomes = [];
    for (const name of line) outcomes.push(await runSuite(name, version, isBeside));
    return outcomes;
  };
  return (await Promise.all([inLine(inVsCode, false), inLine(others, inVsCode.length > 0)])).flat();
}

/** The results of this version's suites, with the portal started and loaded for them. Meanwhile the next one is installed. */
async function runVersion(version, names, next) {
  await installing;
  const portal = new Portal(folder, say, version);
  const running = await portal.start();
  say('loading records and datasets');
  const fixtureFile = path.join(folder, 'fixture.json');
  const fill = portal.fill.bind(portal);
  fs.writeFileSync(fixtureFile, JSON.stringify(await load({ ...running, fill }, version)), { mode: 0o600 });
  process.env.CKAN_FIXTURE = fixtureFile;
  process.env.CKAN_URL = running.baseUrl;
  process.env.CKAN_TOKEN = running.token;
  if (names.some((name) => suites[name].inVsCode)) {
    say('building and installing the extension');
    process.env.CKAN_EXTENSIONS = path.join(folder, 'extensions');
    await installFromSource(process.env.CKAN_EXTENSIONS);
  }
  // What fails here fails again, and is told, when that one starts.
  installing = next && new Portal(folder, say, next).install().catch(() => undefined);
  const outcomes = await runSuites(names, version);
  if (options.keep) say(`CKAN ${version} stays at ${running.baseUrl}`);
  else await portal.stop();
  return outcomes;
}

fs.mkdirSync(results, { recursive: true });
let passed = 0;
let failed = 0;
let installing;
try {
  const versions = options.ckan === undefined ? CKAN_VERSIONS : [ckanVersion(options.ckan)];
  const used = versions.filter((version) => suitesOf(version).length > 0);
  for (const [place, version] of used.entries()) {
    for (const { ok, result } of await runVersion(version, suitesOf(version), used[place + 1])) {
      passed += result?.passed ?? 0;
      // A suite that is red for another reason than a failing test counts as one.
      failed += ok ? 0 : Math.max(result?.failed ?? 0, 1);
    }
  }
} catch (error) {
  console.error(`ckan: ${error.message}`);
  process.exit(1);
}
console.log(`${seconds(started)} s in all`);
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed > 0 ? 1 : 0);
