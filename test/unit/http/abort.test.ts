import assert from 'node:assert/strict';
import { gzipSync } from 'node:zlib';
import { Exchange, type ExchangeOptions } from '../../../src/http/exchange.ts';
import { FetchTransport } from '../../../src/http/fetchTransport.ts';
import { certificate } from '../../faults/certificate.ts';
import { releaseAll, undici } from '../../faults/client.ts';
import { startProxy } from '../../faults/proxyServer.ts';
import { message, RawServer, type Answer } from '../../faults/rawServer.ts';
import { until } from '../../../tools/vscode/until.ts';

const silent: Answer = () => undefined;
const headOnly: Answer = (_request, socket) => socket.write(message(200, { 'content-length': '100' }, '{'));
const gzipHead: Answer = (_request, socket) => {
  const bytes = gzipSync(Buffer.alloc(100_000));
  const headers = { 'content-encoding': 'gzip', 'content-length': String(bytes.length) };
  socket.write(message(200, headers, bytes.subarray(0, 50)));
};
const busy: Answer = (_request, socket) => socket.write(message(503, {}));
const comeBackLater: Answer = (_request, socket) => socket.write(message(503, { 'retry-after': '5' }));
const stalledRedirect: Answer = (_request, socket) =>
  socket.write(message(302, { location: '/next', 'content-length': '10' }));
const redirectToSilence: Answer = (request, socket) => {
  if (request.target === '/') socket.write(message(302, { location: '/next' }));
};

/** Stage, the server's behaviour, and when the stage is reached. */
const stages: readonly [string, Answer, (server: RawServer) => boolean][] = [
  ['waiting for headers', silent, (server) => server.requests.length === 1],
  ['reading a body', headOnly, (server) => server.requests.length === 1],
  ['reading a compressed body', gzipHead, (server) => server.requests.length === 1],
  ['waiting to ask again', busy, (server) => server.requests.length >= 2],
  ['waiting as long as the server asked', comeBackLater, (server) => server.requests.length === 1],
  ['reading the body of a redirect', stalledRedirect, (server) => server.requests.length >= 1],
  ['waiting after a redirect', redirectToSilence, (server) => server.requests.length === 2],
];

describe('abort within 200 ms', function () {
  this.timeout(10_000);
  afterEach(releaseAll);

  for (const [stage, answer, arrived] of stages) {
    for (const [name, transport] of [
      ['undici', () => undici()],
      ['fetch', () => new FetchTransport()],
    ] as const) {
      it(`${stage}, over ${name}`, async () => {
        const server = await RawServer.start(answer);
        await abortOnce(() => arrived(server), server.url(), { transport: transport() });
        if (server.requests.length === 1 && answer !== comeBackLater) {
          await until(() => server.open === 0, 'the connection with the unread answer is given up');
        }
      });
    }
  }

  it('looking up a name', async () => {
    let asked = false;
    const transport = undici({}, { lookup: () => (asked = true) });
    await abortOnce(() => asked, new URL('http://portal.test/'), { transport });
  });

  it('shaking hands', async () => {
    const mute = await RawServer.start(silent);
    const url = new URL(`https://portal.test:${mute.port}/`);
    await abortOnce(() => mute.connections === 1, url, { transport: undici() });
  });

  it('waiting for a proxy to connect', async () => {
    const mute = await RawServer.start(silent);
    const transport = undici({ proxy: mute.url().origin });
    await abortOnce(() => mute.requests[0]?.method === 'CONNECT', new URL('https://portal.test/'), { transport });
  });

  it('waiting for headers through a proxy', async () => {
    const server = await RawServer.start(silent, { tls: certificate(['portal.test']) });
    const proxy = await startProxy();
    const transport = undici({ proxy: proxy.url().origin, strictSsl: false });
    await abortOnce(() => server.requests.length === 1, server.url('/', 'portal.test'), { transport });
  });

  it('before anything was sent', async () => {
    const server = await RawServer.start(silent);
    const exchange = new Exchange({ transport: undici(), timeoutMs: () => 5000 });
    const reason = new Error('stopped');
    const asking = exchange.fetch({ method: 'GET', url: server.url() }, (answer) => answer, AbortSignal.abort(reason));
    await assert.rejects(asking, (error) => error === reason);
    assert.equal(server.connections, 0);
  });

  it('ends with the reason as it was given, also when a budget runs beside it', async () => {
    const server = await RawServer.start(silent);
    const controller = new AbortController();
    const exchange = new Exchange({ transport: undici(), timeoutMs: () => 60_000 });
    const asking = exchange.fetch({ method: 'GET', url: server.url() }, (answer) => answer, controller.signal);
    controller.abort('a word, not an error');
    await assert.rejects(asking, (error) => error === 'a word, not an error');
  });
});

/** Sends a request, waits for the stage, aborts, and checks that the request ends in time with the abort's reason. */
async function abortOnce(arrived: () => boolean, url: URL, options: Pick<ExchangeOptions, 'transport'>): Promise<void> {
  const controller = new AbortController();
  const reason = new Error('stopped by the person');
  const exchange = new Exchange({ timeoutMs: () => 60_000, ...options });
  const ended = exchange
    .fetch({ method: 'POST', url, body: '{}' }, (answer) => answer, controller.signal)
    .then(
      () => undefined,
      (error: unknown) => ({ error, at: performance.now() }),
    );
  await until(arrived, 'the stage is reached');
  const abortedAt = performance.now();
  controller.abort(reason);
  const end = await ended;
  assert.equal(end?.error, reason);
  assert.ok(end.at - abortedAt <= 200, `took ${end.at - abortedAt} ms`);
}
