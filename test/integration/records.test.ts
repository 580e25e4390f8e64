import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import type { Program } from '../../src/program.ts';
import { JSON_EDITOR } from '../../src/records/export/exportChoice.ts';
import type { RecordsTab } from '../../src/records/recordsTab.ts';
import { savedPanel } from '../../src/records/savedPanel.ts';
import { ExactNumber } from '../../src/base/cells.ts';
import { FakeCkan } from '../support/fakes/fakeCkan.ts';
import { until } from '../../tools/vscode/until.ts';
import { cityPortal, closeEditors, forgetEverything, hasTold, tabLabels } from './handles.ts';
import { conditionsOf } from '../../src/datastore/query/conditions.ts';

const ID = '2b4604b2-4860-4a5c-9c1f-1a2b3c4d5e6f';
const resources = {
  [ID]: {
    name: 'Lessons',
    fields: [
      { id: 'subject', type: 'text' },
      { id: 'no', type: 'numeric' },
    ],
    rows: [
      ['art', new ExactNumber('9007199254740993')],
      ['math', new ExactNumber('1.50')],
      ['art', null],
    ],
  },
  many: { name: 'Many', fields: [{ id: 't', type: 'text' }], rows: Array.from({ length: 150 }, () => ['x']) },
  secret: { name: 'Secret', isPrivate: true, fields: [{ id: 't', type: 'text' }], rows: [['x']] },
};

