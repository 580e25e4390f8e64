/** SQLite values are imported exactly by their storage class, and no file is changed. */
import assert from 'node:assert/strict';
import { readdirSync, readlinkSync } from 'node:fs';
import { copyFile, readFile } from 'node:fs/promises';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import fc from 'fast-check';
import { openSqlite } from '../../../src/service/formats/sqlite/sqliteFile.ts';
import { isFull } from '../../support/results/full.ts';
import { ImportFolder, type Imported } from '../reading/fileImport.ts';

describe('SQLite files', () => {
  let folder: ImportFolder;
  let made = 0;
  before(async () => {
    folder = await ImportFolder.open();
  });
  after(() => folder.close());

  const make = (fill: (database: DatabaseSync) => void, name = `f${(made += 1)}.sqlite`): string => {
    const file = folder.path(name);
    const database = new DatabaseSync(file);
    fill(database);
    database.close();
    return file;
  };

  for (const encoding of ['UTF-8', 'UTF-16le', 'UTF-16be'])
    // prettier-ignore
    for (const [name, values, type, texts] of [
      ['integers', [9223372036854775807n, -9223372036854775808n, 0n], 'numeric', ['9223372036854775807', '-9223372036854775808', '0']],
      ['reals', [0.1, 1, 1e21, 5e-324, -0, 1e16], 'numeric', ['0.1', '1.0', '1e+21', '5e-324', '-0.0', '10000000000000000.0']],
      ['infinities', [1.5, Infinity, -Infinity], 'float8', ['1.5', 'Infinity', '-Infinity']],
      ['texts', ['007', '1.50', ' x ', 'true', ''], 'text', ['007', '1.50', ' x ', 'true', '']],
      ['texts with anything in them', ['a\0b', '\ufffd', '\ufeffx', 'é😀\r\n'], 'text', ['a\0b', '\ufffd', '\ufeffx', 'é😀\r\n']],
      ['bytes', [Buffer.from([0, 255]), Buffer.alloc(0)], 'text', [String.raw`\x00ff`, String.raw`\x`]],
      ['a mixture', [1n, 1.5, '2', Buffer.from('a'), '\ufffd\0'], 'text', ['1', '1.5', '2', String.raw`\x61`, '\ufffd\0']],
    ] as const)
      it(`${name} (${encoding})`, async () => {
        const file = make((database) => {
          database.exec(`pragma encoding = '${encoding}'; create table t (f)`);
          const insert = database.prepare('insert into t values (?)');
          for (const value of [...values, null]) insert.run(value);
        });
        const { fields, records } = await folder.import(file, { format: 'sqlite' });
        assert.deepEqual(fields, [['f', type]]);
        assert.deepEqual(records, [...texts.map((text) => [text]), [null]]);
      });

  it('each table and view is a part, in the order of their making; the rest is left out', async () => {
    const file = make((database) => {
      database.exec(`
        create table "b ""x" (a, "__proto__", "0", [select] text default 'x', g generated always as (a + 1));
        insert into "b ""x" (a, "__proto__", "0") values (1, 2, 3);
        create view v as select "text" as t, 1.5 as n;
        create view "two " as select * from keyed join (select 2 as c) where k <> 'c';
        create virtual table words using fts5(x);
        create table keyed (k text primary key, v) without rowid;
        insert into keyed values ('b', 1), ('a', 2);
        create table counted (i integer primary key autoincrement)`);
    }, 'a ?#%[1] ü.sqlite');
    const before = await folder.hashes('.sqlite');
    const inspection = await folder.inspect(file, { format: 'sqlite' });
    assert.deepEqual(inspection.parts, ['b "x', 'keyed', 'counted', 'v', 'two ']);
    assert.deepEqual(inspection.views, ['v', 'two ']);
    assert.deepEqual(inspection.fields, ['a', '__proto__', '0', 'select', 'g']);
    assert.deepEqual(inspection.sample, [['1', '2', '3', 'x', '2']]);
    assert.deepEqual((await folder.import(file, { format: 'sqlite' })).records, [['1', '2', '3', 'x', '2']]);
    assert.deepEqual((await folder.import(file, { format: 'sqlite', part: 'keyed' })).records, [
      ['a', '2'],
      ['b', '1'],
    ]);
    assert.deepEqual((await folder.import(file, { format: 'sqlite', part: 'v' })).records, [['text', '1.5']]);
    assert.deepEqual((await folder.import(file, { format: 'sqlite', part: 'two ' })).records, [
      ['a', '2', '2'],
      ['b', '1', '2'],
    ]);
    for (const part of ['words', 'words_content', 'sqlite_sequence'])
      await assert.rejects(folder.import(file, { format: 'sqlite', part }), /The file has no such table\.$/);
    assert.deepEqual(await folder.hashes('.sqlite'), before);
  });

  it('records lie in the order of their rowid, whatever the indexes are', async () => {
    const file = make((database) => {
      database.exec(`create table t (a); create index i on t (a);
        with recursive n(i) as (select 1 union all select i + 1 from n where i < 10000)
        insert into t select 10001 - i from n`);
    });
    const { records } = await folder.import(file, { format: 'sqlite' });
    assert.deepEqual(
      records,
      Array.from({ length: 10_000 }, (_, index) => [String(10_000 - index)]),
    );
  });

  /** 2,000 records in an open transaction, more than the cache holds, so that some are in the file. */
  const changing = (name: string, mode: 'wal' | 'delete') => {
    const file = folder.path(name);
    const database = new DatabaseSync(file);
    database.exec(`pragma journal_mode = ${mode}; create table t (a);
      with recursive n(i) as (select 1 union all select i + 1 from n where i < 2000)
      insert into t select 'before' || printf('%1000d', i) from n`);
    database.exec(`pragma wal_checkpoint(truncate); pragma wal_autocheckpoint = 0; pragma cache_size = 10;
      begin; update t set a = replace(a, 'before', 'behind')`);
    return { file, database };
  };
  const words = ({ records }: Imported) => [...new Set(records.map(([text]) => text?.slice(0, 6)))];

  for (const mode of ['wal', 'delete'] as const)
    it(`another program is in the middle of its work (${mode})`, async () => {
      const { file, database } = changing(`${mode}.sqlite`, mode);
      const before = await folder.hashes('.sqlite');
      assert.deepEqual(words(await folder.import(file, { format: 'sqlite' })), ['before']);
      assert.deepEqual(await folder.hashes('.sqlite'), before);
      database.exec('commit');
      assert.deepEqual(words(await folder.import(file, { format: 'sqlite' })), ['behind']);
      database.close();
    });

  it('a journal that a crash left behind is rolled back in a copy', async () => {
    const { file, database } = changing('live.sqlite', 'delete');
    const crashed = folder.path('crashed.sqlite');
    await copyFile(file, crashed);
    await copyFile(`${file}-journal`, `${crashed}-journal`);
    database.exec('rollback');
    database.close();
    assert.ok((await readFile(crashed)).includes('behind'));
    const before = await folder.hashes('.sqlite');
    assert.deepEqual(words(await folder.import(crashed, { format: 'sqlite' })), ['before']);
    assert.deepEqual(await folder.hashes('.sqlite'), before);
  });

  describe('refused', () => {
    it('nothing to read, other files, damaged ones', async () => {
      const empty = make((database) => database.exec('create virtual table words using fts5(x)'));
      await assert.rejects(
        folder.import(empty, { format: 'sqlite' }),
        /The file has no tables and no views\. Virtual tables aren't read\.$/,
      );
      const other = await folder.write('other.sqlite', Buffer.alloc(4096, 7));
      await assert.rejects(
        folder.import(other, { format: 'sqlite' }),
        /This isn't an SQLite file, or it's encrypted\.$/,
      );
      const whole = make((database) => {
        database.exec(
          `create table t (a); with recursive n(i) as (select 1 union all select i + 1 from n where i < 9999) insert into t select 'text ' || i from n`,
        );
      });
      const bytes = await readFile(whole);
      const damaged = await folder.write('damaged.sqlite', bytes.fill(0xff, 3 * 4096, 9 * 4096));
      await assert.rejects(
        folder.import(damaged, { format: 'sqlite' }),
        /damaged\.sqlite: The file is damaged: SQLite can't read all of it\.$/,
      );
    });
  });

  // prettier-ignore
  for (const [choices, texts] of [
    [{}, ['x', String.raw`\x4af6726780`, 'é', String.raw`\xff`]],
    [{ encoding: 'windows-1252' }, ['x', 'Jörg€', 'é', String.raw`\xff`]],
    [{ encoding: 'iso-8859-1' }, ['x', 'Jörg\u0080', 'é', String.raw`\xff`]],
  ] as const)
    it(`texts that aren't UTF-8 are ${'encoding' in choices ? choices.encoding : 'bytes'}`, async () => {
      const file = make((database) => {
        database.exec("create table t (a); insert into t values ('x'), (cast(x'4af6726780' as text)), ('é'), (x'ff')");
      });
      const { fields, records } = await folder.import(file, { format: 'sqlite', ...choices });
      assert.deepEqual(fields, [['a', 'text']]);
      assert.deepEqual(records, texts.map((text) => [text]));
      assert.deepEqual((await folder.inspect(file, choices)).sample.flat(), texts);
    });

  it('random values come back as they were', async function () {
    const cell = fc.option(
      fc.oneof(
        fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
        fc.double({ noNaN: true }),
        fc.string({ unit: 'grapheme' }),
        fc.uint8Array().map((bytes) => Buffer.from(bytes)),
      ),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 30 }), async (rows) => {
        const file = make((database) => {
          database.exec('create table t (a, b)');
          const insert = database.prepare('insert into t values (?, ?)');
          for (const row of rows) insert.run(...(row as SQLInputValue[]));
        });
        const { records } = await folder.import(file, { format: 'sqlite' });
        for (const [at, row] of rows.entries())
          for (const [index, value] of row.entries()) {
            const text = records[at]?.[index] ?? null;
            if (typeof value === 'number') assert.ok(Object.is(Number(text), value));
            else
              assert.equal(
                text,
                value === null ? null : Buffer.isBuffer(value) ? `\\x${value.toString('hex')}` : String(value),
              );
          }
      }),
      { numRuns: isFull ? 25 : 10 },
    );
  });

  it('what a view sorts stays in memory, which has a bound', function () {
    if (process.platform !== 'linux') this.skip();
    const file = make((database) =>
      database.exec(`create view v as
        with recursive r(x) as (select 1 union all select x + 1 from r limit 50000)
        select x, randomblob(1000) b from r order by b`),
    );
    const database = openSqlite({ path: file, name: file, workDirectory: folder.folder });
    const rows = database.rows(database.tableOf({ part: 'v', isView: true }));
    rows.next();
    const open = readdirSync('/proc/self/fd').map((fd) => {
      try {
        return readlinkSync(`/proc/self/fd/${fd}`);
      } catch {
        return '';
      }
    });
    assert.deepEqual(
      open.filter((path) => path.includes('etilqs_')),
      [],
    );
    rows.return(undefined);
    database[Symbol.dispose]();
  });
});
