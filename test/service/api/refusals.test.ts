/** All combinations of headers but one are refused (docs/security.md 11), without a CORS header. */
import assert from 'node:assert/strict';
import { request as httpRequest, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { sampleFiles, TestDatastore } from '../datastore.ts';

interface Request {
  readonly host: string;
  readonly origin: string | undefined;
  /** Value of the header Sec-Fetch-Site. */
  readonly site: string | undefined;
  readonly token: string | undefined;
  readonly method: string;
  readonly contentType: string | undefined;
  readonly path: string;
}

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

describe('refusals', () => {
  let datastore: TestDatastore;
  let port: number;

  before(async () => {
    datastore = await TestDatastore.open({ lessons: { path: sampleFiles.lessons } });
    port = Number(new URL(datastore.server.baseUrl).port);
  });
  after(() => datastore.close());

  const send = ({ host, origin, site, token, method, contentType, path }: Request) =>
    new Promise<Answer>((resolve, reject) => {
      const headers = {
        Host: host.replace('PORT', String(port)),
        ...(origin !== undefined && { Origin: origin.replace('PORT', String(port)) }),
        ...(site !== undefined && { 'Sec-Fetch-Site': site }),
        ...(token !== undefined && { Authorization: token.replace('TOKEN', datastore.server.token) }),
        ...(contentType !== undefined && { 'Content-Type': contentType }),
      };
      const target = path.replace('ID', datastore.id('lessons'));
      const options = { host: '127.0.0.1', port, method, path: target, headers, agent: false };
      const sent = httpRequest(options, (response: IncomingMessage) => {
        let text = '';
        response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
        response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }));
      });
      sent.on('error', reject);
      sent.end(method === 'POST' ? `{"resource_id":"${datastore.id('lessons')}","limit":1}` : undefined);
    });

  const good: Request = {
    host: '127.0.0.1:PORT',
    origin: undefined,
    site: undefined,
    token: 'TOKEN',
    method: 'POST',
    contentType: 'application/json',
    path: '/api/3/action/datastore_search',
  };
  const hosts = ['127.0.0.1:PORT', 'localhost:PORT', '127.0.0.1', 'evil.example:PORT', '127.0.0.1.evil.example:PORT', '0.0.0.0:PORT', 'localhost:1', '[::1]:PORT', '127.0.0.1:PORT.evil.example']; // prettier-ignore
  const origins = [undefined, 'null', 'http://127.0.0.1:PORT', 'http://localhost:PORT', 'https://evil.example', 'vscode-webview://x', '']; // prettier-ignore
  const sites = [undefined, 'none', 'same-origin', 'same-site', 'cross-site', ''];
  const tokens = ['TOKEN', undefined, '', 'TOKENx', 'Bearer TOKEN', 'wrong'];
  const methods = ['POST', 'GET', 'HEAD', 'OPTIONS', 'PUT', 'DELETE', 'PATCH', 'TRACE'];
  const contentTypes = ['application/json', 'application/json;charset=utf-8', undefined, 'text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'application/jsonp', 'text/plain;application/json']; // prettier-ignore

  /** `curl -d` sends JSON in place of a form's name. */
  const readable = /^application\/(json|x-www-form-urlencoded)(;|$)/;
  const acceptable = ({ host, origin, site, token, method, contentType }: Request) =>
    ['127.0.0.1:PORT', 'localhost:PORT'].includes(host) &&
    origin === undefined &&
    [undefined, 'none'].includes(site) &&
    token === 'TOKEN' &&
    (method !== 'POST' || readable.test(contentType ?? '')) &&
    ['GET', 'HEAD', 'OPTIONS', 'POST'].includes(method);

  const combinations: Request[] = [
    ...hosts.flatMap((host) => origins.map((origin) => ({ ...good, host, origin }))),
    ...origins.flatMap((origin) => tokens.map((token) => ({ ...good, origin, token }))),
    ...sites.flatMap((site) => tokens.map((token) => ({ ...good, site, token }))),
    ...tokens.flatMap((token) => methods.map((method) => ({ ...good, token, method }))),
    ...methods.flatMap((method) => contentTypes.map((contentType) => ({ ...good, method, contentType }))),
  ].map((request) =>
    request.method === 'POST' ? request : { ...request, path: `${request.path}?resource_id=ID&limit=1` },
  );

  it(`${String(combinations.length)} combinations of Host, Origin, token, method and content type`, async () => {
    assert.ok(combinations.length >= 60);
    let passed = 0;
    for (const request of combinations) {
      const { status, headers, text } = await send(request);
      const what = JSON.stringify(request);
      if (acceptable(request)) {
        assert.equal(status, 200, what);
        passed += 1;
      } else {
        assert.ok([400, 403, 405, 415, 421].includes(status), `${what} ${String(status)}`);
        assert.ok(!text.includes('subject'), what);
      }
      assert.deepEqual(
        Object.keys(headers).filter((name) => name.startsWith('access-control')),
        [],
        what,
      );
      if (status !== 400) assert.equal(headers['x-content-type-options'], 'nosniff', what);
    }
    assert.ok(passed > 3);
  });

  for (const [what, change, status] of [
    ['a foreign Host', { host: 'evil.example:PORT' }, 421],
    ['an Origin, even our own', { origin: 'http://127.0.0.1:PORT' }, 403],
    ['no token', { token: undefined }, 403],
    ['a wrong token on an unknown path', { token: 'x', path: '/' }, 403],
    ['no token on OPTIONS', { token: undefined, method: 'OPTIONS' }, 403],
    ['PUT', { method: 'PUT' }, 405],
    ['a text', { contentType: 'text/plain' }, 415],
    ['no content type', { contentType: undefined }, 415],
    [
      'a form from a web page',
      { contentType: 'application/x-www-form-urlencoded', origin: 'https://evil.example' },
      403,
    ],
    ['a form without the token', { contentType: 'application/x-www-form-urlencoded', token: undefined }, 403],
    ['an unknown path', { path: '/', method: 'GET' }, 404],
    ['POST to an unknown path', { path: '/' }, 405],
    ['another version', { path: '/api/2/action/datastore_search' }, 404],
    ['a trailing slash', { path: '/api/3/action/datastore_search/' }, 405],
    ['a path out of the API', { path: '/api/3/action/../../etc/passwd', method: 'GET' }, 404],
    ['an unknown action', { path: '/api/3/action/nope' }, 400],
    ['another case', { path: '/api/3/action/Datastore_Search' }, 400],
    ['an action named after a member of Object', { path: '/api/3/action/constructor' }, 400],
  ] as const)
    it(`${what}: ${String(status)}`, async () => {
      assert.equal((await send({ ...good, ...change })).status, status);
    });

  it('a web page that was allowed nothing learns nothing: 403 comes with CKAN’s error object', async () => {
    const { text } = await send({ ...good, token: undefined });
    assert.deepEqual(JSON.parse(text), {
      success: false,
      error: { __type: 'Authorization Error', message: 'Access denied' },
    });
  });

  for (const head of ['', 'Host:\r\n', 'Host: x\r\nHost: y\r\n'])
    it(`a request whose Host is ${JSON.stringify(head)} gets nothing`, async () => {
      const target = `/api/action/datastore_search?resource_id=${datastore.id('lessons')}`;
      const text = await new Promise<string>((resolve, reject) => {
        const socket = connect(port, '127.0.0.1');
        let answer = '';
        socket.on('data', (chunk) => (answer += chunk.toString()));
        socket.on('end', () => resolve(answer)).on('error', reject);
        socket.end(
          `GET ${target} HTTP/1.1\r\n${head}Authorization: ${datastore.server.token}\r\nConnection: close\r\n\r\n`,
        );
      });
      assert.match(text, /^HTTP\/1\.1 4(00|21) /);
      assert.ok(!text.includes('subject'));
    });

  it('a request of more than 1 MiB: 413', async () => {
    const reply = await datastore.post('datastore_search', { resource_id: 'x', q: 'x'.repeat(1 << 20) });
    assert.equal(reply.status, 413);
  });

  it('a compressed body: 415', async () => {
    const reply = await datastore.send('/api/action/datastore_search', {
      method: 'POST',
      headers: {
        Authorization: datastore.server.token,
        'Content-Type': 'application/json',
        'Content-Encoding': 'gzip',
      },
      body: '{}',
    });
    assert.equal(reply.status, 415);
  });

  for (const body of ['{', '[]', '5', '"text"', 'null'])
    it(`a body ${body} is no object: 400, and CKAN's bare text`, async () => {
      const reply = await datastore.post('datastore_search', body);
      assert.equal(reply.status, 400);
      assert.match(reply.text, /^"Bad request: JSON Error/);
    });

  it('the token is 256 random bits', async () => {
    const other = await TestDatastore.open({});
    const token = other.server.token;
    await other.close();
    assert.equal(Buffer.from(token, 'base64url').length, 32);
    assert.notEqual(token, datastore.server.token);
  });

  it('no other address of this machine answers', async () => {
    const addresses = Object.values(networkInterfaces()).flatMap((list) => list ?? []);
    const others = addresses.filter(({ address }) => address !== '127.0.0.1').map(({ address }) => address);
    for (const address of [...others, '127.0.0.2'])
      await assert.rejects(
        new Promise((resolve, reject) => {
          const socket = connect({ host: address, port, timeout: 2000 }, () => resolve(socket.destroy()));
          socket.on('error', reject).on('timeout', () => socket.destroy(new Error('timeout')));
        }),
        address,
      );
  });
});
