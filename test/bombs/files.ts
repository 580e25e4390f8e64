/** Files with values, fields or records that are small on disk, or large in one place, and were seen to take gigabytes. */
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { DuckDBInstance } from '@duckdb/node-api';
import type { Bomb } from './bomb.ts';
import type { BombSite } from './bombSite.ts';

const IMPORT_MB = 2048;
const MB = 1_000_000;

/** Imports the file that `make` writes, and checks what is said. */
function fileBomb(
  name: string,
  ending: string,
  make: (path: string, site: BombSite) => void | Promise<void>,
  says: RegExp,
): Bomb {
  return {
    name,
    boundMb: IMPORT_MB,
    run: async (site) => {
      const path = join(site.folder, `bomb.${ending}`);
      await make(path, site);
      return site.importFile(path, says);
    },
  };
}

function sqlite(name: string, statements: readonly string[], says: RegExp): Bomb {
  const make = (path: string): void => {
    const database = new DatabaseSync(path);
    database.exec('pragma journal_mode = off; pragma synchronous = off');
    for (const statement of statements) database.exec(statement);
    database.close();
  };
  return fileBomb(name, 'sqlite', make, says);
}

/** The engine writes the file: it gets the path for `{path}`. */
function engine(name: string, ending: string, statements: readonly string[], says: RegExp): Bomb {
  const make = async (path: string): Promise<void> => {
    const instance = await DuckDBInstance.create(':memory:', { threads: '2', memory_limit: '2GB' });
    const connection = await instance.connect();
    for (const statement of statements) await connection.run(statement.replaceAll('{path}', path));
    connection.disconnectSync();
    instance.closeSync();
  };
  return fileBomb(name, ending, make, says);
}

/** Writes the pieces one after another. */
function text(name: string, ending: string, pieces: () => Iterable<string>, says: RegExp): Bomb {
  const make = async (path: string): Promise<void> => {
    const file = await open(path, 'w');
    for (const piece of pieces()) await file.write(piece);
    await file.close();
  };
  return fileBomb(name, ending, make, says);
}

/** `count` times what `make` makes of the place, from 0, in pieces of about a MiB. */
function* times(count: number, make: (at: number) => string): Generator<string> {
  let piece = '';
  for (let at = 0; at < count; at += 1) {
    piece += make(at);
    if (piece.length < 1 << 20) continue;
    yield piece;
    piece = '';
  }
  yield piece;
}

const list = (count: number, make: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => make(at)).join();

const rows = (count: number): string =>
  `with recursive n(i) as (select 1 union all select i + 1 from n where i < ${String(count)}) select i from n`;

const TOO_LONG = /larger than \d+ MiB/;
const TOO_MANY_FIELDS = /more than [\d,]+ fields/;
const EXPANDS = /times as large|more than \d+ GiB/;
/** What is read, or needs more than an import may take. */
const LARGE = /^120 records|needed more than 2 GB of memory\. Split the file/;

