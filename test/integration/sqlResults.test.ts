/** SQL documents read their sources, and their results are shown in panels beside them. */
import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import type { Program } from '../../src/program.ts';
import { conditionsOf } from '../../src/datastore/query/conditions.ts';
import { resourceIdOf } from '../../src/service/index.ts';
import { FakeCkan } from '../support/fakes/fakeCkan.ts';
import { eventually } from '../support/drivers/eventually.ts';
import { until } from '../../tools/vscode/until.ts';
import { cityPortal, closeEditors, forgetEverything, tabLabels } from './handles.ts';

const RESOURCE = '6b7f5d7e-30d4-4b1c-93a7-0c5f2d7c5a10';
const signal = new AbortController().signal;

describe('results of SQL documents', () => {
  const pupils = {
    fields: [
      { id: 'id', type: 'int4' },
      { id: 'name', type: 'text' },
    ],
    rows: [
      [1, 'Ann'],
      [2, 'Zoë'],
    ],
  };
  const ckan = new FakeCkan({ resources: { [RESOURCE]: pupils } });
  let deps: Program;
  let folder: string;
  let document: vscode.Uri;
  let portalId: string;

  before(async () => {
    ({ deps, portalId } = await cityPortal(ckan));
    folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'sql-')));
    document = vscode.Uri.file(path.join(folder, 'join.datastore.sql'));
    fs.writeFileSync(path.join(folder, 'lessons.csv'), 'pupil,fee\n1,10.50\n2,7\n1,0.10\n');
  });
  beforeEach(closeEditors);
  after(async () => {
    await forgetEverything(deps);
    fs.rmSync(folder, { recursive: true });
    await ckan.close();
  });

  const edit = async (...lines: readonly string[]) => {
    fs.writeFileSync(document.fsPath, lines.join('\n'));
    const editor = await vscode.window.showTextDocument(document);
    await until(() => editor.document.getText() === lines.join('\n'), 'the editor has the text');
    return editor.document;
  };
  const sources = () => ['-- @source lessons = lessons.csv'];
  const run = async (sql: string, number = 1, lines = sources()) => {
    const ids = new Map<string, string>();
    for (const line of lines) {
      const [, name = '', place = ''] = /@source (\w+) = (\S+)/.exec(line) ?? [];
      const id = await deps.sqlSources.prepare(document, { name, place }, signal);
      if (id === undefined) return undefined;
      ids.set(name, id);
    }
    return deps.sqlResults.run({ document, number, sql, sources: ids }, signal);
  };
  const shown = (label: string) => {
    const running = deps.panels.active?.controller.running;
    return running?.names.resource === label ? running : undefined;
  };
  const rowsIn = async (number: number) => {
    const label = `join.datastore.sql · ${number}`;
    await vscode.commands.executeCommand('workbench.action.focusSecondEditorGroup');
    await until(() => shown(label)?.screen.state.kind === 'ready', `the panel of ${label}`);
    const rows = await shown(label)?.screen.shown?.result.rows(0, 100, signal);
    return JSON.stringify(rows);
  };

  it('stand beside their document, which keeps the focus, and in the same panel when they are run again', async () => {
    await edit(...sources(), 'select pupil, sum(fee) as fees from lessons group by pupil order by pupil;');
    const result = await run('select pupil, sum(fee) as fees from lessons group by pupil order by pupil');
    assert.deepEqual(result, { records: 2, isCut: false });
    assert.equal(vscode.window.activeTextEditor?.document.uri.toString(), document.toString());
    await eventually(tabLabels, ['join.datastore.sql', 'join.datastore.sql · 1 — Records']);
    assert.equal(await rowsIn(1), '[[1,1,{"text":"10.60"}],[2,2,{"text":"7.00"}]]');
    const running = shown('join.datastore.sql · 1');
    await running?.run({ ...running.query, filters: conditionsOf('{"pupil":2}') });
    await run('select pupil, fee, 5 as five from lessons order by fee');
    await eventually(() => tabLabels().length, 2);
    assert.equal(await rowsIn(1), '[[2,2,{"text":"7.00"},5]]');
    await run('select fee from lessons where fee > 7');
    assert.equal(await rowsIn(1), '[[1,{"text":"10.50"}]]');
  });

  it('stay when the statement fails', async () => {
    await edit(...sources(), 'select 1 as one;');
    await run('select 1 as one', 2);
    await assert.rejects(run('select nothing from lessons', 2));
    await assert.rejects(run("copy lessons to '/tmp/out.csv'", 2));
    assert.equal(await rowsIn(2), '[[1,1]]');
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await eventually(() => deps.sqlResults.ownPortal(), undefined);
  });

  it('that are gone after a reload say in their panels how to get them again', async () => {
    const resourceId = resourceIdOf(document.toString(), '2');
    const saved = { version: 1, portalId: 'sql', resourceId, query: JSON.stringify({ resourceId }) };
    await edit(...sources(), 'select 1 as one;');
    const panel = vscode.window.createWebviewPanel('datastoreExplorer.records', 'restored', vscode.ViewColumn.Two);
    await deps.panels.deserializeWebviewPanel(panel, { saved });
    const state = () => shown('join.datastore.sql · 2')?.screen.state;
    await until(() => state()?.kind === 'failed', 'the panel says what is gone');
    assert.match(JSON.stringify(state()), /discarded.*Run statement 2 of join\.datastore\.sql again.*Open Document/);
    await run('select 1 as one', 2);
    assert.equal(await rowsIn(2), '[[1,1]]');
    assert.equal(vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs).length, 2);
  });

  it('join a file with a copy of a portal that people have', async () => {
    await deps.copies.keep({ portalId, resourceId: RESOURCE });
    await edit(...sources());
    const [listed] = deps.store.portals;
    const lines = [...sources(), `-- @source pupils = ${listed?.baseUrl ?? ''}/datastore/dump/${RESOURCE}`];
    const sql = 'select name, fee from lessons join pupils on pupil = id order by fee desc limit 2';
    assert.deepEqual(await run(sql, 3, lines), { records: 2, isCut: false });
    assert.equal(await rowsIn(3), '[[1,"Ann",{"text":"10.50"}],[2,"Zoë",{"text":"7.00"}]]');
  });

  it('are those of the panel from which a document was opened as SQL', async () => {
    const file = vscode.Uri.file(path.join(folder, 'lessons.csv'));
    const ref = await deps.localOpening.open([file]);
    assert.ok(ref);
    const query = { resourceId: ref.resourceId, filters: conditionsOf('{"fee":{"gte":1}}') };
    await deps.panels.open({ ...ref, query: { ...query, sort: [{ field: 'fee', descending: false }] } });
    await until(() => deps.panels.active?.controller.running.screen.state.kind === 'ready', 'the records');
    await vscode.commands.executeCommand('datastoreExplorer.openAsSql');
    const editor = vscode.window.activeTextEditor?.document;
    assert.equal(editor?.languageId, 'datastore-sql');
    assert.equal(
      editor.getText(),
      [
        '-- @source lessons = lessons.csv',
        'select * exclude ("_id")',
        'from "lessons"',
        'where "fee" >= 1.0',
        'order by "fee" asc nulls last, "_id";',
        '',
      ].join('\n'),
    );
    await vscode.commands.executeCommand('datastoreExplorer.runStatement');
    const running = () => deps.panels.active?.controller.running;
    await until(() => tabLabels().some((label) => label.includes('· 1')), 'the result');
    await vscode.commands.executeCommand('workbench.action.focusSecondEditorGroup');
    await until(() => running()?.screen.state.kind === 'ready', 'the records of the result');
    const rows = await running()?.screen.shown?.result.rows(0, 10, signal);
    assert.equal(JSON.stringify(rows), '[[1,2,{"text":"7.00"}],[2,1,{"text":"10.50"}]]');
    await vscode.window.showTextDocument(editor);
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
  });
});
