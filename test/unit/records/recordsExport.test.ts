import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { ExactNumber } from '../../../src/base/cells.ts';
import { LocalImport } from '../../../src/sources/local/localImports.ts';
import { LOCAL_PORTAL_ID } from '../../../src/sources/local/localFile.ts';
import { type ExportChoice, JSON_EDITOR } from '../../../src/records/export/exportChoice.ts';
import { RecordsExport } from '../../../src/records/export/recordsExport.ts';
import type { LocalResource } from '../../../src/service/resource/localResource.ts';
import { FakeCkan } from '../../support/fakes/fakeCkan.ts';
import { withoutRecordsFrom } from '../../support/fakes/fakeResult.ts';
import { hostWith } from '../../support/host/twoPortals.ts';
import { EventEmitter, people, Uri, window, workspace } from '../../support/host/vscode.ts';
import { until } from '../../../tools/vscode/until.ts';

const FIRST = 40;
const ALL = 250;

describe('export of a file that is still loading', () => {
  const rows = Array.from({ length: ALL }, (_, index) => [index]);
  const resource = { fields: [{ id: 'n', type: 'int4' }], rows: rows.slice(0, FIRST) };
  let progressed: (fraction: number) => void;
  let end: PromiseWithResolvers<LocalResource | undefined>;
  let recordsExport: RecordsExport;

  beforeEach(async () => {
    people.forget();
    resource.rows = rows.slice(0, FIRST);
    end = Promise.withResolvers();
    const changed = new EventEmitter<void>();
    const running: LocalImport[] = [];
    const file = { id: 'f', records: FIRST } as LocalResource;
    const localImport = new LocalImport('/data/m12.csv', {}, (_signal, onProgress, onPreview) => {
      progressed = (fraction) => {
        onProgress(fraction);
        changed.fire();
      };
      // The call comes later, like from another process.
      queueMicrotask(() => onPreview(file));
      return end.promise.finally(() => running.splice(0));
    });
    running.push(localImport);
    await localImport.first;
    progressed(0.42);
    const host = await hostWith(
      { '127.0.0.1:1': new FakeCkan({ resources: { f: resource } }) },
      {
        onDidChange: changed.event,
        portal: { name: 'Local files' },
        partial: (id: string) => running.find(({ preview }) => preview?.id === id),
        ensure: () => Promise.resolve(),
        refresh: () => Promise.resolve(),
        access: () => Promise.resolve({ baseUrl: 'http://127.0.0.1:1' }),
      },
    );
    recordsExport = new RecordsExport({ ...host, portals: host.directory });
  });

  const run = () => recordsExport.run({ portalId: LOCAL_PORTAL_ID, query: { resourceId: 'f' } }, JSON_EDITOR);
  const exported = () => people.editors.map((text) => (JSON.parse(text) as unknown[]).length);
  const QUESTION = 'm12.csv is still loading (42%). 40 records can be exported now.';

  it('asks, and waits for all records when people say so', async () => {
    people.answer = () => 'Wait for All Records';
    const running = run();
    await until(() => people.progress.includes('Waiting for m12.csv: 42%'), 'it says that it waits');
    assert.deepEqual(people.asked, [
      { text: QUESTION, isModal: true, buttons: ['Wait for All Records', 'Export What Is Loaded'] },
    ]);
    progressed(0.77);
    await until(() => people.progress.includes('Waiting for m12.csv: 77%'), 'it says how far that is');
    assert.deepEqual(people.editors, []);
    resource.rows = rows;
    end.resolve({ id: 'f', records: ALL } as LocalResource);
    await running;
    assert.deepEqual(exported(), [ALL]);
    assert.equal(people.asked.length, 1);
  });

  it('gives what is loaded when people say so, and says that this is not all', async () => {
    people.answer = (text) => (text === QUESTION ? 'Export What Is Loaded' : undefined);
    await run();
    assert.deepEqual(exported(), [FIRST]);
    assert.deepEqual(people.asked[1], {
      text: "Not all records were exported, because m12.csv wasn't fully loaded.",
      isModal: false,
      buttons: [],
    });
  });

  it('gives nothing when people leave the question', async () => {
    await run();
    assert.deepEqual(exported(), []);
    assert.equal(people.asked.length, 1);
  });

  it('gives nothing when the file is not read to its end', async () => {
    people.answer = (text) => (text === QUESTION ? 'Wait for All Records' : undefined);
    const running = run();
    await until(() => people.progress.includes('Waiting for m12.csv: 42%'), 'it waits');
    end.resolve(undefined);
    await running;
    assert.deepEqual(exported(), []);
    assert.equal(people.asked[1]?.text, 'Loading m12.csv was canceled. Nothing was exported.');
  });
});

