import assert from 'node:assert/strict';
import { SharedWork } from '../../../src/base/sharedWork.ts';

/** Work whose end and signal the test controls. */
function work() {
  const started: { signal: AbortSignal; done: (value: string) => void; fail: (error: Error) => void }[] = [];
  const start = (signal: AbortSignal) =>
    new Promise<string>((done, fail) => {
      started.push({ signal, done, fail });
    });
  return { started, start };
}

describe('shared work', () => {
  it('is done once for all who wait at the same time, and again for who comes later', async () => {
    const shared = new SharedWork<number, string>();
    const { started, start } = work();
    const { signal } = new AbortController();
    const both = [shared.join(1, start, signal), shared.join(1, start, signal)];
    started[0]?.done('x');
    assert.deepEqual(await Promise.all(both), ['x', 'x']);
    void shared.join(1, start, signal);
    assert.equal(started.length, 2);
  });

  it('goes on while one of several leaves, and is given up when the last one does', async () => {
    const shared = new SharedWork<number, string>();
    const { started, start } = work();
    const [first, second] = [new AbortController(), new AbortController()];
    const one = shared.join(1, start, first.signal);
    const two = shared.join(1, start, second.signal);
    first.abort(new Error('first left'));
    await assert.rejects(one, /first left/);
    assert.equal(started[0]?.signal.aborted, false);
    second.abort(new Error('second left'));
    await assert.rejects(two, /second left/);
    assert.equal(started[0].signal.aborted, true);
  });

  it('starts anew after it was given up, even if the old work has not noticed', async () => {
    const shared = new SharedWork<number, string>();
    const { started, start } = work();
    const left = new AbortController();
    const one = shared.join(1, start, left.signal);
    left.abort();
    await assert.rejects(one);
    const two = shared.join(1, start, new AbortController().signal);
    started[1]?.done('new');
    started[0]?.fail(new Error('late'));
    assert.equal(await two, 'new');
  });

  it('fails for all who wait', async () => {
    const shared = new SharedWork<number, string>();
    const { started, start } = work();
    const { signal } = new AbortController();
    const both = [shared.join(1, start, signal), shared.join(1, start, signal)];
    started[0]?.fail(new Error('broken'));
    for (const one of both) await assert.rejects(one, /broken/);
  });

  it('ends for all callers at once', async () => {
    const shared = new SharedWork<number, string>();
    const { start } = work();
    const one = shared.join(1, start, new AbortController().signal);
    shared.abortAll(new Error('closed'));
    await assert.rejects(one, /closed/);
  });
});
