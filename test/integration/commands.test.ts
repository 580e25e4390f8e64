import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { Program } from '../../src/program.ts';
import { forgetEverything, forgetQueries, handles } from './handles.ts';

interface Manifest {
  readonly contributes: {
    readonly commands: readonly { readonly command: string }[];
    readonly menus: { readonly commandPalette: readonly { readonly command: string; readonly when: string }[] };
  };
}

function inPalette(): readonly string[] {
  const extension = vscode.extensions.getExtension('datastore-explorer.datastore-explorer');
  const { commands, menus } = (extension?.packageJSON as Manifest).contributes;
  const conditional = new Set(menus.commandPalette.map(({ command }) => command));
  return commands.map(({ command }) => command).filter((command) => !conditional.has(command));
}

describe('every command of the palette', () => {
  let deps: Program;
  let shown: unknown[];
  before(async () => {
    deps = await handles();
    await forgetEverything(deps);
    shown = [];
    deps.failures.show = (what, error) => Promise.resolve(void shown.push(what, error));
  });
  // Commands before may have run queries.
  beforeEach(() => forgetQueries(deps));
  after(async () => {
    Reflect.deleteProperty(deps.failures, 'show');
    await forgetEverything(deps);
  });

  for (const command of inPalette())
    it(`${command} starts from an empty state`, async () => {
      const running = vscode.commands.executeCommand(command).then(() => 'done' as const);
      const aMoment = () => new Promise<'asking'>((resolve) => setTimeout(() => resolve('asking'), 200));
      // Questions of the command are closed. A command without questions ends by itself.
      while ((await Promise.race([running, aMoment()])) === 'asking')
        await vscode.commands.executeCommand('workbench.action.closeQuickOpen');
      assert.deepEqual(shown, []);
    });

  it('shows a failure as one message', async () => {
    deps.store.find = () => assert.fail('storage is broken');
    await vscode.commands.executeCommand('datastoreExplorer.copyBaseUrl', { portalId: 'p' });
    Reflect.deleteProperty(deps.store, 'find');
    assert.equal(shown.length, 2);
    assert.equal(shown[0], 'copyBaseUrl');
    assert.match(String(shown[1]), /storage is broken/);
  });
});
