// The extension as packaged, in a real VS Code: `node test/ui/run.mjs [journeys | others] [mocha options]`, for instance
// `--grep keyboard`. `journeys` are the first minutes and the main job, `others` the rest; without a word, all run.
// Needs the VSIX that `npm run package` leaves in build/.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { installExtension } from '../support/drivers/installExtension.ts';
import { THIS_TARGET, vsixOf } from '../support/drivers/vsix.ts';
import { translateExtensions } from '../support/pages/pseudoLanguage.ts';
import { installedExtensionsDir, projectRoot, shotsDir } from '../../tools/vscode/projectPaths.ts';

const vsix = vsixOf(THIS_TARGET);
if (!fs.existsSync(vsix)) {
  console.error(`${vsix} is missing: run "npm run package" first`);
  process.exit(1);
}
installExtension(vsix, installedExtensionsDir);
translateExtensions(installedExtensionsDir);
const parts = {
  all: ['test/ui/**/*.test.ts'],
  journeys: ['test/ui/journeys/*.test.ts'],
  others: ['test/ui/**/*.test.ts', '--ignore', 'test/ui/journeys/*'],
};
const [word = 'all', ...rest] = process.argv.slice(2);
const [files, mochaOptions] = Object.hasOwn(parts, word) ? [parts[word], rest] : [parts.all, process.argv.slice(2)];
// Screenshots of the run before stay where this run continues it, or runs some of the tests.
if (word !== 'others' && !mochaOptions.includes('--grep')) fs.rmSync(shotsDir, { recursive: true, force: true });

const mocha = path.join(projectRoot, 'node_modules/mocha/bin/mocha.js');
const { status } = spawnSync(
  process.execPath,
  [
    mocha,
    '--config',
    'test/ui/.mocharc.json',
    '--reporter',
    './test/support/results/resultReporter.ts',
    ...files,
    ...mochaOptions,
  ],
  { cwd: projectRoot, stdio: 'inherit' },
);
process.exit(status ?? 1);