describe('export of more than an editor takes', () => {
  const big = new FakeCkan({ resources: { r: { fields: [{ id: 't', type: 'text' }], rows: [['x'.repeat(900)]] } } });
  const setUp = async () => {
    const { directory, failures, unfinished, savedExports, settings, log, portal } = await hostWith({
      'old.test': big,
    });
    const recordsExport = new RecordsExport(
      { portals: directory, failures, unfinished, savedExports, settings, log },
      { editor: 500, clipboard: 500 },
    );
    return (choice = JSON_EDITOR) => recordsExport.run({ portalId: portal.id, query: { resourceId: 'r' } }, choice);
  };
  let offered: string[];
  beforeEach(() => {
    people.forget();
    offered = [];
    window.showSaveDialog = ({ defaultUri }) => {
      offered.push(String(defaultUri));
      return Promise.resolve(undefined);
    };
  });
  afterEach(() => {
    workspace.workspaceFolders = undefined;
    window.tabGroups.activeTabGroup.activeTab = undefined;
  });

  it('asks in a dialog that stays until it is answered', async () => {
    await (
      await setUp()
    )();
    assert.deepEqual(
      people.asked.map(({ isModal, buttons }) => [isModal, ...buttons]),
      [[true, 'Save to File…']],
    );
    assert.deepEqual(people.editors, []);
    assert.deepEqual(offered, []);
  });

  it('offers a file for what the clipboard does not take, and leaves what is on it', async () => {
    people.clipboard = 'mine';
    const run = await setUp();
    await run({ format: 'csv', to: 'clipboard' });
    assert.deepEqual(
      people.asked.map(({ text }) => text),
      ['More than 64 MB of CSV is too large for the clipboard.'],
    );
    assert.equal(people.clipboard, 'mine');
  });

  const folders = (...uris: readonly Uri[]) => (workspace.workspaceFolders = uris.map((uri) => ({ uri })));
  const offers = async (expected: RegExp) => {
    people.answer = () => 'Save to File…';
    await (
      await setUp()
    )();
    assert.match(offered.join(), expected);
  };

  it('offers the folder of the file that people are in', async () => {
    folders(Uri.file('/one'), Uri.file('/two'));
    window.tabGroups.activeTabGroup.activeTab = { input: { uri: Uri.file('/two/data/a.csv') } };
    await offers(/^file:\/\/\/two\/r\.json$/);
  });

  it('offers the first folder where the tab has no file', async () => {
    folders(Uri.file('/one'), Uri.file('/two'));
    window.tabGroups.activeTabGroup.activeTab = { input: { viewType: 'records' } };
    await offers(/^file:\/\/\/one\/r\.json$/);
  });

  it('never offers a folder that is not on this machine', async () => {
    folders(new Uri('vscode-vfs', '/repository'), Uri.file('/one'));
    window.tabGroups.activeTabGroup.activeTab = { input: { uri: new Uri('vscode-vfs', '/repository/a.csv') } };
    await offers(/^file:\/\/\/one\/r\.json$/);
    offered = [];
    folders(new Uri('vscode-vfs', '/repository'));
    await offers(/^file:\/\/\/.*\/r\.json$/);
  });
});

