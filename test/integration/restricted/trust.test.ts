import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { AGENT_TOOLS } from '../../../src/agents/agentTool.ts';

describe('the extension in restricted mode', () => {
  it('runs in a folder that is not trusted', async () => {
    assert.equal(vscode.workspace.isTrusted, false);
    const extension = vscode.extensions.getExtension('datastore-explorer.datastore-explorer');
    assert.ok(extension);
    await extension.activate();
    assert.equal(extension.isActive, true);
  });

  it('runs no tool of a language model, and the answer says what people can do', async () => {
    for (const name of AGENT_TOOLS) {
      const { content } = await vscode.lm.invokeTool(name, { input: {}, toolInvocationToken: undefined });
      const [answer] = content as readonly vscode.LanguageModelTextPart[];
      assert.match(answer?.value ?? '', /^error: .*isn't trusted.*\ncomplete: false\nnext: Ask people to trust/);
    }
  });
});
