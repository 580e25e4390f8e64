// An earlier version of this project beside this one, for benches that compare both.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { root } from '../../../scripts/steps/progress.mjs';

/** The most that this version may take, in times of an earlier one. */
export const MOST_RATIO = 1.05;

/** Checks the revision out into `folder`, with the packages of this checkout. Returns a function that removes it. */
export function checkOut(revision, folder) {
  const git = (...args) => execFileSync('git', ['worktree', ...args], { cwd: root });
  git('add', '--quiet', '--detach', folder, revision);
  fs.symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
  return () => git('remove', '--force', folder);
}
