import assert from 'node:assert/strict';
import type { Clock } from '../../../src/http/originGate.ts';
import { OriginGate, type Wait } from '../../../src/http/originGate.ts';

/** A clock whose pauses end early by a part of a millisecond, like the timers of Node. */
class EarlyClock implements Clock {
  #now = 0;

  now(): number {
    return this.#now;
  }

  random(): number {
    return 0;
  }

  pause(ms: number): Promise<void> {
    this.#now += Math.max(ms - 0.4, 0.1);
    return Promise.resolve();
  }
}

describe('OriginGate', () => {
  const setUp = () => {
    const waits: Wait['ms'][] = [];
    const gate = new OriginGate(new EarlyClock(), ({ ms }) => {
      waits.push(ms);
      return () => undefined;
    });
    return { waits, gate, run: () => gate.run('portal.test', () => Promise.resolve(), new AbortController().signal) };
  };

  it('tells of a wait once, also when a timer ends a moment early', async () => {
    const { waits, gate, run } = setUp();
    gate.hold(1000);
    await run();
    assert.deepEqual(waits, [1000]);
  });

  it('tells of each wait that a server asks for', async () => {
    const { waits, gate, run } = setUp();
    gate.hold(1000);
    await run();
    gate.hold(2000);
    await run();
    assert.deepEqual(waits, [1000, 2000]);
  });
});
