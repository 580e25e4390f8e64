// npm run bench:speed [-- --size 12M --rounds N --imports N --only searches,filters,exports]: what people wait for with a file on this machine, as
// answers of our service, beside DuckDB's own client in the same run, by turns. Each line is `name value limit ok|missed`:
// the median time of ours in ms, and the limit that the rival's median gives. Needs `node esbuild.js`.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { DuckDBInstance } from '@duckdb/node-api';
import { buildDir, projectRoot } from '../../../tools/vscode/projectPaths.ts';
import { FIELDS, recordsFile } from '../service/records.ts';
import { median } from '../service/rounds.ts';
import { Served } from '../service/served.ts';
import { searched } from '../service/vocabulary.ts';
import { COPIES, Exports } from './exports.mjs';

const SIZES = { '100k': 100_000, '1M': 1_000_000, '12M': 12_000_000 };
const PAGE = 100;

const { values: options } = parseArgs({
  options: {
    size: { type: 'string', default: '1M' },
    rounds: { type: 'string', default: '7' },
    imports: { type: 'string', default: '3' },
    only: { type: 'string', default: 'searches,filters,exports' },
  },
});
const records = SIZES[options.size];
const isLarge = records > SIZES['1M'];
const rounds = Number(options.rounds);
const folder = path.join(buildDir, 'bench');
const file = await recordsFile(folder, records);
const texts = FIELDS.filter(([, type]) => type === 'text').map(([name]) => name);
const quoted = (text) => `'${text.replaceAll("'", "''")}'`;

let isMissed = false;
function judge(name, value, limit) {
  const isOk = value <= limit;
  isMissed ||= !isOk;
  console.log(`${name} ${value.toFixed(1)} ${limit.toFixed(1)} ${isOk ? 'ok' : 'missed'}`);
}

const dataFile = path.join(folder, 'speed.duckdb');
const imports = { ours: [], rival: [] };
let served;
let rival;
for (let round = 0; round < Number(options.imports); round += 1) {
  await served?.stop();
  rival?.instance.closeSync();
  for (const each of [dataFile, `${dataFile}.wal`]) fs.rmSync(each, { force: true });
  served = await Served.start(path.join(projectRoot, 'dist'), [file]);
  imports.ours.push(served.startMs);
  const instance = await DuckDBInstance.create(dataFile);
  rival = { instance, connection: await instance.connect() };
  const started = performance.now();
  await rival.connection.run(`create table r as from read_csv(${quoted(file)})`);
  await rival.connection.run('checkpoint');
  imports.rival.push(performance.now() - started);
}
judge('import', median(imports.ours), 3.5 * median(imports.rival));

const resource_id = served.resources[0].id;
const ours = (body) => async () => {
  const { result } = JSON.parse(await served.search({ resource_id, ...body }));
  return body.limit === 0 ? result.total : result.records.length;
};
const rivals = (sql) => async () => {
  const reader = await rival.connection.runAndReadAll(sql);
  return sql.startsWith('select count') ? Number(reader.getRows()[0][0]) : reader.getRows().length;
};

/** Asks both by turns. The records or totals of both must be equal, unless the rival answers something else. */
async function compare(name, ask, askRival, limitOf, { isSame = true, settle = () => undefined } = {}) {
  const [answer, answerOfRival] = [await ask(), await askRival()];
  if (isSame && answer !== answerOfRival)
    throw new Error(`${name}: ours ${String(answer)}, DuckDB ${String(answerOfRival)}`);
  const times = { ours: [], rival: [] };
  for (let round = 0; round < rounds; round += 1)
    for (const [who, call] of round % 2 === 0
      ? [
          ['ours', ask],
          ['rival', askRival],
        ]
      : [
          ['rival', askRival],
          ['ours', ask],
        ]) {
      settle();
      const started = performance.now();
      await call();
      times[who].push(performance.now() - started);
    }
  judge(name, median(times.ours), limitOf(median(times.rival)));
}

const isAsked = (part) => options.only.split(',').includes(part);
for (const [frequency, word] of isAsked('searches') ? Object.entries(searched) : []) {
  const where = texts.map((name) => `${name} ilike ${quoted(`%${word}%`)}`).join(' or ');
  const count = rivals(`select count(*) from r where ${where}`);
  const page = ours({ q: word, sort: '_id', limit: PAGE, include_total: false });
  const share = frequency === 'absent' || frequency === 'rare' ? 0.3 : isLarge ? 0.03 : 0.15;
  await compare(`page-${frequency}`, page, count, (ms) => share * ms + 5, { isSame: false });
  await compare(`total-${frequency}`, ours({ q: word, limit: 0 }), count, (ms) => 1.15 * ms + 10);
  const hits = await count();
  if (hits <= PAGE) continue;
  const offset = hits >> 1;
  await compare(
    `page-deep-${frequency}`,
    ours({ q: word, sort: '_id', limit: PAGE, offset, include_total: false }),
    rivals(`select * from r where ${where} limit ${PAGE} offset ${offset}`),
    (ms) => 1.15 * ms + 15,
  );
}

const filters = {
  value: [{ city: 'Millbridge' }, "city = 'Millbridge'"],
  list: [{ category: ['water', 'Café'], status: 'open' }, "category in ('water', 'Café') and status = 'open'"],
  range: [{ qty: { gte: 10, lt: 20 } }, 'qty >= 10 and qty < 20'],
};
for (const [name, [filter, where]] of isAsked('filters') ? Object.entries(filters) : []) {
  const page = ours({ filters: filter, limit: PAGE, include_total: false });
  await compare(`filter-page-${name}`, page, rivals(`select * from r where ${where} limit ${PAGE}`), (ms) => ms + 15);
  const total = ours({ filters: filter, limit: 0 });
  await compare(`filter-total-${name}`, total, rivals(`select count(*) from r where ${where}`), (ms) => ms + 15);
}

const exported = new Exports(served.access, resource_id, folder);
for (const [format, { options: how, limitOf }] of isAsked('exports') ? Object.entries(COPIES) : []) {
  const copy = async () => {
    const reader = await rival.connection.runAndReadAll(`copy r to ${quoted(exported.fileOf(format))} (${how})`);
    return Number(reader.getRows()[0][0]);
  };
  // DuckDB leaves its file in memory, and ours is on the disk when it is called complete. Neither waits for the other's.
  const settle = () => execFileSync('sync');
  await compare(`export-${format}`, () => exported.run(format), copy, limitOf, { settle });
}
// An Excel sheet holds no more records.
if (!isLarge) {
  const started = performance.now();
  await exported.run('xlsx');
  judge('export-xlsx', performance.now() - started, (20_000 * records) / SIZES['1M']);
}
await exported.end();

await served.stop();
rival.instance.closeSync();
process.exit(isMissed ? 1 : 0);
