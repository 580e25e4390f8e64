import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { forgetEverything, handles } from '../handles.ts';

describe('a SQL document in a folder that is not trusted', () => {
  it('runs nothing and looks at no source; its lenses say why, and lead to trust', async () => {
    const deps = await handles();
    const { sources, results } = deps.sql.runs.ports;
    const done: string[] = [];
    const refuse = (): Promise<never> => Promise.reject(new Error(String(done.push('asked'))));
    Object.assign(sources, { look: refuse, prepare: refuse, refresh: refuse });
    results.run = refuse;
    const shown: string[] = [];
    deps.failures.show = (_, error) => Promise.resolve(void shown.push(deps.failures.describe(error).message));
    const content = '-- @source a = a.csv\nSELECT * FROM a;\n';
    const document = await vscode.workspace.openTextDocument({ language: 'datastore-sql', content });
    await vscode.window.showTextDocument(document);
    const { uri } = document;
    const lenses = await vscode.commands.executeCommand<vscode.CodeLens[]>('vscode.executeCodeLensProvider', uri, 9);
    assert.deepEqual(
      lenses.map(({ command }) => [command?.title, command?.command]),
      [["$(workspace-untrusted) Statements can't run in Restricted Mode.", 'workbench.trust.manage']],
    );
    await vscode.commands.executeCommand('datastoreExplorer.runStatement');
    await vscode.commands.executeCommand('datastoreExplorer.refreshSource', { document: uri.toString(), source: 'a' });
    const place = new vscode.Position(1, 7);
    await vscode.commands.executeCommand('vscode.executeCompletionItemProvider', uri, place);
    assert.deepEqual(shown, ["Statements can't run in Restricted Mode."]);
    assert.deepEqual(done, []);
    for (const name of ['look', 'prepare', 'refresh']) Reflect.deleteProperty(sources, name);
    Reflect.deleteProperty(results, 'run');
    Reflect.deleteProperty(deps.failures, 'show');
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    await forgetEverything(deps);
  });
});
