/** Files are bounded in what they make a process hold (resource/bounds.ts). test/bombs measures the built processes. */
import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { DuckDBInstance } from '@duckdb/node-api';
import { checkFields, checkLength, MAX_FIELDS } from '../../../src/service/resource/bounds.ts';
import { fieldIds } from '../../../src/service/resource/fieldNames.ts';
import { cutText } from '../../../src/service/resource/reading.ts';
import { isFull } from '../../support/results/full.ts';
import { ImportFolder } from '../reading/fileImport.ts';

const GIB = 2 ** 30;
/** Records of up to 2 MB that take several parts of 32 MiB. */
const LONG = isFull ? 40 : 24;
const list = (count: number, make: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => make(at)).join();

describe('bounds of files', function () {
  this.timeout(120_000);
  let folder: ImportFolder;
  before(async () => {
    folder = await ImportFolder.open();
  });
  after(() => folder.close());

  const sqlite = (name: string, ...statements: readonly string[]): string => {
    const database = new DatabaseSync(folder.path(name));
    for (const statement of statements) database.exec(statement);
    database.close();
    return folder.path(name);
  };

  it('all values may be 300 times as long as the file, and 1 GiB in any case', () => {
    checkLength(GIB, 1);
    checkLength(300 * 4 * GIB, 4 * GIB);
    assert.throws(() => checkLength(GIB + 1, 1), /more than 300 times as large as the file/);
  });

  it('fields times records may be 16 times the bytes of the file, and 16 million in any case', () => {
    checkFields(1000, 16_777, 1);
    checkFields(1000, 1_000_000, 1_000_000_000);
    assert.throws(() => checkFields(1000, 16_778, 1), /have 1,000 different fields/);
    assert.throws(() => checkFields(MAX_FIELDS + 1), /more than 10,000 fields/);
  });

  it('a text is cut without halves of surrogate pairs', () => {
    assert.equal(cutText('abc', 5), 'abc');
    assert.equal(cutText('ab\u{1f600}', 3), 'ab\ufffd');
  });

  it('100,000 equal names become unique without trying all numbers for each', () => {
    assert.equal(fieldIds(Array.from({ length: 100_000 }, () => 'a')).at(-1), 'a (100000)');
    assert.deepEqual(fieldIds(['a', 'a', 'a (2)', 'a', '']), ['a', 'a (3)', 'a (2)', 'a (4)', 'field 5']);
  });

  it('JSON records that get wider and longer keep every value, in their order', async () => {
    const values = Array.from({ length: 5000 }, (_, at) =>
      at % 1700 === 0 ? `${String(at)}${'x'.repeat(9_000_000)}` : String(at),
    );
    const lines = values.map((value, at) => `{"k${String(Math.floor(at / 100))}":"v${value}"}\n`);
    const { fields, records } = await folder.import(await folder.write('wider.jsonl', lines.join('')));
    assert.equal(fields.length, 50);
    assert.equal(records.length, values.length);
    for (const [at, record] of records.entries()) {
      assert.equal(record[Math.floor(at / 100)], `v${values[at] ?? ''}`);
      assert.equal(record.filter((value) => value !== null).length, 1);
    }
  });

  for (const [lineEnd, quote] of [
    ['\n', ''],
    ['\r\n', '"'],
  ] as const)
    it(`CSV records of 2 MB are read in parts, each value as it is (line end ${JSON.stringify(lineEnd)})`, async () => {
      const values = Array.from({ length: LONG }, (_, at) => String(at).repeat(1_000_000));
      const lines = ['a,b', ...values.map((value, at) => `${String(at)},${quote}${value}${quote}`)];
      const { records } = await folder.import(await folder.write('long.csv', lines.join(lineEnd) + lineEnd));
      assert.deepEqual(
        records.map(([place, value]) => [place, value?.length]),
        values.map((value, at) => [String(at), value.length]),
      );
      assert.deepEqual(records.at(-1), [String(LONG - 1), values.at(-1)]);
    });

  // prettier-ignore
  for (const [what, name, make, why] of [
    ['JSON with a key of its own for each record', 'keys.jsonl', () => folder.write('keys.jsonl', Array.from({ length: 11_000 }, (_, at) => `{"k${String(at)}":1}\n`).join('')), /keys\.jsonl: There are more than 10,000 fields\.$/],
    ['wide CSV', 'wide.csv', () => folder.write('wide.csv', `${list(11_000, (at) => `c${String(at)}`)}\n`), /line 1: There are more than 10,000 fields\.$/],
    ['a wide table of a DuckDB file', 'wide.duckdb', () => duckdb('wide.duckdb', `create table f.t as select ${list(11_000, (at) => `1 c${String(at)}`)}`), /more than 10,000 fields\.$/],
    ['virtual columns that make gigabytes of bytes', 'blobs.sqlite', () => sqlite('blobs.sqlite', 'create table t (id integer primary key, b blob as (zeroblob(100000000)) virtual)', `insert into t (id) values ${list(30, (at) => `(${String(at)})`)}`), /more than 300 times as large as the file/],
    ['a virtual column with a value of 900 MB', 'blob.sqlite', () => sqlite('blob.sqlite', 'create table t (id integer primary key, b blob as (zeroblob(900000000)) virtual)', 'insert into t (id) values (1)'), /larger than 128 MiB\.$/],
    ['virtual columns that make a record of a gigabyte', 'record.sqlite', () => sqlite('record.sqlite', `create table t (id integer primary key, ${list(100, (at) => `b${String(at)} blob as (zeroblob(10000000)) virtual`)})`, 'insert into t (id) values (1)'), /larger than 128 MiB\.$/],
    ['a record of bytes whose text is longer than 128 MiB', 'long.sqlite', () => sqlite('long.sqlite', 'create table t (a, b)', 'insert into t values (zeroblob(40000000), zeroblob(40000000))'), /"t", line 1: A record or a value is larger than 128 MiB\.$/],
  ] as const)
    it(`refuses ${what}, and says why`, async () => {
      await make();
      await assert.rejects(folder.import(folder.path(name)), why);
    });

  it('leaves out a record that is too long, if invalid rows are skipped', async () => {
    const file = sqlite(
      'left.sqlite',
      'create table t (a, b)',
      "insert into t values (1, 'x'), (zeroblob(40000000), zeroblob(40000000)), (3, 'y')",
    );
    const { resource, records } = await folder.import(file, { unreadable: 'skip' });
    assert.deepEqual(records, [
      ['1', 'x'],
      ['3', 'y'],
    ]);
    assert.equal(resource.skipped, 1);
  });

  async function duckdb(name: string, statement: string): Promise<void> {
    const instance = await DuckDBInstance.create(':memory:');
    const connection = await instance.connect();
    for (const each of [`attach '${folder.path(name)}' as f`, statement, 'detach f']) await connection.run(each);
    connection.closeSync();
    instance.closeSync();
  }
});
