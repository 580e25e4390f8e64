// npm run bench:answers [-- --size 12M --rounds N --summaries]: summaries of a file by our service beside DuckDB's own client and
// pandas from PyPI in the same run, by turns, and a join of a document with a list of 10,000 codes beside DuckDB's own
// client. Each line is `name value limit ok|missed`: the median time of ours in ms, and the limit that the rival's median
// gives; of a chart, the time that the panel adds until it is painted. Needs `node esbuild.js`, Python for pandas, and
// Chromium.
import { execFileSync, spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import readline from 'node:readline';
import { parseArgs } from 'node:util';
import { DuckDBInstance } from '@duckdb/node-api';
import { EmbeddedDatastore } from '../../../src/service/process/supervisor.ts';
import { buildDir, projectRoot } from '../../../tools/vscode/projectPaths.ts';
import { recordsFile } from '../service/records.ts';
import { median } from '../service/rounds.ts';
import { Served } from '../service/served.ts';
import { chartPaints } from './chartPaint.ts';

const SIZES = { '1M': 1_000_000, '12M': 12_000_000 };
/** How much longer than DuckDB's own client our service may take, in ms. */
const ADDED_MS = { '1M': 15, '12M': 30 };
/** How much longer a join of a document may take, which keeps its records as a resource, in ms. */
const JOIN_ADDED_MS = 20;
/** How much longer than its records' engine a chart may take until it is painted, in ms. */
const CHART_ADDED_MS = 150;
const CODES = 10_000;
const MOST_ROWS = 32_000;
const QUESTIONS = [
  { name: 'values', fields: ['category', 'status'], sql: 'category, status' },
  { name: 'value-and-year', fields: ['city', 'year'], sql: 'city, year(created)' },
];

const { values: options } = parseArgs({
  options: {
    size: { type: 'string', default: '1M' },
    rounds: { type: 'string', default: '7' },
    summaries: { type: 'boolean' },
  },
});
const records = SIZES[options.size];
const folder = path.join(buildDir, 'bench');
const file = await recordsFile(folder, records);

const dataFile = path.join(folder, 'answers.duckdb');
for (const each of [dataFile, `${dataFile}.wal`]) fs.rmSync(each, { force: true });
const instance = await DuckDBInstance.create(dataFile);
const connection = await instance.connect();
await connection.run(`create table r as from read_csv('${file.replaceAll("'", "''")}')`);
await connection.run('checkpoint');
/** Only summaries are asked for, and no join and chart. */
const isPart = options.summaries === true;
const joins = isPart ? undefined : await startJoins();
const served = await Served.start(path.join(projectRoot, 'dist'), [file]);
const http = served.connect();
// Pandas needs more memory for 12M records than most machines have.
const pandas = options.size === '1M' ? await startPandas() : undefined;

/** Imports the records and a list of codes as sources of a document, and reads both into DuckDB. */
async function startJoins() {
  const codes = path.join(folder, 'codes.csv');
  const lines = Array.from({ length: CODES }, (_, code) => `${String(code).padStart(4, '0')},district ${code % 97}`);
  fs.writeFileSync(codes, `code,district\n${lines.join('\n')}\n`);
  await connection.run(`create table codes as from read_csv('${codes.replaceAll("'", "''")}', all_varchar = true)`);
  const directory = path.join(folder, 'sources');
  const datastore = new EmbeddedDatastore({
    servicePath: path.join(projectRoot, 'dist', 'service.js'),
    directory,
    memoryLimitMb: () => 1024,
    log: console.error,
  });
  const { signal } = new AbortController();
  const sources = [];
  for (const [name, each] of Object.entries({ r: file, codes }))
    sources.push({ name, resourceId: (await datastore.importFile(each, {}, signal)).id });
  const result = { id: '11111111-2222-5333-8444-555555555555', name: 'join', directory: path.join(folder, 'results') };
  return {
    ask: async (sql) => (await datastore.runStatement({ sql, sources, result }, signal)).resource.records,
    end: () => datastore.dispose(),
  };
}

/** Starts Python with pandas, and waits until it has read the records. */
async function startPandas() {
  const home = path.join(folder, 'python');
  const python = path.join(home, 'bin', 'python');
  if (!fs.existsSync(python)) {
    execFileSync('python3', ['-m', 'venv', home], { stdio: 'inherit' });
    execFileSync(python, ['-m', 'pip', 'install', '--quiet', 'pandas'], { stdio: 'inherit' });
  }
  const child = spawn(python, [path.join(import.meta.dirname, 'pandasSide.py'), file], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const lines = readline.createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  await lines.next();
  return {
    ask: async ({ name, fields }) => {
      child.stdin.write(`${[name, ...fields].join(' ')}\n`);
      const [groups, ms] = (await lines.next()).value.split(' ').map(Number);
      return { groups, ms };
    },
    end: () => child.stdin.end(),
  };
}

const contenders = {
  ours: async ({ fields }) => {
    const measures = [
      { calculate: 'count' },
      { calculate: 'sum', field: 'amount' },
      { calculate: 'mean', field: 'amount' },
    ];
    const groups = fields.map((field) => (field === 'year' ? { field: 'created', unit: 'year' } : { field }));
    const body = { resource_id: served.resources[0].id, summary: { groups, measures }, limit: MOST_ROWS };
    const answer = await http.post('/api/3/action/x_datastore_summarize', body);
    return JSON.parse(answer).result.records.length;
  },
  duckdb: async ({ sql }) => {
    const statement = `select ${sql}, count(*), sum(amount), avg(amount) from r group by all order by count(*) desc`;
    return (await connection.runAndReadAll(statement)).getRowsJson().length;
  },
};

const JOIN = `select district, count(*) as n, sum(amount) as amount from r join codes c on c.code = left(r.code, 4)
  group by district order by district`;

let isMissed = false;
function judge(name, value, limit) {
  const isOk = value <= limit;
  isMissed ||= !isOk;
  console.log(`${name} ${value.toFixed(1)} ${limit.toFixed(1)} ${isOk ? 'ok' : 'missed'}`);
}

for (const question of QUESTIONS) {
  const times = { ours: [], duckdb: [], pandas: [] };
  const groups = new Set();
  // The first round is for caches.
  for (let round = 0; round <= Number(options.rounds); round += 1) {
    for (const [name, ask] of Object.entries(contenders)) {
      const began = performance.now();
      groups.add(await ask(question));
      if (round > 0) times[name].push(performance.now() - began);
    }
    if (pandas === undefined) continue;
    const { groups: some, ms } = await pandas.ask(question);
    groups.add(some);
    if (round > 0) times.pandas.push(ms);
  }
  if (groups.size > 1) throw new Error(`${question.name}: ${[...groups].join(' or ')} groups`);
  const ours = median(times.ours);
  judge(`${question.name}-duckdb`, ours, 1.15 * median(times.duckdb) + ADDED_MS[options.size]);
  if (pandas !== undefined) judge(`${question.name}-pandas`, ours, median(times.pandas));
}
const joinTimes = { ours: [], duckdb: [] };
const joiners = [
  ['ours', (sql) => joins.ask(sql)],
  ['duckdb', async (sql) => (await connection.runAndReadAll(sql)).getRowsJson().length],
];
for (let round = 0; round <= Number(options.rounds) && !isPart; round += 1) {
  const groups = new Set();
  for (const [name, ask] of round % 2 === 0 ? joiners : joiners.toReversed()) {
    const began = performance.now();
    groups.add(await ask(JOIN));
    if (round > 0) joinTimes[name].push(performance.now() - began);
  }
  if (groups.size > 1) throw new Error(`join: ${[...groups].join(' or ')} groups`);
}
if (!isPart) {
  judge('join-duckdb', median(joinTimes.ours), 1.15 * median(joinTimes.duckdb) + JOIN_ADDED_MS);
  const { first, again } = await chartPaints(Number(options.rounds));
  judge('chart-first', median(first), CHART_ADDED_MS);
  judge('chart-again', median(again), CHART_ADDED_MS);
}
joins?.end();
pandas?.end();
http.close();
await served.stop();
instance.closeSync();
process.exit(isMissed ? 1 : 0);
