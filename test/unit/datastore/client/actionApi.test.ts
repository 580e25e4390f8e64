import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { ExactNumber } from '../../../../src/base/cells.ts';
import { DatastoreClient } from '../../../../src/datastore/client/client.ts';
import { DATABASE_DIALECT, OUR_DIALECT, type Dialect } from '../../../../src/datastore/dialect/dialect.ts';
import { LearnedDialect } from '../../../../src/datastore/dialect/learnedDialect.ts';
import type { DialectFacts } from '../../../../src/datastore/dialect/facts.ts';
import { Exchange } from '../../../../src/http/exchange.ts';
import type { HttpResponse } from '../../../../src/http/transport.ts';
import { InstantClock } from '../../../faults/client.ts';
import { FakeCkan, NOT_FOUND, refusal, type FakeAnswer, type FakeCall } from '../../../support/fakes/fakeCkan.ts';
import { exchangeWith } from '../../../support/fakes/fakeExchange.ts';

const { signal } = new AbortController();
const page = (status: number): FakeAnswer => ({ status, text: '<!DOCTYPE html><title>Blocked</title>' });
const fields = [
  { id: 'name', type: 'text' },
  { id: 'n', type: 'numeric' },
];
const rows = [['a', new ExactNumber('1.50')] as const, ['b', 2] as const];

function portal(firewall: (call: FakeCall) => FakeAnswer | undefined, facts: DialectFacts = {}) {
  const ckan = new FakeCkan({ resources: { r: { fields, rows, name: 'R' } }, firewall });
  const dialect = new LearnedDialect({ facts });
  const client = new DatastoreClient({
    exchange: exchangeWith({ 'ckan.test': ckan }),
    access: () => Promise.resolve({ baseUrl: 'https://ckan.test' }),
    dialect,
  });
  const asked = () => ckan.calls.splice(0).map(({ method, path }) => `${method} ${path}`);
  return { ckan, client, dialect, asked };
}

const [usual, other, usualGet, otherGet] = [
  'POST /api/action',
  'POST /api/3/action',
  'GET /api/action',
  'GET /api/3/action',
];

