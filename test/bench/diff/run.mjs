// `npm run bench:diff [-- --rows N]`: `datastore-explorer diff` of two CSV files of a million records with 8 fields, of
// which 1 % were added, removed or changed. Prints `name value limit ok|missed`: how long it takes beyond the imports of
// both files (a SQL document that counts them), the most memory of all its processes, and whether its list equals the
// one that was planted.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { buildIfStale } from '../../../scripts/steps/build.mjs';
import { root } from '../../../scripts/steps/progress.mjs';
import { treeMemoryMb } from './treeMemory.mjs';
import { writeSides } from './sides.mjs';

const LIMITS = { seconds: 5, memoryMb: 1536, wrong: 0 };
const { values } = parseArgs({ options: { rows: { type: 'string', default: '1000000' } } });
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'bench-diff-'));
const cli = path.join(root, 'dist', 'cli.js');

/** Runs the command line, and looks at the memory of its processes meanwhile. */
async function run(args, output) {
  const started = performance.now();
  const child = spawn(process.execPath, [cli, ...args], { stdio: ['ignore', fs.openSync(output, 'w'), 'pipe'] });
  let [mostMb, errors] = [0, ''];
  child.stderr.on('data', (chunk) => (errors += String(chunk)));
  const watch = setInterval(() => (mostMb = Math.max(mostMb, treeMemoryMb(child.pid))), 50);
  const code = await new Promise((resolve) => child.on('close', resolve));
  clearInterval(watch);
  return { code, errors, mostMb, seconds: (performance.now() - started) / 1000 };
}

try {
  buildIfStale();
  const planted = writeSides(folder, Number(values.rows));
  const file = (name) => path.join(folder, name);
  const count =
    '-- @source a = old.csv\n-- @source b = new.csv\nselect (select count(*) from a) + (select count(*) from b);';
  fs.writeFileSync(file('count.sql'), count);
  const imports = await run(['sql', file('count.sql')], file('count.txt'));
  if (imports.code !== 0) throw new Error(imports.errors);
  const diff = await run(['diff', file('old.csv'), file('new.csv'), '--format', 'csv', '--out-lf'], file('diff.csv'));
  if (diff.code !== 1) throw new Error(`exit code ${diff.code}: ${diff.errors}`);
  const lines = new Set(fs.readFileSync(file('diff.csv'), 'utf8').trimEnd().split('\n').slice(1));
  const wrong = lines.symmetricDifference(planted).size;
  console.log(diff.errors.trimEnd());
  console.log(`imports ${imports.seconds.toFixed(1)} s, diff ${diff.seconds.toFixed(1)} s`);
  const figures = { seconds: diff.seconds - imports.seconds, memoryMb: diff.mostMb, wrong };
  for (const [name, value] of Object.entries(figures)) {
    const isOver = value > LIMITS[name];
    if (isOver) process.exitCode = 1;
    console.log(`diff-${name} ${Number(value.toFixed(1))} ${LIMITS[name]} ${isOver ? 'missed' : 'ok'}`);
  }
} finally {
  fs.rmSync(folder, { recursive: true, force: true });
}
