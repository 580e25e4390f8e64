// npm run bench:index [-- --size 12M]: what the index of texts (src/service/engine/duckdb/blockIndex.ts) leaves to be
// read, in records of three vocabularies: for texts of 3, 4, 6 and 10 letters that few, some or no records have, the
// mean share of the blocks that may have them, in percent. Then the index's bytes a record, and its share of the
// import's processor time, in percent. Each line is `name value limit ok|missed`, without a
// limit for texts that some have. Needs Python and Debian's apt.
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { DuckDBInstance } from '@duckdb/node-api';
import {
  BlockIndexWriter,
  bucketIn,
  bucketsOf,
  bucketGroup,
  sharedBlocks,
} from '../../../src/service/engine/duckdb/blockIndex.ts';
import { BLOCK_TABLE, SEARCH_COLUMN, TABLE } from '../../../src/service/engine/duckdb/layout.ts';
import { importFile } from '../../../src/service/reading/importFile.ts';
import { buildDir } from '../../../tools/vscode/projectPaths.ts';
import { seeded } from '../service/records.ts';
import { VOCABULARY_NAMES, vocabularyFile } from './vocabularies.mjs';

const SIZES = { '1M': 1_000_000, '12M': 12_000_000 };
const LENGTHS = [3, 4, 6, 10];
/** Shares of the records that have such a text: rare ones at most, medium ones between both. */
const RARE = 1 / 50_000;
const MEDIUM = [1 / 10_000, 1 / 1000];
const FREQUENCIES = {
  rare: (share, isOwn) => isOwn && share > 0 && share <= RARE,
  medium: (share, isOwn) => isOwn && share >= MEDIUM[0] && share <= MEDIUM[1],
  absent: (share, isOwn) => !isOwn && share === 0,
};
/** The most percent of the blocks that may remain, by length. Half of the blocks have a medium text, so it has no limit. */
const LIMITS = { rare: [60, 40, 40, 40], absent: [60, 40, 15, 10] };
const MOST_BYTES = 32;
const MOST_PERCENT = 10;
/** Records from which texts are drawn, and texts of one length and vocabulary, before they are told apart. */
const SAMPLE = 20_000;
const TEXTS = 30;
const MEMORY_MB = 1024;

const { values: options } = parseArgs({ options: { size: { type: 'string', default: '1M' } } });
const records = SIZES[options.size];
const folder = path.join(buildDir, 'bench', 'index');
const random = seeded(7);

let isMissed = false;
function judge(name, value, limit) {
  if (limit === undefined) {
    console.log(`${name} ${value.toFixed(1)}`);
    return;
  }
  const isOk = value <= limit;
  isMissed ||= !isOk;
  console.log(`${name} ${value.toFixed(1)} ${limit.toFixed(1)} ${isOk ? 'ok' : 'missed'}`);
}

const files = {};
const samples = {};
for (const vocabulary of VOCABULARY_NAMES) {
  files[vocabulary] = await vocabularyFile(folder, vocabulary, records);
  samples[vocabulary] = fs.createReadStream(files[vocabulary], { end: 1 << 22, encoding: 'utf8' });
  samples[vocabulary] = (await samples[vocabulary].toArray()).join('').toLowerCase().split('\n').slice(1, SAMPLE);
}
for (const vocabulary of VOCABULARY_NAMES) await measure(vocabulary);
process.exit(isMissed ? 1 : 0);

async function measure(vocabulary) {
  const directory = path.join(folder, 'data');
  fs.rmSync(directory, { recursive: true, force: true });
  const workDirectory = path.join(directory, 'work');
  fs.mkdirSync(workDirectory, { recursive: true });
  const began = process.cpuUsage();
  const request = { file: files[vocabulary], directory, choices: {}, workDirectory, memoryLimitMb: MEMORY_MB };
  await importFile(request, () => undefined);
  const importTime = microseconds(process.cpuUsage(began));

  const instance = await DuckDBInstance.create(':memory:', { threads: '2' });
  const connection = await instance.connect();
  const data = fs.readdirSync(directory).find((name) => name.endsWith('.duckdb'));
  await connection.run(`attach '${path.join(directory, data)}' as d (read_only)`);
  for (const length of LENGTHS) {
    const counts = await countedTexts(connection, textsOf(vocabulary, length));
    for (const [frequency, isOf] of Object.entries(FREQUENCIES)) {
      const texts = counts.filter(({ count, isOwn }) => isOf(count / records, isOwn)).map(({ text }) => text);
      const shares = [];
      for (const text of texts) shares.push(await remaining(connection, text));
      if (shares.length === 0) continue;
      const mean = shares.reduce((sum, share) => sum + share, 0) / shares.length;
      judge(`${vocabulary}-${frequency}-${length}`, 100 * mean, LIMITS[frequency]?.[LENGTHS.indexOf(length)]);
    }
  }
  const [[bytes]] = await rowsOf(connection, `select sum(octet_length(bits)) from d.${BLOCK_TABLE}`);
  judge(`${vocabulary}-bytes`, Number(bytes) / records, MOST_BYTES);
  judge(`${vocabulary}-import`, (100 * (await indexTime(connection))) / importTime, MOST_PERCENT);
  instance.closeSync();
}

