// `npm run test:trino [-- engine | extension] [mocha options]`: a real Trino, a coordinator and two workers, behind our
// service; and in a real VS Code, the main job on its tables.
import fs from 'node:fs';
import path from 'node:path';
import { installFromSource } from '../../scripts/steps/installFromSource.mjs';
import { root } from '../../scripts/steps/progress.mjs';
import { runStep } from '../../scripts/steps/runStep.mjs';
import { installedExtensionsDir } from '../../tools/vscode/projectPaths.ts';

const suites = {
  engine: { settings: ['--config', 'test/trino/.mocharc.json'] },
  extension: {
    settings: ['--config', 'test/trino/mainJob.mocharc.json'],
    prepare: () => installFromSource(installedExtensionsDir),
  },
};
const [first, ...others] = process.argv.slice(2);
const isNamed = Object.hasOwn(suites, first ?? '');
const options = isNamed ? others : process.argv.slice(2);

const results = path.join(root, 'build', 'results');
fs.mkdirSync(results, { recursive: true });
process.env.MAIN_JOB_PLACE = 'trino';
let passed = 0;
let failed = 0;
for (const [name, { settings, prepare }] of Object.entries(suites)) {
  if (isNamed && name !== first) continue;
  await prepare?.();
  const mocha = path.join(root, 'node_modules/mocha/bin/mocha.js');
  const reporter = ['--reporter', './test/support/results/resultReporter.ts'];
  const command = [process.execPath, mocha, ...settings, ...reporter, ...options];
  const resultFile = path.join(results, `trino-${name}.json`);
  const { ok, result } = await runStep(`trino-${name}`, { command, tests: true }, resultFile);
  passed += result?.passed ?? 0;
  // A suite that is red for another reason than a failing test counts as one.
  failed += ok ? 0 : Math.max(result?.failed ?? 0, 1);
}
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed > 0 ? 1 : 0);
