/**
 * A disk that is full, or can't be written, in a real VS Code: what people read, what is kept, and which button helps.
 * The disk is a real one of 16 MiB, mounted in the place of the folder of local data, which needs root as
 * test/service/store/smallDisk.ts needs `unshare`. Root may write and read everything else: what it may not is in /sys.
 */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import * as vscode from 'vscode';
import type { FormatId } from '../../src/export/formats.ts';
import { PROCESS_END_REASONS } from '../../src/service/resource/processEndings.ts';
import { LOCAL_PORTAL_ID } from '../../src/sources/local/localFile.ts';
import { until } from '../../tools/vscode/until.ts';
import { childIds } from '../support/drivers/childIds.ts';
import { eventually } from '../support/drivers/eventually.ts';
import { SmallDisk } from '../support/drivers/smallDisk.ts';
import { OwnProcesses } from './ownProcesses.ts';

const DISK_MIB = 16;
/** Not even root may make a file in this folder. */
const FORBIDDEN_FOLDER = '/sys';
/** Not even root may read this file. */
const FORBIDDEN_FILE = '/sys/bus/platform/drivers_probe';
const MEMORY_SETTING = 'datastoreExplorer.local.memoryLimitMb';

/** A file with so many MiB of texts that no engine can compress. */
function randomCsv(mebibytes: number): string {
  const texts = randomBytes(57 * Math.floor((mebibytes << 20) / 57)).toString('base64');
  return `n,t\n${texts.replace(/(.{76})/g, '1,$1\n')}`;
}

describe('a disk of local data', function () {
  this.timeout(120_000);
  let own: OwnProcesses;
  let disk: SmallDisk;
  let directory: string;
  let id: string;

  before(async () => {
    own = await OwnProcesses.open();
    ({ directory } = own.deps.localFiles);
    fs.mkdirSync(directory, { recursive: true });
    disk = await SmallDisk.mount(directory, DISK_MIB);
  });
  beforeEach(async () => {
    id = await own.small();
  });
  afterEach(async () => {
    own.dismiss();
    assert.equal(await own.total(id), '2', 'what was there before is kept, and the next question is answered');
  });
  after(async () => {
    await disk.end();
    await own.close();
  });

  const names = (): readonly string[] => fs.readdirSync(directory).sort();
  /** Leaves no room on the disk while `work` runs. */
  const onFullDisk = async (work: () => Promise<void>): Promise<void> => {
    const filler = path.join(directory, 'filler');
    fs.writeFileSync(filler, '');
    assert.throws(() => fs.appendFileSync(filler, new Uint8Array(DISK_MIB << 20)), { code: 'ENOSPC' });
    await work().finally(() => fs.rmSync(filler));
  };
  const exported = (resourceId: string, format: FormatId, file: string): Promise<void> =>
    own.deps.recordsExport.run(
      { portalId: LOCAL_PORTAL_ID, query: { resourceId } },
      { format, to: vscode.Uri.file(file) },
    );
  const opened = async (file: string) => own.saidOf((await own.deps.localFiles.open(file, {})).done);

  it('full while a file is imported: says so, keeps what is there, and Clear Local Data makes room', async () => {
    const before = names();
    const file = own.write('large.csv', randomCsv(DISK_MIB + 2));
    assert.deepEqual(await opened(file), {
      text: `Couldn't open large.csv. ${PROCESS_END_REASONS.import.diskFull} The file wasn't changed.`,
      buttons: ['Clear Local Data…'],
    });
    assert.deepEqual(names(), before);
    const asked: string[] = [];
    Object.assign(vscode.window, {
      showQuickPick: (items: readonly unknown[], { title }: { readonly title: string }) => {
        asked.push(title);
        return Promise.resolve(items);
      },
    });
    own.press('Clear Local Data…');
    assert.match((await own.said()).text, /^Clear .* of local data\?$/);
    own.press('Clear');
    await eventually(names, [], 'the disk is empty');
    Reflect.deleteProperty(vscode.window, 'showQuickPick');
    assert.match(asked.join('\n'), /^Clear Local Data \(.* in Total\)$/);
    await own.small();
  });

  it('full before an import begins: the same', async () => {
    await onFullDisk(async () => {
      assert.deepEqual(await opened(own.write('more.csv', 'n\n1\n')), {
        text: `Couldn't open more.csv. ${PROCESS_END_REASONS.import.diskFull} The file wasn't changed.`,
        buttons: ['Clear Local Data…'],
      });
    });
  });

  it('full while an export is prepared on it: says so, and Try Again exports when there is room', async () => {
    const file = path.join(own.folder, 'out.parquet');
    const large = await own.read(own.write('half.csv', randomCsv(2)));
    let running: Promise<void> | undefined;
    await onFullDisk(async () => {
      running = exported(large, 'parquet', file);
      assert.deepEqual(await own.said(), {
        text: PROCESS_END_REASONS.serving.diskFull,
        buttons: ['Try Again', 'Clear Local Data…'],
      });
      assert.ok(!fs.existsSync(file));
    });
    own.press('Try Again');
    await running;
    assert.match((await own.said()).text, /^Saved 36,792 records /);
  });

  it('full while an export is written to it: says so, and Try Again exports when there is room', async () => {
    const file = path.join(directory, 'out.csv');
    const before = 'what was there before\n';
    fs.writeFileSync(file, before);
    let running: Promise<void> | undefined;
    await onFullDisk(async () => {
      running = exported(id, 'csv', file);
      assert.deepEqual(await own.said(), {
        text: 'The disk is full. Free some space and try again.',
        buttons: ['Try Again', 'Show Log'],
      });
      assert.equal(fs.readFileSync(file, 'utf8'), before);
    });
    own.press('Try Again');
    await running;
    assert.match((await own.said()).text, /^Saved 2 records /);
    fs.rmSync(file);
  });

  it('full while SQL needs more than its memory: refused in words, without a path, and the next SQL is answered', async () => {
    await vscode.workspace.getConfiguration().update(MEMORY_SETTING, 128, true);
    try {
      process.kill(await own.servingId(), 'SIGKILL');
      await own.said();
      // What ran a document in an earlier test has the limit from then.
      const serving = await own.servingId();
      const others = (): readonly number[] => childIds(process.pid, 'service.js').filter((each) => each !== serving);
      for (const other of others()) process.kill(other, 'SIGKILL');
      await until(() => others().length === 0, 'other processes have ended');
      const large = await own.read(own.write('half.csv', randomCsv(2)));
      const sql = `select a.t || b.t as x from "${large}" a, (select * from "${large}" limit 60) b order by x limit 1 offset 1000000`;
      const { status, text } = await own.ask('datastore_search_sql', { sql });
      const error = { __type: 'Request Error', message: PROCESS_END_REASONS.serving.diskFull };
      assert.deepEqual([status, (JSON.parse(text) as { readonly error: unknown }).error], [507, error]);
      const result = { id, name: 'x', directory: path.join(own.folder, 'results') };
      const document = { sql: sql.replaceAll(`"${large}"`, 't'), sources: [{ name: 't', resourceId: large }], result };
      await assert.rejects(own.deps.localFiles.datastore.runStatement(document, new AbortController().signal), {
        name: 'StatementRefused',
        message: PROCESS_END_REASONS.import.diskFull,
      });
      assert.match((await own.ask('datastore_search_sql', { sql: `select sum(n) as s from "${id}"` })).text, /"s":3/);
    } finally {
      await vscode.workspace.getConfiguration().update(MEMORY_SETTING, undefined, true);
    }
  });
});

