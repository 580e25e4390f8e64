import assert from 'node:assert/strict';
import { HttpError } from '../../../src/http/errors.ts';
import { SleepWatch } from '../../../src/http/sleepWatch.ts';
import { ask, failure, InstantClock, releaseAll } from '../../faults/client.ts';
import { message, RawServer } from '../../faults/rawServer.ts';

describe('A computer that sleeps while it waits for an answer', () => {
  let now: number;
  let clock: InstantClock;
  beforeEach(() => {
    now = 0;
    clock = new InstantClock();
  });
  afterEach(releaseAll);

  /** A server that ends each of its first connections. `passes` returns the seconds that pass during each. */
  const serverOf = (failures: number, passes: (request: number) => number): Promise<RawServer> => {
    let request = 0;
    return RawServer.start((_, socket) => {
      request += 1;
      now += passes(request) * 1000;
      if (request <= failures) socket.destroy();
      else socket.write(message(200, {}, '{}'));
    });
  };
  const asked = (server: RawServer) => ask(server.url(), { clock, sleepWatch: new SleepWatch(() => now) });

  it('tries on while it wakes up, and counts none of that', async () => {
    const server = await serverOf(9, (request) => (request === 1 ? 3600 : 2));
    assert.equal((await asked(server)).status, 200);
    assert.equal(server.requests.length, 10);
    assert.deepEqual(clock.pauses, Array(9).fill(2000));
  });

  it('counts as always a minute later', async () => {
    const server = await serverOf(Infinity, (request) => (request === 1 ? 3600 : 20));
    assert.equal((await failure(asked(server))).kind, 'closed');
    // There are three tries within the minute, and then five.
    assert.equal(server.requests.length, 8);
  });

  it('has ten tries more, even if the clock stands still', async () => {
    const server = await serverOf(Infinity, (request) => (request === 1 ? 3600 : 0));
    assert.equal((await failure(asked(server))).kind, 'closed');
    assert.equal(server.requests.length, 15);
  });

  for (const [kind, tries] of [
    ['refused', 3],
    ['protocol', 2],
    ['encoding', 2],
  ] as const)
    it(`is no reason for the server's own failure (${kind}): ${tries} tries as always`, async () => {
      let sent = 0;
      const transport = {
        send: (): Promise<never> => {
          sent += 1;
          if (sent === 1) now += 3600_000;
          if (sent > 50) throw new Error('repeated without end');
          return Promise.reject(new HttpError(kind, 'portal.test'));
        },
        dispose: () => Promise.resolve(),
      };
      const sleepWatch = new SleepWatch(() => now);
      const error = await failure(ask(new URL('http://portal.test/'), { clock, sleepWatch, transport }));
      assert.deepEqual([error.kind, sent], [kind, tries]);
    });

  for (const change of [3_600_000, -3_600_000, 86_400_000 * 365])
    it(`is not a clock that is set by ${change} ms: tries are counted as always`, async () => {
      const realNow = Date.now;
      let shift = 0;
      Date.now = () => realNow() + shift;
      const server = await serverOf(Infinity, () => (shift = change));
      try {
        await failure(ask(server.url(), { clock, sleepWatch: new SleepWatch() }));
      } finally {
        Date.now = realNow;
      }
      assert.equal(server.requests.length, 5);
    });

  it('is not one that is busy', async () => {
    const server = await serverOf(Infinity, () => 30);
    await failure(asked(server));
    assert.equal(server.requests.length, 5);
  });
});
