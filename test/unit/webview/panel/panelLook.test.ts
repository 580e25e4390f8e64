import assert from 'node:assert/strict';
import type { GridLook } from '../../../../src/messages/gridLook.ts';
import { PLAIN_LOOK } from '../../../support/pages/plainLook.ts';
import type { RecordsGrid } from '../../../../src/webview/grid/recordsGrid.ts';
import { PanelLook } from '../../../../src/webview/panel/panelLook.ts';

const strings = { valuesRaw: 'raw', valuesFormatted: 'formatted' };
const grouped: GridLook = { ...PLAIN_LOOK, zebra: true, numbers: 'grouped' };
const RAW = { numbers: 'raw', dates: 'raw', booleans: 'raw' } as const;

describe('The look of a panel', () => {
  let said: string[];
  let drawn: GridLook[];
  let changes: number;
  const panelLook = (look: GridLook) =>
    new PanelLook(look, {
      strings,
      grid: () => ({ setLook: (next: GridLook) => drawn.push(next) }) as unknown as RecordsGrid,
      announce: (text) => said.push(text),
      saveSoon: () => changes++,
    });
  beforeEach(() => {
    said = [];
    drawn = [];
    changes = 0;
  });

  it('is that of the settings', () => {
    assert.deepEqual(panelLook(grouped).look, grouped);
  });

  it('is raw at one key, and back at the same', () => {
    const look = panelLook(grouped);
    assert.equal(look.perform('toggleRawValues'), true);
    assert.deepEqual(look.look, { ...grouped, ...RAW });
    look.perform('toggleRawValues');
    assert.deepEqual(look.look, grouped);
    assert.deepEqual(drawn, [{ ...grouped, ...RAW }, grouped]);
    assert.deepEqual(said, ['raw', 'formatted']);
  });

  it('comes back to that of the settings where these format nothing but true and false', () => {
    const look = panelLook(PLAIN_LOOK);
    look.perform('toggleRawValues');
    assert.deepEqual(look.look, { ...PLAIN_LOOK, ...RAW });
    look.perform('toggleRawValues');
    assert.deepEqual(look.look, PLAIN_LOOK);
    assert.deepEqual(said, ['raw', 'formatted']);
  });

  it('is formatted at one key where the settings have no format', () => {
    const settings = { ...PLAIN_LOOK, ...RAW };
    const look = panelLook(settings);
    look.perform('toggleRawValues');
    assert.deepEqual(look.look, { ...PLAIN_LOOK, numbers: 'grouped', dates: 'localised' });
    look.perform('toggleRawValues');
    assert.deepEqual(look.look, settings);
  });

  it('follows the settings again once they change', () => {
    const look = panelLook(grouped);
    look.perform('toggleRawValues');
    look.setSettings({ ...grouped, density: 'compact' });
    assert.deepEqual(look.look, { ...grouped, density: 'compact' });
    assert.deepEqual(drawn.at(-1), look.look);
  });

  it('survives in the view what people chose, and nothing else', () => {
    const look = panelLook(grouped);
    assert.deepEqual(look.view(), {});
    look.perform('toggleRawValues');
    assert.deepEqual(look.view(), { raw: true });
    assert.equal(changes, 1);
    const next = panelLook(grouped);
    next.show({} as never, { topRow: 0, left: 0, cursor: { row: 0, column: 0 }, detail: false, raw: true });
    assert.deepEqual(next.look, { ...grouped, ...RAW });
    assert.deepEqual(drawn.at(-1), next.look);
  });

  it('leaves other actions to others', () => {
    assert.equal(panelLook(grouped).perform('goToRow'), false);
    assert.deepEqual([drawn, said], [[], []]);
  });
});
