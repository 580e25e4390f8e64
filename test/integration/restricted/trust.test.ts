import assert from 'node:assert/strict';
import * as vscode from 'vscode';

describe('the extension in restricted mode', () => {
  it('runs in a folder that is not trusted', async () => {
    assert.equal(vscode.workspace.isTrusted, false);
    const extension = vscode.extensions.getExtension('datastore-explorer.datastore-explorer');
    assert.ok(extension);
    await extension.activate();
    assert.equal(extension.isActive, true);
  });
});
