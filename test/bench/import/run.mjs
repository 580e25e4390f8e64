// npm run bench:import [-- --rounds N --rows N]: the import of a large CSV file, spelled as German programs do it and plain, beside
// the shortest way that DuckDB has to a table of the same values: read_csv and TRY_CAST into a database file. Each import has a
// process of its own; loading its program does not count.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { projectRoot } from '../../../tools/vscode/projectPaths.ts';

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '7' }, rows: { type: 'string', default: '400000' } },
});

const here = import.meta.dirname;
const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'bench-import-')));
try {
  for (const spelling of ['german', 'plain']) {
    const file = path.join(folder, `${spelling}.csv`);
    writeCsv(file, spelling === 'german', Number(values.rows));
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
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [path.join(here, `${who}.mjs`), file, work],
    {
      cwd: projectRoot,
      encoding: 'utf8',
    },
  );
  if (status !== 0) throw new Error(stderr);
  fs.rmSync(work, { recursive: true });
  return Number(stdout);
}

function writeCsv(file, isGerman, rows) {
  const towns = ['Köln', 'Bonn', 'Aachen', 'Münster', 'Essen', 'Dortmund', 'Bielefeld', 'Düsseldorf'];
  let seed = 42;
  const below = (limit) => (seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0) % limit;
  const two = (number) => String(number).padStart(2, '0');
  const lines = ['nr;ort;betrag;datum;anteil;projekt;bemerkung;plz'];
  for (let row = 1; row <= rows; row += 1) {
    const [cents, share] = [below(10_000_000) - 1_000_000, below(1000)];
    const whole = String(Math.trunc(Math.abs(cents) / 100));
    const [day, month, year] = [1 + below(28), 1 + below(12), 2000 + below(25)];
    const sign = cents < 0 ? '-' : '';
    const spelled = isGerman
      ? [
          `${sign}${whole.replace(/\B(?=(\d{3})+$)/g, '.')},${two(Math.abs(cents) % 100)}`,
          `${two(day)}.${two(month)}.${year}`,
          `${Math.trunc(share / 10)},${share % 10} %`,
        ]
      : [
          `${sign}${whole}.${two(Math.abs(cents) % 100)}`,
          `${year}-${two(month)}-${two(day)}`,
          String(share / 1000),
        ];
    lines.push(
      [
        row,
        towns[below(towns.length)],
        ...spelled,
        `Projekt ${below(1e6)}`,
        `Bemerkung zum Vorgang ${below(1e9)}`,
        10_000 + below(89_999),
      ].join(';'),
    );
  }
  fs.writeFileSync(file, `${lines.join('\n')}\n`);
}
