import assert from 'node:assert/strict';
import type { Memento, TreeItem } from 'vscode';
import { OpenRows } from '../../../src/tree/openRows.ts';
import { TreeItemCollapsibleState } from '../../support/host/vscode.ts';

const { None, Collapsed, Expanded } = TreeItemCollapsibleState;

function storage(): Memento {
  const values = new Map<string, unknown>();
  return {
    keys: () => [...values.keys()],
    get: (key: string) => values.get(key) as never,
    update: (key: string, value: unknown) => Promise.resolve(void values.set(key, structuredClone(value))),
  };
}

const row = (id: string, collapsibleState: number) => ({ id, collapsibleState }) as unknown as TreeItem;

describe('the rows of the tree that are open', () => {
  it('are as people left them in the next window too', async () => {
    const state = storage();
    const rows = new OpenRows(state);
    await rows.set(row('datasets', Collapsed), true);
    await rows.set(row('portal', Expanded), false);
    const next = new OpenRows(state);
    assert.equal(next.restore(row('datasets', Collapsed)).collapsibleState, Expanded);
    assert.equal(next.restore(row('portal', Expanded)).collapsibleState, Collapsed);
    assert.equal(next.restore(row('other', Collapsed)).collapsibleState, Collapsed);
    assert.equal(next.restore(row('datasets', None)).collapsibleState, None);
  });

  it('are forgotten where they are as at first, and the oldest of too many', async () => {
    const state = storage();
    const rows = new OpenRows(state);
    await rows.set(row('datasets', Collapsed), true);
    await rows.set(row('datasets', Collapsed), false);
    for (let place = 0; place < 301; place++) await rows.set(row(`row ${place}`, Collapsed), true);
    const next = new OpenRows(state);
    const states = ['datasets', 'row 0', 'row 1', 'row 300'].map(
      (id) => next.restore(row(id, Collapsed)).collapsibleState,
    );
    assert.deepEqual(states, [Collapsed, Collapsed, Expanded, Expanded]);
  });

  it('are none where the storage holds something else', () => {
    const state = storage();
    void state.update('openRows', { version: 7, rows: 'none' });
    assert.equal(new OpenRows(state).restore(row('datasets', Collapsed)).collapsibleState, Collapsed);
  });
});
