/** The progress of a task that usually ends at once is shown only if people have to wait. */
import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { type Report, withLateProgress } from '../../../src/platform/progress.ts';
import { forever } from '../../../src/base/untilAborted.ts';
import { people } from '../../support/host/vscode.ts';

describe('late progress', () => {
  beforeEach(() => {
    people.forget();
    mock.timers.enable({ apis: ['setTimeout'] });
  });
  afterEach(() => mock.timers.reset());

  /** Lets `ms` pass, with everything that follows. */
  const later = async (ms: number): Promise<void> => {
    mock.timers.tick(ms);
    await setImmediate();
  };

  it('is not seen of a task that ends within half a second, so that a message behind it is not dropped', async () => {
    const { promise, resolve } = Promise.withResolvers<string>();
    const outcome = withLateProgress('Looking', () => promise);
    await later(499);
    resolve('found');
    assert.equal(await outcome, 'found');
    await later(1_000);
    assert.deepEqual(people.progress, []);
  });

  it('is seen of a longer task, begins with its last report, and is over before the task’s outcome is', async () => {
    const { promise, resolve } = Promise.withResolvers<string>();
    let report: Report = () => undefined;
    const order: string[] = [];
    const outcome = withLateProgress('Looking', (_, given) => {
      report = given;
      report('first');
      report('second');
      return promise.finally(() => order.push('task'));
    });
    void outcome.then(() => order.push('outcome'));
    await later(500);
    assert.deepEqual(people.progress, ['Looking', 'second']);
    report('third');
    assert.deepEqual(people.progress, ['Looking', 'second', 'third']);
    resolve('found');
    assert.equal(await outcome, 'found');
    assert.deepEqual(order, ['task', 'outcome']);
  });

  it('fails as its task does, seen or not', async () => {
    const failing = withLateProgress('Looking', () => Promise.reject(new Error('at once')));
    await assert.rejects(failing, { message: 'at once' });
    const { promise, reject } = Promise.withResolvers<string>();
    const outcome = withLateProgress('Looking', () => promise);
    await later(500);
    reject(new Error('late'));
    await assert.rejects(outcome, { message: 'late' });
  });

  it('is cancelled by people: the task ends, and there is no outcome', async () => {
    people.cancels = (title) => title === 'Looking';
    let ended: AbortSignal | undefined;
    const outcome = withLateProgress<string>('Looking', (signal) => {
      ended = signal;
      return forever(signal);
    });
    assert.equal(ended?.aborted, false);
    await later(500);
    assert.equal(await outcome, undefined);
    assert.equal(ended.aborted, true);
  });
});
