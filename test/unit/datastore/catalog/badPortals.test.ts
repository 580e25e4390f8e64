// The catalog of misbehaving portals over HTTP: each failure is named, and no request repeats or waits forever.
import assert from 'node:assert/strict';
import { Catalog } from '../../../../src/datastore/catalog/catalog.ts';
import { LearnedDialect } from '../../../../src/datastore/dialect/learnedDialect.ts';
import { Exchange } from '../../../../src/http/exchange.ts';
import { InstantClock, releaseAll, undici } from '../../../faults/client.ts';
import { type Answer, message, RawServer } from '../../../faults/rawServer.ts';

const never = new AbortController().signal;
const window = { start: 0, rows: 20 };

const status =
  (code: number, headers: Readonly<Record<string, string>> = {}, body = ''): Answer =>
  (_request, socket) => {
    socket.write(message(code, headers, body));
  };
const LOGIN = '<!DOCTYPE html><html><title>Sign in to the portal</title><form>';
const html = { 'content-type': 'text/html' };

async function catalogOf(answer: Answer, clock = new InstantClock()) {
  const server = await RawServer.start(answer);
  const exchange = new Exchange({ transport: undici(), timeoutMs: () => 5000, clock });
  const baseUrl = server.url().origin;
  const catalog = new Catalog({ exchange, access: () => Promise.resolve({ baseUrl }), dialect: new LearnedDialect() });
  return { catalog, server, clock };
}

describe('the catalog of a bad portal', () => {
  afterEach(releaseAll);

  const portals: [what: string, answer: Answer, expected: object, mostRequests: number][] = [
    ['answers with a web page', status(404, html, '<html><title>Open data</title>'), { kind: 'notCkan' }, 4],
    ['answers with a login page', status(200, html, LOGIN), { kind: 'loginPage' }, 4],
    [
      'sends everybody to a login page',
      (request, socket) => {
        const isLogin = request.target.startsWith('/login');
        socket.write(isLogin ? message(200, html, LOGIN) : message(302, { location: '/login' }, ''));
      },
      { kind: 'loginPage' },
      24,
    ],
    ['redirects in a circle', status(302, { location: '/round?and=round' }), { kind: 'redirectLoop' }, 24],
    ['redirects to another host', status(302, { location: 'https://elsewhere.test/' }), { kind: 'redirect' }, 4],
    ['wants a login everywhere', status(401, html, LOGIN), { kind: 'forbidden' }, 4],
    ['forbids everything, by a page', status(403, html, '<html><title>Forbidden</title>'), { kind: 'loginPage' }, 4],
    ['is down', status(503, { 'retry-after': '3600' }, 'down'), { kind: 'server' }, 8],
    ['answers no JSON', status(200, {}, '{"success": yes}'), { kind: 'notJson' }, 4],
    ['answers a list', status(200, {}, '[1, 2]'), { kind: 'notCkan' }, 4],
    ['answers nothing', status(200, {}, ''), { kind: 'emptyAnswer' }, 8],
    [
      'answers with half of its JSON',
      status(200, {}, '{"success": true, "result": {"results": ['),
      { kind: 'truncated' },
      20,
    ],
    [
      'has a result of another kind',
      status(200, {}, '{"success": true, "result": "none"}'),
      { kind: 'catalogMissing' },
      1,
    ],
    ['hangs up', (_request, socket) => socket.destroy(), { kind: 'closed' }, 20],
  ];
  for (const [what, answer, expected, mostRequests] of portals)
    it(`is named where it ${what}`, async () => {
      const { catalog, server } = await catalogOf(answer);
      await assert.rejects(catalog.search({ words: 'x', isTyping: true }, window, never), {
        ...expected,
        host: server.url().host,
      });
      assert.ok(server.requests.length <= mostRequests, String(server.requests.length));
    });

  it('is waited for only as long as a caller wants its answer', async () => {
    const { catalog } = await catalogOf(() => undefined);
    const stopped = new AbortController();
    const search = catalog.search({}, window, stopped.signal);
    stopped.abort(new RangeError('typed on'));
    await assert.rejects(search, RangeError);
  });

  it('that takes two seconds lets four questions in at once, and the others after them', async () => {
    const waiting: (() => void)[] = [];
    const { catalog, server } = await catalogOf((_request, socket) => {
      waiting.push(() => socket.write(message(200, {}, '{"success":true,"result":{"count":0,"results":[]}}')));
    });
    const asked = Array.from({ length: 6 }, () => catalog.search({}, window, never));
    while (waiting.length < 4) await new Promise(setImmediate);
    assert.equal(server.requests.length, 4);
    const answerAll = setInterval(() => {
      for (const answer of waiting.splice(0)) answer();
    });
    const pages = await Promise.all(asked);
    clearInterval(answerAll);
    assert.deepEqual(
      pages.map(({ datasets }) => datasets.length),
      [0, 0, 0, 0, 0, 0],
    );
  });
});
