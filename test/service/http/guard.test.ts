/** Sends raw requests as no well-behaved client does, also to a server without a token (docs/security.md 11 and 14). */
import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { refusalOf } from '../../../src/service/http/guard.ts';
import { sampleFiles, TestDatastore } from '../datastore.ts';

/** Resolves with what arrives until the server closes or sends nothing more. */
function exchange(port: number, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    let answer = '';
    socket.setEncoding('latin1').on('data', (chunk: string) => (answer += chunk));
    socket.on('error', reject).on('close', () => resolve(answer));
    socket.setTimeout(10_000, () => socket.destroy(new Error('no end')));
    socket.write(text, 'latin1');
  });
}

describe('over raw sockets', () => {
  let datastore: TestDatastore;
  let port: number;

  before(async () => {
    datastore = await TestDatastore.open({ lessons: { path: sampleFiles.lessons } });
    port = Number(new URL(datastore.server.baseUrl).port);
  });
  after(() => datastore.close());

  const PATH = '/api/3/action/datastore_search?resource_id=ID&limit=1';
  const HOST = 'Host: 127.0.0.1:PORT\r\n';
  const TOKEN = 'Authorization: TOKEN\r\n';
  const END = 'Connection: close\r\n\r\n';
  const ask = async (text: string) =>
    exchange(
      port,
      text
        .replaceAll('PORT', String(port))
        .replaceAll('TOKEN', datastore.server.token)
        .replaceAll('ID', datastore.id('lessons')),
    );

  for (const [what, request] of [
    ['HTTP/1.1', `GET ${PATH} HTTP/1.1\r\n${HOST}${TOKEN}${END}`],
    ['HTTP/1.0 with Host', `GET ${PATH} HTTP/1.0\r\n${HOST}${TOKEN}\r\n`],
    ['header names in lower case', `GET ${PATH} HTTP/1.1\r\nhost: 127.0.0.1:PORT\r\nauthorization: TOKEN\r\n${END}`],
    ['Host localhost', `GET ${PATH} HTTP/1.1\r\nHost: localhost:PORT\r\n${TOKEN}${END}`],
  ] as const)
    it(`${what} is answered`, async () => {
      assert.match(await ask(request), /^HTTP\/1\.1 200 .*"subject"/s);
    });

  for (const [what, request, status] of [
    ['no Host', `GET ${PATH} HTTP/1.1\r\n${TOKEN}${END}`, 400],
    ['no Host in HTTP/1.0', `GET ${PATH} HTTP/1.0\r\n${TOKEN}\r\n`, 421],
    ['an empty Host', `GET ${PATH} HTTP/1.1\r\nHost:\r\n${TOKEN}${END}`, 421],
    ['two Hosts, ours first', `GET ${PATH} HTTP/1.1\r\n${HOST}Host: evil.example\r\n${TOKEN}${END}`, 400],
    ['two Hosts, ours last', `GET ${PATH} HTTP/1.1\r\nHost: evil.example\r\n${HOST}${TOKEN}${END}`, 421],
    ['the same Host twice', `GET ${PATH} HTTP/1.1\r\n${HOST}${HOST}${TOKEN}${END}`, 400],
    ['Host without the port', `GET ${PATH} HTTP/1.1\r\nHost: 127.0.0.1\r\n${TOKEN}${END}`, 421],
    ['Host with another port', `GET ${PATH} HTTP/1.1\r\nHost: 127.0.0.1:1\r\n${TOKEN}${END}`, 421],
    ['Host in IPv6', `GET ${PATH} HTTP/1.1\r\nHost: [::1]:PORT\r\n${TOKEN}${END}`, 421],
    ['Host in mapped IPv6', `GET ${PATH} HTTP/1.1\r\nHost: [::ffff:127.0.0.1]:PORT\r\n${TOKEN}${END}`, 421],
    ['Host as a number', `GET ${PATH} HTTP/1.1\r\nHost: 2130706433:PORT\r\n${TOKEN}${END}`, 421],
    ['Host with a dot behind', `GET ${PATH} HTTP/1.1\r\nHost: localhost.:PORT\r\n${TOKEN}${END}`, 421],
    ['Host with a user', `GET ${PATH} HTTP/1.1\r\nHost: x@127.0.0.1:PORT\r\n${TOKEN}${END}`, 421],
    ['a rebinding name', `GET ${PATH} HTTP/1.1\r\nHost: 7f000001.c0a80001.rbndr.us:PORT\r\n${TOKEN}${END}`, 421],
    ['an absolute target', `GET http://127.0.0.1:PORT${PATH} HTTP/1.1\r\n${HOST}${TOKEN}${END}`, 404],
    ['an absolute target elsewhere', `GET http://evil.example${PATH} HTTP/1.1\r\n${HOST}${TOKEN}${END}`, 404],
    [
      'an absolute target, Host elsewhere',
      `GET http://127.0.0.1:PORT${PATH} HTTP/1.1\r\nHost: evil.example\r\n${TOKEN}${END}`,
      421,
    ],
    ['CONNECT', `CONNECT 127.0.0.1:PORT HTTP/1.1\r\n${HOST}${TOKEN}${END}`, 0],
    ['Upgrade', `GET ${PATH} HTTP/1.1\r\n${HOST}Connection: Upgrade, close\r\nUpgrade: websocket\r\n\r\n`, 403],
    ['h2c', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 400],
    ['Origin null', `GET ${PATH} HTTP/1.1\r\n${HOST}${TOKEN}Origin: null\r\n${END}`, 403],
    ['an empty Origin', `GET ${PATH} HTTP/1.1\r\n${HOST}${TOKEN}Origin:\r\n${END}`, 403],
    ['a cross-site fetch', `GET ${PATH} HTTP/1.1\r\n${HOST}${TOKEN}Sec-Fetch-Site: cross-site\r\n${END}`, 403],
    [
      'a preflight',
      `OPTIONS ${PATH} HTTP/1.1\r\n${HOST}Origin: https://evil.example\r\nAccess-Control-Request-Method: POST\r\nAccess-Control-Request-Headers: authorization\r\nAccess-Control-Request-Private-Network: true\r\n${END}`,
      403,
    ],
    ['no token', `GET ${PATH} HTTP/1.1\r\n${HOST}${END}`, 403],
    ['an empty token', `GET ${PATH} HTTP/1.1\r\n${HOST}Authorization:\r\n${END}`, 403],
    ['Bearer', `GET ${PATH} HTTP/1.1\r\n${HOST}Authorization: Bearer TOKEN\r\n${END}`, 403],
    ['two tokens', `GET ${PATH} HTTP/1.1\r\n${HOST}Authorization: x\r\n${TOKEN}${END}`, 400],
    ['the token in the target', `GET ${PATH}&token=TOKEN&Authorization=TOKEN HTTP/1.1\r\n${HOST}${END}`, 403],
    ['the token in a cookie', `GET ${PATH} HTTP/1.1\r\n${HOST}Cookie: Authorization=TOKEN\r\n${END}`, 403],
    ['the token as X-CKAN-API-Key', `GET ${PATH} HTTP/1.1\r\n${HOST}X-CKAN-API-Key: TOKEN\r\n${END}`, 403],
    [
      'Content-Length and Transfer-Encoding',
      `POST ${PATH} HTTP/1.1\r\n${HOST}${TOKEN}Content-Type: application/json\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
      400,
    ],
    [
      'two lengths',
      `POST ${PATH} HTTP/1.1\r\n${HOST}${TOKEN}Content-Type: application/json\r\nContent-Length: 0\r\nContent-Length: 5\r\n\r\n`,
      400,
    ],
    [
      'an unknown Transfer-Encoding',
      `POST ${PATH} HTTP/1.1\r\n${HOST}${TOKEN}Content-Type: application/json\r\nTransfer-Encoding: xchunked\r\n\r\n`,
      400,
    ],
    ['HTTP/0.9', `GET ${PATH}\r\n\r\n`, 421],
    ['a header with a space in its name', `GET ${PATH} HTTP/1.1\r\n${HOST}Authorization : TOKEN\r\n${END}`, 400],
    ['a folded header', `GET ${PATH} HTTP/1.1\r\n${HOST}X: a\r\n Authorization: TOKEN\r\n${END}`, 400],
    ['NUL in a header', `GET ${PATH} HTTP/1.1\r\n${HOST}X: \0\r\n${TOKEN}${END}`, 400],
    ['32 KiB of headers', `GET ${PATH} HTTP/1.1\r\n${HOST}${TOKEN}X: ${'x'.repeat(32_768)}\r\n${END}`, 431],
    ['TLS', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03', 400],
    ['noise', '\0\xff\xfe\r\n\r\n', 400],
  ] as const)
    it(`${what}: ${status === 0 ? 'no answer' : String(status)}`, async () => {
      const answer = await ask(request);
      if (status === 0) assert.equal(answer, '');
      else assert.equal(Number(/^HTTP\/1\.1 (\d+) /.exec(answer)?.[1]), status, answer);
      assert.ok(!answer.includes('subject'));
      assert.doesNotMatch(answer, /access-control/i);
      assert.ok(!answer.includes(datastore.server.token));
    });

  it('what is behind a refused request on the same connection is not read as a request', async () => {
    const hidden = `GET ${PATH} HTTP/1.1\r\n${HOST}${TOKEN}\r\n`;
    const answer = await ask(
      `POST ${PATH} HTTP/1.1\r\n${HOST}Content-Type: application/json\r\nContent-Length: ${String(hidden.length + 500)}\r\n\r\n${hidden}`,
    );
    assert.equal(answer.match(/HTTP\/1\.1 /g)?.length, 1);
    assert.match(answer, /^HTTP\/1\.1 403 /);
  });
});

describe('serving without a token', () => {
  let datastore: TestDatastore;
  let port: number;

  before(async () => {
    datastore = await TestDatastore.open({ lessons: { path: sampleFiles.lessons } }, { withoutToken: true });
    port = Number(new URL(datastore.server.baseUrl).port);
  });
  after(() => datastore.close());

  const PATH = '/api/3/action/datastore_search';
  const ask = (method: string, headers: Readonly<Record<string, string>>, body = '') => {
    const id = datastore.id('lessons');
    const target = method === 'POST' ? PATH : `${PATH}?resource_id=${id}&limit=1`;
    const sent = body === '' && method === 'POST' ? `{"resource_id":"${id}","limit":1}` : body;
    const all = { Host: `127.0.0.1:${String(port)}`, Connection: 'close', ...headers };
    const lines = Object.entries(all).map(([name, value]) => `${name}: ${value.replace('PORT', String(port))}`);
    const length = sent === '' ? [] : [`Content-Length: ${String(sent.length)}`];
    return exchange(port, `${method} ${target} HTTP/1.1\r\n${[...lines, ...length].join('\r\n')}\r\n\r\n${sent}`);
  };
  const JSON_BODY = { 'Content-Type': 'application/json' };

  for (const [what, method, headers, status] of [
    ['GET', 'GET', {}, 200],
    ['GET that a person typed', 'GET', { 'Sec-Fetch-Site': 'none' }, 200],
    ['GET with any token', 'GET', { Authorization: 'x' }, 200],
    ['POST of JSON', 'POST', JSON_BODY, 200],
    ['a foreign Host', 'GET', { Host: 'evil.example:PORT' }, 421],
    ['a rebinding name', 'POST', { ...JSON_BODY, Host: 'localhost.evil.example:PORT' }, 421],
    ['an Origin', 'POST', { ...JSON_BODY, Origin: 'https://evil.example' }, 403],
    ['our own Origin', 'POST', { ...JSON_BODY, Origin: 'http://127.0.0.1:PORT' }, 403],
    ['Origin null', 'GET', { Origin: 'null' }, 403],
    ['an image on a web page', 'GET', { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Dest': 'image' }, 403],
    ['a script from another port', 'GET', { 'Sec-Fetch-Site': 'same-site' }, 403],
    ['a link that a person followed', 'GET', { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'navigate' }, 403],
    ['a preflight', 'OPTIONS', { Origin: 'https://evil.example', 'Access-Control-Request-Method': 'POST' }, 403],
    ['a form', 'POST', { 'Content-Type': 'application/x-www-form-urlencoded' }, 415],
    ['a form with files', 'POST', { 'Content-Type': 'multipart/form-data; boundary=x' }, 415],
    ['a text', 'POST', { 'Content-Type': 'text/plain' }, 415],
    ['a body without a type', 'POST', {}, 415],
    ['a beacon', 'POST', { 'Content-Type': 'text/plain;charset=UTF-8', Origin: 'https://evil.example' }, 403],
    ['a compressed body', 'POST', { ...JSON_BODY, 'Content-Encoding': 'gzip' }, 415],
    ['PUT', 'PUT', JSON_BODY, 405],
  ] as const)
    it(`${what}: ${String(status)}`, async () => {
      const answer = await ask(method, headers);
      assert.equal(Number(/^HTTP\/1\.1 (\d+) /.exec(answer)?.[1]), status, answer);
      assert.equal(answer.includes('subject'), status === 200);
      assert.doesNotMatch(answer, /access-control/i);
      assert.match(answer, /^x-content-type-options: nosniff/im);
    });

  it('no script on a web page can read an answer', async () => {
    const id = datastore.id('lessons');
    const reply = await datastore.send(`${PATH}?resource_id=${id}&limit=1&callback=steal`, {});
    assert.doesNotMatch(reply.text, /^steal/);
    assert.equal(reply.headers.get('cross-origin-resource-policy'), 'same-origin');
  });
});

describe('refusalOf', () => {
  const token = 'a'.repeat(43);
  const facts = (given: string) => ({
    method: 'GET',
    headersDistinct: { host: ['127.0.0.1:1'], authorization: [given] },
  });

  it('looks at all of a token, whatever its length', () => {
    assert.equal(refusalOf(facts(token), 1, token), undefined);
    for (const wrong of ['', token.slice(1), `${token}a`, `${token.slice(0, -1)}b`, `b${token.slice(1)}`, `${token} `])
      assert.equal(refusalOf(facts(wrong), 1, token)?.status, 403, wrong);
  });

  it('a body without a type needs the token', () => {
    const post = { method: 'POST', headersDistinct: { host: ['127.0.0.1:1'], authorization: [token] } };
    assert.equal(refusalOf(post, 1, token), undefined);
    assert.equal(refusalOf(post, 1, undefined)?.status, 415);
  });

  for (const [type, status] of [
    ['multipart/form-data', undefined],
    ['Multipart/Form-Data ; boundary=b', undefined],
    ['multipart/form-data-x; boundary=b', 415],
    ['x-multipart/form-data; boundary=b', 415],
  ] as const)
    it(`a body of type ${type}: ${String(status ?? 'passes with the token')}`, () => {
      const headersDistinct = { host: ['127.0.0.1:1'], authorization: [token], 'content-type': [type] };
      assert.equal(refusalOf({ method: 'POST', headersDistinct }, 1, token)?.status, status);
      assert.equal(refusalOf({ method: 'POST', headersDistinct }, 1, undefined)?.status, 415);
    });

  it('an empty token is a token', () => {
    assert.equal(refusalOf({ method: 'GET', headersDistinct: { host: ['127.0.0.1:1'] } }, 1, '')?.status, 403);
  });
});