describe('the way to the actions of a portal', () => {
  const only = (way: string, refused: FakeAnswer) => (call: FakeCall) =>
    `${call.method} ${call.path}` === way ? undefined : refused;

  const ways: [what: string, firewall: (call: FakeCall) => FakeAnswer | undefined, tried: readonly string[]][] = [
    ['answers at once', () => undefined, [usual]],
    ['knows /api/3/action alone', only(other, NOT_FOUND), [usual, other]],
    ['knows /api/3/action alone, with 403 elsewhere', only(other, page(403)), [usual, usualGet, other]],
    ['takes no POST', only(usualGet, page(405)), [usual, usualGet]],
    ['has a firewall that refuses POST', only(usualGet, page(403)), [usual, usualGet]],
    ['has a firewall that answers POST with 202', only(usualGet, page(202)), [usual, usualGet]],
    [
      'has a firewall that drops bodies',
      ({ method }) =>
        method === 'POST' ? refusal(409, 'Validation Error', { resource_id: ['Missing value'] }) : undefined,
      [usual, usualGet],
    ],
    ['knows GET at /api/3/action alone', only(otherGet, NOT_FOUND), [usual, other, usualGet, otherGet]],
  ];
  for (const [what, firewall, tried] of ways)
    it(`is found where a portal ${what}, and kept`, async () => {
      const { client, asked, dialect } = portal(firewall);
      const found = await client.search({ resourceId: 'r', limit: 2 }, undefined, signal);
      assert.deepEqual(found.rows, [
        [1, 'a', new ExactNumber('1.50')],
        [2, 'b', 2],
      ]);
      assert.deepEqual(asked(), tried);
      const again = () => client.search({ resourceId: 'r', limit: 1 }, undefined, signal);
      const [last = ''] = tried.slice(-1);
      // GET is stored only after a second request in which POST fails.
      if (last.startsWith('GET')) {
        await again();
        assert.deepEqual(asked(), [last.replace('GET', 'POST'), last]);
      }
      await again();
      assert.deepEqual(asked(), [last]);
      assert.equal(`${dialect.route.method} ${dialect.route.path}`, last);
    });

  const challenge = page(202);
  const challenges: [what: string, refused: FakeAnswer, session: string, kept: DialectFacts][] = [
    ['a page with status 200', page(200), usual, {}],
    ['JSON of a captive portal', { status: 200, text: '{"login":"https://hotel.test"}' }, usual, {}],
    ['an empty answer with status 200', { status: 200, text: '' }, usual, {}],
    ['a challenge with status 202', challenge, usualGet, { path: '/api/action' }],
    ['a page with status 400', page(400), usualGet, { path: '/api/action' }],
    ['a page with status 403', page(403), usualGet, { path: '/api/action' }],
    ['a refusal of the method', page(405), usualGet, { method: 'GET', path: '/api/action' }],
    ['a method that is not implemented', page(501), usualGet, { method: 'GET', path: '/api/action' }],
  ];
  for (const [what, refused, session, kept] of challenges)
    it(`is taken from two requests in which POST meets with ${what} as far as that is evidence`, async () => {
      const { client, asked, dialect } = portal(({ method }) => (method === 'POST' ? refused : undefined));
      const search = () => client.search({ resourceId: 'r' }, undefined, signal);
      for (const request of ['first', 'second']) {
        await search();
        assert.deepEqual(asked(), [usual, usualGet], `The ${request} request`);
        assert.equal(request === 'first' ? dialect.facts.method : undefined, undefined);
      }
      assert.equal(`${dialect.route.method} ${dialect.route.path}`, session);
      const { method, path } = dialect.facts;
      assert.deepEqual({ ...(method && { method }), ...(path && { path }) }, kept);
      await search();
      assert.deepEqual(asked(), session === usual ? [usual, usualGet] : [usualGet]);
    });

  it('stays POST where a challenge is over before the second request, and comes back later', async () => {
    let left = 1;
    const firewall = ({ method }: FakeCall) => (method === 'POST' && left-- > 0 ? page(403) : undefined);
    const { client, asked, dialect } = portal(firewall);
    const search = () => client.search({ resourceId: 'r' }, undefined, signal);
    await search();
    await search();
    assert.deepEqual(asked(), [usual, usualGet, usual]);
    left = 1;
    await assert.rejects(search(), { kind: 'loginPage' });
    await search();
    assert.deepEqual(asked(), [usual, usual]);
    assert.deepEqual([dialect.route.method, dialect.facts.method], ['POST', 'POST']);
  });

  it('is POST again where a question is too long for an address', async () => {
    let takesPost = true;
    const { client, asked, dialect } = portal(
      ({ method }) => (method === 'GET' ? page(414) : takesPost ? undefined : page(405)),
      { method: 'GET', path: '/api/action' },
    );
    const search = () => client.search({ resourceId: 'r' }, undefined, signal);
    takesPost = false;
    await assert.rejects(search(), { kind: 'tooLong' });
    assert.deepEqual(asked(), [usualGet, usual]);
    await assert.rejects(search(), { kind: 'tooLong' });
    assert.deepEqual(asked(), [usualGet]);
    takesPost = true;
    dialect.learnRoute({ method: 'GET', path: '/api/action' }, true);
    await search();
    await search();
    assert.deepEqual(asked(), [usualGet, usual, usual]);
    assert.equal(dialect.facts.method, 'POST');
  });

  it('is forgotten when people test the connection', async () => {
    const facts = { method: 'GET', path: '/api/3/action', version: '2.11.0' } as const;
    const { client, asked, dialect } = portal(() => undefined, facts);
    await client.status(signal, true);
    assert.deepEqual(asked(), [otherGet]);
    assert.deepEqual([dialect.route.method, dialect.facts.method], ['POST', undefined]);
    await client.search({ resourceId: 'r' }, undefined, signal);
    assert.deepEqual(asked(), [usual]);
  });

  it('is looked for again once a web page that stood in the way of all is gone', async () => {
    let isBlocked = true;
    const { client, asked } = portal(({ method }) =>
      isBlocked ? page(200) : method === 'POST' ? page(405) : undefined,
    );
    const search = () => client.search({ resourceId: 'r' }, undefined, signal);
    await assert.rejects(search(), { kind: 'loginPage' });
    isBlocked = false;
    asked();
    await search();
    assert.deepEqual(asked(), [usual, usualGet]);
  });

  const pages: [what: string, answer: FakeAnswer, session: boolean, kept: boolean | undefined][] = [
    ['a page with status 200', page(200), true, undefined],
    ['JSON of a captive portal', { status: 200, text: '{}' }, true, undefined],
    ['a page with status 403', page(403), false, undefined],
    ['no such page', NOT_FOUND, false, false],
  ];
  for (const [what, answer, session, kept] of pages)
    it(`has SQL ${session ? 'still' : 'no more'} in this session after ${what}`, async () => {
      const firewall = ({ action }: FakeCall) => (action === 'datastore_search_sql' ? answer : undefined);
      const { client, dialect } = portal(firewall, { method: 'POST', path: '/api/action' });
      await assert.rejects(client.sql('SELECT 1', signal));
      assert.deepEqual([dialect.mayHaveSql, dialect.facts.sql], [session, kept]);
    });

  it('is known in a later session', async () => {
    const firewall = only(otherGet, NOT_FOUND);
    const { client, dialect } = portal(firewall);
    for (let request = 0; request < 2; request++) await client.search({ resourceId: 'r' }, undefined, signal);
    const later = portal(firewall, dialect.facts);
    await later.client.search({ resourceId: 'r' }, undefined, signal);
    assert.deepEqual(later.asked(), [otherGet]);
  });

  it('is looked for again where the known one is no longer right', async () => {
    const { client, asked } = portal(only(usual, NOT_FOUND), { path: '/api/3/action', method: 'GET' });
    await client.search({ resourceId: 'r' }, undefined, signal);
    assert.deepEqual(asked(), [otherGet, usualGet, other, usual]);
  });

  const none: [what: string, answer: FakeAnswer, kind: string, tried: number][] = [
    ['a web site', NOT_FOUND, 'notCkan', 4],
    ['a login page', page(200), 'loginPage', 4],
    ['a server that fails', page(503), 'server', 1],
    ['a server that has enough', page(429), 'rateLimited', 1],
    ['CKAN that says no', refusal(403, 'Authorization Error', { message: 'no' }), 'forbidden', 1],
    ['CKAN that knows no such resource', refusal(404, 'Not Found Error', { message: 'no' }), 'notFound', 1],
    ['CKAN that refuses a filter', refusal(409, 'Validation Error', { filters: ['no'] }), 'validation', 1],
    ['CKAN that knows no such action', { status: 400, text: '"Action name not known"' }, 'actionUnknown', 1],
  ];
  for (const [what, answer, kind, tried] of none)
    it(`is not looked for more than once at ${what}`, async () => {
      const { client, asked } = portal(() => answer);
      const search = () => client.search({ resourceId: 'r' }, undefined, signal);
      await assert.rejects(search(), { kind });
      assert.equal(asked().length, tried);
      await assert.rejects(search(), { kind });
      assert.equal(asked().length, 1);
    });

  it('is still looked for by a search after another action was answered in no way', async () => {
    const { client } = portal((call) =>
      call.action === 'datastore_search' ? only(otherGet, NOT_FOUND)(call) : NOT_FOUND,
    );
    const search = () => client.search({ resourceId: 'r' }, undefined, signal);
    await search();
    assert.equal(await client.resourceName('r', signal), undefined);
    assert.equal((await search()).rows.length, 2);
  });

  it('is not doubted once it has proved right', async () => {
    let isBlocked = false;
    const { client, asked } = portal(() => (isBlocked ? NOT_FOUND : undefined));
    await client.search({ resourceId: 'r' }, undefined, signal);
    isBlocked = true;
    asked();
    await assert.rejects(client.search({ resourceId: 'r' }, undefined, signal), { kind: 'notCkan' });
    assert.deepEqual(asked(), [usual]);
  });

  it('leads to the portal’s own refusal', async () => {
    const { client, asked } = portal(only(other, NOT_FOUND));
    await assert.rejects(client.search({ resourceId: 'nothing' }, undefined, signal), { kind: 'notFound' });
    assert.deepEqual(asked(), [usual, other]);
  });

  it('has its path from the status, by GET, and its method from the first question', async () => {
    const firewall = ({ method, path }: FakeCall) =>
      path === '/api/3/action' && method === 'GET' ? undefined : page(405);
    const { client, asked } = portal(firewall);
    assert.equal((await client.status(signal)).baseUrl, 'https://ckan.test');
    assert.deepEqual(asked(), [usualGet, otherGet]);
    await client.search({ resourceId: 'r' }, undefined, signal);
    assert.deepEqual(asked(), [other, otherGet]);
  });

  it('says all of a question by GET', async () => {
    const { ckan, client } = portal(({ method }) => (method === 'POST' ? page(405) : undefined));
    await client.search(
      {
        resourceId: 'r',
        q: '5',
        filters: [
          { kind: 'values', field: 'n', values: [{ type: 'number', text: '1.50' }], list: false },
          { kind: 'values', field: 'name', values: [{ type: 'text', text: 'a&b=c' }], list: true },
        ],
        fields: ['n', 'name'],
        sort: [{ field: 'n', descending: true }],
        limit: 5,
      },
      undefined,
      signal,
    );
    const { body: sent } = ckan.calls[0]!;
    assert.equal(ckan.calls[1]!.body, sent);
    assert.match(sent, /"q":"5","filters":\{"n":1\.50,"name":\["a&b=c"\]\},"fields":\["n","name"\]/);
  });
});

describe('requests at a time', () => {
  const servers: readonly (readonly [string, Dialect, number])[] = [
    ['a portal', new LearnedDialect(), 4],
    ['a database', DATABASE_DIALECT, 4],
    ['local files', OUR_DIALECT, 12],
  ];
  for (const [what, dialect, most] of servers)
    it(`are ${most} of 12 for ${what}`, async () => {
      let running = 0;
      let peak = 0;
      const send = async (): Promise<HttpResponse> => {
        peak = Math.max(peak, (running += 1));
        await setImmediate();
        running -= 1;
        const text = '{"success":true,"result":{"fields":[],"records":[],"total":0}}';
        return { status: 200, headers: new Map(), body: Readable.from([Buffer.from(text)]) };
      };
      const transport = { send, dispose: () => Promise.resolve() };
      const exchange = new Exchange({ transport, timeoutMs: () => 1000, clock: new InstantClock() });
      const access = () => Promise.resolve({ baseUrl: 'http://127.0.0.1:5000' });
      const client = new DatastoreClient({ exchange, access, dialect });
      const search = () => client.search({ resourceId: 'r' }, undefined, signal);
      await search();
      await Promise.all(Array.from({ length: 12 }, search));
      assert.equal(peak, most);
    });
});
