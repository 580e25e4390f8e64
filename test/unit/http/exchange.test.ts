import assert from 'node:assert/strict';
import { FetchTransport } from '../../../src/http/fetchTransport.ts';
import { ask, releaseAll, failure, InstantClock, undici } from '../../faults/client.ts';
import { message, RawServer, type Answer } from '../../faults/rawServer.ts';

describe('Exchange', () => {
  let server: RawServer;
  const serve = async (answer: Answer): Promise<RawServer> => (server = await RawServer.start(answer));
  const answerWell: Answer = (_request, socket) => socket.write(message(200, { 'x-portal': 'one' }, '{"a":"ü"}'));
  afterEach(releaseAll);

  it('POST: one request with exactly these headers and the body as it was given', async () => {
    await serve(answerWell);
    const body = '{"resource_id": "r", "filters": {"ä": 1.10}}';
    await ask(server.url('/api/action/datastore_search?x=1'), { body, userAgent: 'datastore-explorer/1.2.3' });
    assert.equal(server.requests.length, 1);
    const [request] = server.requests;
    assert.equal(request?.target, '/api/action/datastore_search?x=1');
    assert.equal(request.body, body);
    assert.deepEqual(Object.fromEntries(request.headers), {
      host: server.url().host,
      connection: 'keep-alive',
      accept: 'application/json',
      'accept-encoding': 'gzip, br',
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(body)),
      'user-agent': 'datastore-explorer/1.2.3',
    });
  });

  it('GET: no body, and nothing that speaks of one', async () => {
    await serve(answerWell);
    await ask(server.url(), { method: 'GET' });
    const [request] = server.requests;
    assert.deepEqual([request?.method, request?.body], ['GET', '']);
    assert.equal(request?.headers.has('content-type'), false);
  });

  for (const [name, transport] of [
    ['undici', () => undici()],
    ['fetch', () => new FetchTransport()],
  ] as const) {
    it(`the answer, over ${name}`, async () => {
      await serve(answerWell);
      const answer = await ask(server.url('/x'), { transport: transport() });
      assert.deepEqual(
        { ...answer, headers: answer.headers.get('x-portal'), elapsedMs: answer.elapsedMs > 0 },
        {
          status: 200,
          headers: 'one',
          text: '{"a":"ü"}',
          pieces: ['{"a":"ü"}'],
          url: server.url('/x'),
          tokenSent: false,
          lossyUtf8: false,
          elapsedMs: true,
        },
      );
    });

    it(`27: no first byte in time ends after one repeat, over ${name}`, async () => {
      await serve(() => undefined);
      const start = performance.now();
      const options = { transport: transport(), timeoutMs: () => 150 };
      const error = await failure(ask(server.url(), options));
      assert.deepEqual({ kind: error.kind, host: error.host }, { kind: 'timeout', host: server.url().host });
      assert.ok(performance.now() - start < 1000);
      assert.equal(server.requests.length, 2);
    });

    it(`27: nor is it repeated as it was where fewer records can be asked for, over ${name}`, async () => {
      await serve(() => undefined);
      const options = { transport: transport(), timeoutMs: () => 150, canAskForFewer: true };
      assert.equal((await failure(ask(server.url(), options))).kind, 'timeout');
      assert.equal(server.requests.length, 1);
    });

    it(`29: an answer that drips for longer than both limits is read, over ${name}`, async () => {
      await serve((_request, socket) => {
        socket.write(message(200, { 'content-length': '20' }));
        let left = 20;
        const drip = setInterval(() => {
          socket.write('x');
          left -= 1;
          if (left === 0) clearInterval(drip);
        }, 30);
        socket.on('close', () => clearInterval(drip));
      });
      const limits = { timeoutMs: () => 300, silenceMs: 300 };
      const { text, elapsedMs } = await ask(server.url(), { transport: transport(), ...limits });
      assert.equal(text, 'x'.repeat(20));
      assert.ok(elapsedMs > 500, String(elapsedMs));
    });

    it(`28: an answer that falls silent has stalled, over ${name}`, async () => {
      await serve((_request, socket) => socket.write(message(200, { 'content-length': '20' }, '{"a":')));
      const limits = { timeoutMs: () => 5000, silenceMs: 100 };
      const error = await failure(ask(server.url(), { transport: transport(), ...limits }));
      assert.deepEqual([error.kind, server.requests.length], ['stalled', 2]);
    });
  }

  it('the time limit is that of each try: five of them may take longer together', async () => {
    const clock = new InstantClock();
    await serve((_request, socket) => setTimeout(() => socket.end(), 60));
    const error = await failure(ask(server.url(), { clock, timeoutMs: () => 200 }));
    assert.deepEqual([error.kind, server.requests.length], ['closed', 5]);
  });

  it('a redirect whose body stops is followed after the limit of silence', async () => {
    await serve((request, socket) =>
      socket.write(
        request.target === '/' ? message(302, { location: '/next', 'content-length': '10' }) : message(200, {}, '{}'),
      ),
    );
    assert.equal((await ask(server.url('/'), { silenceMs: 100 })).status, 200);
  });

  it('a limit beyond what timers can hold is no limit', async () => {
    await serve((_request, socket) => setTimeout(() => socket.write(message(200, {}, '{}')), 50));
    assert.equal((await ask(server.url(), { timeoutMs: () => Infinity })).status, 200);
  });

  it('an error of the program is not taken for a failure of the network', async () => {
    await serve(answerWell);
    const send = (): Promise<never> => Promise.reject(new TypeError('a bug'));
    const transport = { send, dispose: () => Promise.resolve() };
    await assert.rejects(ask(server.url(), { transport }), TypeError);
  });

  it('the log tells each try and each redirect, and no secret', async () => {
    let asked = 0;
    await serve((request, socket) => {
      const first = asked++ === 0;
      const moved = request.target === '/api?q=private';
      if (first) socket.end();
      else socket.write(message(moved ? 307 : 200, moved ? { location: '/en?q=private' } : {}, '{}'));
    });
    const lines: string[] = [];
    const secrets = { token: 'secret', body: '{"q":"private"}' };
    await ask(server.url('/api?q=private'), { ...secrets, log: (line) => lines.push(line) });
    const origin = server.url().origin;
    assert.deepEqual(
      lines.map((line) => line.replace(/\d+ ms/, 'N ms')),
      [
        `POST ${origin}/api: ${server.url().host}: UND_ERR_SOCKET`,
        `POST ${origin}/api: 307 to ${origin}/en`,
        `POST ${origin}/api: 200 (N ms)`,
      ],
    );
  });
});