describe('a disk of local data to which nothing may be written', function () {
  this.timeout(120_000);
  let own: OwnProcesses;
  let disk: SmallDisk;

  before(async () => {
    own = await OwnProcesses.open();
    disk = await SmallDisk.mount(own.deps.localFiles.directory, DISK_MIB);
  });
  after(async () => {
    await disk.end();
    await own.close();
  });

  it('says where, with Show Log, and answers questions', async () => {
    const id = await own.small();
    assert.equal(await own.total(id), '2');
    const file = own.write('more.csv', 'n\n1\n');
    // A process that has imported keeps its files open for a moment.
    await until(() => disk.forbidWriting(), 'the disk is for reading only');
    const why = PROCESS_END_REASONS.serving.noPermission.replace('{0}', disk.folder);
    const buttons = ['Show Log'];
    assert.deepEqual(await own.saidOf((await own.deps.localFiles.open(file, {})).done), {
      text: `Couldn't open more.csv. ${why} The file wasn't changed.`,
      buttons,
    });
    own.dismiss();
    const inspected = own.deps.localFiles.inspect(file, {}, new AbortController().signal);
    assert.deepEqual(await own.saidOf(inspected), { text: why, buttons });
    assert.equal(await own.total(id), '2');
  });
});

describe('a place that is forbidden', function () {
  this.timeout(60_000);
  let own: OwnProcesses;
  before(async () => {
    own = await OwnProcesses.open();
  });
  afterEach(() => own.dismiss());
  after(() => own.close());

  it('a file to import: says so', async () => {
    const file = path.join(own.folder, 'secret.csv');
    fs.symlinkSync(FORBIDDEN_FILE, file);
    const { text } = await own.saidOf((await own.deps.localFiles.open(file, {})).done);
    assert.equal(
      text,
      "Couldn't open drivers_probe. You don't have permission to read the file. The file wasn't changed.",
    );
    assert.equal(await own.total(await own.small()), '2');
  });

  it('the folder of an export: says which, with Try Again', async () => {
    const resourceId = await own.small();
    const to = vscode.Uri.file(path.join(FORBIDDEN_FOLDER, 'out.csv'));
    void own.deps.recordsExport.run({ portalId: LOCAL_PORTAL_ID, query: { resourceId } }, { format: 'csv', to });
    assert.deepEqual(await own.said(), {
      text: `You don't have permission to read or write in ${FORBIDDEN_FOLDER}. Change that, or select another place.`,
      buttons: ['Try Again', 'Show Log'],
    });
    assert.equal(await own.total(resourceId), '2');
  });
});
