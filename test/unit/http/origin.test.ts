import assert from 'node:assert/strict';
import {
  checkToken,
  isLoopback,
  isTokenHeader,
  mayCarryToken,
  TokenError,
  type TokenProblem,
} from '../../../src/http/origin.ts';
import { ask, releaseAll } from '../../faults/client.ts';
import { message, RawServer } from '../../faults/rawServer.ts';

describe('checkToken', () => {
  const tokens: readonly [string, TokenProblem | undefined][] = [
    ['eyJ0eXAiOiJKV1QiLCJhbGciOiJIUzI1NiJ9.eyJqdGkiOiJ4In0.c2ln', undefined],
    ['5f2d1e0c-8f1c-4a39-9a52-0b1d1a1b2c3d', undefined],
    ['Bearer abc', undefined],
    ['schlüssel', undefined],
    ['', 'empty'],
    ['   ', 'empty'],
    ['\r\n', 'empty'],
    ['abc\n', 'lineBreak'],
    ['abc\r\nX-Evil: 1', 'lineBreak'],
    ['abc\rdef', 'lineBreak'],
    ['a\u0000b', 'character'],
    ['a\u007fb', 'character'],
    ['ключ', 'character'],
    ['key\u{1F511}', 'character'],
    ['zero\u200bwidth', 'character'],
  ];
  for (const [token, problem] of tokens) {
    it(`${JSON.stringify(token)} ${problem ?? 'is fine'}`, () => assert.equal(checkToken(token), problem));
  }
});

describe('isTokenHeader', () => {
  const names: readonly [string, boolean][] = [
    ['Authorization', true],
    ['X-CKAN-API-Key', true],
    ['apikey', true],
    ['', false],
    ['X Key', false],
    ['X-Key: 1', false],
    ['X-Key\r\nHost', false],
    ['Host', false],
    ['Cookie', false],
    ['content-length', false],
    ['Transfer-Encoding', false],
    ['Proxy-Authorization', false],
    ['x'.repeat(65), false],
  ];
  for (const [name, isOne] of names)
    it(`${JSON.stringify(name)} ${isOne ? 'can' : "can't"} carry a token`, () =>
      assert.equal(isTokenHeader(name), isOne));
});

describe('mayCarryToken', () => {
  const urls: readonly [string, boolean][] = [
    ['https://portal.test/', true],
    ['http://portal.test/', false],
    ['http://127.0.0.1:5000/', true],
    ['http://127.8.9.10/', true],
    ['http://localhost:5000/', true],
    ['http://[::1]:5000/', true],
    ['http://127.0.0.1.evil.test/', false],
    ['http://localhost.evil.test/', false],
    ['http://192.168.0.2/', false],
    ['http://[::ffff:7f00:2]/', false],
    ['ftp://127.0.0.1/', false],
  ];
  for (const [url, allowed] of urls) {
    it(`${url} ${allowed}`, () => assert.equal(mayCarryToken(new URL(url), false), allowed));
  }

  it('a person may allow plain http, but nothing else than http', () => {
    assert.equal(mayCarryToken(new URL('http://intranet.test/'), true), true);
    assert.equal(mayCarryToken(new URL('ftp://intranet.test/'), true), false);
  });

  it('spellings of 127.0.0.1 are known as loopback once a URL has read them', () => {
    for (const name of ['2130706433', '0x7f.1', '127.1', 'LOCALHOST']) {
      assert.equal(isLoopback(new URL(`http://${name}/`).hostname), true, name);
    }
  });
});

describe('a token on the wire', () => {
  let server: RawServer;
  beforeEach(async () => {
    server = await RawServer.start((_request, socket) => socket.write(message(200, {}, '{}')));
  });
  afterEach(releaseAll);

  it('goes raw in Authorization, and in no other place', async () => {
    const token = 'secret-token ü';
    const { tokenSent } = await ask(server.url('/api'), { token });
    const [request] = server.requests;
    assert.equal(tokenSent, true);
    assert.equal(request?.headers.get('authorization'), token);
    const others = [...request.headers].filter(([name]) => name !== 'authorization');
    assert.doesNotMatch(JSON.stringify([request.target, request.body, others]), /secret/);
  });

  it('is left out over plain http to another machine', async () => {
    const { tokenSent } = await ask(server.url('/', 'intranet.test'), { token: 'secret' });
    assert.equal(tokenSent, false);
    assert.equal(server.requests[0]?.headers.has('authorization'), false);
  });

  it('goes there when a person allowed it', async () => {
    const { tokenSent } = await ask(server.url('/', 'intranet.test'), { token: 'secret', allowPlainHttp: true });
    assert.equal(tokenSent, true);
    assert.equal(server.requests[0]?.headers.get('authorization'), 'secret');
  });

  it('with a line break it is refused before anything is sent, and not repeated in the error', async () => {
    await assert.rejects(ask(server.url(), { token: 'secret\r\nx: y' }), (error) => {
      assert.ok(error instanceof TokenError);
      assert.equal(error.problem, 'lineBreak');
      assert.doesNotMatch(String(error.stack), /secret/);
      return true;
    });
    assert.equal(server.connections, 0);
  });
});
