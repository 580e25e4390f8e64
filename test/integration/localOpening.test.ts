import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import * as vscode from 'vscode';
import type { Program } from '../../src/program.ts';
import type { FileToOpen } from '../../src/sources/local/localFile.ts';
import { LOCAL_PORTAL_ID } from '../../src/sources/local/localFile.ts';
import type { Reading } from '../../src/service/resource/reading.ts';
import { eventually } from '../support/drivers/eventually.ts';
import { until } from '../../tools/vscode/until.ts';
import { forgetEverything, handles, tabLabels } from './handles.ts';

describe('opening local files', () => {
  let deps: Program;
  let folder: string;
  let told: readonly { readonly message: string; readonly actions: readonly string[] }[];

  before(async () => {
    deps = await handles();
    told = [];
    deps.failures.show = (_, error) => {
      const { message, actions } = deps.failures.describe(error);
      told = [...told, { message, actions: actions.map(({ label }) => label) }];
      return Promise.resolve();
    };
  });
  beforeEach(async () => {
    await forgetEverything(deps);
    folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'opening-')));
    told = [];
  });
  afterEach(async () => {
    Reflect.deleteProperty(deps.localOpening.options, 'ask');
    Reflect.deleteProperty(deps.localFiles.datastore, 'importFile');
    fs.rmSync(folder, { recursive: true });
    await vscode.workspace.getConfiguration().update('datastoreExplorer.local.askHowToRead', undefined, true);
    await forgetEverything(deps);
  });
  after(() => Reflect.deleteProperty(deps.failures, 'show'));

  const write = (name: string, text: string | Buffer): vscode.Uri => {
    const file = path.join(folder, name);
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, text);
    return vscode.Uri.file(file);
  };
  /** Until all that was begun is read, or could not be. */
  const settled = () =>
    until(() => {
      const { active } = deps.panels;
      const isRunning = active?.controller.running.screen.state.kind === 'loading';
      return !isRunning && deps.localFiles.imports.running.length === 0;
    }, 'nothing is read');
  const explore = async (...uris: readonly vscode.Uri[]) => {
    await vscode.commands.executeCommand('datastoreExplorer.exploreInDatastore', uris[0], uris);
    await settled();
  };
  const names = async () => (await deps.localFiles.resources()).map(({ name }) => name);
  const readingOf = async (name: string): Promise<Reading | undefined> =>
    (await deps.localFiles.datastore.resources()).find((resource) => resource.name === name)?.reading;
  /** Stands for the person at the page of import options: what is given is wanted. */
  const answer = (answerOf: (wanted: FileToOpen) => FileToOpen | undefined): FileToOpen[] => {
    const asked: FileToOpen[] = [];
    deps.localOpening.options.ask = (wanted) => {
      asked.push(wanted);
      const file = answerOf(wanted);
      return Promise.resolve(file === undefined ? { kind: 'left' } : { kind: 'open', file });
    };
    return asked;
  };
  const never = async (): Promise<void> => {
    await vscode.workspace.getConfiguration().update('datastoreExplorer.local.askHowToRead', 'never', true);
  };

  it('asks how to read a file, and reads it as it was answered', async () => {
    const uri = write('wörter.csv', Buffer.from('Wort;Zahl\nfünf;5\n', 'latin1'));
    const choices = { encoding: 'iso-8859-1', delimiter: ';', header: true } as const;
    const asked = answer((wanted) => ({ ...wanted, choices }));
    await explore(uri);
    assert.deepEqual(asked, [{ file: uri.fsPath, choices: {} }]);
    const { encoding, delimiter } = (await readingOf('wörter.csv')) ?? {};
    assert.deepEqual([encoding, delimiter], ['iso-8859-1', ';']);
    await until(() => tabLabels().includes('wörter.csv — Records'), 'its records are shown');
  });

  it('opens nothing when the question is left', async () => {
    answer(() => undefined);
    await explore(write('left.csv', 'a\n1\n'));
    assert.deepEqual(await names(), []);
    assert.deepEqual(tabLabels(), []);
  });

  it('asks nothing when the settings say so', async () => {
    await never();
    const asked = answer(() => undefined);
    await explore(write('quiet.csv', 'a\n1\n'));
    assert.deepEqual(asked, []);
    await eventually(names, ['quiet.csv']);
  });

  it('opens all readable files of a folder and its subfolders, and tells of those that are not', async () => {
    await never();
    write('a.csv', 'a\n1\n');
    write('deep/er/b.json', '[{"b":1}]');
    write('readme.md', 'no data');
    write('.hidden/c.csv', 'c\n1\n');
    write('d.csv', 'd\n"1\n');
    await explore(vscode.Uri.file(folder));
    await eventually(names, ['a.csv', 'b.json', 'd.csv']);
    await until(() => told.length === 1, 'one message');
    assert.match(told[0]?.message ?? '', /^Couldn't open d\.csv\b/);
  });

  describe('with several tables', () => {
    let uri: vscode.Uri;
    beforeEach(() => {
      uri = vscode.Uri.file(path.join(folder, 'shop.sqlite'));
      const database = new DatabaseSync(uri.fsPath);
      database.exec('create table goods (n text); insert into goods values (1), (2)');
      database.exec('create table people (p text); insert into people values (3)');
      database.close();
    });

    it('makes each of them a resource', async () => {
      answer((wanted) => wanted);
      await explore(uri);
      await eventually(names, ['shop.sqlite: goods', 'shop.sqlite: people']);
    });

    it('takes those that were picked', async () => {
      answer((wanted) => ({ ...wanted, parts: ['people'] }));
      await explore(uri);
      await eventually(names, ['shop.sqlite: people']);
      const [resource] = await deps.localFiles.resources();
      const again = answer((wanted) => wanted);
      await vscode.commands.executeCommand('datastoreExplorer.changeReading', {
        portalId: LOCAL_PORTAL_ID,
        resourceId: resource?.id,
      });
      assert.deepEqual(again[0]?.parts, ['people']);
    });

    it('is no resource while the settings list it and people have picked nothing, but can be opened from the tree', async () => {
      const configuration = vscode.workspace.getConfiguration();
      await configuration.update('datastoreExplorer.local.files', [uri.fsPath], true);
      try {
        assert.deepEqual(await names(), []);
        const [portal] = await deps.tree.getChildren();
        const [node] = await deps.tree.getChildren(portal);
        assert.ok(node);
        const { contextValue, command } = deps.tree.getTreeItem(node);
        assert.equal(contextValue, 'localFile');
        answer((wanted) => wanted);
        await vscode.commands.executeCommand(command?.command ?? '', ...((command?.arguments ?? []) as unknown[]));
        await eventually(names, ['shop.sqlite: goods', 'shop.sqlite: people']);
      } finally {
        await configuration.update('datastoreExplorer.local.files', undefined, true);
      }
    });
  });

  it('says that a folder has nothing to read', async () => {
    write('notes.md', 'x');
    await explore(vscode.Uri.file(folder));
    assert.deepEqual(
      told.map(({ message }) => message),
      ['No data files found.'],
    );
  });

  it('offers to go on without the records that can not be read, or to read it in another way', async () => {
    answer((wanted) => wanted);
    await explore(write('bad.csv', 'a,b\n1,2\n3,"4\n'));
    const state = await until(() => {
      const screen = deps.panels.active?.controller.running.screen;
      return screen?.state.kind === 'failed' && screen.state;
    }, 'the panel says why');
    assert.match(state.problem.text, /^Couldn't open bad\.csv, line 3/);
    assert.deepEqual(
      state.problem.offers.slice(0, 2).map(({ label }) => label),
      ['Open Without Invalid Rows', 'Change Import Options…'],
    );
    assert.deepEqual(told, []);
  });

  it('passes the wish to skip invalid rows', async () => {
    const uri = write('skip.csv', 'a\n1\n');
    const seen: unknown[] = [];
    deps.localFiles.datastore.importFile = (_, choices) => {
      seen.push(choices);
      return Promise.reject(new Error('not now'));
    };
    const wanted: FileToOpen = { file: uri.fsPath, choices: { delimiter: ';' } };
    await vscode.commands.executeCommand('datastoreExplorer.openWithoutUnreadable', wanted);
    await settled();
    assert.deepEqual(seen, [{ delimiter: ';', unreadable: 'skip' }]);
  });

  it('changes how a resource is read, beginning with what was chosen', async () => {
    answer((wanted) => wanted);
    const uri = write('again.csv', 'a;b\n1;2\n');
    await explore(uri);
    const [resource] = await deps.localFiles.resources();
    assert.ok(resource);
    for (const choices of [{}, { delimiter: ',' }]) {
      const asked = answer((wanted) => ({ ...wanted, choices: { ...wanted.choices, delimiter: ',' } }));
      await vscode.commands.executeCommand('datastoreExplorer.changeReading', {
        portalId: LOCAL_PORTAL_ID,
        resourceId: resource.id,
      });
      assert.deepEqual(asked, [{ file: uri.fsPath, choices }]);
    }
    assert.equal((await readingOf('again.csv'))?.delimiter, ',');
    // The change is kept when the file is read again.
    fs.writeFileSync(uri.fsPath, 'a;b,c\n1;2,3\n');
    await deps.localFiles.refresh(resource.id, new AbortController().signal);
    assert.equal((await readingOf('again.csv'))?.delimiter, ',');
  });

  it('says what is missing in a build without the engine, and what works all the same', async () => {
    answer((wanted) => wanted);
    const platform = `${process.platform}-${process.arch}`;
    const extension = vscode.extensions.getExtension('datastore-explorer.datastore-explorer');
    assert.ok(extension);
    const engine = path.join(extension.extensionPath, 'dist', 'native', platform);
    fs.renameSync(engine, `${engine}.away`);
    try {
      await explore(write('any.csv', 'a\n1\n'));
    } finally {
      fs.renameSync(`${engine}.away`, engine);
    }
    assert.deepEqual(told, [
      { message: `This build of Datastore Explorer doesn't support local files on ${platform}.`, actions: [] },
    ]);
    assert.equal((await deps.tree.getChildren()).length, 0);
  });

  it('shows skipped rows as JSON, with their lines', async () => {
    answer((wanted) => wanted);
    await explore(write('listed.csv', 'a\n1\n'));
    const [resource] = await deps.localFiles.resources();
    assert.ok(resource);
    const list = await deps.localFiles.datastore.skippedFile(resource.id);
    assert.ok(list);
    fs.writeFileSync(list, '{"line":3,"reason":"too many values","text":"1,2"}\n{"line":9,"reason":"x","text":""}\n');
    await vscode.commands.executeCommand('datastoreExplorer.showUnreadable', { resourceId: resource.id });
    const shown = vscode.window.activeTextEditor?.document;
    assert.equal(shown?.languageId, 'json');
    assert.deepEqual(JSON.parse(shown.getText()), [
      { line: 3, reason: 'too many values', text: '1,2' },
      { line: 9, reason: 'x', text: '' },
    ]);
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
  });

  it('has facts on each file in the tree: where it is, how it was read, its size on the disk', async () => {
    answer((wanted) => wanted);
    const uri = write('facts.csv', 'a\n1\n');
    await explore(uri);
    const [portal] = await deps.tree.getChildren();
    const [node] = await deps.tree.getChildren(portal);
    assert.ok(node);
    const { tooltip, contextValue, description } = deps.tree.getTreeItem(node);
    assert.equal(contextValue, 'localResource+csv');
    assert.equal(description, '1 record');
    assert.ok(typeof tooltip === 'string');
    const lines = tooltip.split('\n');
    assert.equal(lines[0], uri.fsPath);
    assert.match(lines[2] ?? '', /^CSV · UTF-8 · Comma/);
    assert.match(lines[3] ?? '', /^[\d.,]+ \w+ stored$/);
    assert.match(lines[4] ?? '', /^loaded /);
  });

  describe('and clearing their data', () => {
    const stubs = { pick: vscode.window.showQuickPick, warn: vscode.window.showWarningMessage };
    afterEach(() => {
      Object.assign(vscode.window, { showQuickPick: stubs.pick, showWarningMessage: stubs.warn });
    });

    it('shows how much goes, asks, and leaves the files', async () => {
      answer((wanted) => wanted);
      const uri = write('clear.csv', 'a\n1\n');
      await explore(uri);
      await until(() => tabLabels().length === 1, 'its records are shown');
      const asked: string[] = [];
      Object.assign(vscode.window, {
        showQuickPick: (items: readonly unknown[], { title }: { readonly title: string }) => {
          asked.push(title);
          return Promise.resolve(items);
        },
        showWarningMessage: (question: string, _: unknown, yes: string) => {
          asked.push(question);
          return Promise.resolve(yes);
        },
      });
      await vscode.commands.executeCommand('datastoreExplorer.clearLocalData');
      assert.match(asked.join('\n'), /^Clear Local Data \(.* in Total\)\nClear .* of local data\?$/);
      assert.deepEqual(await names(), []);
      assert.deepEqual(
        fs.readdirSync(deps.localFiles.directory).filter((name) => name.endsWith('.duckdb')),
        [],
      );
      assert.ok(fs.existsSync(uri.fsPath));
      await until(() => tabLabels().length === 0, 'its tab is closed');
    });
  });
});
