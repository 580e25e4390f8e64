/** Files beside a database (`-wal`, `-journal`, `.wal`) belong to its edition. Their records are never mixed. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, rmSync, statSync, truncateSync, utimesSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { currentResource } from '../../../src/service/process/importTurn.ts';
import { BESIDE_ENDINGS, fileEdition, isSameEdition } from '../../../src/service/reading/fileEdition.ts';
import type { LocalResource } from '../../../src/service/resource/localResource.ts';
import { Catalogue } from '../../../src/service/store/catalogue.ts';
import { projectRoot } from '../../../tools/vscode/projectPaths.ts';
import { ReadingFolder, type Imported } from './readings.ts';

describe('Files beside a database', function () {
  this.timeout(120_000);
  let folder: ReadingFolder;
  const open: DatabaseSync[] = [];
  beforeEach(async () => void (folder = await ReadingFolder.open()));
  afterEach(async () => {
    for (const database of open.splice(0)) database.close();
    await folder.close();
  });

  /** An open database with this journal mode, and with so many records in the file itself. */
  const sqlite = (mode: 'wal' | 'persist', records = 2): { file: string; database: DatabaseSync } => {
    const file = `${folder.folder}/app.sqlite`;
    const database = new DatabaseSync(file);
    open.push(database);
    database.exec(`pragma journal_mode = ${mode}; create table t (a); pragma wal_autocheckpoint = 0;
      with recursive n(i) as (select 1 union all select i + 1 from n where i < ${String(records)})
      insert into t select 'old' from n; pragma wal_checkpoint(truncate)`);
    return { file, database };
  };
  /** Runs statements and ends without closing the file, so that its write-ahead log stays. */
  const duckdb = (file: string, ...statements: readonly string[]): void => {
    const script = `
      import { DuckDBInstance } from '@duckdb/node-api';
      const [file, ...statements] = process.argv.slice(1);
      const connection = await (await DuckDBInstance.create(file)).connect();
      for (const statement of ["set checkpoint_threshold = '1TB'", ...statements]) await connection.run(statement);
      process.kill(process.pid, 'SIGKILL');`;
    const options = { cwd: projectRoot };
    spawnSync(process.execPath, ['--input-type=module', '-e', script, file, ...statements], options);
  };
  const texts = ({ records }: Imported): readonly (string | null)[] => records.map(([text]) => text ?? null);
  const known = (file: string): Promise<LocalResource | undefined> =>
    currentResource({ file, choices: { part: 't' }, isAsChosen: () => true }, new Catalogue(folder.data));
  const import_ = (file: string, onProgress?: () => void): Promise<Imported> =>
    folder.importFile(file, { part: 't' }, onProgress);

  it('a record that is in the write-ahead log of SQLite alone is seen', async () => {
    const { file, database } = sqlite('wal');
    assert.deepEqual(texts(await import_(file)), ['old', 'old']);
    assert.ok(await known(file));
    const { size, mtimeMs } = statSync(file);
    database.exec(`insert into t values ('new')`);
    assert.deepEqual([statSync(file).size, statSync(file).mtimeMs], [size, mtimeMs]);
    assert.equal(await known(file), undefined);
    assert.deepEqual(texts(await import_(file)), ['old', 'old', 'new']);
    assert.ok(await known(file));
    database.exec(`update t set a = 'any'`);
    assert.equal(await known(file), undefined);
    assert.deepEqual(texts(await import_(file)), ['any', 'any', 'any']);
    database.exec('pragma wal_checkpoint(truncate)');
    assert.equal(await known(file), undefined);
  });

  it('one that is in the write-ahead log of DuckDB alone is seen', async () => {
    const file = `${folder.folder}/d.duckdb`;
    duckdb(file, 'create table t(a varchar)', `insert into t values ('old')`, 'checkpoint');
    assert.deepEqual(texts(await import_(file)), ['old']);
    assert.ok(await known(file));
    duckdb(file, `insert into t values ('new')`);
    assert.ok(existsSync(`${file}.wal`));
    assert.equal(await known(file), undefined);
    assert.deepEqual(texts(await import_(file)), ['old', 'new']);
    assert.ok(await known(file));
    rmSync(`${file}.wal`);
    assert.equal(await known(file), undefined);
    assert.deepEqual(texts(await import_(file)), ['old']);
  });

  it('a journal that comes, changes and goes makes another edition', async () => {
    const { file } = sqlite('persist');
    assert.ok((await import_(file)).resource.beside);
    assert.ok(await known(file));
    for (const ending of BESIDE_ENDINGS) {
      rmSync(`${file}-journal`, { force: true });
      const { resource } = await import_(file);
      writeFileSync(file + ending, 'x'.repeat(100));
      assert.equal(isSameEdition(resource, await fileEdition(file, 'sqlite')), false, ending);
      const before = await fileEdition(file, 'sqlite');
      assert.ok(before);
      utimesSync(file + ending, 1, 1);
      assert.equal(isSameEdition(before, await fileEdition(file, 'sqlite')), false, ending);
      truncateSync(file + ending);
      assert.ok(isSameEdition(resource, await fileEdition(file, 'sqlite')), 'an empty one has no records');
      rmSync(file + ending);
      assert.ok(await known(file));
    }
  });

  it('what a version without them has read is read again, other formats are not', async () => {
    const { file } = sqlite('wal');
    const { beside, ...older } = (await import_(file)).resource;
    assert.equal(beside?.length, BESIDE_ENDINGS.length);
    assert.equal(isSameEdition(older, await fileEdition(file, 'sqlite')), false);
    await new Catalogue(folder.data).amend(older.id, (description) =>
      Promise.resolve({ ...description, resource: older }),
    );
    assert.equal(await known(file), undefined);
    assert.deepEqual(texts(await import_(file)), ['old', 'old']);
    const csv = (await folder.import('a.csv', 'a\n1\n')).resource;
    assert.equal(csv.beside, undefined);
    writeFileSync(`${csv.file}-wal`, 'x');
    assert.ok(isSameEdition(csv, await fileEdition(csv.file, 'csv')));
  });

  describe('during an import', () => {
    /** More records than are read at once. */
    const MANY = 20_000;

    /** Imports while something happens to the file. If that is refused, the previous import must stay. */
    const importWhile = async (file: string, happens: () => void): Promise<readonly (string | null)[] | string> => {
      const before = await known(file);
      let hasHappened = false;
      const result = await import_(file, () => {
        if (!hasHappened) happens();
        hasHappened = true;
      }).then(texts, (error: unknown) => String(error));
      assert.ok(hasHappened);
      if (typeof result === 'string') {
        const kept = (await new Catalogue(folder.data).findWhole(before?.id ?? ''))?.resource;
        assert.deepEqual(kept, before);
      }
      return result;
    };
    const CHANGED = /app\.sqlite: The file changed while it was read\. /;
    const isOneEdition = (found: readonly (string | null)[] | string, text: string, records: number): void =>
      assert.deepEqual([found.length, ...new Set(found)], [records, text]);

    it('a log that comes is told, and what was imported stays', async () => {
      const { file, database } = sqlite('wal', MANY);
      isOneEdition(texts(await import_(file)), 'old', MANY);
      const found = await importWhile(file, () => database.exec(`update t set a = 'new'`));
      assert.match(String(found), CHANGED);
      isOneEdition(texts(await import_(file)), 'new', MANY);
    });

    for (const [what, happens] of [
      ['grows', (_: string, database: DatabaseSync) => database.exec(`update t set a = 'newest'`)],
      [
        'vanishes because it is checkpointed',
        (_: string, database: DatabaseSync) => database.exec('pragma wal_checkpoint(truncate)'),
      ],
      ['is removed', (file: string) => rmSync(`${file}-wal`)],
      [
        'loses its file, too',
        (file: string) => BESIDE_ENDINGS.concat('').forEach((ending) => rmSync(file + ending, { force: true })),
      ],
    ] as const)
      it(`a log that ${what} leaves one edition, and the next look finds the other`, async () => {
        const { file, database } = sqlite('wal', MANY);
        database.exec(`update t set a = 'new'`);
        isOneEdition(await importWhile(file, () => happens(file, database)), 'new', MANY);
        assert.equal(await known(file), undefined);
      });

    it('a file that is replaced is told, and what was imported stays', async () => {
      const { file, database } = sqlite('wal', MANY);
      const other = `${folder.folder}/other.sqlite`;
      copyFileSync(file, other);
      database.close();
      open.length = 0;
      isOneEdition(texts(await import_(file)), 'old', MANY);
      assert.match(String(await importWhile(file, () => copyFileSync(other, file))), CHANGED);
    });

    it('a log of DuckDB that vanishes is told, and what was imported stays', async () => {
      const file = `${folder.folder}/d.duckdb`;
      duckdb(file, 'create table t(a varchar)', 'checkpoint', `insert into t values ('logged')`);
      assert.deepEqual(texts(await import_(file)), ['logged']);
      const found = await importWhile(file, () => rmSync(`${file}.wal`));
      assert.match(String(found), /d\.duckdb: The file changed while it was read\. /);
      assert.deepEqual(texts(await import_(file)), []);
    });
  });
});