describe('records', () => {
  /** Keeps answers back until it is resolved. */
  let hold: Promise<unknown> = Promise.resolve();
  const ckan = new FakeCkan({
    resources,
    token: 'T0KEN',
    fault: async (_, honest) => {
      await hold;
      return honest;
    },
  });
  const signal = new AbortController().signal;
  let deps: Program;
  let portalId: string;

  before(async () => {
    ({ deps, portalId } = await cityPortal(ckan, { id: ID, name: 'Lessons' }));
  });
  beforeEach(() => void ckan.calls.splice(0));
  afterEach(async () => {
    await vscode.workspace.getConfiguration().update('datastoreExplorer.records.openIn', undefined, true);
    await closeEditors();
  });
  after(async () => {
    await forgetEverything(deps);
    await ckan.close();
  });

  it('of a run with a limit are one request, whose body has only the members given', async () => {
    await deps.panels.run(portalId, { resourceId: ID, q: 'art', limit: 2 }, signal);
    await until(() => tabLabels().includes('Lessons — Records'), 'the panel is there');
    assert.deepEqual(ckan.searches, [`{"resource_id":"${ID}","q":"art","limit":2}`]);
    assert.equal(ckan.calls.length, 1);
  });

  it('that are selected are copied with every digit, as the command says', async () => {
    await deps.panels.run(portalId, { resourceId: ID }, signal);
    await vscode.commands.executeCommand('workbench.action.focusActiveEditorGroup');
    const range = { firstRow: 0, lastRow: 3, fields: [1, 2] };
    const { controller } = await until(() => deps.panels.active, 'the panel is in front');
    await hasTold(controller);
    controller.selecting.selected(1, range);
    await vscode.commands.executeCommand('datastoreExplorer.copyCells');
    assert.equal(await vscode.env.clipboard.readText(), 'art\t9007199254740993\nmath\t1.50\nart\t');
    await vscode.commands.executeCommand('datastoreExplorer.copyCellsWithHeader');
    assert.match(await vscode.env.clipboard.readText(), /^subject\tno\nart\t/);
  });

  it('of one resource share a panel', async () => {
    for (const limit of [1, 2]) await deps.panels.run(portalId, { resourceId: ID, limit }, signal);
    await until(() => tabLabels().length === 1, 'one panel');
  });

  it('get a panel for each run when the settings say so', async () => {
    await vscode.workspace.getConfiguration().update('datastoreExplorer.records.openIn', 'new', true);
    for (const limit of [1, 2]) await deps.panels.run(portalId, { resourceId: ID, limit }, signal);
    await until(() => tabLabels().length === 2, 'two panels');
  });

  it('that the portal counted stand in the tree', async () => {
    await deps.panels.run(portalId, { resourceId: ID }, signal);
    assert.deepEqual(deps.store.find(portalId)?.resources, [{ id: ID, name: 'Lessons', records: 3 }]);
  });

  it('that cannot be had leave the panel with the reason, and the caller too', async () => {
    const query = { resourceId: ID, filters: conditionsOf('{"nope":1}') };
    await assert.rejects(deps.panels.run(portalId, query, signal), { kind: 'validation', part: 'filters' });
    await until(() => tabLabels().length === 1, 'the panel stays');
  });

  it('of an address that was typed bring its portal into the list, once they have answered', async () => {
    const { id, baseUrl } = deps.store.visit(`${deps.directory.find(portalId)?.baseUrl ?? ''}/de`);
    await assert.rejects(deps.panels.run(id, { resourceId: 'nope' }, signal), { kind: 'notFound' });
    assert.equal(deps.store.portals.length, 1);
    await deps.panels.run(id, { resourceId: ID, limit: 1 }, signal);
    assert.deepEqual(
      deps.store.portals.map((portal) => portal.baseUrl),
      [deps.directory.find(portalId)?.baseUrl ?? '', baseUrl],
    );
    await deps.store.remove(id);
  });

  it('go to a JSON editor digit for digit', async () => {
    await deps.recordsExport.run({ portalId, query: { resourceId: ID } }, JSON_EDITOR);
    const document = vscode.window.activeTextEditor?.document;
    assert.equal(document?.languageId, 'json');
    assert.equal(document.isUntitled, true);
    assert.equal(
      document.getText(),
      [
        '[',
        '  {\n    "_id": 1,\n    "subject": "art",\n    "no": 9007199254740993\n  },',
        '  {\n    "_id": 2,\n    "subject": "math",\n    "no": 1.50\n  },',
        '  {\n    "_id": 3,\n    "subject": "art",\n    "no": null\n  }',
        ']\n',
      ].join('\n'),
    );
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
  });

  describe('go by Export Records…', () => {
    const { createQuickPick, showSaveDialog, withProgress } = vscode.window;
    const left = new vscode.CancellationTokenSource();
    let folder: string;
    before(() => (folder = fs.mkdtempSync(path.join(os.tmpdir(), 'export-'))));
    afterEach(() => Object.assign(vscode.window, { createQuickPick, showSaveDialog, withProgress }));
    after(() => fs.rmSync(folder, { recursive: true }));

    /** Gives a command, and picks these rows, one from each list. */
    const give = async (command: string, argument: unknown, ...labels: readonly string[]): Promise<void> => {
      const wanted = [...labels];
      const pickNext = () => {
        const pick = createQuickPick();
        const accepted = new vscode.EventEmitter<void>();
        const show = () => {
          const label = wanted.shift();
          pick.selectedItems = pick.items.filter((item) => item.label === label);
          accepted.fire();
        };
        return Object.defineProperties(pick, { onDidAccept: { value: accepted.event }, show: { value: show } });
      };
      Object.assign(vscode.window, { createQuickPick: pickNext });
      await vscode.commands.executeCommand(`datastoreExplorer.${command}`, argument);
    };
    const exportAs = (...labels: readonly string[]): Promise<void> =>
      give('exportRecords', { portalId, resourceId: ID }, ...labels);

    it('to an editor', async () => {
      await exportAs('CSV', 'New Editor');
      const document = vscode.window.activeTextEditor?.document;
      assert.equal(document?.isUntitled, true);
      assert.equal(document.getText(), '_id,subject,no\r\n1,art,9007199254740993\r\n2,math,1.50\r\n3,art,\r\n');
      await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    });

    it('to a file', async () => {
      const file = path.join(folder, 'lessons.jsonl');
      Object.assign(vscode.window, { showSaveDialog: () => Promise.resolve(vscode.Uri.file(file)) });
      await exportAs('JSON Lines', 'File…');
      const [, second] = fs.readFileSync(file, 'utf8').split('\n');
      assert.equal(second, '{"_id":2,"subject":"math","no":1.50}');
      assert.deepEqual(fs.readdirSync(folder), ['lessons.jsonl']);
    });

    it('to a file that can be verified', async () => {
      const said: string[] = [];
      const tell = (text: string): Promise<undefined> => {
        said.push(text);
        return Promise.resolve(undefined);
      };
      const { showInformationMessage, showWarningMessage } = vscode.window;
      Object.assign(vscode.window, { showInformationMessage: tell, showWarningMessage: tell });
      try {
        await give('verifyExport', undefined, 'lessons.jsonl');
        fs.appendFileSync(path.join(folder, 'lessons.jsonl'), '{}');
        await give('verifyExport', undefined, 'lessons.jsonl');
      } finally {
        Object.assign(vscode.window, { showInformationMessage, showWarningMessage });
      }
      assert.match(said[0] ?? '', /lessons\.jsonl is intact: 3 records, /);
      assert.match(said[1] ?? '', /lessons\.jsonl has changed since /);
    });

    it('to the clipboard', async () => {
      await exportAs('TSV', 'Clipboard');
      assert.equal(
        await vscode.env.clipboard.readText(),
        '_id\tsubject\tno\n1\tart\t9007199254740993\n2\tmath\t1.50\n3\tart\t',
      );
    });

    it('as the form asks for them, without a run', async () => {
      await deps.forms.select({ portalId, resourceId: ID, query: { resourceId: ID, q: 'math' } });
      await give('exportQuery', undefined, 'TSV', 'Clipboard');
      assert.equal(await vscode.env.clipboard.readText(), '_id\tsubject\tno\n2\tmath\t1.50');
      assert.deepEqual(tabLabels(), []);
    });

    it('nowhere when they are cancelled: clipboard and file stay as they were', async () => {
      const file = path.join(folder, 'mine.md');
      fs.writeFileSync(file, 'mine');
      await vscode.env.clipboard.writeText('mine');
      left.cancel();
      const cancelled: typeof withProgress = (options, task) =>
        withProgress(options, (progress) => task(progress, left.token));
      Object.assign(vscode.window, {
        showSaveDialog: () => Promise.resolve(vscode.Uri.file(file)),
        withProgress: cancelled,
      });
      await exportAs('Markdown', 'Clipboard');
      await exportAs('Markdown', 'File…');
      await exportAs('Markdown', 'New Editor');
      assert.equal(await vscode.env.clipboard.readText(), 'mine');
      assert.equal(fs.readFileSync(file, 'utf8'), 'mine');
      assert.deepEqual(fs.readdirSync(folder).sort(), ['lessons.jsonl', 'mine.md']);
      assert.deepEqual(tabLabels(), []);
    });
  });

  describe('of a panel', () => {
    const controller = async (): Promise<RecordsTab['controller']> =>
      (await until(() => deps.panels.active, 'the panel is in front')).controller;

    it('stay when the next question fails', async () => {
      await deps.panels.run(portalId, { resourceId: ID }, signal);
      const panel = await controller();
      await assert.rejects(deps.panels.run(portalId, { resourceId: ID, filters: conditionsOf('{"nope":1}') }, signal));
      const rows = await panel.running.rows(1, 0, 200, signal);
      assert.deepEqual(rows, [
        [1, 'art', { n: '9007199254740993' }],
        [2, 'math', { n: '1.50' }],
        [3, 'art', null],
      ]);
    });

    it('are not asked for any longer when they are cancelled, or when a newer question overtakes', async () => {
      const held = Promise.withResolvers<undefined>();
      hold = held.promise;
      const cancel = new AbortController();
      const cancelled = deps.panels.run(portalId, { resourceId: ID, limit: 1 }, cancel.signal);
      await until(() => ckan.calls.length === 1, 'the portal is asked');
      cancel.abort();
      assert.equal(await cancelled, undefined);
      const overtaken = deps.panels.run(portalId, { resourceId: ID, limit: 2 }, signal);
      await until(() => ckan.calls.length === 2, 'the portal is asked again');
      hold = Promise.resolve();
      const fields = await deps.panels.run(portalId, { resourceId: ID, limit: 3 }, signal);
      assert.equal(await overtaken, undefined);
      assert.equal(fields?.length, 3);
      held.resolve(undefined);
    });

    it('go on in _id order behind a first page that came by rank, once people look there', async () => {
      const query = { resourceId: 'many', q: 'x' };
      await deps.panels.run(portalId, query, signal);
      const panel = await controller();
      const ids = async (generation: number) =>
        (await panel.running.rows(generation, 0, 200, signal)).map(([id]) => id);
      const counting = Array.from({ length: 150 }, (_, index) => index + 1);
      assert.deepEqual(await ids(1), counting.toReversed().slice(0, 100));
      assert.equal(ckan.calls.length, 1);
      await panel.running.continueAt(1);
      assert.deepEqual(await ids(2), counting);
      await assert.rejects(ids(1), { message: 'This result was replaced' });
      assert.deepEqual(panel.running.query, query);
    });

    it('are asked for again when a token is set after a refusal', async () => {
      deps.directory.setToken = async (id) => {
        await deps.tokens.set(deps.directory.find(id)?.baseUrl ?? '', 'T0KEN');
        return true;
      };
      await assert.rejects(deps.panels.run(portalId, { resourceId: 'secret' }, signal), { kind: 'forbidden' });
      const panel = await controller();
      const { state } = panel.running.screen;
      assert.ok(state.kind === 'failed');
      const offer = state.problem.offers.find(({ label }) => label === 'Set API Token…');
      await panel.running.act(offer?.id ?? '');
      Reflect.deleteProperty(deps.directory, 'setToken');
      await until(() => ckan.calls.length === 2, 'the portal is asked again');
      await until(() => deps.opened.recent.some(({ resourceId }) => resourceId === 'secret'), 'it answered');
      assert.deepEqual(
        ckan.calls.map(({ authorization }) => authorization),
        [undefined, 'T0KEN'],
      );
    });
  });

  describe('in a panel of the last session', () => {
    const restore = async (state: unknown, column: vscode.ViewColumn): Promise<vscode.WebviewPanel> => {
      const panel = vscode.window.createWebviewPanel('datastoreExplorer.records', 'Old title', column);
      await deps.panels.deserializeWebviewPanel(panel, state);
      return panel;
    };

    it('are asked for again when the panel is in view', async () => {
      const panel = await restore({ saved: savedPanel(portalId, { resourceId: ID, limit: 2 }) }, vscode.ViewColumn.One);
      await until(() => ckan.calls.length > 0, 'the question is asked again');
      assert.deepEqual(ckan.searches, [`{"resource_id":"${ID}","limit":2}`]);
      assert.equal(panel.title, 'Lessons — Records');
    });

    it('wait while the panel is behind another', async () => {
      const panel = vscode.window.createWebviewPanel('datastoreExplorer.records', 'Old', vscode.ViewColumn.One);
      const document = await vscode.workspace.openTextDocument({ language: 'plaintext' });
      await vscode.window.showTextDocument(document, vscode.ViewColumn.One);
      await until(() => !panel.visible, 'the panel is hidden');
      await deps.panels.deserializeWebviewPanel(panel, { saved: savedPanel(portalId, { resourceId: ID }) });
      // By the time of these answers a question of the panel would have come, too.
      for (let round = 0; round < 3; round += 1)
        await (await deps.directory.client({ portalId, resourceId: ID }, signal)).status(signal);
      assert.deepEqual(ckan.searches, []);
      panel.reveal();
      await until(() => ckan.searches.length > 0, 'the question is asked once the panel is seen');
      assert.equal(ckan.searches.length, 1);
    });

    it('are forgotten when what was saved cannot be used', async () => {
      await restore({ saved: { version: 9 } }, vscode.ViewColumn.One);
      await until(() => !tabLabels().includes('Old title'), 'the panel is closed');
      assert.deepEqual(ckan.calls, []);
    });
  });

  it('go with their portal', async () => {
    await deps.panels.run(portalId, { resourceId: ID, limit: 1 }, signal);
    deps.panels.closePortal(portalId);
    await until(() => tabLabels().length === 0, 'the panel is closed');
  });
});
