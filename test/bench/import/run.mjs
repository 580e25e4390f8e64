// npm run bench:import [-- --rounds N --rows N --against REVISION | --large GB]: the import of a large CSV file, spelled as German
// programs do it and plain, beside the shortest way that DuckDB has to a table of the same values: read_csv and
// TRY_CAST into a database file. Each import has a process of its own; loading its program does not count.
// `import-ratio value limit ok|missed` compares with DuckDB's read_csv that guesses the types of the plain file. `--against`:
// the import of that revision of this project, too, and `import-german|plain-against value limit ok|missed` says how many
// times as long ours takes. `--large`: instead, one import of a file of so many gigabytes.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { projectRoot } from '../../../tools/vscode/projectPaths.ts';
import { checkOut, MOST_RATIO } from '../earlier/earlierVersion.mjs';
import { writeCsv } from './csvFile.mjs';
import { largeImport } from './large.mjs';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '7' },
    rows: { type: 'string', default: '400000' },
    against: { type: 'string' },
    large: { type: 'string' },
  },
});

/** The most that an import may take, in times of DuckDB's own `create table as from read_csv`. */
const MOST_OF_READ = 3.5;

const here = import.meta.dirname;
const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'bench-import-')));
const before = values.against && path.join(folder, 'before');
let removeBefore;
try {
  if (before) removeBefore = checkOut(values.against, before);
  if (values.large !== undefined) console.log((await largeImport(folder, Number(values.large))).join('\n'));
  for (const spelling of values.large === undefined ? ['german', 'plain'] : []) {
    const file = path.join(folder, `${spelling}.csv`);
    writeCsv(file, spelling === 'german', { rows: Number(values.rows) });
    const rivals = ['duckdb', ...(spelling === 'plain' ? ['read'] : []), ...(before ? ['before'] : [])];
    const ratios = Object.fromEntries(rivals.map((rival) => [rival, []]));
    for (let round = 0; round < Number(values.rounds); round += 1) {
      const order = round % 2 === 0 ? ['ours', ...rivals] : [...rivals, 'ours'];
      const times = Object.fromEntries(order.map((who) => [who, importTime(who, file)]));
      for (const rival of rivals) ratios[rival].push(times.ours / times[rival]);
    }
    for (const each of Object.values(ratios)) each.sort((one, other) => one - other);
    const [median, least, most] = [middle(ratios.duckdb), ratios.duckdb[0], ratios.duckdb.at(-1)];
    const megabytes = (fs.statSync(file).size / 1e6).toFixed(0);
    console.log(
      `${spelling} CSV of ${megabytes} MB: our import takes ${median.toFixed(2)} times as long as DuckDB's read_csv and ` +
        `TRY_CAST (${least.toFixed(2)} to ${most.toFixed(2)}, ${values.rounds} pairs)`,
    );
    if (before) judge(`import-${spelling}-against`, middle(ratios.before), MOST_RATIO);
    if (ratios.read !== undefined) judge('import-ratio', middle(ratios.read), MOST_OF_READ);
  }
} finally {
  removeBefore?.();
  fs.rmSync(folder, { recursive: true, force: true });
}

function judge(name, ratio, most) {
  if (ratio > most) process.exitCode = 1;
  console.log(`${name} ${ratio.toFixed(2)} ${most} ${ratio > most ? 'missed' : 'ok'}`);
}

function middle(sorted) {
  return sorted[sorted.length >> 1];
}

function importTime(who, file) {
  const work = fs.mkdtempSync(path.join(folder, 'work-'));
  const [root, program] = who === 'before' ? [before, 'ours'] : [projectRoot, who === 'read' ? 'duckdb' : who];
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [path.join(root, path.relative(projectRoot, here), `${program}.mjs`), file, work, who],
    { cwd: root, encoding: 'utf8' },
  );
  if (status !== 0) throw new Error(stderr);
  fs.rmSync(work, { recursive: true });
  return JSON.parse(stdout).ms;
}
