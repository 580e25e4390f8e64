// npm run bench:import [-- --rounds N --rows N | --large GB]: the import of a large CSV file, spelled as German programs do it and plain, beside
// the shortest way that DuckDB has to a table of the same values: read_csv and TRY_CAST into a database file. Each import has a
// process of its own; loading its program does not count. `--large`: instead, one import of a file of so many gigabytes.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { projectRoot } from '../../../tools/vscode/projectPaths.ts';
import { writeCsv } from './csvFile.mjs';
import { largeImport } from './large.mjs';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '7' },
    rows: { type: 'string', default: '400000' },
    large: { type: 'string' },
  },
});

const here = import.meta.dirname;
const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'bench-import-')));
try {
  if (values.large !== undefined) console.log((await largeImport(folder, Number(values.large))).join('\n'));
  for (const spelling of values.large === undefined ? ['german', 'plain'] : []) {
    const file = path.join(folder, `${spelling}.csv`);
    writeCsv(file, spelling === 'german', { rows: Number(values.rows) });
    const ratios = [];
    for (let round = 0; round < Number(values.rounds); round += 1) {
      const order = round % 2 === 0 ? ['ours', 'duckdb'] : ['duckdb', 'ours'];
      const times = Object.fromEntries(order.map((who) => [who, importTime(who, file)]));
      ratios.push(times.ours / times.duckdb);
    }
    ratios.sort((one, other) => one - other);
    const [median, least, most] = [ratios[ratios.length >> 1], ratios[0], ratios.at(-1)];
    const megabytes = (fs.statSync(file).size / 1e6).toFixed(0);
    console.log(
      `${spelling} CSV of ${megabytes} MB: our import takes ${median.toFixed(2)} times as long as DuckDB's read_csv and ` +
        `TRY_CAST (${least.toFixed(2)} to ${most.toFixed(2)}, ${values.rounds} pairs)`,
    );
  }
} finally {
  fs.rmSync(folder, { recursive: true, force: true });
}

function importTime(who, file) {
  const work = fs.mkdtempSync(path.join(folder, 'work-'));
  const { status, stdout, stderr } = spawnSync(process.execPath, [path.join(here, `${who}.mjs`), file, work], {
    cwd: projectRoot,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(stderr);
  fs.rmSync(work, { recursive: true });
  return JSON.parse(stdout).ms;
}
