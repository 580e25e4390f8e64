import assert from 'node:assert/strict';
import { GridFocus } from '../../../src/records/gridFocus.ts';

describe('the focus of a grid', () => {
  const settles = async (work: Promise<unknown>, ms: number) => {
    const { promise: late, resolve } = Promise.withResolvers<string>();
    const timer = setTimeout(() => resolve('late'), ms);
    const first = await Promise.race([work.then(() => 'settled'), late]);
    clearTimeout(timer);
    return first;
  };

  it('is known once the commands that were given before have ended, be it badly', async () => {
    const focus = new GridFocus();
    const { promise, reject } = Promise.withResolvers<undefined>();
    const command = focus.during(() => promise);
    const taken = focus.take({}, true);
    assert.equal(await settles(taken, 50), 'late');
    reject(new Error('refused'));
    await assert.rejects(command, /refused/);
    assert.equal(await settles(taken, 900), 'settled');
    assert.equal(await settles(focus.take({}, true), 900), 'settled', 'the next one waits for nothing');
  });

  it('is known after a second, whatever a command still asks or does', async () => {
    const focus = new GridFocus();
    void focus.during(() => new Promise(() => undefined));
    const start = performance.now();
    await focus.take({}, true);
    assert.ok(performance.now() - start > 900);
  });
});
