import assert from 'node:assert/strict';
import { DialectStore } from '../../../src/sources/dialectStore.ts';
import { FakeCkan, NOT_FOUND } from '../../support/fakes/fakeCkan.ts';
import { hostWith, type Hosting } from '../../support/host/twoPortals.ts';

const { signal } = new AbortController();

const server = () =>
  new FakeCkan({
    resources: { r: { fields: [], rows: [[]] } },
    catalog: { datasets: [{ name: 'noise', title: 'Noise' }] },
    firewall: ({ path }) => (path === '/api/action' ? NOT_FOUND : undefined),
  });

describe('what a portal understands', () => {
  const setUp = async () => {
    const servers = { 'old.test': server(), 'new.test': server() };
    const host = await hostWith(servers);
    return { ...host, servers };
  };
  /** The dialect that the next session reads from storage. */
  const reopened = ({ state, store, portal }: Hosting) =>
    new DialectStore(state, store).open({ portalId: portal.id, baseUrl: store.find(portal.id)?.baseUrl ?? '' });
  const ask = ({ clients, portal }: Hosting) =>
    clients.ofPortal(portal.id).search({ resourceId: 'r', limit: 1 }, undefined, signal);

  it('is known in the next session', async () => {
    const host = await setUp();
    assert.deepEqual(reopened(host).facts, {});
    await ask(host);
    const { facts } = reopened(host);
    const { path, method, totals, lists, ranges } = facts;
    assert.deepEqual([path, method, totals, lists, ranges], ['/api/3/action', 'POST', true, true, false]);
  });

  it('is the same for its records and its datasets', async () => {
    const host = await setUp();
    const { clients, portal, servers } = host;
    const catalog = clients.catalogOf(portal.id);
    const { datasets } = await catalog.search({}, { start: 0, rows: 10 }, signal);
    assert.deepEqual(
      datasets.map(({ name }) => name),
      ['noise'],
    );
    assert.equal(clients.catalogOf(portal.id), catalog);
    servers['old.test'].calls.length = 0;
    await ask(host);
    assert.deepEqual(
      servers['old.test'].calls.map(({ path }) => path),
      ['/api/3/action'],
    );
  });

  it('is forgotten with the address', async () => {
    const host = await setUp();
    await ask(host);
    const catalog = host.clients.catalogOf(host.portal.id);
    await host.store.change(host.portal.id, { baseUrl: 'https://new.test' });
    assert.deepEqual(reopened(host).facts, {});
    assert.notEqual(host.clients.catalogOf(host.portal.id), catalog);
    await ask(host);
    assert.equal(host.servers['new.test'].calls.length, 2);
  });

  it('is kept of portals for as long as they are in the list', async () => {
    const host = await setUp();
    const { clients, store, state, portal } = host;
    const saved = () => state.get<{ dialects: readonly { portalId: string }[] }>('dialects')!.dialects;
    await ask(host);
    assert.deepEqual(
      saved().map(({ portalId }) => portalId),
      [portal.id],
    );
    await store.remove(portal.id);
    const visited = store.visit('https://new.test');
    await clients.ofPortal(visited.id).search({ resourceId: 'r' }, undefined, signal);
    assert.deepEqual(saved(), []);
    await store.add('Visited', 'https://new.test');
    assert.deepEqual(
      saved().map(({ portalId }) => portalId),
      [visited.id],
    );
  });

  for (const stored of [
    undefined,
    'dialects',
    { version: 2, dialects: [] },
    { version: 1, dialects: [7, { facts: 1 }] },
  ])
    it(`is unknown where ${JSON.stringify(stored)} is stored`, async () => {
      const host = await setUp();
      await host.state.update('dialects', stored);
      assert.deepEqual(reopened(host).facts, {});
    });

  for (const [version, method] of [
    [1, 'POST'],
    [2, 'GET'],
  ] as const)
    it(`is asked by ${method} where version ${String(version)} says GET`, async () => {
      const host = await setUp();
      const place = { portalId: host.portal.id, baseUrl: host.portal.baseUrl };
      const facts = { path: '/api/3/action', method: 'GET', sql: false };
      await host.state.update('dialects', { version, dialects: [{ ...place, facts }] });
      const { route, facts: read } = reopened(host);
      assert.deepEqual([route, read.sql], [{ path: '/api/3/action', method }, false]);
    });

  it('leaves out facts that are none', async () => {
    const host = await setUp();
    const facts = { path: '/elsewhere', method: 'DELETE', sql: false };
    const place = { portalId: host.portal.id, baseUrl: host.portal.baseUrl };
    await host.state.update('dialects', { version: 1, dialects: [{ ...place, facts }] });
    assert.deepEqual(reopened(host).facts, { sql: false });
  });
});
