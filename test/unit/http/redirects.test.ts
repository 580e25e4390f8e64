import assert from 'node:assert/strict';
import { HttpError } from '../../../src/http/errors.ts';
import { FetchTransport } from '../../../src/http/fetchTransport.ts';
import { isRedirect, nextHop } from '../../../src/http/redirects.ts';
import { certificate } from '../../faults/certificate.ts';
import { ask, releaseAll, failure, undici } from '../../faults/client.ts';
import { message, RawServer, type Answer } from '../../faults/rawServer.ts';

const statuses = [301, 302, 303, 307, 308] as const;

describe('nextHop', () => {
  const followed: readonly [string, string, string][] = [
    ['https://portal.test/a/b', '/api/x?y=1', 'https://portal.test/api/x?y=1'],
    ['https://portal.test/a/b', 'c', 'https://portal.test/a/c'],
    ['https://portal.test/a', 'https://portal.test:443/b', 'https://portal.test/b'],
    ['https://portal.test/a', 'https://me:pw@portal.test/b#top', 'https://portal.test/b'],
    ['http://portal.test/a', 'https://portal.test/a', 'https://portal.test/a'],
    ['http://portal.test:8080/a', 'https://portal.test:8443/a', 'https://portal.test:8443/a'],
  ];
  for (const [from, location, to] of followed) {
    it(`${from} -> ${location} is followed`, () => {
      assert.equal(nextHop(new URL(from), location, 0).href, to);
    });
  }

  const refused: readonly [string, string, string][] = [
    ['https://portal.test/', 'https://evil.test/', 'https://evil.test'],
    ['https://portal.test/', '//evil.test/', 'https://evil.test'],
    ['https://portal.test/', 'https://www.portal.test/', 'https://www.portal.test'],
    ['https://portal.test/', 'https://portal.test:8443/', 'https://portal.test:8443'],
    ['https://portal.test/', 'https://portal.test.evil.test/', 'https://portal.test.evil.test'],
    ['https://portal.test/', 'https://portal.test@evil.test/', 'https://evil.test'],
    ['https://portal.test/', 'http://portal.test/', 'http://portal.test'],
    ['http://portal.test/', 'http://portal.test:8080/', 'http://portal.test:8080'],
    ['http://portal.test/', 'https://www.portal.test/', 'https://www.portal.test'],
    ['https://portal.test/', 'http://127.0.0.1/', 'http://127.0.0.1'],
    ['https://portal.test/', 'http://localhost:5000/', 'http://localhost:5000'],
    ['https://portal.test/', 'http://169.254.169.254/latest/meta-data', 'http://169.254.169.254'],
    ['https://portal.test/', 'https://10.0.0.1/', 'https://10.0.0.1'],
    ['https://portal.test/', 'https://[fd00::1]/', 'https://[fd00::1]'],
    ['https://portal.test/', 'file:///etc/passwd', 'file:'],
    ['https://portal.test/', 'data:text/html,x', 'data:'],
    ['https://portal.test/', 'https://', '?'],
  ];
  for (const [from, location, target] of refused) {
    it(`${from} -> ${location} is refused, and both are named`, () => {
      assert.throws(
        () => nextHop(new URL(from), location, 0),
        (error) =>
          error instanceof HttpError &&
          error.kind === 'redirect' &&
          error.host === new URL(from).host &&
          error.target === target &&
          error.message.includes(target),
      );
    });
  }

  it('the sixth hop is refused', () => {
    const url = new URL('https://portal.test/');
    assert.equal(nextHop(url, '/x', 4).pathname, '/x');
    assert.throws(() => nextHop(url, '/x', 5), HttpError);
  });

  it('only these statuses are redirects', () => {
    const redirects = Array.from({ length: 500 }, (_, status) => status + 100).filter(isRedirect);
    assert.deepEqual(redirects, [...statuses]);
  });
});

