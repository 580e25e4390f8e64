// The two packages of the upgrade test: that of the commit b59f60db, built in a worktree of its own, and ours.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { root } from '../../scripts/steps/progress.mjs';

const { cleanEnvironment, ensureInstalled, findNpm } = createRequire(import.meta.url)('../../scripts/setup/npm.cjs');

/** The state of the sources that the project's third plan began with. */
export const OLD_COMMIT = 'b59f60db';

const { name, version } = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8'));
const fileName = `${name}-${version}-${process.platform}-${process.arch}.vsix`;

/** Builds our package, and returns its path. */
export function buildOurs() {
  execFileSync(process.execPath, ['scripts/package.mjs'], { cwd: root, stdio: 'inherit' });
  return path.join(root, 'build', fileName);
}

/** Builds the package of OLD_COMMIT unless an earlier run has, and returns its path. */
export function buildOld() {
  const folder = path.join(root, 'build', 'upgrade', 'old');
  const file = path.join(folder, 'build', fileName);
  if (fs.existsSync(file)) return file;
  const git = (...args) => execFileSync('git', args, { cwd: root, stdio: 'inherit' });
  if (!fs.existsSync(folder)) {
    git('worktree', 'prune');
    git('worktree', 'add', '--detach', folder, OLD_COMMIT);
  }
  const npm = findNpm();
  ensureInstalled(`the packages of ${OLD_COMMIT}`, folder, (args) =>
    execFileSync(process.execPath, [npm, ...args], { cwd: folder, env: cleanEnvironment(), stdio: 'inherit' }),
  );
  execFileSync(process.execPath, ['scripts/package.mjs'], { cwd: folder, stdio: 'inherit' });
  return file;
}
