// `npm run test:trino [-- mocha options]`: a real Trino, a coordinator and two workers, behind our service.
import fs from 'node:fs';
import path from 'node:path';
import { root } from '../../scripts/steps/progress.mjs';
import { runStep } from '../../scripts/steps/runStep.mjs';

const mocha = path.join(root, 'node_modules/mocha/bin/mocha.js');
const settings = ['--config', 'test/trino/.mocharc.json', '--reporter', './test/support/resultReporter.ts'];
const command = [process.execPath, mocha, ...settings, ...process.argv.slice(2)];
const resultFile = path.join(root, 'build', 'results', 'trino.json');
fs.mkdirSync(path.dirname(resultFile), { recursive: true });
const { ok, result } = await runStep('trino', { command, tests: true }, resultFile);
console.log(`${result?.passed ?? 0} passed, ${ok ? 0 : Math.max(result?.failed ?? 0, 1)} failed`);
process.exit(ok ? 0 : 1);
