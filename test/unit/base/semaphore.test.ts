import assert from 'node:assert/strict';
import { Semaphore } from '../../../src/base/semaphore.ts';

const { signal } = new AbortController();

/** Work that ends when the test says so. */
function works(semaphore: Semaphore) {
  const started: number[] = [];
  const ends: (() => void)[] = [];
  const start = (name: number, stop = signal) =>
    semaphore.run(
      () =>
        new Promise<number>((resolve) => {
          started.push(name);
          ends[name] = () => resolve(name);
        }),
      stop,
    );
  return { started, start, end: (name: number) => ends[name]?.() };
}

/** Resolves when everything that can continue has done so. */
const settled = () => new Promise(setImmediate);

describe('semaphore', () => {
  it('runs so many at once, the others in the order in which they came', async () => {
    const { started, start, end } = works(new Semaphore(2));
    const all = [0, 1, 2, 3].map((name) => start(name));
    await settled();
    assert.deepEqual(started, [0, 1]);
    end(1);
    await settled();
    assert.deepEqual(started, [0, 1, 2]);
    end(0);
    end(2);
    await settled();
    assert.deepEqual(started, [0, 1, 2, 3]);
    end(3);
    assert.deepEqual(await Promise.all(all), [0, 1, 2, 3]);
  });

  it('lets work that goes on in before new work, in the order in which it came', async () => {
    const semaphore = new Semaphore(2);
    const order: string[] = [];
    const enter = (name: string, goesOn = false) => semaphore.enter(signal, goesOn).then(() => order.push(name));
    await Promise.all([enter('a'), enter('b')]);
    const rest = [enter('c'), enter('d'), enter('a again', true), enter('b again', true)];
    for (let count = 2; count < 6; count += 1) {
      await settled();
      assert.equal(order.length, count);
      semaphore.leave();
    }
    await Promise.all(rest);
    assert.deepEqual(order, ['a', 'b', 'a again', 'b again', 'c', 'd']);
  });

  it('lets work that goes on leave', async () => {
    const semaphore = new Semaphore(1);
    await semaphore.enter(signal);
    const leaving = new AbortController();
    const left = semaphore.enter(leaving.signal, true);
    leaving.abort(new RangeError('left'));
    await assert.rejects(left, RangeError);
    semaphore.leave();
    assert.equal(await semaphore.run(() => Promise.resolve('yes'), signal), 'yes');
  });

  it('goes on after work that fails', async () => {
    const semaphore = new Semaphore(1);
    await assert.rejects(
      semaphore.run(() => Promise.reject(new RangeError('no')), signal),
      RangeError,
    );
    assert.equal(await semaphore.run(() => Promise.resolve('yes'), signal), 'yes');
  });

  it('lets who waits leave, and the turn of who left goes to the next', async () => {
    const { started, start, end } = works(new Semaphore(1));
    const leaving = new AbortController();
    const [first, second, third] = [start(0), start(1, leaving.signal), start(2)];
    await settled();
    leaving.abort(new RangeError('left'));
    await assert.rejects(second, RangeError);
    end(0);
    await first;
    await settled();
    assert.deepEqual(started, [0, 2]);
    end(2);
    await third;
  });

  it('loses no turn that comes together with an abort', async () => {
    const { started, start, end } = works(new Semaphore(1));
    const leaving = new AbortController();
    const [, second, third] = [start(0), start(1, leaving.signal), start(2)];
    await settled();
    end(0);
    leaving.abort(new RangeError('left'));
    await assert.rejects(second, RangeError);
    await settled();
    assert.deepEqual(started, [0, 2]);
    end(2);
    assert.equal(await third, 2);
  });

  it('starts nothing for who has left already', async () => {
    const semaphore = new Semaphore(1);
    const reason = new RangeError('left');
    await assert.rejects(
      semaphore.run(() => assert.fail('started'), AbortSignal.abort(reason)),
      reason,
    );
  });
});
