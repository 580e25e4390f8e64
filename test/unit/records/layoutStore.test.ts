import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { FieldLayout } from '../../../src/datastore/query/fieldLayout.ts';
import { LayoutStore } from '../../../src/records/layoutStore.ts';

/** VS Code's global state, which stores JSON. */
class FakeMemento {
  text = '{}';
  keys = (): readonly string[] => [];
  get(key: string): unknown {
    return (JSON.parse(this.text) as Record<string, unknown>)[key];
  }
  update(key: string, value: unknown): Promise<void> {
    this.text = JSON.stringify({ [key]: value });
    return Promise.resolve();
  }
}

const ref = (resourceId: string, portalId = 'p') => ({ portalId, resourceId });
const layout = (width: number): FieldLayout => ({ places: [{ id: '__proto__', width }], frozen: 1 });

describe('The remembered layouts', () => {
  let state: FakeMemento;
  let store: LayoutStore;
  beforeEach(() => {
    state = new FakeMemento();
    store = new LayoutStore(state);
  });

  it('are one for each resource of each portal, in every window', async () => {
    await store.remember(ref('r'), layout(1));
    await new LayoutStore(state).remember(ref('r', 'q'), layout(2));
    await store.remember(ref('r'), layout(3));
    assert.deepEqual([store.of(ref('r')), store.of(ref('r', 'q'))], [layout(3), layout(2)]);
    assert.equal(store.of(ref('s')), undefined);
  });

  it('are read as version 0.1.0 stored them, but for those that can not be read', () => {
    const places = [{ id: 'a', width: 120 }, { id: 'b', hidden: true }, { id: 'c' }];
    const entries = [
      { portalId: 'p', resourceId: 'broken', layout: { places: [{ id: 'a', width: -1 }], frozen: 0 } },
      { portalId: 'p', resourceId: 'r', layout: { places, frozen: 2 } },
    ];
    state.text = JSON.stringify({ layouts: { version: 1, entries } });
    assert.deepEqual(store.of(ref('r')), { places, frozen: 2 });
    assert.equal(store.of(ref('broken')), undefined);
  });

  it('are forgotten when they are reset', async () => {
    await store.remember(ref('r'), layout(1));
    await store.remember(ref('r'), { places: [], frozen: 0 });
    assert.equal(store.of(ref('r')), undefined);
    assert(!state.text.includes('"r"'));
  });

  it('are 200 at most: those last changed', async () => {
    for (let index = 0; index < 201; index++) await store.remember(ref(String(index)), layout(index + 1));
    assert.equal(store.of(ref('0')), undefined);
    assert.deepEqual(store.of(ref('1')), layout(2));
    await store.remember(ref('1'), layout(7));
    await store.remember(ref('new'), layout(8));
    assert.deepEqual(store.of(ref('1')), layout(7));
    assert.equal(store.of(ref('2')), undefined);
  });

  it('take half a million characters at most', async () => {
    const long = {
      places: Array.from({ length: 1000 }, (_, index) => ({ id: `${'n'.repeat(150)}${String(index)}` })),
      frozen: 0,
    };
    for (let index = 0; index < 9; index++) await store.remember(ref(String(index)), long);
    assert(state.text.length < 501_000);
    assert.deepEqual(store.of(ref('8')), long);
    assert.equal(store.of(ref('0')), undefined);
  });

  it('are none of what is no layout', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (entry, value) => {
        for (const saved of [value, { version: 1, entries: value }, { version: 1, entries: [entry, value] }]) {
          state.text = JSON.stringify({ layouts: saved });
          assert.equal(store.of(ref('r')), undefined);
        }
      }),
    );
  });
});
