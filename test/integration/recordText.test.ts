import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { Program } from '../../src/program.ts';
import { ExactNumber } from '../../src/base/cells.ts';
import { FakeCkan } from '../support/fakes/fakeCkan.ts';
import { until } from '../../tools/vscode/until.ts';
import { cityPortal, forgetEverything, hasTold } from './handles.ts';

const ID = '2b4604b2-4860-4a5c-9c1f-1a2b3c4d5e6f';
const resources = {
  [ID]: {
    name: 'Lessons',
    fields: [
      { id: '__proto__', type: 'text' },
      { id: 'no', type: 'numeric' },
      { id: 'tags', type: 'json' },
    ],
    rows: Array.from({ length: 2500 }, (_, index) => [
      index === 1 ? 'two\nlines' : `lesson ${String(index + 1)}`,
      index === 0 ? new ExactNumber('9007199254740993') : null,
      { level: new ExactNumber('1.50') },
    ]),
  },
};

describe('records as text', () => {
  const ckan = new FakeCkan({ resources });
  const signal = new AbortController().signal;
  let deps: Program;

  before(async () => {
    const city = await cityPortal(ckan, { id: ID, name: 'Lessons' });
    ({ deps } = city);
    await deps.panels.run(city.portalId, { resourceId: ID }, signal);
  });
  after(async () => {
    await forgetEverything(deps);
    await ckan.close();
  });

  /** Gives a command to the panel, and reads the editor that it opens. */
  async function shownBy(command: string, select: { firstRow: number; lastRow: number; cursor?: number }) {
    const panel = await until(() => deps.panels.active, 'the panel is in front');
    await hasTold(panel.controller);
    panel.controller.selecting.selected(1, { ...select, fields: [2, 1] });
    await vscode.commands.executeCommand(`datastoreExplorer.${command}`);
    const editor = await until(() => vscode.window.activeTextEditor, 'the text is in front');
    const { document } = editor;
    const isReadOnly = !(await editor
      .edit((edit) => edit.insert(new vscode.Position(0, 0), 'x'))
      .then(
        (isDone) => isDone && document.getText().startsWith('x'),
        () => false,
      ));
    const shown = { name: document.fileName, language: document.languageId, text: document.getText() };
    assert.deepEqual([document.isDirty, document.isUntitled, isReadOnly], [false, false, true]);
    // The page loads again, and tells anew what is selected in it.
    panel.controller.selecting.cells.clear();
    await vscode.commands.executeCommand('workbench.action.closeActiveEditor');
    return shown;
  }

  it('open one as JSON, digit for digit, in field order', async () => {
    const shown = await shownBy('openRecordInEditor', { firstRow: 0, lastRow: 1 });
    assert.deepEqual(shown, {
      name: '/Lessons 1.json',
      language: 'json',
      text: [
        '{',
        '  "_id": 1,',
        '  "__proto__": "lesson 1",',
        '  "no": 9007199254740993,',
        '  "tags": {',
        '    "level": 1.50',
        '  }',
        '}\n',
      ].join('\n'),
    });
  });

  it('open the one that the cursor is on, loaded or not', async () => {
    const { name, text } = await shownBy('openRecordInEditor', { firstRow: 3, lastRow: 2400, cursor: 2399 });
    assert.equal(name, '/Lessons 2400.json');
    assert.match(text, /"__proto__": "lesson 2400"/);
  });

  it('read a selection as plain text, fields in the order of the grid', async () => {
    const { name, language, text } = await shownBy('showSelectionAsText', { firstRow: 0, lastRow: 2 });
    assert.deepEqual([name, language], ['/Lessons.txt', 'plaintext']);
    assert.deepEqual(text.split('\n'), [
      'Selection of Lessons: 2 records, 2 fields',
      '',
      'Record 1',
      'no: 9007199254740993',
      '__proto__: lesson 1',
      '',
      'Record 2',
      'no: NULL',
      '__proto__: two',
      '  lines',
      '',
    ]);
  });

  it('fetch what is not loaded', async () => {
    const { text } = await shownBy('showSelectionAsText', { firstRow: 1990, lastRow: 2500 });
    assert.match(text, /^Selection of Lessons: 510 records, 2 fields\n\nRecord 1,991\n/);
    assert.match(text, /\nRecord 2,500\nno: NULL\n__proto__: lesson 2500\n$/);
  });

  it('find what is loaded, without a question to the portal', async () => {
    const panel = await until(() => deps.panels.active, 'the panel is in front');
    const asked = ckan.searches.length;
    const question = { text: 'LINES', fields: [1, 2], from: { row: 0, field: 1 }, step: 0 } as const;
    const { match, matches } = await panel.controller.exploring.find(1, question, signal);
    assert.deepEqual([match, matches], [{ row: 1, field: 1, index: 0 }, 1]);
    assert.equal(ckan.searches.length, asked);
  });

  it('say so where a record or a result is gone', async () => {
    const panel = await until(() => deps.panels.active, 'the panel is in front');
    await assert.rejects(panel.controller.selecting.openRecord(1, 1_000_000), /Couldn't load record 1,000,001/);
    await assert.rejects(panel.controller.selecting.openRecord(99, 0), /replaced/);
    await hasTold(panel.controller);
    panel.controller.selecting.selected(1, { firstRow: 0, lastRow: 0, fields: [1] });
    await assert.rejects(panel.controller.selecting.openCurrentRecord(), /No record is selected/);
    await assert.rejects(panel.controller.selecting.cells.showAsText(), /No records are selected/);
  });
});
