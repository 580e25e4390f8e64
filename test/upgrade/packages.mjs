// The two packages of the upgrade test: that of the commit b59f60db, built in a worktree of its own, and ours.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { root } from '../../scripts/steps/progress.mjs';
import { THIS_TARGET, vsixOf } from '../support/drivers/vsix.ts';

const { cleanEnvironment, ensureInstalled, findNpm } = createRequire(import.meta.url)('../../scripts/setup/npm.cjs');

/** The state of the sources that the project's third plan began with. */
export const OLD_COMMIT = 'b59f60db';

/** Builds our package, and returns its path. */
export function buildOurs() {
  execFileSync(process.execPath, ['scripts/package.mjs'], { cwd: root, stdio: 'inherit' });
  return vsixOf(THIS_TARGET);
}

/** Builds the package of OLD_COMMIT unless an earlier run has, and returns its path. */
export function buildOld() {
  const folder = path.join(root, 'build', 'upgrade', 'old');
  const git = (...args) => execFileSync('git', args, { cwd: root, stdio: 'inherit' });
  if (!fs.existsSync(folder)) {
    git('worktree', 'prune');
    git('worktree', 'add', '--detach', folder, OLD_COMMIT);
  }
  const file = vsixOf(THIS_TARGET, folder);
  if (fs.existsSync(file)) return file;
  const npm = findNpm();
  ensureInstalled(`the packages of ${OLD_COMMIT}`, folder, (args) =>
    execFileSync(process.execPath, [npm, ...args], { cwd: folder, env: cleanEnvironment(), stdio: 'inherit' }),
  );
  execFileSync(process.execPath, ['scripts/package.mjs'], { cwd: folder, stdio: 'inherit' });
  return file;
}
