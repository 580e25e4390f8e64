import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import { forgetEverything, handles } from '../handles.ts';

describe('a query document in a folder that is not trusted', () => {
  it('runs nothing and looks at no file; its lenses say why, and lead to trust', async () => {
    const deps = await handles();
    const done: string[] = [];
    const refuse = (): Promise<never> => Promise.reject(new Error(String(done.push('asked'))));
    Object.assign(deps.keptPlaces, { look: refuse, resource: refuse });
    const shown: string[] = [];
    deps.failures.show = (_, error) => Promise.resolve(void shown.push(deps.failures.describe(error).message));
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'kept-restricted-'));
    const uri = vscode.Uri.file(path.join(folder, 'a.datastore.jsonc'));
    fs.writeFileSync(uri.fsPath, '{ "queries": { "a": { "file": "a.csv", "expect": { "notNull": ["id"] } } } }');
    await vscode.window.showTextDocument(uri);
    const lenses = await vscode.commands.executeCommand<vscode.CodeLens[]>('vscode.executeCodeLensProvider', uri, 9);
    assert.deepEqual(
      lenses.map(({ command }) => [command?.title, command?.command]),
      [["$(workspace-untrusted) Queries can't run in Restricted Mode.", 'workbench.trust.manage']],
    );
    for (const command of ['runKeptQuery', 'editKeptQuery', 'checkKeptQuery', 'writeExpectations'])
      await vscode.commands.executeCommand(`datastoreExplorer.${command}`, { document: uri.toString(), name: 'a' });
    const text = "Queries can't run in Restricted Mode.";
    assert.deepEqual([shown, done], [[text, text, text, text], []]);
    for (const name of ['look', 'resource']) Reflect.deleteProperty(deps.keptPlaces, name);
    Reflect.deleteProperty(deps.failures, 'show');
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    await forgetEverything(deps);
    fs.rmSync(folder, { recursive: true });
  });
});
