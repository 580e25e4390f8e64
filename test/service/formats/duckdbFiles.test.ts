/** DuckDB files are read exactly and never changed. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { projectRoot } from '../../../tools/vscode/projectPaths.ts';
import { ImportFolder, withDuckdb } from '../reading/fileImport.ts';

describe('DuckDB files', () => {
  let folder: ImportFolder;
  before(async () => {
    folder = await ImportFolder.open();
  });
  after(() => folder.close());

  const make = async (name: string, ...statements: readonly string[]): Promise<string> => {
    const file = folder.path(name);
    const database = `"${path.parse(name).name}"`;
    await withDuckdb(`attach '${file.replaceAll("'", "''")}' as ${database}`, `use ${database}`, ...statements);
    return file;
  };

  it('each table and view is a part: of other schemas with their name', async () => {
    const file = await make(
      "it's.duckdb",
      'create table "b ""x" as select 170141183460469231731687303715884105727::hugeint h, 1.50::decimal(9,2) d, [1] l',
      'create schema sales',
      'create table sales.orders ("A" int, "a b" varchar default (\'x\'), g int generated always as ("A" + 1))',
      "insert into sales.orders values (1, '007')",
      'create table "c.d" as select 1 i',
      'create view v as select d, l from "b ""x"',
      'create view sales.w as select o."A", d from "it\'s".sales.orders o, "b ""x"',
    );
    const before = await folder.hashes('.duckdb');
    const inspection = await folder.inspect(file, { format: 'duckdb' });
    assert.deepEqual(inspection.parts, ['b "x', 'main.c.d', 'sales.orders', 'v', 'sales.w']);
    assert.deepEqual(inspection.views, ['v', 'sales.w']);
    assert.deepEqual(
      [inspection.reading.part, inspection.fields, inspection.sample],
      ['b "x', ['h', 'd', 'l'], [['170141183460469231731687303715884105727', '1.50', '[1]']]],
    );
    const { fields, records } = await folder.import(file, { format: 'duckdb', part: 'sales.orders' });
    assert.deepEqual(fields, [
      ['A', 'numeric'],
      ['a b', 'text'],
      ['g', 'numeric'],
    ]);
    assert.deepEqual(records, [['1', '007', '2']]);
    assert.deepEqual((await folder.import(file, { format: 'duckdb', part: 'v' })).records, [['1.50', '[1]']]);
    assert.deepEqual((await folder.import(file, { format: 'duckdb', part: 'sales.w' })).records, [['1', '1.50']]);
    await assert.rejects(folder.import(file, { format: 'duckdb', part: 'x' }), /"x": The file has no such table\.$/);
    assert.deepEqual(await folder.hashes('.duckdb'), before);
  });

  it('types of its own: enums, unions, tuples, bit strings', async () => {
    const file = await make(
      'types.duckdb',
      "create type mood as enum ('sad', 'ok')",
      "create table t as select 'ok'::mood m, union_value(num := 2.50::decimal(9,2)) u, '0101'::bit b, [[1.0::double]]::double[1][1] a",
    );
    const { fields, records } = await folder.import(file, { format: 'duckdb' });
    assert.deepEqual(
      fields.map(([, type]) => type),
      ['text', 'json', 'text', 'json'],
    );
    assert.deepEqual(records, [['ok', '2.50', '0101', '[[1.0]]']]);
  });

  /** A program that has the file open, with its last record only in the write-ahead log. */
  const writer = async (file: string) => {
    const script = `
      import { DuckDBInstance } from '@duckdb/node-api';
      const instance = await DuckDBInstance.create(process.argv[1]);
      const connection = await instance.connect();
      await connection.run("set checkpoint_threshold = '1GB'");
      await connection.run('create table t as select 1 a');
      await connection.run('checkpoint');
      await connection.run('insert into t values (2)');
      console.log('ready');
      setInterval(() => undefined, 1000);`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', script, file], {
      cwd: projectRoot,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(child.stdout, 'data');
    return async (): Promise<void> => {
      child.kill('SIGKILL');
      await once(child, 'exit');
    };
  };

  it('a file that another program writes is refused; what it left in the log is read', async () => {
    const file = folder.path('open.duckdb');
    const kill = await writer(file);
    await assert.rejects(
      folder.import(file, { format: 'duckdb' }),
      /open\.duckdb: Another program is writing to the file\. /,
    );
    await kill();
    const before = await folder.hashes('.duckdb');
    assert.ok(before.some(([name]) => name === 'open.duckdb.wal'));
    assert.deepEqual((await folder.import(file, { format: 'duckdb' })).records, [['1'], ['2']]);
    assert.deepEqual(await folder.hashes('.duckdb'), before);
  });

  it('views alone: the first that can be read is shown, and the others say why not', async () => {
    await folder.write('beside.csv', 'a\n1\n');
    const file = await make(
      'views.duckdb',
      `create view a as select * from read_csv('${folder.path('beside.csv')}')`,
      'create table t as select 1 i',
      'create view b as select * from t',
      'drop table t',
      'create view c as select unnest([1, 2]) i',
    );
    const { parts, reading, sample } = await folder.inspect(file);
    assert.deepEqual([parts, reading.part, sample], [['a', 'b', 'c'], 'c', [['1'], ['2']]]);
    await assert.rejects(folder.import(file, { part: 'a' }), /"a": The view reads more than its own file/);
    await assert.rejects(folder.import(file, { part: 'b' }), /"b": .*Table with name t does not exist/);
  });

  it('refused: nothing to read, other files, other versions, encrypted ones', async () => {
    const empty = await make('empty.duckdb', 'create schema s');
    await assert.rejects(
      folder.import(empty, { format: 'duckdb' }),
      /The file has no tables and no views\. Virtual tables aren't read\.$/,
    );
    const other = await folder.write('other.duckdb', 'x'.repeat(20_000));
    await assert.rejects(folder.import(other, { format: 'duckdb' }), /other\.duckdb: This isn't a DuckDB file\.$/);
    const newer = await make('newer.duckdb', 'create table t as select 1');
    const bytes = await readFile(newer);
    bytes.writeBigUInt64LE(9999n, 12);
    await writeFile(newer, bytes);
    await assert.rejects(
      folder.import(newer, { format: 'duckdb' }),
      /newer\.duckdb: (The file was written by another version|The file couldn't be read)/,
    );
    const secret = folder.path('secret.duckdb');
    await withDuckdb(
      'set force_mbedtls_unsafe = true',
      `attach '${secret}' as e (encryption_key 'x')`,
      'create table e.t as select 1',
    );
    await assert.rejects(folder.import(secret, { format: 'duckdb' }), /secret\.duckdb: The file is encrypted\.$/);
    assert.equal(path.basename(secret), 'secret.duckdb');
  });
});