/** Texts that stand where words begin: of this vocabulary, of the others, and of letters drawn by chance. */
function textsOf(vocabulary, length) {
  const texts = new Map();
  const draw = (from, count, isOwn) => {
    const lines = samples[from];
    for (let tries = 0; tries < 100 * TEXTS && count > 0; tries += 1) {
      const line = lines[Math.floor(random() * lines.length)];
      const words = [...line.matchAll(/(?<![a-z0-9])[a-z0-9]/g)];
      const at = words[Math.floor(random() * words.length)].index;
      const text = line.slice(at, at + length);
      if (text.length < length || texts.has(text) || !/^[ -~]*[^ ,"]$/.test(text) || /[,"]/.test(text)) continue;
      texts.set(text, isOwn);
      count -= 1;
    }
  };
  // Few texts of three letters are rare.
  draw(vocabulary, (length === 3 ? 12 : 4) * TEXTS, true);
  for (const other of VOCABULARY_NAMES) if (other !== vocabulary) draw(other, TEXTS, false);
  if (length <= 4)
    for (let count = 0; count < TEXTS; count += 1) {
      const letters = Array.from({ length }, () => String.fromCharCode(97 + Math.floor(26 * random())));
      if (!texts.has(letters.join(''))) texts.set(letters.join(''), false);
    }
  return [...texts].map(([text, isOwn]) => ({ text, isOwn }));
}

async function countedTexts(connection, texts) {
  const counts = texts.map(
    ({ text }) => `count(*) filter (contains(${SEARCH_COLUMN}, '${text.replaceAll("'", "''")}'))`,
  );
  const [row] = await rowsOf(connection, `select ${counts.join(', ')} from d.${TABLE}`);
  return texts.map((each, at) => ({ ...each, count: Number(row[at]) }));
}

/** The share of the blocks that are read for a text: all of them where the index is no help. */
async function remaining(connection, text) {
  const buckets = bucketsOf(text);
  if (buckets.length === 0) return 1;
  const groups = new Map();
  for (const group of new Set(buckets.map(bucketGroup))) {
    const [[bits]] = await rowsOf(connection, `select bits from d.${BLOCK_TABLE} where k = ${String(group)}`);
    groups.set(group, bits.bytes);
  }
  const found = buckets.map((bucket) => bucketIn(groups.get(bucketGroup(bucket)), bucket));
  const blocks = sharedBlocks(found, records);
  return blocks === undefined ? 1 : blocks.replaceAll('0', '').length / blocks.length;
}

/** Processor time that gathering and writing the index takes, in microseconds. */
async function indexTime(connection) {
  const writer = new BlockIndexWriter();
  let time = 0;
  const result = await connection.stream(`select encode(${SEARCH_COLUMN}) from d.${TABLE}`);
  for await (const rows of result.yieldRows()) {
    const texts = rows.map(([text]) => text.bytes);
    const began = process.threadCpuUsage();
    for (const text of texts) {
      // The scanner of an import pushes whole records, too.
      writer.push(text, 0, text.length);
      writer.endRecord();
    }
    time += microseconds(process.threadCpuUsage(began));
  }
  const began = process.cpuUsage();
  await connection.run(`create table i (k usmallint, bits blob)`);
  const appender = await connection.createAppender('i');
  for (const [group, blocks] of writer.groups()) {
    appender.appendUSmallInt(group);
    appender.appendBlob(blocks);
    appender.endRow();
  }
  appender.closeSync();
  return time + microseconds(process.cpuUsage(began));
}

async function rowsOf(connection, sql) {
  return (await connection.runAndReadAll(sql)).getRows();
}

function microseconds({ user, system }) {
  return user + system;
}
