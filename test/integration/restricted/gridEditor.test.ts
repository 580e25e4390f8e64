import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import { until } from '../../../tools/vscode/until.ts';
import { forgetEverything, handles } from '../handles.ts';

describe('a file reopened as a grid in a folder that is not trusted', () => {
  it('is not read; the tab says why, and how to change that', async () => {
    const deps = await handles();
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'restricted-'));
    const file = path.join(folder, 'a.csv');
    fs.writeFileSync(file, 'a\n1\n');
    const noted: unknown[] = [];
    deps.failures.log = (_, error) => {
      noted.push(error);
      return deps.failures.describe(error);
    };
    await vscode.commands.executeCommand('vscode.openWith', vscode.Uri.file(file), 'datastoreExplorer.grid');
    await until(() => noted.length > 0, 'the tab says something');
    Reflect.deleteProperty(deps.failures, 'note');
    const { message, actions } = deps.failures.describe(noted[0]);
    assert.equal(message, "Local files can't be opened in Restricted Mode.");
    assert.deepEqual(
      actions.map(({ label }) => label),
      ['Manage Workspace Trust'],
    );
    assert.deepEqual(await deps.localFiles.datastore.resources(), []);
    await forgetEverything(deps);
    fs.rmSync(folder, { recursive: true });
  });
});
