/** S5 in a real VS Code: run.mjs has opened it on a hostile folder, in trust and in Restricted Mode. */
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { Settings } from '../../src/platform/state/settings.ts';
import { HARMLESS, SHAPELESS_SETTINGS, wantedSettings, writeSettings } from '../support/samples/hostileFolder.ts';
import { until } from '../../tools/vscode/until.ts';
import { handles } from './handles.ts';

export function givesTheFolderNoSay(): void {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? '';
  const inspect = (key: string) => vscode.workspace.getConfiguration().inspect(key);

  it('VS Code has read its settings', () => {
    assert.equal(inspect(HARMLESS.key)?.workspaceValue, HARMLESS.value);
  });

  for (const [key, wanted] of Object.entries(wantedSettings(folder)))
    it(`${key} is not its to set`, () => {
      const value: unknown = vscode.workspace.getConfiguration().get(key);
      assert.notDeepEqual(value, wanted);
      assert.deepEqual(value, inspect(key)?.defaultValue);
    });

  it('none of the files that it names is read', async () => {
    const { localFiles } = await handles();
    assert.deepEqual(await localFiles.resources(), []);
  });

  it('what it sets in a shape that a setting can’t have counts as not set', async () => {
    const [key] = Object.keys(SHAPELESS_SETTINGS);
    const isRead = (isThere: boolean) => () => (inspect(key ?? '')?.workspaceValue !== undefined) === isThere;
    const settings = new Settings();
    const shown = () => {
      const { defaultLimit, openIn, askHowToRead, gridLook } = settings;
      return [defaultLimit.value, openIn.value, askHowToRead.value, gridLook.value];
    };
    const before = shown();
    writeSettings(folder, SHAPELESS_SETTINGS);
    try {
      await until(isRead(true), 'VS Code has read the settings');
      assert.deepEqual(shown(), before);
    } finally {
      settings.dispose();
      writeSettings(folder);
      await until(isRead(false), 'VS Code has read the settings again');
    }
  });
}
