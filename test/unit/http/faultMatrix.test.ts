import assert from 'node:assert/strict';
import type { LookupFunction } from 'node:net';
import { Exchange } from '../../../src/http/exchange.ts';
import { FetchTransport } from '../../../src/http/fetchTransport.ts';
import { ask, releaseAll, failure, InstantClock, noSignal, undici } from '../../faults/client.ts';
import { faults, PAGE, unseenCuts, type Fault } from '../../faults/faults.ts';
import { message, RawServer, type Answer } from '../../faults/rawServer.ts';

const impatient = { headersMs: 150, bodyIdleMs: 150, connectMs: 150 };
const good: Answer = (_request, socket) => socket.write(message(200, {}, PAGE));

/** Faults hidden by fetch: its own gunzip accepts a cut and an unknown encoding, and its time limits can't be set. */
const hiddenByFetch = [
  'silence',
  'headers that never end',
  'body stalls',
  'gzip cut, length fits',
  'unknown encoding',
  'six encodings',
];

describe('fault matrix', function () {
  // undici's own timers tick every half second.
  this.timeout(10_000);
  afterEach(releaseAll);

  for (const { row, what, answer, ends, tries } of faults) {
    it(`${row}: ${what} ends as ${ends} after ${tries} tries`, async () => {
      const server = await RawServer.start(answer);
      const asking = ask(server.url('/api'), { transport: undici({}, impatient) });
      if (typeof ends === 'number') {
        assert.equal((await asking).status, ends);
      } else {
        const error = await failure(asking);
        assert.equal(error.kind, ends, error.message);
        assert.equal(error.host, server.url().host);
      }
      assert.equal(server.requests.length, tries);
    });
  }

  for (const { row, what, answer } of faults.filter(isTemporary)) {
    it(`${row}: ${what} once, without a message`, async () => {
      let asked = 0;
      const server = await RawServer.start((request, socket) => (asked++ === 0 ? answer : good)(request, socket));
      const { status, text } = await ask(server.url(), { transport: undici({}, impatient) });
      assert.deepEqual({ status, text, asked }, { status: 200, text: PAGE, asked: 2 });
    });
  }

  for (const { row, what, answer } of unseenCuts) {
    it(`${row}: ${what} is a short answer without an error`, async () => {
      const server = await RawServer.start(answer);
      const { status, text } = await ask(server.url());
      assert.deepEqual({ status, text }, { status: 200, text: PAGE.slice(0, 30) });
    });
  }

  for (const { row, what, answer, ends, tries } of faults.filter((fault) => !hiddenByFetch.includes(fault.what))) {
    it(`${row}: ${what}, over fetch`, async () => {
      const server = await RawServer.start(answer);
      const asking = ask(server.url('/api'), { transport: new FetchTransport() });
      const ended = typeof ends === 'number' ? (await asking).status : (await failure(asking)).kind;
      assert.deepEqual({ ended, tries: server.requests.length }, { ended: ends, tries });
    });
  }

  const lookups: readonly [number, string, LookupFunction, string][] = [
    [1, 'unknown name', failingLookup('ENOTFOUND'), 'dns'],
    [1, 'name server that does not answer', failingLookup('EAI_AGAIN'), 'dns'],
    [2, 'connect that hangs', () => undefined, 'connectTimeout'],
  ];
  for (const [row, what, lookup, kind] of lookups) {
    it(`${row}: ${what} ends as ${kind} after 2 tries`, async () => {
      const clock = new InstantClock();
      const transport = undici({}, { ...impatient, lookup });
      const error = await failure(ask(new URL('http://portal.test/api'), { transport, clock }));
      assert.deepEqual({ kind: error.kind, host: error.host }, { kind, host: 'portal.test' });
      assert.equal(clock.pauses.length, 1);
    });
  }

  it('3: nothing listens, which is told after two short waits', async () => {
    const server = await RawServer.start(good);
    const url = server.url();
    await server.close();
    const clock = new InstantClock();
    const error = await failure(ask(url, { clock }));
    assert.deepEqual({ kind: error.kind, host: error.host }, { kind: 'refused', host: url.host });
    assert.deepEqual(clock.pauses, [250, 500]);
  });

  it('7: a kept connection that closes as the next request arrives is replaced at once', async () => {
    let asked = 0;
    const server = await RawServer.start((request, socket) => {
      if (asked++ === 1) socket.end();
      else good(request, socket);
    });
    const clock = new InstantClock();
    const exchange = new Exchange({ transport: undici(), timeoutMs: () => 5000, clock });
    const request = { method: 'POST', url: server.url(), body: '{}' } as const;
    await exchange.fetch(request, (answer) => answer, noSignal);
    await freed();
    const { text } = await exchange.fetch(request, (answer) => answer, noSignal);
    assert.equal(text, PAGE);
    assert.deepEqual(clock.pauses, [0]);
    assert.deepEqual(
      server.requests.map(({ connection }) => connection),
      [0, 0, 1],
    );
  });

  it('32: a server that compresses badly is asked for the plain text', async () => {
    const server = await RawServer.start((request, socket) => {
      const broken = request.headers.get('accept-encoding') !== 'identity';
      socket.write(message(200, broken ? { 'content-encoding': 'gzip' } : {}, PAGE));
    });
    assert.equal((await ask(server.url())).text, PAGE);
    assert.equal(server.requests.length, 2);
  });

  it('74: bodies of refused and repeated answers do not hold their connections', async () => {
    let asked = 0;
    const server = await RawServer.start((request, socket) => {
      if (asked++ % 2 === 1) good(request, socket);
      else socket.write(message(503, {}, 'x'.repeat(100_000)));
    });
    const transport = undici();
    for (let round = 0; round < 5; round++) {
      await ask(server.url(), { transport });
      await freed();
    }
    // There are two connections, because a retry without a pause comes before undici has released the first.
    assert.equal(server.connections, 2);
  });
});

/** Waits until undici has released a connection, which it does one turn of the event loop after the answer. */
async function freed(): Promise<void> {
  await new Promise(setImmediate);
  await new Promise(setImmediate);
}

/** Whether a retry can cure the fault. */
function isTemporary({ ends, tries }: Fault): boolean {
  return tries > 1 && ends !== 'redirect';
}

function failingLookup(code: string): LookupFunction {
  return (name, _options, callback) => {
    callback(Object.assign(new Error(`getaddrinfo ${code} ${name}`), { code }), '');
  };
}