describe('export of records', () => {
  const ROWS = 250;
  let emptyFrom: number;
  const logged: string[] = [];
  let folder: string;
  let exportAs: (choice: ExportChoice) => Promise<void>;
  let ask: () => Promise<void>;
  beforeEach(async () => {
    people.forget();
    emptyFrom = Infinity;
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'export-'));
    const ckan = new FakeCkan({
      resources: {
        r: {
          fields: [{ id: 'n', type: 'numeric' }],
          rows: Array.from({ length: ROWS }, () => [new ExactNumber('1.50')]),
        },
      },
      rowsMax: 100,
      fault: (call, honest, index) => {
        return withoutRecordsFrom(emptyFrom)(call, honest, index);
      },
    });
    const { directory, failures, unfinished, savedExports, settings, portal } = await hostWith({ 'old.test': ckan });
    logged.length = 0;
    const log = { info: (line: string) => void logged.push(line) };
    const recordsExport = new RecordsExport({ portals: directory, failures, unfinished, savedExports, settings, log });
    const exported = { portalId: portal.id, query: { resourceId: 'r' } };
    exportAs = (choice) => recordsExport.run(exported, choice);
    ask = () => recordsExport.ask(exported);
  });
  afterEach(() => fs.rmSync(folder, { recursive: true }));
  const lines = (text: string) => text.split(/\r?\n/);
  const said = () => people.asked.map(({ text }) => text);

  it('to the clipboard is all records without a line end behind them, and says so', async () => {
    await exportAs({ format: 'csv', to: 'clipboard' });
    const copied = lines(people.clipboard);
    assert.deepEqual([copied.length, copied[0], copied.at(-1)], [ROWS + 1, '_id,n', '250,1.50']);
    assert.deepEqual(said(), ['Copied 250 records as CSV.']);
    assert.deepEqual(logged, ['Export of r: Paging by offset, sorted by _id.']);
    assert.deepEqual(people.editors, []);
  });

  it('to an editor says nothing, because the records are to be seen', async () => {
    await exportAs({ format: 'markdown', to: 'editor' });
    assert.deepEqual(lines(people.editors.join('')).slice(0, 3), ['| \\_id | n |', '| ---: | ---: |', '| 1 | 1.50 |']);
    assert.deepEqual(said(), []);
  });

  it('to a file takes the place of an older one, whole', async () => {
    const file = path.join(folder, 'r.jsonl');
    fs.writeFileSync(file, 'older');
    await exportAs({ format: 'ndjson', to: Uri.file(file) as never });
    const written = lines(fs.readFileSync(file, 'utf8'));
    assert.deepEqual([written.length, written[0]], [ROWS + 1, '{"_id":1,"n":1.50}']);
    assert.deepEqual(said(), [`Saved 250 records (5 kB) to ${file}.`]);
    assert.deepEqual(fs.readdirSync(folder), ['r.jsonl']);
  });

  describe('in a format that is built', () => {
    const parquet = (file: string) => ({ format: 'parquet', to: Uri.file(file) as never }) as const;
    /** Reads the rows of a file with DuckDB. */
    const read = async (file: string) => {
      const instance = await DuckDBInstance.create();
      const connection = await instance.connect();
      try {
        return (await connection.runAndReadAll(`SELECT _id::INT, n::VARCHAR FROM '${file}'`)).getRows();
      } finally {
        connection.closeSync();
        instance.closeSync();
      }
    };

    it('makes the file of all records, and leaves no other behind', async () => {
      const file = path.join(folder, 'r.parquet');
      fs.writeFileSync(file, 'older');
      await exportAs(parquet(file));
      const rows = await read(file);
      assert.deepEqual([rows.length, rows[0], rows.at(-1)], [ROWS, [1, '1.50'], [ROWS, '1.50']]);
      assert.match(said().join(), /^Saved 250 records \([\d,]+ (bytes?|kB)\) to .*r\.parquet\.$/);
      assert.deepEqual(fs.readdirSync(folder), ['r.parquet']);
      assert.deepEqual(people.progress.slice(-2), ['Writing Parquet… 50%', 'Writing Parquet… 100%']);
    });

    it('is built of what came before it broke off, too', async () => {
      emptyFrom = 100;
      const file = path.join(folder, 'r.parquet');
      await exportAs(parquet(file));
      assert.deepEqual(fs.readdirSync(folder), ['r.parquet.part', 'r.parquet.part.json']);
      emptyFrom = Infinity;
      people.answer = () => 'Resume';
      await exportAs(parquet(file));
      assert.equal((await read(file)).length, ROWS);
      assert.deepEqual(fs.readdirSync(folder), ['r.parquet']);
    });

    it('leaves nothing where it is cancelled, or the file can’t be written', async () => {
      people.cancels = () => true;
      await exportAs(parquet(path.join(folder, 'r.parquet')));
      people.cancels = () => false;
      await exportAs(parquet(path.join(folder, 'missing', 'r.parquet')));
      assert.deepEqual(fs.readdirSync(folder), []);
      assert.match(said().join(), /ENOENT/);
    });
  });

  it('that breaks off leaves what is on the clipboard', async () => {
    emptyFrom = 100;
    people.clipboard = 'mine';
    await exportAs({ format: 'tsv', to: 'clipboard' });
    assert.equal(people.clipboard, 'mine');
    assert.match(said().join(), /stopped after 100 of 250 records\..* Nothing was copied\.$/);
  });

  describe('asks how', () => {
    const pick = (...rows: readonly string[]) => {
      const left = [...rows];
      people.pick = (title) => {
        assert.equal(title, 'Export Records of r');
        const row = left.shift();
        return row === undefined ? undefined : { row };
      };
    };

    it('in which format, and to an editor', async () => {
      pick('JSON Lines', 'New Editor');
      await ask();
      assert.equal(lines(people.editors.join(''))[0], '{"_id":1,"n":1.50}');
    });

    it('of CSV with options: with which delimiter and what else, from then on first', async () => {
      pick('CSV with Options…', 'Semicolon', 'Byte Order Mark', 'Clipboard');
      await ask();
      assert.equal(lines(people.clipboard)[1], '1;1.50');
      assert.equal(people.clipboard.startsWith('\ufeff_id;n'), true);
      pick('CSV with Options…', 'Comma');
      await ask();
      assert.deepEqual(
        people.rows.map(({ picked }) => picked),
        [true, false, false],
      );
    });

    it('and copies', async () => {
      pick('TSV', 'Clipboard');
      await ask();
      assert.equal(lines(people.clipboard)[1], '1\t1.50');
    });

    it('and which file, with the ending of the format', async () => {
      const offered: string[] = [];
      window.showSaveDialog = ({ defaultUri }) => {
        offered.push(path.basename(defaultUri.fsPath));
        return Promise.resolve(Uri.file(path.join(folder, 'mine.md')));
      };
      pick('Markdown', 'File…');
      await ask();
      assert.deepEqual([offered, fs.readdirSync(folder)], [['r.md'], ['mine.md']]);
    });

    it('offers what the table of formats has for it', async () => {
      pick();
      await ask();
      assert.deepEqual(
        people.rows.map(({ label }) => label),
        [
          'CSV',
          'CSV with Options…',
          'TSV',
          'JSON',
          'JSON Lines',
          'Markdown',
          'SQL INSERT',
          'GeoJSON',
          'Excel (XLSX)',
          'Parquet',
        ],
      );
    });

    it('only for a file of a format that is built', async () => {
      window.showSaveDialog = ({ defaultUri }) =>
        Promise.resolve(Uri.file(path.join(folder, path.basename(defaultUri.fsPath))));
      pick('Parquet');
      await ask();
      assert.deepEqual(fs.readdirSync(folder), ['r.parquet']);
    });

    for (const rows of [[], ['CSV'], ['CSV', 'File…'], ['Parquet']])
      it(`and does nothing when people leave the question after ${rows.join(' and ') || 'nothing'}`, async () => {
        window.showSaveDialog = () => Promise.resolve(undefined);
        pick(...rows);
        await ask();
        assert.deepEqual([people.progress, people.editors, people.clipboard], [[], [], '']);
      });
  });
});