describe('redirects', () => {
  const start = (answer: Answer, tls = false): Promise<RawServer> =>
    RawServer.start(answer, tls ? { tls: selfSigned } : {});
  let selfSigned: { key: string; cert: string };
  before(() => (selfSigned = certificate(['portal.test'])));
  afterEach(releaseAll);

  const to = (status: number, location: string | URL): Answer => {
    return (request, socket) =>
      request.target.startsWith('/api')
        ? socket.write(message(status, { location: String(location) }, 'moved'))
        : socket.write(message(200, {}, '{"moved":true}'));
  };

  for (const status of statuses) {
    for (const method of ['GET', 'POST'] as const) {
      it(`${status}: the same ${method} is sent again, with token and body`, async () => {
        const server = await start(to(status, '/en/api?x=1'));
        const { url, text, tokenSent } = await ask(server.url('/api'), { method, token: 'secret' });
        assert.deepEqual(
          { text, tokenSent, url: url.href },
          { text: '{"moved":true}', tokenSent: true, url: server.url('/en/api?x=1').href },
        );
        const [first, second] = server.requests;
        assert.deepEqual({ ...second, connection: 0 }, { ...first, target: '/en/api?x=1', connection: 0 });
      });

      it(`${status} ${method} to https on the same host: asked again without the token`, async () => {
        const secure = await start((_request, socket) => socket.write(message(200, {}, '{}')), true);
        const plain = await start(to(status, secure.url('/new', 'portal.test')));
        const transport = undici({ strictSsl: false });
        const asked = { method, token: 'secret', allowPlainHttp: true, transport };
        const { url, tokenSent } = await ask(plain.url('/api', 'portal.test'), asked);
        assert.deepEqual({ url, tokenSent }, { url: secure.url('/new', 'portal.test'), tokenSent: false });
        assert.equal(plain.requests[0]?.headers.get('authorization'), 'secret');
        const [moved] = secure.requests;
        assert.equal(moved?.method, method);
        assert.equal(moved.body, plain.requests[0].body);
        assert.doesNotMatch(JSON.stringify([...moved.headers]), /secret/);
      });

      for (const [what, name] of [
        ['another port', 'portal.test'],
        ['another host', 'evil.test'],
        ['a subdomain', 'www.portal.test'],
      ] as const) {
        it(`${status} ${method} to ${what}: refused, and nothing arrives there`, async () => {
          const foreign = await start((_request, socket) => socket.write(message(200, {}, '{}')));
          const portal = await start(to(status, foreign.url('/new', name)));
          const asked = { method, token: 'secret', allowPlainHttp: true };
          const error = await failure(ask(portal.url('/api', 'portal.test'), asked));
          assert.deepEqual(
            { kind: error.kind, host: error.host, target: error.target },
            { kind: 'redirect', host: portal.url('/', 'portal.test').host, target: foreign.url('/', name).origin },
          );
          assert.equal(portal.requests.length, 1);
          assert.equal(foreign.connections, 0);
        });
      }
    }
  }

  it('a token under another header goes nowhere else either', async () => {
    const secure = await start((_request, socket) => socket.write(message(200, {}, '{}')), true);
    const plain = await start(to(301, secure.url('/new', 'portal.test')));
    const transport = undici({ strictSsl: false });
    const asked = { token: 'secret', tokenHeader: 'X-CKAN-API-Key', allowPlainHttp: true, transport };
    await ask(plain.url('/api', 'portal.test'), asked);
    const [first] = plain.requests;
    assert.deepEqual([first?.headers.get('x-ckan-api-key'), first?.headers.has('authorization')], ['secret', false]);
    assert.doesNotMatch(JSON.stringify([...(secure.requests[0]?.headers ?? [])]), /secret/);
  });

  it('from https to http is refused', async () => {
    const plain = await start((_request, socket) => socket.write(message(200, {}, '{}')));
    const secure = await start(to(301, plain.url('/new', 'portal.test')), true);
    const transport = undici({ strictSsl: false });
    const error = await failure(ask(secure.url('/api', 'portal.test'), { token: 'secret', transport }));
    assert.equal(error.kind, 'redirect');
    assert.equal(plain.connections, 0);
  });

  it('a token that was dropped stays dropped', async () => {
    const secure = await start(
      (request, socket) =>
        request.target === '/new'
          ? socket.write(message(302, { location: '/newer' }))
          : socket.write(message(200, {}, '{}')),
      true,
    );
    const plain = await start(to(301, secure.url('/new', 'portal.test')));
    const asked = { token: 'secret', allowPlainHttp: true, transport: undici({ strictSsl: false }) };
    const { tokenSent } = await ask(plain.url('/api', 'portal.test'), asked);
    assert.equal(tokenSent, false);
    assert.deepEqual(
      secure.requests.map(({ target, headers }) => [target, headers.has('authorization')]),
      [
        ['/new', false],
        ['/newer', false],
      ],
    );
  });

  it('fetch follows nothing by itself either', async () => {
    const foreign = await start((_request, socket) => socket.write(message(200, {}, '{}')));
    const portal = await start(to(302, foreign.url('/new', 'localhost')));
    const error = await failure(ask(portal.url('/api'), { token: 'secret', transport: new FetchTransport() }));
    assert.deepEqual(
      { kind: error.kind, target: error.target },
      { kind: 'redirect', target: foreign.url('/', 'localhost').origin },
    );
    assert.equal(foreign.connections, 0);
  });

  const noBodies: readonly [string, string][] = [
    ['that never comes', 'Content-Length: 5\r\n\r\n'],
    ['in pieces that never come', 'Transfer-Encoding: chunked\r\n\r\n'],
    ['that breaks off after its length', 'Transfer-Encoding: chunked\r\n\r\n5\r\n'],
  ];
  for (const [what, head] of noBodies)
    it(`with a body ${what} is followed after a second, and its connection is closed`, async () => {
      const closed = Promise.withResolvers<undefined>();
      const server = await start((request, socket) => {
        if (request.target !== '/api') return socket.end(message(200, {}, '{"moved":true}'));
        socket.on('close', () => closed.resolve(undefined));
        return socket.write(`HTTP/1.1 302 Found\r\nLocation: /new\r\n${head}`);
      });
      const begun = performance.now();
      assert.equal((await ask(server.url('/api'))).text, '{"moved":true}');
      assert.ok(performance.now() - begun < 5000);
      await closed.promise;
    });

  it('a redirect status without a location is an answer', async () => {
    const server = await start((_request, socket) => socket.write(message(302, {}, 'where to?')));
    const { status, text } = await ask(server.url());
    assert.deepEqual({ status, text }, { status: 302, text: 'where to?' });
  });
});
