// An upgrade in a real VS Code: `node test/upgrade/run.mjs [mocha options]`.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { root } from '../../scripts/steps/progress.mjs';
import { installExtension } from '../support/drivers/installExtension.ts';
import { buildOld, buildOurs } from './packages.mjs';

const folder = path.join(root, 'build', 'upgrade');
installExtension(buildOld(), path.join(folder, 'extensions-old'));
installExtension(buildOurs(), path.join(folder, 'extensions-ours'));
const mocha = ['node_modules/mocha/bin/mocha.js', '--config', 'test/upgrade/.mocharc.json'];
const reporter = ['--reporter', './test/support/results/resultReporter.ts'];
const { status } = spawnSync(process.execPath, [...mocha, ...reporter, ...process.argv.slice(2)], {
  cwd: root,
  stdio: 'inherit',
});
process.exit(status ?? 1);
