import assert from 'node:assert/strict';
import { giveWay, mapInSteps, TimeSlice } from '../../../src/base/timeSlice.ts';

describe('long work in slices', () => {
  it('of all who give way, one goes on in each turn of the event loop', async () => {
    let turn = 0;
    let counting = setImmediate(function count() {
      turn += 1;
      counting = setImmediate(count);
    });
    const turns = await Promise.all([1, 2, 3].map(() => giveWay().then(() => turn)));
    clearImmediate(counting);
    assert.equal(new Set(turns).size, 3, turns.join(' '));
  });

  it('a slice is over when its time is, and begins anew when others had their turn', async () => {
    const slice = new TimeSlice(undefined, 100);
    const end = performance.now() + 101;
    while (performance.now() < end);
    assert.ok(slice.isOver);
    await slice.next();
    assert.equal(slice.isOver, false);
  });

  it('what was done in this turn before a slice counts, also in another slice', async () => {
    await giveWay();
    const first = new TimeSlice(undefined, 50);
    const end = performance.now() + 51;
    while (performance.now() < end);
    const second = new TimeSlice(undefined, 50);
    assert.ok(second.isOver);
    await first.next();
    assert.equal(second.isOver, false);
  });

  it('ends with the reason of an abort', () => {
    const abort = new AbortController();
    const slice = new TimeSlice(abort.signal);
    abort.abort(new Error('gone'));
    assert.throws(() => slice.isOver, /gone/);
  });

  it('a list is mapped in its order, and others have their turn meanwhile', async () => {
    let others = 0;
    const timer = setInterval(() => (others += 1), 1);
    const work = (item: number, index: number): number => {
      const end = performance.now() + 1;
      while (performance.now() < end);
      return item + index;
    };
    const items = Array.from({ length: 60 }, (_, index) => index);
    const mapped = await mapInSteps(items, work);
    clearInterval(timer);
    assert.deepEqual(
      mapped,
      items.map((item) => 2 * item),
    );
    assert.ok(others > 0);
  });
});
