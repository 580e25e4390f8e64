import assert from 'node:assert/strict';
import { LocalImport } from '../../../src/local/localImport.ts';
import { LOCAL_PORTAL_ID } from '../../../src/platform/portal.ts';
import { JsonExport } from '../../../src/records/jsonExport.ts';
import type { LocalResource } from '../../../src/service/resource/localResource.ts';
import { FakeCkan } from '../../support/fakeCkan.ts';
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
  let jsonExport: JsonExport;

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
      // Later, as from another process.
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
    jsonExport = new JsonExport(host.directory, host.failures, host.unfinished);
  });

  const run = () => jsonExport.run({ portalId: LOCAL_PORTAL_ID, query: { resourceId: 'f' } });
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
      text: 'These aren’t all records: m12.csv wasn’t fully loaded.',
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
    assert.equal(people.asked[1]?.text, 'Loading m12.csv was cancelled. Nothing was exported.');
  });
});

describe('export of more than an editor takes', () => {
  const big = new FakeCkan({
    resources: { r: { fields: [{ id: 't', type: 'text' }], rows: [['x'.repeat(900)]] } },
  });
  const setUp = async () => {
    const { directory, failures, unfinished, portal } = await hostWith({ 'old.test': big });
    const jsonExport = new JsonExport(directory, failures, unfinished, 500);
    return () => jsonExport.run({ portalId: portal.id, query: { resourceId: 'r' } });
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
    window.tabGroups.activeTabGroup.activeTab = {
      input: { uri: new Uri('vscode-vfs', '/repository/a.csv') },
    };
    await offers(/^file:\/\/\/one\/r\.json$/);
    offered = [];
    folders(new Uri('vscode-vfs', '/repository'));
    await offers(/^file:\/\/\/.*\/r\.json$/);
  });
});
