import assert from 'node:assert/strict';
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

  /** A server that ends each of its first connections; `passes`: seconds that pass during each. */
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
    // Three within the minute, and then five tries.
    assert.equal(server.requests.length, 8);
  });

  it('is not one that is busy', async () => {
    const server = await serverOf(Infinity, () => 30);
    await failure(asked(server));
    assert.equal(server.requests.length, 5);
  });
});
