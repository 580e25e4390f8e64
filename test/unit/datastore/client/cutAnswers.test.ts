import assert from 'node:assert/strict';
import { DatastoreClient } from '../../../../src/datastore/client/client.ts';
import { Exchange } from '../../../../src/http/exchange.ts';
import { failure, InstantClock, noSignal, releaseAll, undici } from '../../../faults/client.ts';
import { unseenCuts } from '../../../faults/faults.ts';
import { message, RawServer, type Answer } from '../../../faults/rawServer.ts';

const GOOD = '{"success": true, "result": {"fields": [{"id": "a"}], "records": [{"a": 1}], "total": 1}}';

describe('an answer whose end is missing, though HTTP doesn’t show it', () => {
  afterEach(releaseAll);

  const search = (server: RawServer) => {
    const exchange = new Exchange({ transport: undici(), timeoutMs: () => 10_000, clock: new InstantClock() });
    const access = () => Promise.resolve({ baseUrl: server.url().origin });
    return new DatastoreClient({ exchange, access }).search({ resourceId: 'r' }, undefined, noSignal);
  };

  for (const { what, answer } of unseenCuts) {
    it(`is asked for again and then said to be cut: ${what}`, async () => {
      const server = await RawServer.start(answer);
      const { kind, host } = await failure(search(server));
      assert.deepEqual(
        { kind, host, asked: server.requests.length },
        { kind: 'truncated', host: server.url().host, asked: 5 },
      );
    });

    it(`is not noticed when it comes whole the next time: ${what}`, async () => {
      let asked = 0;
      const whole: Answer = (_request, socket) => socket.write(message(200, {}, GOOD));
      const server = await RawServer.start((request, socket) => (asked++ === 0 ? answer : whole)(request, socket));
      assert.deepEqual((await search(server)).rows, [[1]]);
      assert.equal(asked, 2);
    });
  }
});
