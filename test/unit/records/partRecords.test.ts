/** Exports of the selected or loaded records of a panel instead of all of them. */
import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { PanelQueries } from '../../../src/records/savedPanel.ts';
import { RecordsExport } from '../../../src/records/export/recordsExport.ts';
import { GridFocus } from '../../../src/records/gridFocus.ts';
import { LayoutStore } from '../../../src/records/layoutStore.ts';
import { RecordsController } from '../../../src/records/recordsController.ts';
import { FakeCkan, type FakeAnswer } from '../../support/fakes/fakeCkan.ts';
import { itemsResource } from '../../support/fakes/fakeResult.ts';
import { FakePanel, type FakePage } from '../../support/host/fakePage.ts';
import { hostWith, type Hosting } from '../../support/host/twoPortals.ts';
import { EventEmitter, people, Uri, window } from '../../support/host/vscode.ts';
import { PLAIN_LOOK } from '../../support/pages/plainLook.ts';

describe('export of some of a panel’s records', () => {
  let ckan: FakeCkan;
  let host: Hosting;
  let controller: RecordsController;
  let page: FakePage;
  let folder: string;
  let isBroken: boolean;
  let onRequest: (() => void) | undefined;
  let onAnswer: (honest: FakeAnswer) => FakeAnswer;
  beforeEach(async () => {
    people.forget();
    isBroken = false;
    onRequest = undefined;
    onAnswer = (honest) => honest;
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'export-'));
    const broken: FakeAnswer = { status: 409, text: '{"success":false,"error":{"q":["no"]}}' };
    ckan = new FakeCkan({
      resources: { r: itemsResource(3000) },
      fault: (_call, honest) => {
        onRequest?.();
        return isBroken ? broken : onAnswer(honest);
      },
    });
    host = await hostWith({ 'old.test': ckan });
    const recordsExport = new RecordsExport({ ...host, portals: host.directory });
    const layouts = new LayoutStore({ get: () => undefined, update: () => Promise.resolve() });
    controller = new RecordsController(
      host.portal.id,
      { resourceId: 'r' },
      {
        host: {
          ...{ portals: host.directory, failures: host.failures, log: host.log, extensionUri: Uri.file('/') as never },
          settings: { gridLook: { value: PLAIN_LOOK, onDidChange: new EventEmitter().event } } as never,
        },
        layouts,
        waits: { watch: () => ({ dispose: () => undefined }) },
        focus: new GridFocus(),
        queries: new PanelQueries(host.state),
        actions: { exportRecords: (exported: never) => recordsExport.ask(exported) } as never,
      },
    );
    page = await new FakePanel().attachTo(controller).load();
    await controller.running.run({ resourceId: 'r' });
  });
  afterEach(() => {
    controller.dispose();
    fs.rmSync(folder, { recursive: true });
  });

  const generation = () => page.last('result')?.[0].generation ?? assert.fail('nothing is shown');
  const select = (firstRow: number, lastRow: number, ...fields: readonly number[]) =>
    page.host.selected(generation(), { firstRow, lastRow, fields });
  const pick = (...rows: readonly string[]) => {
    const left = [...rows];
    people.pick = () => {
      const row = left.shift();
      return row === undefined ? undefined : { row };
    };
  };
  const exportTo = async (name: string, ...rows: readonly string[]): Promise<string> => {
    const file = path.join(folder, name);
    window.showSaveDialog = () => Promise.resolve(Uri.file(file));
    pick(...rows);
    await controller.selecting.exportRecords();
    return file;
  };
  const offered = async () => {
    pick();
    await controller.selecting.exportRecords();
    return people.rows.slice(10).map(({ label, description }) => [label, description]);
  };
  const said = () => people.asked.map(({ text }) => text);

  it('is nothing before there is anything', async () => {
    const deps = {
      host: {
        ...{ portals: host.directory, failures: host.failures, log: host.log },
        settings: { gridLook: { onDidChange: new EventEmitter().event } },
      },
      ...{ layouts: {}, actions: {}, waits: {}, focus: new GridFocus(), queries: new PanelQueries(host.state) },
    };
    const other = new RecordsController(host.portal.id, { resourceId: 'r' }, deps as never);
    await assert.rejects(other.selecting.exportJson(), { message: 'This panel shows no records yet.' });
    other.dispose();
  });

  it('are offered below the formats: what is selected beyond one cell, and what is loaded', async () => {
    await select(5, 6, 1);
    assert.deepEqual(await offered(), [
      ['Instead of all records', undefined],
      ['Loaded Records Only…', '100 records'],
    ]);
    await select(5, 17, 1);
    assert.deepEqual(await offered(), [
      ['Instead of all records', undefined],
      ['Selected Records Only…', '12 records'],
      ['Loaded Records Only…', '100 records'],
    ]);
  });

  it('are not offered where they are all there are', async () => {
    await controller.running.run({ resourceId: 'r', limit: 20 });
    const all = page.last('result')?.[0].fields.map((_, place) => place) ?? [];
    await select(0, 20, ...all);
    assert.deepEqual(await offered(), []);
  });

  it('are those that are selected, loaded or not, with their fields in the order of the grid', async () => {
    await select(95, 1205, 1, 0);
    const file = await exportTo('r.csv', 'Selected Records Only…', 'CSV', 'File…');
    const lines = fs.readFileSync(file, 'utf8').trimEnd().split('\r\n');
    assert.deepEqual(
      [lines.length, lines[0], lines[1], lines.at(-1)],
      [1111, 'name,_id', 'item 95,96', 'item 1204,1205'],
    );
    assert.deepEqual(fs.readdirSync(folder), ['r.csv']);
    assert.match(said().join(), /^Saved 1,110 records /);
  });

  it('are saved with a word on what only their own pages tell', async () => {
    await select(95, 1205, 1, 0);
    onAnswer = (honest) => ({ ...honest, text: honest.text.replace('"result":{', '$&"x_pages_may_repeat":true,') });
    await exportTo('r.csv', 'Selected Records Only…', 'CSV', 'File…');
    assert.match(said().join(), /^Saved 1,110 records .+ Some records may be missing or appear twice/);
  });

  it('are those that are loaded, without asking the portal', async () => {
    const { length } = ckan.calls;
    const file = await exportTo('r.jsonl', 'Loaded Records Only…', 'JSON Lines', 'File…');
    assert.equal(ckan.calls.length, length);
    const ids = fs
      .readFileSync(file, 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => (JSON.parse(line) as { _id: number })._id);
    assert.deepEqual(
      ids,
      Array.from({ length: 100 }, (_, at) => at + 1),
    );
  });

  it('are saved without a word on the panel’s paging', async () => {
    onAnswer = (honest) => ({ ...honest, text: honest.text.replace('"result":{', '$&"x_page_is_unsorted":true,') });
    await controller.running.run({ resourceId: 'r' });
    assert.match(page.last('result')?.[0].notice ?? '', /^These are the records that came first, in no order/);
    await exportTo('r.csv', 'Loaded Records Only…', 'CSV', 'File…');
    assert.match(said().join(), /^Saved 100 records [^.]+\.csv\.$/);
  });

  it('go to an editor or the clipboard, too, and into formats that are built', async () => {
    await select(10, 12, 0);
    await exportTo('', 'Selected Records Only…', 'TSV', 'Clipboard');
    assert.equal(people.clipboard, '_id\n11\n12');
    assert.deepEqual(said(), ['Copied 2 records as TSV.']);
    await exportTo('', 'Selected Records Only…', 'JSON Lines', 'New Editor');
    assert.deepEqual(people.editors, ['{"_id":11}\n{"_id":12}\n']);
    const file = await exportTo('r.parquet', 'Selected Records Only…', 'Parquet');
    assert.equal(fs.readFileSync(file).subarray(0, 4).toString(), 'PAR1');
    assert.deepEqual(fs.readdirSync(folder), ['r.parquet']);
  });

  it('are given up where the panel shows others meanwhile', async () => {
    await select(0, 2500, 0);
    onRequest = () => {
      onRequest = undefined;
      void controller.running.run({ resourceId: 'r', limit: 5 });
    };
    await exportTo('r.csv', 'Selected Records Only…', 'CSV', 'File…');
    assert.deepEqual(said(), ["The panel doesn't show the selected records anymore. Nothing was exported."]);
    assert.deepEqual(fs.readdirSync(folder), []);
  });

  it('leave nothing that could be gone on with where they break off', async () => {
    await select(0, 2500, 0);
    isBroken = true;
    await exportTo('r.csv', 'Selected Records Only…', 'CSV', 'File…');
    assert.deepEqual(fs.readdirSync(folder), []);
    assert.deepEqual(
      people.asked.map(({ buttons }) => buttons),
      [['Try Again']],
    );
  });
});
