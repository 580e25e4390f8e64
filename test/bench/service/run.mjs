// `npm run bench:service [-- --size 100k|1M|10M] [--rounds N] [--import-rounds N] [--ckan FOLDER | --no-ckan] [--full-text] [--program FOLDER]`
// The embedded datastore beside PostgreSQL, a real CKAN and sqlite-utils, on generated records. docs/benchmarks.md tells more.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { buildIfStale } from '../../../scripts/steps/build.mjs';
import { root, seconds } from '../../../scripts/steps/progress.mjs';
import { CkanRival } from './ckanRival.ts';
import { crowd, crowdTable } from './crowd.ts';
import { Embedded } from './embedded.ts';
import { hitLine, indexHits } from './indexHits.ts';
import { PostgresRival } from './postgresRival.ts';
import { GOALS_FROM, questions } from './questions.ts';
import { recordsFile } from './records.ts';
import { goalLine, goalsOf, isMissed, ratioTable } from './report.ts';
import { measure, median, ratios } from './rounds.ts';
import { SqliteUtils } from './sqliteUtils.ts';

const SIZES = { '100k': 100_000, '1M': 1_000_000, '10M': 10_000_000 };
const IDLE_MS = 5000;
const CROWD = { clients: 50, seconds: 10 };
const CROWD_ASKS = ['first 100 + total', 'filter =', 'OR + AND'];
const { values: options } = parseArgs({
  options: {
    size: { type: 'string', default: '1M' },
    rounds: { type: 'string', default: '7' },
    'import-rounds': { type: 'string', default: '3' },
    ckan: { type: 'string' },
    'no-ckan': { type: 'boolean', default: false },
    'full-text': { type: 'boolean', default: false },
    // An older dist/, to compare with.
    program: { type: 'string' },
  },
});
const count = SIZES[options.size];
if (count === undefined) {
  console.error(`--size is one of ${Object.keys(SIZES).join(', ')}`);
  process.exit(2);
}
const isHuge = count > SIZES['1M'];
const hasGoals = count >= GOALS_FROM;
const hasFullText = !isHuge || options['full-text'];

const started = performance.now();
const say = (line) => console.error(`bench ${seconds(started).padStart(6)} s: ${line}`);
const build = path.join(root, 'build', 'bench');
// The user postgres may have no access to the folders of the user who runs this.
const work = path.join(os.tmpdir(), 'datastore-explorer-bench');
fs.mkdirSync(work, { recursive: true, mode: 0o755 });

/** A copy, because dist/ may be built anew while we measure. */
function program() {
  buildIfStale();
  const copy = path.join(build, 'dist');
  fs.rmSync(copy, { recursive: true, force: true });
  fs.cpSync(path.join(root, 'dist'), copy, { recursive: true });
  return copy;
}

/** Ours and sqlite-utils in turn; PostgreSQL once, since it takes long. */
async function measureImports(dist, file, postgres) {
  const sqlite = new SqliteUtils(build);
  const ours = [];
  const others = [];
  let peak = 0;
  for (let round = 0; round < Number(options['import-rounds']); round += 1) {
    const datastore = await Embedded.serve(dist, file);
    ours.push(datastore.importMs);
    peak = Math.max(peak, datastore.importPeak);
    await datastore.stop();
    const { ms, records } = sqlite.insert(work, file);
    if (records !== count) throw new Error(`sqlite-utils holds ${records} records`);
    others.push(ms);
    say(`import: round ${round + 1}`);
  }
  const against = (name, ms, atLeast) => ({
    name: `import against ${name}`,
    reached: median(ms.map((time) => time / median(ours))),
    unit: '×',
    ...(hasGoals && atLeast !== undefined && { atLeast }),
  });
  const goals = [
    against(`sqlite-utils ${sqlite.version}`, others, 10),
    { name: 'highest memory of the process that imports', reached: peak, unit: 'MB' },
  ];
  if (hasFullText) {
    const inserted = await postgres.loadThroughTrigger(file, 'inserts', count);
    say('import: PostgreSQL by INSERTs');
    const copied = await postgres.loadThroughTrigger(file, 'copy', count);
    say('import: PostgreSQL by COPY through the trigger');
    goals.push(
      against('PostgreSQL loading as CKAN does (INSERTs of 5,000 records a call)', [inserted], 20),
      against('PostgreSQL loading by COPY through CKAN’s trigger and indexes', [copied]),
    );
  }
  const how = hasFullText ? 'COPY, UPDATE of _full_text, indexes' : 'COPY alone: no _full_text, no indexes';
  goals.push(against(`PostgreSQL loading as XLoader does (${how})`, [await postgres.load(file, hasFullText)]));
  return goals;
}

