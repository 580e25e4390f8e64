// `npm run check:fast`: types, and lint and format of the files that differ from the last commit, side by side.
// `-- --since REF` compares with another commit. Lint keeps its results of unchanged files in build/.
import { execFileSync, spawn } from 'node:child_process';
import fs from 'node:fs';
import { parseArgs } from 'node:util';

const { since } = parseArgs({ options: { since: { type: 'string', default: 'HEAD' } } }).values;
const git = (...args) => execFileSync('git', args, { encoding: 'utf8' }).split('\n').filter(Boolean);
const changed = [
  ...git('diff', '--name-only', '--relative', since),
  ...git('ls-files', '--others', '--exclude-standard'),
].filter((file) => fs.existsSync(file));
const code = changed.filter((file) => /\.(ts|mjs|cjs|js)$/.test(file));

const checks = [['tsc', '-b']];
if (code.length > 0)
  checks.push(['eslint', '--max-warnings', '0', '--cache', '--cache-location', 'build/eslint', ...code]);
if (changed.length > 0) checks.push(['prettier', '--check', '--ignore-unknown', ...changed]);

const started = Date.now();
const results = await Promise.all(checks.map(run));
for (const { name, status, output } of results) if (status !== 0) console.log(`${name}:\n${output.trimEnd()}\n`);
const failed = results.filter(({ status }) => status !== 0).map(({ name }) => name);
const seconds = ((Date.now() - started) / 1000).toFixed(1);
console.log(`${changed.length} changed files, ${seconds} s: ${failed.length === 0 ? 'ok' : failed.join(', ')}`);
process.exit(failed.length === 0 ? 0 : 1);

function run([name, ...args]) {
  return new Promise((resolve) => {
    const child = spawn(name, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (output += data));
    child.on('close', (status) => resolve({ name, status, output }));
  });
}
