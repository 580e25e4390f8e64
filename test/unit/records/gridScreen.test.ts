import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import type { ResourceNotice } from '../../../src/platform/ports/portalPort.ts';
import { GridScreen } from '../../../src/records/gridScreen.ts';

describe('What a panel of a file shows', () => {
  let screen: GridScreen;
  beforeEach(() => {
    counts = 0;
    screen = new GridScreen({
      resource: () => 'a.csv',
      saved: () => ({ version: 1, portalId: 'local', resourceId: 'r', query: '' }),
      ...{ undoable: () => ['', ''], retry: () => undefined, edit: () => undefined },
    });
  });
  let counts: number;
  const result = {
    ...{ fields: [], rowCount: 0, rowCountIsFinal: true, count: { kind: 'exact', value: 0 }, notices: [] },
    ...{ query: { resourceId: 'r' }, onDidChange: () => undefined, resumeCount: () => void (counts += 1) },
  };
  const show = (generation = 1) =>
    screen.show({ result, generation, head: [], names: {}, layout: () => undefined } as never);
  const load = (paint: () => Promise<number>) => {
    const done = () => Promise.resolve();
    screen.attach(
      { result: paint, ...{ about: done, loading: done, message: done, undoable: done } } as never,
      () => true,
    );
    screen.sendAll();
  };
  const fail = () =>
    screen.setState({ kind: 'failed', problem: { tone: 'error', text: "Couldn't open a.csv, line 901.", offers: [] } });
  const notify = (...kinds: readonly ResourceNotice['kind'][]) =>
    screen.setNotices(
      'resource',
      kinds.map((kind) => ({ kind, text: kind, actions: [] })),
    );

  it('drops an older error when the file is gone, and keeps the records', () => {
    show();
    fail();
    notify('changed');
    assert.equal(screen.state.kind, 'failed');
    notify('gone');
    assert.equal(screen.state.kind, 'ready');
  });

  it('keeps the error where there are no records to show instead', () => {
    fail();
    notify('gone');
    assert.equal(screen.state.kind, 'failed');
  });

  it('is counted once the records are painted, unless a newer question is asked meanwhile', async () => {
    let painted = Promise.withResolvers<number>();
    load(() => painted.promise);
    show();
    assert.equal(counts, 0);
    painted.resolve(30);
    await setImmediate();
    assert.deepEqual([counts, screen.rowsInView], [1, 30]);
    painted = Promise.withResolvers();
    show(2);
    screen.setState({ kind: 'loading', name: 'a.csv' });
    painted.resolve(30);
    await setImmediate();
    assert.equal(counts, 1);
  });

  it('is counted where no page paints the records', async () => {
    show();
    assert.equal(counts, 1);
    load(() => Promise.reject<number>(new Error('hidden')));
    await setImmediate();
    assert.equal(counts, 2);
  });

  it('can’t be queried while its import is broken', () => {
    show();
    assert.equal(screen.isDiscarded, false);
    notify('broken');
    assert.equal(screen.isDiscarded, true);
    notify();
    assert.equal(screen.isDiscarded, false);
  });
});
