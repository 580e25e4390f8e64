// `npm run trials`: applies each tools/trials/NAME.patch to a copy of the project, one by one, checks types and runs the
// unit tests there, and prints `trial NAME files limit ok|missed`. The files are those of src that the patch touches.
// A patch shows how far a change of its kind reaches: the fewer files, the better the house.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { root } from '../../scripts/steps/progress.mjs';

/** The largest number of files of src for each trial. Words of another language table don't count as a file. */
const LIMITS = { exportFormat: 2, filterOperator: 3, resourceCommand: 2, message: 3, portalKind: 2 };

const copy = path.join(root, 'build', 'trials');
const run = (command, args, cwd) => {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, encoding: 'utf8', maxBuffer: 1 << 26 });
  return { isOk: status === 0, text: `${stdout}${stderr}` };
};
const git = (...args) => run('git', args, root);

function makeCopy() {
  git('worktree', 'remove', '--force', copy);
  const { isOk, text } = git('worktree', 'add', '--detach', copy, 'HEAD');
  if (!isOk) throw new Error(text);
  fs.symlinkSync(path.join(root, 'node_modules'), path.join(copy, 'node_modules'));
}

/** Files of src that a patch touches, without tables of words. */
const filesOf = (patch) =>
  [...fs.readFileSync(patch, 'utf8').matchAll(/^\+\+\+ b\/(src\/\S+)$/gm)]
    .map(([, file]) => file)
    .filter((file) => !/words\.ts$/i.test(file));

let failed = 0;
makeCopy();
for (const [name, limit] of Object.entries(LIMITS)) {
  const patch = path.join(import.meta.dirname, `${name}.patch`);
  const checks = [
    ['git', ['apply', '--whitespace=nowarn', patch]],
    [process.execPath, ['node_modules/typescript/bin/tsc', '-b']],
    [process.execPath, ['node_modules/mocha/bin/mocha.js', '--config', 'test/unit/.mocharc.json', '--reporter', 'dot']],
  ];
  const failure = checks.map(([command, args]) => run(command, args, copy)).find(({ isOk }) => !isOk);
  const files = filesOf(patch).length;
  const isOk = failure === undefined && files <= limit;
  if (failure !== undefined) console.error(failure.text.slice(-2000));
  console.log(`trial ${name} ${files} ${limit} ${isOk ? 'ok' : 'missed'}`);
  failed += isOk ? 0 : 1;
  run('git', ['checkout', '--', '.'], copy);
  run('git', ['clean', '-fdq', '--exclude=node_modules'], copy);
}
git('worktree', 'remove', '--force', copy);
console.log(`${Object.keys(LIMITS).length - failed} passed, ${failed} failed`);
process.exit(failed > 0 ? 1 : 0);
