import assert from 'node:assert/strict';
import { certificate, type Certificate } from '../../faults/certificate.ts';
import { ask, releaseAll, failure, undici } from '../../faults/client.ts';
import { startProxy } from '../../faults/proxyServer.ts';
import { message, RawServer, type Answer } from '../../faults/rawServer.ts';

const answerWell: Answer = (_request, socket) => socket.write(message(200, {}, '{"success":true}'));

describe('through a proxy', () => {
  let selfSigned: Certificate;
  before(() => (selfSigned = certificate(['portal.test'])));
  afterEach(releaseAll);
  const portal = (tls: boolean): Promise<RawServer> => RawServer.start(answerWell, tls ? { tls: selfSigned } : {});

  it('a plain portal is asked for by its whole address', async () => {
    const server = await portal(false);
    const proxy = await startProxy();
    const transport = undici({ proxy: proxy.url().origin });
    const { text } = await ask(server.url('/api?x=1', 'portal.test'), { transport });
    assert.equal(text, '{"success":true}');
    assert.equal(proxy.requests[0]?.target, server.url('/api?x=1', 'portal.test').href);
    assert.equal(server.requests[0]?.body, '{"resource_id":"r"}');
  });

  it('a secure portal is reached through a tunnel that the proxy cannot read', async () => {
    const server = await portal(true);
    const proxy = await startProxy();
    const transport = undici({ proxy: proxy.url().origin, strictSsl: false });
    const { tokenSent } = await ask(server.url('/api', 'portal.test'), { transport, token: 'secret' });
    assert.equal(tokenSent, true);
    assert.equal(server.requests[0]?.headers.get('authorization'), 'secret');
    assert.deepEqual(
      proxy.requests.map(({ method, target }) => ({ method, target })),
      [{ method: 'CONNECT', target: server.url('/', 'portal.test').host }],
    );
    assert.doesNotMatch(JSON.stringify([...(proxy.requests[0]?.headers ?? [])]), /secret/);
  });

  it('a proxy that is itself secure', async () => {
    const proxy = await startProxy({ tls: selfSigned });
    const transport = undici({
      proxy: proxy.url('/', 'proxy.test').origin,
      strictSsl: false,
      systemCertificates: true,
    });
    for (const server of [await portal(false), await portal(true)]) {
      assert.equal((await ask(server.url('/', 'portal.test'), { transport })).status, 200);
    }
  });

  const logins: readonly [string, string, string | undefined, string][] = [
    ['the setting', '', 'Basic c2V0dGluZw==', 'Basic c2V0dGluZw=='],
    ['the address of the proxy', 'me:pa%20ss@', undefined, `Basic ${Buffer.from('me:pa ss').toString('base64')}`],
    ['the setting before the address', 'me:pass@', 'Basic c2V0dGluZw==', 'Basic c2V0dGluZw=='],
  ];
  for (const [what, userinfo, proxyAuthorization, sent] of logins) {
    for (const tls of [false, true]) {
      it(`logs in with ${what}, ${tls ? 'https' : 'http'}, and the portal does not see it`, async () => {
        const server = await portal(tls);
        const proxy = await startProxy();
        const transport = undici({
          proxy: `http://${userinfo}127.0.0.1:${proxy.port}`,
          strictSsl: false,
          ...(proxyAuthorization !== undefined && { proxyAuthorization }),
        });
        await ask(server.url('/', 'portal.test'), { transport });
        assert.equal(proxy.requests[0]?.headers.get('proxy-authorization'), sent);
        assert.equal(server.requests[0]?.headers.has('proxy-authorization'), false);
      });
    }
  }

  for (const [status, url] of [
    [407, 'http://portal.test/api'],
    [407, 'https://portal.test/api'],
    [502, 'https://portal.test/api'],
  ] as const) {
    it(`25: ${status} for ${url} is the proxy's refusal, not a cancel`, async () => {
      const proxy = await startProxy({ status });
      const transport = undici({ proxy: proxy.url().origin });
      const error = await failure(ask(new URL(url), { transport }));
      assert.deepEqual(
        { kind: error.kind, host: error.host, status: error.status },
        { kind: status === 407 ? 'proxyLogin' : 'proxy', host: proxy.url().host, status },
      );
      assert.equal(proxy.requests.length, 1);
    });
  }

  for (const scheme of ['http', 'https']) {
    it(`23: a proxy where nothing listens is named, ${scheme}`, async () => {
      const proxy = await startProxy();
      const { host, origin } = proxy.url();
      await proxy.close();
      const error = await failure(ask(new URL(`${scheme}://portal.test/`), { transport: undici({ proxy: origin }) }));
      assert.deepEqual({ kind: error.kind, host: error.host }, { kind: 'proxy', host });
    });
  }

  it('a proxy that closes without a word', async () => {
    const proxy = await RawServer.start((_request, socket) => socket.end());
    const transport = undici({ proxy: proxy.url().origin });
    const error = await failure(ask(new URL('https://portal.test/'), { transport }));
    assert.deepEqual({ kind: error.kind, host: error.host }, { kind: 'proxy', host: proxy.url().host });
  });

  it('the certificate of the portal is checked through the tunnel too', async () => {
    const server = await portal(true);
    const proxy = await startProxy();
    const transport = undici({ proxy: proxy.url().origin });
    const error = await failure(ask(server.url('/', 'portal.test'), { transport }));
    assert.deepEqual(
      { kind: error.kind, host: error.host },
      { kind: 'tlsIssuer', host: server.url('/', 'portal.test').host },
    );
    assert.equal(server.requests.length, 0);
  });

  it('26: loopback and exceptions do not go through it', async () => {
    const server = await portal(false);
    const proxy = await startProxy();
    const transport = undici({ proxy: proxy.url().origin, noProxy: ['intranet.test'] });
    await ask(server.url('/'), { transport, token: 'secret' });
    await ask(server.url('/', 'localhost'), { transport });
    await ask(server.url('/', 'intranet.test'), { transport });
    assert.equal(proxy.connections, 0);
    assert.equal(server.requests.length, 3);
  });
});