const [loadBefore] = os.loadavg();
say(`${options.size} records; load average ${loadBefore.toFixed(1)}`);
const dist = options.program === undefined ? program() : path.resolve(options.program);
const file = await recordsFile(work, count);
const stops = [];
const stopAll = async () => {
  for (const stop of stops.splice(0).reverse()) await stop();
};
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
  process.once(signal, () => void stopAll().finally(() => process.exit(130)));
try {
  const postgres = await PostgresRival.start(path.join(build, 'postgres'));
  stops.push(() => postgres.stop());
  say('imports');
  const goals = await measureImports(dist, file, postgres);

  const rivals = [await postgres.contender('CKAN’s table')];
  if (hasFullText) rivals.push(await postgres.contender('CKAN’s full text'));
  if (!isHuge) {
    say('indexes as an administrator would make them');
    const ms = await postgres.index();
    goals.push({ name: 'the indexes of “PostgreSQL, indexed” took', reached: ms / 1000, unit: 's' });
    rivals.push(await postgres.contender('PostgreSQL, indexed'));
  }
  if (!isHuge && !options['no-ckan']) {
    say('loading a real CKAN');
    const folder = path.resolve(options.ckan ?? path.join(root, 'build', 'ckan'));
    const ckan = await CkanRival.start(folder, options.ckan !== undefined, file);
    stops.push(() => ckan.stop());
    rivals.push(ckan.contender());
  }

  const datastore = await Embedded.serve(dist, file);
  stops.push(() => datastore.stop());
  await new Promise((resolve) => setTimeout(resolve, IDLE_MS));
  goals.push({ name: 'idle memory after the import', reached: datastore.memory().now, unit: 'MB', atMost: 120 });

  const asked = questions(count);
  const ours = await datastore.contender();
  const unknown = asked.filter((question) => ours.ask(question) === undefined);
  say(`asking ${asked.length} questions`);
  const measured = ratios(await measure(asked, ours, rivals, Number(options.rounds)));
  goals.push(...goalsOf(measured));
  goals.push({ name: 'highest memory while answering', reached: datastore.memory().peak, unit: 'MB', atMost: 2048 });

  say(`${CROWD.clients} clients at once`);
  const crowdAsked = asked.filter(({ name }) => CROWD_ASKS.includes(name));
  const served = await crowd(ours, crowdAsked, CROWD);
  const others = [];
  for (const rival of rivals.filter(({ name }) => name !== 'CKAN’s full text'))
    others.push(await crowd(rival, crowdAsked, CROWD));
  say('index of blocks');
  const hits = await indexHits(file, count);

  const [cpu] = os.cpus();
  const facts = [
    `${new Date().toISOString().slice(0, 10)}, ${options.size} records (${(fs.statSync(file).size / 1e6).toFixed(0)} MB of CSV)`,
    `${os.cpus().length} × ${cpu?.model.trim()}, ${(os.totalmem() / 2 ** 30).toFixed(0)} GiB, ${os.type()} ${os.release()}`,
    `load average ${loadBefore.toFixed(1)} before, ${os.loadavg()[0].toFixed(1)} after`,
    `Node ${process.versions.node}, PostgreSQL ${await postgres.version()}, CKAN ${rivals.some(({ name }) => name === 'CKAN') ? CkanRival.version : 'not asked'}`,
  ];
  const report = [
    facts.map((fact) => `- ${fact}`).join('\n'),
    ratioTable(measured),
    goals.map(goalLine).join('\n'),
    crowdTable(served, others),
    hits.map(hitLine).join('\n'),
    ...unknown.map(({ name }) => `Not asked: ${name}. The API has no answer to it yet.`),
  ].join('\n\n');
  fs.writeFileSync(path.join(build, `${options.size}.md`), `${report}\n`);
  console.log(report);
  process.exitCode = goals.some(isMissed) ? 1 : 0;
} finally {
  await stopAll();
  say('done');
}
