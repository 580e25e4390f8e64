import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { GridLookSetting } from '../../src/platform/state/settings.ts';
import type { GridLook } from '../../src/messages/gridLook.ts';
import { PLAIN_LOOK } from '../support/pages/plainLook.ts';

describe('how grids draw records', () => {
  const set = (name: string, value: unknown) =>
    vscode.workspace.getConfiguration('datastoreExplorer.grid').update(name, value, true);
  let setting: GridLookSetting;
  let told: GridLook[];

  beforeEach(() => {
    told = [];
    setting = new GridLookSetting();
    setting.onDidChange((look) => told.push(look));
  });
  afterEach(async () => {
    setting.dispose();
    for (const name of Object.keys(PLAIN_LOOK)) await set(name, undefined);
  });

  it('is raw, but for marks of true and false, in rows of 24 px, unless settings say otherwise', () => {
    assert.deepEqual(setting.value, PLAIN_LOOK);
  });

  const table = {
    ...{ density: 'compact', zebra: true, numbers: 'grouped', dates: 'localised', booleans: 'raw' },
    summaries: true,
  };
  for (const [name, value] of Object.entries(table))
    it(`follows datastoreExplorer.grid.${name}, and tells of it`, async () => {
      await set(name, value);
      assert.deepEqual(setting.value, { ...PLAIN_LOOK, [name]: value });
      assert.deepEqual(told, [setting.value]);
    });

  it('is not disturbed by a value that no look has', async () => {
    await set('density', 'huge');
    assert.deepEqual(setting.value, PLAIN_LOOK);
  });
});
