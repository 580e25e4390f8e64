// `npm run bench:engines [-- --size 10M] [--engines duckdb,postgres,trino] [--rounds N] [--program FOLDER] [--keep]`: the same
// questions on the same records through our service on DuckDB, PostgreSQL and Trino, beside the engine's own client that asks
// the engine for what our service asks it.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { buildIfStale } from '../../../scripts/steps/build.mjs';
import { root, seconds } from '../../../scripts/steps/progress.mjs';
import { duckdbSide } from './duckdbSide.ts';
import { isMissed, OVERHEAD_HEAD, overheadRow, overheads } from './overhead.ts';
import { postgresSide } from './postgresSide.ts';
import { QUESTIONS } from './questions.ts';
import { recordsFile, STEP } from './records.ts';
import { trinoSide } from './trinoSide.ts';

const { values: options } = parseArgs({
  options: {
    size: { type: 'string', default: '10M' },
    engines: { type: 'string', default: 'duckdb,postgres,trino' },
    rounds: { type: 'string', default: '5' },
    // Parts of names of questions.
    questions: { type: 'string', default: '' },
    // An older dist/, to compare with.
    program: { type: 'string' },
    // The file of records stays, for another run.
    keep: { type: 'boolean', default: false },
  },
});
const [, digits, unit = ''] = /^(\d+)([kM]?)$/.exec(options.size) ?? [];
const count = Number(digits) * { '': 1, k: 1e3, M: 1e6 }[unit];
if (!(count > 0) || count % STEP !== 0) {
  console.error(`--size is a multiple of ${STEP}, such as 100k or 10M`);
  process.exit(2);
}
const MOST_MB = { DuckDB: undefined, PostgreSQL: 150, Trino: 150 };

const started = performance.now();
const say = (line) => console.error(`engines ${seconds(started).padStart(6)} s: ${line}`);
// The user postgres may have no access to the folders of the user who runs this.
const work = path.join(os.tmpdir(), 'datastore-engines-bench');
fs.mkdirSync(work, { recursive: true, mode: 0o755 });
const folder = fs.mkdtempSync(path.join(work, 'run-'));
fs.chmodSync(folder, 0o755);

/** A copy, because dist/ may be built anew while we measure. */
function program() {
  if (options.program === undefined) buildIfStale();
  const copy = path.join(folder, 'dist');
  fs.cpSync(options.program ?? path.join(root, 'dist'), copy, { recursive: true });
  return copy;
}

const [loadBefore] = os.loadavg();
const dist = program();
const open = {
  duckdb: async () => duckdbSide(dist, await recordsFile(work, count), folder),
  postgres: async () => postgresSide(dist, await recordsFile(work, count), folder),
  trino: () => trinoSide(dist, count),
};
const asked = QUESTIONS.filter(({ name }) => options.questions.split(',').some((part) => name.includes(part)));
const truths = new Map();
const rows = [];
const facts = [];
try {
  for (const engine of options.engines.split(',')) {
    const side = await open[engine]();
    try {
      const idle = side.served.memory().now;
      for (const fact of side.facts) say(`${side.name}: ${fact}`);
      for (const overhead of await overheads(side, asked, Number(options.rounds), truths)) {
        rows.push({ text: overheadRow(side.name, overhead), isMissed: isMissed(overhead) });
        say(rows.at(-1).text);
      }
      const { peak } = side.served.memory();
      const most = MOST_MB[side.name];
      const isTooLarge = most !== undefined && peak > most;
      const verdict = most === undefined ? 'no aim' : `${isTooLarge ? '**missed**' : 'reached'}, aim: at most ${most}`;
      facts.push(
        ...side.facts.map((fact) => `- ${side.name}: ${fact}`),
        `- ${side.name}: memory of our process: ${idle.toFixed(0)} MB before, ${peak.toFixed(0)} MB at most (${verdict})`,
      );
      if (isTooLarge) process.exitCode = 1;
    } finally {
      await side.stop();
    }
  }
  const [cpu] = os.cpus();
  console.log(
    [
      `- ${new Date().toISOString().slice(0, 10)}, ${options.size} records, ${os.cpus().length} × ${cpu?.model.trim()}, ` +
        `${(os.totalmem() / 2 ** 30).toFixed(0)} GiB, load average ${loadBefore.toFixed(1)} before`,
      ...facts,
      '',
      ...OVERHEAD_HEAD,
      ...rows.map(({ text }) => text),
    ].join('\n'),
  );
  if (rows.some((row) => row.isMissed)) process.exitCode = 1;
} finally {
  fs.rmSync(options.keep ? folder : work, { recursive: true, force: true });
  say('done');
}
