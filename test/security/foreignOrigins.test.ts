/** S4: where a token goes when a server leads elsewhere (docs/security.md 6 to 8). */
import assert from 'node:assert/strict';
import { Exchange } from '../../src/http/exchange.ts';
import { certificate, type Certificate } from '../faults/certificate.ts';
import { InstantClock, noSignal, releaseAll, undici } from '../faults/client.ts';
import { message, RawServer, type RawRequest } from '../faults/rawServer.ts';
import { Cases } from './cases.ts';

const TOKEN = 'canary-4f1d9c27b8';
const PORTAL = 'portal.test';
const HEADERS = ['Authorization', 'X-CKAN-API-Key'] as const;

/** How another origin differs; `secure`: which of the two is https. */
const ORIGINS = {
  'the scheme, up': { name: PORTAL, secure: [false, true] },
  'the scheme, down': { name: PORTAL, secure: [true, false] },
  'the port': { name: PORTAL, secure: [false, false] },
  'the port of https': { name: PORTAL, secure: [true, true] },
  'the host': { name: 'evil.test', secure: [true, true] },
  'a subdomain': { name: `www.${PORTAL}`, secure: [true, true] },
  'a name that begins the same': { name: `${PORTAL}.evil.test`, secure: [true, true] },
  loopback: { name: '127.0.0.1', secure: [false, false] },
} as const;

/** A POST and a GET of the API, and a file, whose redirects people may have allowed. */
const WAYS = {
  POST: (exchange: Exchange, url: URL, tokenHeader: string) =>
    exchange.fetch({ ...common(url, tokenHeader), method: 'POST', body: '{}' }, (answer) => answer, noSignal),
  GET: (exchange: Exchange, url: URL, tokenHeader: string) =>
    exchange.fetch({ ...common(url, tokenHeader), method: 'GET' }, (answer) => answer, noSignal),
  'a file': async (exchange: Exchange, url: URL, tokenHeader: string) => {
    const request = { ...common(url, tokenHeader), maxBytes: 1000, mayGoTo: () => Promise.resolve(true) };
    const { body } = await exchange.file(request, noSignal);
    for await (const piece of body) piece.at(0);
  },
};

function common(url: URL, tokenHeader: string) {
  return { url, token: TOKEN, tokenHeader, allowPlainHttp: true };
}

function said({ method, target, headers, body }: RawRequest): string {
  return [method, target, ...[...headers].flat(), body].join('\n');
}

describe('S4: a token', function () {
  this.timeout(120_000);
  const cases = new Cases();
  let tls: Certificate;
  before(() => {
    tls = certificate([PORTAL, `*.${PORTAL}`, 'evil.test', `${PORTAL}.evil.test`]);
  });
  afterEach(releaseAll);
  after(() => cases.count('S4', "redirects and retries take the token to the portal's own origin alone"));

  for (const [what, { name, secure }] of Object.entries(ORIGINS))
    it(`doesn't go where ${what} is another one`, async () => {
      const options = (isSecure: boolean) => (isSecure ? { tls } : {});
      const foreign = await RawServer.start((_, socket) => socket.write(message(200, {}, '{}')), options(secure[1]));
      let status = 0;
      const portal = await RawServer.start(
        (_, socket) => socket.write(message(status, { location: foreign.url('/x', name).href })),
        options(secure[0]),
      );
      const transport = undici({ strictSsl: false });
      const exchange = new Exchange({ transport, timeoutMs: () => 5000, clock: new InstantClock() });
      for (status of [301, 302, 303, 307, 308])
        for (const [way, ask] of Object.entries(WAYS))
          for (const header of HEADERS) {
            const [before, after] = [portal.requests.length, foreign.requests.length];
            await ask(exchange, portal.url('/api', PORTAL), header).catch(() => undefined);
            const own = portal.requests.slice(before);
            const others = foreign.requests.slice(after);
            const leaks = others.some((request) => said(request).includes(TOKEN));
            const isSent = own.every(({ headers }) => headers.get(header.toLowerCase()) === TOKEN);
            const isDoubled = own.some((request) => said(request).split(TOKEN).length > 2);
            cases.judge(
              `${what}: ${String(status)} ${way} ${header}`,
              !leaks && isSent && !isDoubled && own.length > 0,
            );
          }
    });

  it('doesn’t go over plain http unless people allowed it, nor with a redirect to it', async () => {
    const plain = await RawServer.start((_, socket) => socket.write(message(200, {}, '{}')));
    const exchange = new Exchange({ transport: undici(), timeoutMs: () => 5000 });
    for (const header of HEADERS) {
      const request = { method: 'GET', url: plain.url('/api', PORTAL), token: TOKEN, tokenHeader: header } as const;
      await exchange.fetch(request, (answer) => answer, noSignal);
      cases.judge(`plain http, ${header}`, !said(plain.requests.at(-1)!).includes(TOKEN));
    }
    assert.equal(plain.requests.length, HEADERS.length);
  });
});
