import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import type { Program } from '../../src/program.ts';
import { until } from '../../tools/vscode/until.ts';
import { forgetEverything, handles, tabLabels } from './handles.ts';

const TEXT = `{
  // Reviewed by Ada
  "queries": {
    "cases": {
      "file": "cases.csv", // beside this document
      "limit": 3
    }
  }
}
`;

function csvOf(records: number, amount: string): string {
  const rows = Array.from(
    { length: records },
    (_, at) => `C-${String(at)},${at % 2 === 0 ? 'open' : 'closed'},${amount}`,
  );
  return `case_no,state,amount\n${rows.join('\n')}\n`;
}

describe('checks of a query document', () => {
  let deps: Program;
  let folder: string;
  let editor: vscode.TextEditor;
  let shown: string[];
  before(async () => {
    deps = await handles();
    await forgetEverything(deps);
    folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'kept-checks-')));
    fs.writeFileSync(path.join(folder, 'cases.csv'), csvOf(60, '1.5'));
    fs.writeFileSync(path.join(folder, 'q.datastore.jsonc'), TEXT);
    shown = [];
    deps.failures.show = (_, error) => Promise.resolve(void shown.push(deps.failures.describe(error).message));
    deps.failures.offer = (_, __, text) => void shown.push(text);
    editor = await vscode.window.showTextDocument(vscode.Uri.file(path.join(folder, 'q.datastore.jsonc')));
  });
  after(async () => {
    Reflect.deleteProperty(deps.failures, 'show');
    Reflect.deleteProperty(deps.failures, 'offer');
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    await forgetEverything(deps);
    fs.rmSync(folder, { recursive: true });
  });

  const target = () => ({ document: editor.document.uri.toString(), name: 'cases' });
  const run = (command: string) => vscode.commands.executeCommand(`datastoreExplorer.${command}`, target());
  const differences = () =>
    vscode.languages
      .getDiagnostics(editor.document.uri)
      .map(({ range, message }) => [editor.document.getText(range), message] as const);

  it('propose what can be expected, with the evidence, and leave the rest of the text as it is', async () => {
    await run('checkKeptQuery');
    assert.deepEqual(shown.splice(0), ["cases doesn't say what is expected of its records."]);
    await run('writeExpectations');
    assert.deepEqual(shown, []);
    const text = editor.document.getText();
    const date = new Date().toISOString().slice(0, 10);
    assert.equal(
      text,
      TEXT.replace(
        '"limit": 3\n',
        `"limit": 3,
      "expect": {
        /* 60 records on ${date} */
        "records": { "min": 30, "max": 110 },
        /* The types on ${date} */
        "fields": { "case_no": "text", "state": "text", "amount": "numeric" },
        /* case_no has another value in each of 60 records. */
        "unique": ["case_no"],
        /* No value is missing in 60 records. */
        "notNull": ["case_no", "state", "amount"],
        "oneOf": {
          /* 2 values, each in at least 30 of 60 records */
          "state": ["open", "closed"]
        },
        "range": {
          /* From 1.5 to 1.5 in 60 records */
          "amount": { "min": 0, "max": 100 }
        }
      }
`,
      ),
    );
    await run('checkKeptQuery');
    assert.deepEqual([shown.splice(0), differences()], [['cases: all 10 expectations hold.'], []]);
    await run('writeExpectations');
    assert.match(shown.splice(0).join('\n'), /^cases already says what is expected of its records\./);
  });

  it('mark what differs once the data has changed, with a way to the records', async () => {
    fs.writeFileSync(path.join(folder, 'cases.csv'), `${csvOf(60, '1.5')}C-7,opne,-2\n`);
    await run('checkKeptQuery');
    assert.deepEqual(shown.splice(0), ['cases: 7 of 10 expectations hold.']);
    assert.deepEqual(differences(), [
      ['"unique"', 'case_no is "C-7" in 2 of 61 records. Each value is expected once.'],
      ['"state"', 'state has an unexpected value in 1 of 61 records, for example "opne".'],
      ['"amount"', 'amount is less than 0 in 1 of 61 records, for example -2.'],
    ]);
    const [unique] = vscode.languages.getDiagnostics(editor.document.uri);
    const actions = await vscode.commands.executeCommand<vscode.CodeAction[]>(
      'vscode.executeCodeActionProvider',
      editor.document.uri,
      unique?.range,
    );
    const { command } = actions.find(({ title }) => title === 'Show Records') ?? assert.fail('no action');
    await vscode.commands.executeCommand(command?.command ?? '', ...((command?.arguments ?? []) as unknown[]));
    await until(() => deps.panels.active?.controller.running.screen.shown !== undefined, 'the records show');
    assert.equal(deps.panels.active?.controller.running.query.filters?.length, 1);
    assert.deepEqual(tabLabels().length, 2);
  });

  it('forget the marks when people change the text', async () => {
    await vscode.window.showTextDocument(editor.document);
    await vscode.commands.executeCommand('undo');
    await until(() => differences().length === 0, 'the marks are gone');
  });

  it('say nothing of a check that people cancel', async () => {
    let isRunning = false;
    deps.kept.checks.check = (_, __, signal) => {
      isRunning = true;
      return new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(new Error('canceled')));
      });
    };
    await vscode.commands.executeCommand('redo');
    const running = run('checkKeptQuery');
    await until(() => isRunning, 'the check runs');
    await vscode.commands.executeCommand('testing.cancelRun');
    await running;
    assert.deepEqual([shown, differences()], [[], []]);
    Reflect.deleteProperty(deps.kept.checks, 'check');
    await vscode.commands.executeCommand('undo');
  });

  it('say why a query can’t be checked', async () => {
    fs.rmSync(path.join(folder, 'cases.csv'));
    await vscode.commands.executeCommand('redo');
    await run('checkKeptQuery');
    assert.match(shown.splice(0).join('\n'), /cases\.csv/);
  });

  it('say what is wrong with what is expected', async () => {
    editor = await vscode.window.showTextDocument(editor.document);
    const { document } = editor;
    const whole = new vscode.Range(document.positionAt(0), document.positionAt(document.getText().length));
    await editor.edit((edit) => edit.replace(whole, TEXT.replace('3\n', '3, "expect": { "recrods": {} }\n')));
    await run('checkKeptQuery');
    assert.deepEqual(shown.splice(0), ['Line 6: "expect.recrods" isn\'t used here. It stays in the document.']);
  });
});
