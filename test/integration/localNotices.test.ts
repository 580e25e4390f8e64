import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import type { Program } from '../../src/program.ts';
import type { Disposing } from '../../src/platform/disposables.ts';
import type { ResourceNotice } from '../../src/platform/ports/portalPort.ts';
import { LOCAL_PORTAL_ID } from '../../src/sources/local/localFile.ts';
import type { LocalResource } from '../../src/service/resource/localResource.ts';
import { eventually } from '../support/drivers/eventually.ts';
import { until } from '../../tools/vscode/until.ts';
import { forgetEverything, handles } from './handles.ts';

const never = new AbortController().signal;

describe('what is said of a local file', () => {
  let deps: Program;
  let folder: string;
  let watch: Disposing | undefined;
  let said: readonly ResourceNotice[];
  let renewals: number;

  before(async () => {
    deps = await handles();
    folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'notices-')));
  });
  beforeEach(() => forgetEverything(deps));
  afterEach(async () => {
    watch?.dispose();
    await forgetEverything(deps);
  });
  after(() => fs.rmSync(folder, { recursive: true }));

  const write = (name: string, text: string): string => {
    const file = path.join(folder, name);
    fs.writeFileSync(file, text);
    return file;
  };
  const open = async (file: string): Promise<string> => {
    const ref = await deps.localOpening.open([vscode.Uri.file(file)]);
    assert.ok(ref);
    return ref.resourceId;
  };
  const listen = async (resourceId: string): Promise<void> => {
    said = [];
    renewals = 0;
    const started = deps.localFiles.watch(resourceId, {
      notices: (notices) => (said = notices),
      renewed: () => (renewals += 1),
    });
    assert.ok(started);
    watch = started;
    await started.look();
  };
  const texts = () => said.map(({ text }) => text);
  const refresh = (resourceId: string) => deps.localFiles.refresh(resourceId, never);

  it('is nothing while it is as it was read', async () => {
    await listen(await open(write('same.csv', 'x\n1\n')));
    assert.deepEqual(said, []);
  });

  it('is that it has changed, until people have it read again', async () => {
    const file = write('changed.csv', 'x\nold\n');
    const resourceId = await open(file);
    await listen(resourceId);
    fs.writeFileSync(file, 'x\nnewer\n');
    await eventually(texts, ['changed.csv has changed on disk.']);
    assert.deepEqual(
      said[0]?.actions.map(({ label, does }) => [label, does]),
      [['Reload', 'runAgain']],
    );
    assert.equal(renewals, 0);
    await refresh(resourceId);
    await until(() => renewals === 1, 'the panel hears of it');
    await eventually(texts, []);
  });

  it('is that it is gone, and that its records are still here', async () => {
    const file = write('gone.csv', 'x\n1\n');
    await listen(await open(file));
    fs.rmSync(file);
    await eventually(texts, ['gone.csv no longer exists. Showing its records as last loaded.']);
  });

  it('is which columns are text because some values do not fit; a schema file says so, once it is written', async () => {
    const schema = write('misfit.csv.schema.json', '{"fields":[{"name":"n","type":"number","decimalChar":","}]}');
    const resourceId = await open(write('misfit.csv', 'n;day\n1,5;24.07.2020\nx;25.07.2020\n'));
    await listen(resourceId);
    assert.deepEqual(texts(), ['n is a text column because some values don\'t fit its type: "x" in row 2 (line 3).']);
    assert.deepEqual(
      said[0]?.actions.map(({ label }) => label),
      ['Change Import Options…'],
    );
    fs.rmSync(schema);
    const ref = { portalId: LOCAL_PORTAL_ID, resourceId };
    await vscode.commands.executeCommand('datastoreExplorer.writeSchemaFile', ref);
    const { fields } = JSON.parse(fs.readFileSync(schema, 'utf8')) as { readonly fields: unknown };
    assert.deepEqual(fields, [
      { name: 'n', type: 'string' },
      { name: 'day', type: 'date', format: '%d.%m.%Y' },
    ]);
  });

  it('is that its schema file has come, or changed, but not that it was written here', async () => {
    const resourceId = await open(write('typed.csv', 'day\n24.07.2020\n'));
    await listen(resourceId);
    const ref = { portalId: LOCAL_PORTAL_ID, resourceId };
    await vscode.commands.executeCommand('datastoreExplorer.writeSchemaFile', ref);
    // The watch may have heard of the file in the moment before it is taken over.
    await eventually(texts, []);
    write('typed.csv.schema.json', '{"fields":[{"name":"day","type":"string"}]}');
    await eventually(texts, ['typed.csv.schema.json has changed on disk.']);
    const before = renewals;
    await refresh(resourceId);
    await until(() => renewals > before, 'the panel hears of it');
    await eventually(texts, []);
    const [field] = (await deps.localFiles.find(resourceId))?.read?.reading?.columns ?? [];
    assert.equal(field?.kind, 'text');
  });

  it('also when its name has brackets, which mean something in patterns', async () => {
    const file = write('a[1]{b}.csv', 'x\n1\n');
    await listen(await open(file));
    fs.writeFileSync(file, 'x\n22\n');
    await eventually(texts, ['a[1]{b}.csv has changed on disk.']);
  });

  it('is that another window has read it again', async () => {
    const file = write('windows.csv', 'x\n1\n');
    const resourceId = await open(file);
    await listen(resourceId);
    fs.writeFileSync(file, 'x\n1\n2\n');
    // The folder of imported data is all that windows share.
    await deps.localFiles.datastore.importFile(file, {}, never);
    await until(() => renewals === 1, 'the renewal is heard');
  });

  describe('that takes long', () => {
    let file: string;
    let finish: () => void;
    /** While the records are there, and this window doesn't know it yet. */
    let beforePreview: () => Promise<void>;

    /** Imports like the service with a large file: first records, progress, and the rest when `finish` is called. */
    const slowImports = (): void => {
      const { datastore } = deps.localFiles;
      const real = datastore.importFile.bind(datastore);
      datastore.importFile = async (path, choices, signal, onProgress, onPreview) => {
        const whole = await real(path, choices, never);
        const partial: LocalResource = { ...whole, records: 2, isPartial: true };
        describeAs(partial);
        await beforePreview();
        onPreview?.(partial);
        onProgress?.(0.42);
        const wait = Promise.withResolvers<undefined>();
        finish = () => wait.resolve(undefined);
        signal.addEventListener('abort', () => wait.reject(signal.reason as Error));
        try {
          await wait.promise;
        } catch (error) {
          await datastore.remove(whole.id);
          throw error;
        }
        describeAs(whole);
        return whole;
      };
    };
    const describeAs = (resource: LocalResource): void => {
      const description = path.join(deps.localFiles.directory, `${resource.id}.json`);
      const saved = JSON.parse(fs.readFileSync(description, 'utf8')) as object;
      fs.writeFileSync(description, JSON.stringify({ ...saved, resource }));
    };
    const treeItems = async (): Promise<readonly vscode.TreeItem[]> => {
      const [portal] = await deps.tree.getChildren();
      return (await deps.tree.getChildren(portal)).map((node) => deps.tree.getTreeItem(node));
    };
    const treeItem = async (): Promise<vscode.TreeItem> => {
      const [item] = await treeItems();
      assert.ok(item);
      return item;
    };

    beforeEach(() => {
      file = write('large.csv', 'x\n1\n2\n3\n');
      beforePreview = () => Promise.resolve();
      slowImports();
    });
    afterEach(() => {
      Reflect.deleteProperty(deps.localFiles.datastore, 'importFile');
    });

    it('shows its first records, counts up, and is renewed when all are there', async () => {
      const resourceId = await open(file);
      await listen(resourceId);
      const partial = 'Loading… 42%. Showing the first 2 records; search covers only these.';
      await eventually(texts, [partial]);
      assert.equal((await treeItem()).description, 'loading… 42%');
      // A run in between asks what is there.
      await refresh(resourceId);
      assert.equal(deps.localFiles.imports.running.length, 1);
      finish();
      await eventually(texts, []);
      await until(() => renewals === 1, 'the panel hears of it');
      assert.equal((await treeItem()).description, '3 records');
    });

    it('has one row in the tree, also while its records are there and not announced yet', async () => {
      let rows: readonly (readonly unknown[])[] = [];
      beforePreview = async () => {
        rows = (await treeItems()).map(({ label, description }) => [label, description]);
      };
      await open(file);
      assert.deepEqual(rows, [['large.csv', 'loading… 0%']]);
      finish();
    });

    it('leaves its row behind when it is canceled, and can be tried again', async () => {
      const resourceId = await open(file);
      await listen(resourceId);
      await until(() => said.length === 1, 'the first records are shown');
      const cancel = said[0]?.actions[0];
      assert.equal(cancel?.label, 'Cancel');
      assert.ok(typeof cancel.does === 'function');
      cancel.does();
      await eventually(texts, ['Loading large.csv was canceled. The 2 records loaded so far were discarded.']);
      assert.deepEqual(said[0]?.actions, [{ label: 'Try Again', does: 'runAgain' }]);
      assert.deepEqual(await deps.localFiles.datastore.resources(), []);
      const { label, description } = await treeItem();
      assert.deepEqual([label, description], ['large.csv', 'not loaded']);
      await refresh(resourceId);
      finish();
      await eventually(texts, []);
      assert.equal((await deps.localFiles.datastore.resources())[0]?.records, 3);
    });

    it('is cancelled by its row in the tree, and what becomes of its records is said', async () => {
      const resourceId = await open(file);
      assert.equal((await treeItem()).contextValue, 'localResource+csv+loading');
      const [portal] = await deps.tree.getChildren();
      const [node] = await deps.tree.getChildren(portal);
      await vscode.commands.executeCommand('datastoreExplorer.cancelLoading', node);
      assert.deepEqual(deps.localFiles.imports.running, []);
      assert.deepEqual(await deps.localFiles.datastore.resources(), []);
      await open(file);
      assert.equal(
        await deps.localFiles.cancelImport(resourceId),
        'Loading large.csv was canceled. The 2 records loaded so far were discarded.',
      );
      assert.equal(await deps.localFiles.cancelImport(resourceId), undefined);
    });

    it('runs the query of a panel again when all are there', async () => {
      const resourceId = await open(file);
      await deps.panels.run(LOCAL_PORTAL_ID, { resourceId }, never);
      let answers = 0;
      const listener = deps.panels.onDidAnswer(() => (answers += 1));
      finish();
      await until(() => answers === 1, 'the panel has asked again');
      listener.dispose();
    });
  });
});
