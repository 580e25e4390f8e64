import assert from 'node:assert/strict';
import { ResultSet } from '../../../src/datastore/result/resultSet.ts';
import { allRecords } from '../../../src/export/records.ts';
import { AddressChanged } from '../../../src/platform/problem.ts';
import { LOCAL_PORTAL_ID } from '../../../src/sources/local/localFile.ts';
import { FakeCkan } from '../../support/fakes/fakeCkan.ts';
import { EventEmitter } from '../../support/host/vscode.ts';
import { hostWith } from '../../support/host/twoPortals.ts';

const never = new AbortController().signal;
const server = (name: string) =>
  new FakeCkan({
    resources: { r: { fields: [{ id: 'server', type: 'text' }], rows: Array.from({ length: 5000 }, () => [name]) } },
  });

describe('a client of a portal', () => {
  const setUp = async () => {
    const servers = { 'old.test': server('old'), 'new.test': server('new') };
    const host = await hostWith(servers);
    const ref = { portalId: host.portal.id, resourceId: 'r' };
    const move = (baseUrl: string) => host.store.change(host.portal.id, { baseUrl });
    return { ...host, servers, ref, move };
  };

  it('asks the address that it was made for, and no other one once that was edited', async () => {
    const { clients, servers, ref, move } = await setUp();
    const client = await clients.of(ref, never);
    const result = await ResultSet.open(client, { resourceId: 'r' }, never);
    await move('https://new.test');
    await assert.rejects(result.rows(2000, 2100, never), AddressChanged);
    assert.deepEqual(servers['new.test'].calls, []);
    assert.equal(clients.hasMoved(client), true);
    const next = await clients.of(ref, never);
    assert.equal(clients.hasMoved(next), false);
    const page = await next.search({ resourceId: 'r', limit: 1 }, undefined, never);
    assert.deepEqual(page.rows, [[1, 'new']]);
  });

  it('gives the records of one server only, to an export that runs while the address is edited', async () => {
    const { clients, servers, ref, move } = await setUp();
    const client = await clients.of(ref, never);
    const seen = new Set<unknown>();
    const exported = async () => {
      for await (const { rows } of allRecords(client, { resourceId: 'r' }, never)) {
        for (const [, name] of rows) seen.add(name);
        await move('https://new.test');
      }
    };
    await assert.rejects(exported(), (error: Error) => {
      assert.ok(error instanceof AddressChanged);
      assert.equal(`${error.message} ${error.hint}`, `The address of City has changed. ${error.hint}`);
      assert.match(error.hint, /Run again/);
      return true;
    });
    assert.deepEqual([...seen], ['old']);
    assert.deepEqual(servers['new.test'].calls, []);
  });

  it('goes on when the address is back to what it was', async () => {
    const { clients, ref, move } = await setUp();
    const client = await clients.of(ref, never);
    await move('https://new.test');
    await move('https://old.test');
    assert.equal(clients.hasMoved(client), false);
    const page = await client.search({ resourceId: 'r', limit: 1 }, undefined, never);
    assert.deepEqual(page.rows, [[1, 'old']]);
  });

  it('of the embedded datastore follows it to another port', async () => {
    const servers = { '127.0.0.1:1': server('local'), '127.0.0.1:2': server('local') };
    let port = 1;
    const { clients } = await hostWith(servers, {
      onDidChange: new EventEmitter().event,
      ensure: () => Promise.resolve(),
      access: () => Promise.resolve({ baseUrl: `http://127.0.0.1:${port}` }),
    });
    const client = await clients.of({ portalId: LOCAL_PORTAL_ID, resourceId: 'r' }, never);
    const result = await ResultSet.open(client, { resourceId: 'r' }, never);
    port = 2;
    assert.equal((await result.rows(2000, 2100, never)).length, 100);
    assert.equal(clients.hasMoved(client), false);
    assert.equal(servers['127.0.0.1:2'].calls.length, 1);
  });
});
