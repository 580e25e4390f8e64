// `npm run test:ckan [-- client | extension | conformance] [-- --keep]`: starts a real CKAN, loads it, runs the suites,
// stops it. `conformance` asks the recorded cases of both, this CKAN and the embedded datastore.
// `--keep` leaves CKAN running, so that the next run starts at once; `node test/ckan/portal/run.mjs stop` ends it.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { installFromSource } from '../../scripts/steps/installFromSource.mjs';
import { root, seconds } from '../../scripts/steps/progress.mjs';
import { runStep } from '../../scripts/steps/runStep.mjs';
import { load } from './load.ts';
import { Portal } from './portal/portal.ts';

const folder = path.join(root, 'build', 'ckan');
const results = path.join(root, 'build', 'results');
const started = performance.now();
const say = (line) => console.log(`ckan ${seconds(started).padStart(6)} s: ${line}`);

const suites = {
  client: ['client', 'catalog', 'resultSet', 'localCopy'].map((name) => `test/ckan/${name}.test.ts`),
  extension: ['test/ckan/extension.test.ts', 'test/ckan/grid.test.ts'],
  conformance: undefined,
};
const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: { keep: { type: 'boolean', default: false } },
});
const unknown = positionals.find((name) => !Object.hasOwn(suites, name));
if (unknown !== undefined) {
  console.error(`No suite "${unknown}". Suites: ${Object.keys(suites).join(', ')}`);
  process.exit(2);
}
const wanted = positionals.length > 0 ? positionals : Object.keys(suites);

// Whichever way this process ends, nothing of the portal may stay behind. A suite's own handler goes first.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
  process.on(signal, () => setTimeout(() => process.exit(130)));
process.on('exit', () => {
  if (options.keep) return;
  const stop = path.join(import.meta.dirname, 'portal', 'run.mjs');
  spawnSync(process.execPath, [stop, 'stop', '--folder', folder], { stdio: 'inherit' });
});

function runSuite(name) {
  const resultFile = path.join(results, `ckan-${name}.json`);
  fs.rmSync(resultFile, { force: true });
  const mocha = path.join(root, 'node_modules/mocha/bin/mocha.js');
  const settings = ['--config', 'test/ckan/.mocharc.json', '--reporter', './test/support/resultReporter.ts'];
  const command = suites[name]
    ? [process.execPath, mocha, ...settings, ...suites[name]]
    : [process.execPath, 'test/service/conformance/run.mjs'];
  return runStep(`ckan-${name}`, { command, tests: true }, resultFile);
}

fs.mkdirSync(results, { recursive: true });
const portal = await new Portal(folder, say).start().catch((error) => {
  console.error(`ckan: ${error.message}`);
  process.exit(1);
});
say('loading records');
const fixtureFile = path.join(folder, 'fixture.json');
fs.writeFileSync(fixtureFile, JSON.stringify(await load(portal)), { mode: 0o600 });
process.env.CKAN_FIXTURE = fixtureFile;
process.env.CKAN_URL = portal.baseUrl;
process.env.CKAN_TOKEN = portal.token;
if (wanted.includes('extension')) {
  say('building and installing the extension');
  process.env.CKAN_EXTENSIONS = path.join(folder, 'extensions');
  await installFromSource(process.env.CKAN_EXTENSIONS);
}
let passed = 0;
let failed = 0;
for (const name of wanted) {
  const { ok, result } = await runSuite(name);
  passed += result?.passed ?? 0;
  // A suite that is red for another reason than a failing test counts as one.
  failed += ok ? 0 : Math.max(result?.failed ?? 0, 1);
}
if (options.keep) say(`CKAN stays at ${portal.baseUrl}`);
console.log(`${seconds(started)} s in all`);
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed > 0 ? 1 : 0);