export const BOMBS: readonly Bomb[] = [
  sqlite(
    'sqlite-virtual-blobs',
    [
      'create table t (id integer primary key, pic blob as (zeroblob(2000000)) virtual)',
      `insert into t (id) ${rows(1500)}`,
    ],
    EXPANDS,
  ),
  sqlite(
    'sqlite-virtual-texts',
    [
      `create table t (id integer primary key, ${list(20, (at) => `t${String(at)} text as (hex(zeroblob(50000 + id))) virtual`)})`,
      `insert into t (id) ${rows(5000)}`,
    ],
    EXPANDS,
  ),
  sqlite(
    'sqlite-photos',
    [
      'create table t (id integer primary key, pic blob)',
      `insert into t select i, randomblob(2000000) from (${rows(150)})`,
    ],
    /^150 records/,
  ),
  sqlite(
    'sqlite-tiles',
    ['create table t (z, x, y, tile blob)', `insert into t select 1, i, i, randomblob(20000) from (${rows(20_000)})`],
    /^20000 records/,
  ),
  sqlite(
    'sqlite-large-photos',
    [
      'create table t (id integer primary key, pic blob)',
      `insert into t select i, zeroblob(30000000) from (${rows(10)})`,
    ],
    /^10 records/,
  ),
  sqlite(
    'sqlite-huge-blob',
    [
      'create table t (id integer primary key, pic blob as (zeroblob(900000000)) virtual)',
      `insert into t (id) ${rows(2)}`,
    ],
    TOO_LONG,
  ),
  sqlite(
    'sqlite-huge-text',
    [
      'create table t (id integer primary key, x text as (hex(zeroblob(450000000))) virtual)',
      `insert into t (id) ${rows(2)}`,
    ],
    TOO_LONG,
  ),
  sqlite(
    'sqlite-long-default',
    [
      'create table t (id integer primary key)',
      `insert into t ${rows(100_000)}`,
      `alter table t add column x text default '${'x'.repeat(500_000)}'`,
    ],
    EXPANDS,
  ),
  sqlite(
    'sqlite-long-record',
    [
      `create table t (id integer primary key, ${list(100, (at) => `b${String(at)} blob as (zeroblob(10000000)) virtual`)})`,
      `insert into t (id) ${rows(3)}`,
    ],
    TOO_LONG,
  ),
  sqlite(
    'sqlite-many-columns',
    [`create table t (${list(1900, (at) => `c${String(at)}`)})`, `insert into t (c0) ${rows(3000)}`],
    /^3000 records/,
  ),
  text('json-keys', 'jsonl', () => times(20_000, (at) => `{"k${String(at)}":1}\n`), /^20000 records|field/),
  text('json-few-keys', 'jsonl', () => times(5000, (at) => `{"k${String(at)}":1}\n`), /^5000 records|field/),
  text(
    'json-wide',
    'json',
    function* () {
      yield `[{${list(90_000, (at) => `"k${String(at)}":1`)}}]`;
    },
    /field/,
  ),
  text(
    'json-million-keys',
    'jsonl',
    () => times(1000, (at) => `{${list(1000, (key) => `"k${String(at)}_${String(key)}":1`)}}\n`),
    /field/,
  ),
  text('json-long-values', 'jsonl', () => times(150, () => `{"a":"${'x'.repeat(4.5 * MB)}"}\n`), /^150 records/),
  text('json-huge-value', 'json', () => times(1, () => `[{"a":"${'x'.repeat(120 * MB)}"}]`), /^1 record|larger/),
  text('json-huge-number', 'json', () => times(1, () => `[{"a":${'9'.repeat(50 * MB)}}]`), /^1 record|larger/),
  text(
    'json-deep',
    'json',
    () => times(1, () => `[{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}]`),
    /nested more than 64 levels/,
  ),
  text(
    'geojson-properties',
    'geojson',
    function* () {
      yield '{"type":"FeatureCollection","features":[';
      yield* times(
        10_000,
        (at) => `${at === 0 ? '' : ','}{"type":"Feature","geometry":null,"properties":{"k${String(at)}":1}}`,
      );
      yield ']}';
    },
    /^10000 records|field/,
  ),
  text(
    'csv-wide',
    'csv',
    () => [`${list(90_000, (at) => `c${String(at)}`)}\n${list(90_000, () => '1')}\n`],
    TOO_MANY_FIELDS,
  ),
  text(
    'csv-wide-records',
    'csv',
    function* () {
      yield `${list(4000, (at) => `c${String(at)}`)}\n`;
      yield* times(2100, (at) => `${list(4000, (column) => String((at * column) % 97))}\n`);
    },
    /^2100 records/,
  ),
  text(
    'csv-long-values',
    'csv',
    () => times(121, (at) => (at === 0 ? 'a,b\n' : `${String(at)},${'xyz'.repeat(1.5 * MB)}\n`)),
    LARGE,
  ),
  text(
    'csv-long-quoted',
    'csv',
    () => times(121, (at) => (at === 0 ? 'a,b\n' : `${String(at)},"${'x\ny'.repeat(1.5 * MB)}"\n`)),
    LARGE,
  ),
  text('csv-huge-value', 'csv', () => ['a,b\n1,', ...times(100, () => 'x'.repeat(MB)), '\n'], /^1 record|larger/),
  text('csv-name-of-lines', 'csv', () => ['"', ...times(150, () => '\n'.repeat(MB))], /never ends|larger/),
  text('csv-no-end', 'csv', () => ['a,b\n1,"', ...times(400, () => 'x'.repeat(MB))], /never ends|larger/),
  engine(
    'parquet-dictionary',
    'parquet',
    [`copy (select repeat('x', 900000) a from range(100000)) to '{path}' (format parquet, row_group_size 100000)`],
    /times as large|more than \d+ GiB|needs more memory/,
  ),
  engine(
    'parquet-long-values',
    'parquet',
    [
      `copy (select range::varchar || repeat('x', 10000000) a from range(20)) to '{path}' (format parquet, row_group_size 10)`,
    ],
    /^20 records/,
  ),
  engine(
    'parquet-wide',
    'parquet',
    [`copy (select ${list(20_000, (at) => `${String(at)} c${String(at)}`)}) to '{path}' (format parquet)`],
    TOO_MANY_FIELDS,
  ),
  engine(
    'duckdb-long-values',
    'duckdb',
    [
      `attach '{path}' as f`,
      `create table f.t as select repeat(range::varchar || 'x', 3000000) a from range(20)`,
      'detach f',
    ],
    /^20 records/,
  ),
];
