import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import { GlobalState } from '../../../src/platform/state/stored.ts';

/** Stores values like VS Code does: each write happens a moment later, and then replaces all values. */
class SlowMemento {
  saved: Readonly<Record<string, unknown>> = {};
  fails = false;
  #held: Record<string, unknown> = {};

  keys(): readonly string[] {
    return Object.keys(this.#held).filter((key) => this.#held[key] !== undefined);
  }

  get<T>(key: string, absent?: T): T {
    return (this.#held[key] ?? absent) as T;
  }

  async update(key: string, value: unknown): Promise<void> {
    this.#held[key] = value;
    await setImmediate();
    if (this.fails) throw new Error('The disk is full');
    const written = structuredClone(this.#held);
    await setImmediate();
    this.saved = written;
    this.#held = structuredClone(written);
  }

  setKeysForSync(): void {
    // Settings Sync doesn't matter in these tests.
  }
}

describe('The global state', () => {
  const setUp = () => {
    const memento = new SlowMemento();
    return { memento, state: new GlobalState(memento) };
  };

  it('would lose what is set while VS Code writes something else', async () => {
    const { memento } = setUp();
    const first = memento.update('dialects', 1);
    await setImmediate();
    const second = memento.update('portals', 2);
    await first;
    await second;
    assert.deepEqual(memento.saved, { dialects: 1 });
  });

  it('keeps it', async () => {
    const { memento, state } = setUp();
    const first = state.update('dialects', 1);
    await setImmediate();
    await Promise.all([first, state.update('portals', 2)]);
    assert.deepEqual(memento.saved, { dialects: 1, portals: 2 });
    assert.deepEqual([state.get('dialects'), state.get('portals')], [1, 2]);
  });

  it('has a value from the moment that it is set, and keeps the last of several', async () => {
    const { memento, state } = setUp();
    const writes = [state.update('a', 1), state.update('b', 2), state.update('a', 3), state.update('b', undefined)];
    const seen = () => [state.get('a'), state.get('b')];
    assert.deepEqual(seen(), [3, undefined]);
    await Promise.all(writes);
    assert.deepEqual(seen(), [3, undefined]);
    assert.deepEqual(memento.saved, { a: 3, b: undefined });
  });

  it('says which write failed, and goes on with the next', async () => {
    const { memento, state } = setUp();
    memento.fails = true;
    await assert.rejects(state.update('a', 1), /disk is full/);
    memento.fails = false;
    await state.update('b', 2);
    assert.equal(state.get('b'), 2);
  });
});
