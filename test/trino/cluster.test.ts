/** A real cluster: its names, its many records, and what becomes of its statements. */
import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import { member } from '../../src/base/cells.ts';
import { valueText } from '../../src/base/exactJson.ts';
import { quotedName } from '../../src/base/quotes.ts';
import { openTrino } from '../../src/service/engine/openDatastore.ts';
import { TrinoConnection } from '../../src/service/engine/trino/trinoConnection.ts';
import type { RunningServer } from '../../src/service/http/serving.ts';
import { isResourceId } from '../../src/service/resource/resourceId.ts';
import { ask, cluster, create, found, never, options, serve } from './fixture.ts';

describe('a cluster of Trino', () => {
  it('have any name, and so do their fields and values', async () => {
    const names = ["' or 1=1 --", '"; drop table t; --', '$1', '\\', '%', '/*', '"', '""', ' ', '?', 'é', '\u{1f600}'];
    for (const name of names) {
      const columns = [
        [name, 'varchar'],
        ['the other', 'double'],
      ] as const;
      await create(name, columns, [
        [name, 1],
        ['x', 1],
      ]);
      const key = name.startsWith('$') ? `$${name}` : name;
      const query = { filters: { [key]: name }, q: { [name]: name }, sort: [`"${name}"`] };
      assert.deepEqual(await found(name, query), [{ [name]: name, 'the other': 1 }], name);
      await cluster().sql(`drop table memory.default.${quotedName(name)}`);
    }
  });

  it('are listed with ids that stay the same, those of the schema only', async () => {
    const names = async () => (await (await openTrino(options())).list()).map(({ id, name }) => ({ id, name }));
    const [first, second] = [await names(), await names()];
    assert.deepEqual(first, second);
    assert.ok(first.every(({ id }) => isResourceId(id)));
    const other = await openTrino(options({ catalog: 'tpch', schema: 'tiny' }));
    assert.deepEqual(
      (await other.list()).map(({ name }) => name),
      ['customer', 'lineitem', 'nation', 'orders', 'part', 'partsupp', 'region', 'supplier'],
    );
  });

  it('that are made later are found, and those that are gone are not', async () => {
    await create('late', [['x', 'integer']], [[1]]);
    assert.deepEqual(await found('late'), [{ x: 1 }]);
    await cluster().sql('drop table memory.default.late');
    assert.equal((await ask('datastore_search', { resource_id: 'late' })).status, 404);
  });

  it('take no SQL of people, no changes, and have no list of themselves', async () => {
    assert.equal((await ask('datastore_search_sql', { sql: 'select 1' })).status, 403);
    assert.equal((await ask('datastore_create', { resource: {}, records: [{ a: 1 }] })).status, 403);
    assert.equal((await ask('datastore_search', { resource_id: '_table_metadata' })).status, 404);
  });

  describe('of generated records', () => {
    let tiny: RunningServer;
    let large: RunningServer;
    before(async () => {
      tiny = await serve({ catalog: 'tpch', schema: 'tiny' });
      large = await serve({ catalog: 'tpch', schema: 'sf100' });
    });
    after(() => Promise.all([tiny.close(), large.close()]));

    it('are read page by page, each record once', async () => {
      const all: unknown[] = [];
      for (let offset = 0; offset < 15_000; offset += 4000)
        all.push(...(await found('orders', { limit: 4000, offset, fields: 'orderkey' }, tiny)));
      assert.equal(new Set(all.map((record) => JSON.stringify(record))).size, 15_000);
    });

    it('have an estimated total where they are many, and an exact one on request', async () => {
      const { result } = await ask(
        'datastore_search',
        { resource_id: 'lineitem', limit: 0, total_estimation_threshold: 1000 },
        never,
        tiny,
      );
      assert.equal(member(result, 'total_was_estimated'), true);
      assert.ok(Math.abs(Number(member(result, 'total')) - 60_175) < 6000);
      const exact = await ask('datastore_search', { resource_id: 'lineitem', limit: 0 }, never, tiny);
      assert.deepEqual(
        [member(exact.result, 'total'), member(exact.result, 'total_was_estimated')],
        [60_175, undefined],
      );
    });

    it('show their first page in any order where they are too many to be sorted, and say so of the next', async () => {
      const page = { resource_id: 'lineitem', limit: 5, include_total: false };
      assert.equal((await found('lineitem', page, large)).length, 5);
      const { status, error } = await ask('datastore_search', { ...page, offset: 5 }, never, large);
      assert.equal(status, 409);
      assert.match(JSON.stringify(error), /"offset":\["Without a sort, .* Sort by a field, or filter\."\]/);
    });

    it('a dump holds every record', async () => {
      const response = await fetch(`${tiny.baseUrl}/datastore/dump/lineitem`, {
        headers: { Authorization: tiny.token },
      });
      assert.equal((await response.text()).split('\n').length, 60_175 + 2);
    });

    const states = async (): Promise<readonly unknown[]> =>
      (
        await cluster().sql(
          "select state, error_code from system.runtime.queries where source = 'datastore-explorer' and query like '%said by none%' and query not like '%runtime%'",
        )
      ).map(([state, code]) => `${valueText(state ?? null)} ${valueText(code ?? null)}`);

    async function until(holds: () => Promise<boolean>): Promise<void> {
      const deadline = Date.now() + 30_000;
      while (!(await holds())) {
        assert.ok(Date.now() < deadline, 'in time');
        await delay(100);
      }
    }

    it('a statement ends at the cluster when its client goes away', async () => {
      const client = new AbortController();
      const query = { resource_id: 'lineitem', q: 'said by none', include_total: false };
      const asked = ask('datastore_search', query, client.signal, large);
      await until(async () => (await states()).some((state) => String(state).startsWith('RUNNING')));
      client.abort();
      await assert.rejects(asked);
      await until(async () => (await states()).join() === 'FAILED USER_CANCELED');
      assert.equal((await found('nation', { limit: 1 }, tiny)).length, 1);
    });

    it('a statement ends when it has read too much, and that is said', async () => {
      await cluster().sql('create table memory.default.copied as select * from tpch.tiny.lineitem');
      const connection = new TrinoConnection(options(), { scannedBytes: 1 }, 'here');
      const sql = 'select count(*) from memory.default.copied a, memory.default.copied b where a.comment < b.comment';
      await assert.rejects(connection.all(sql, 30_000, never), {
        body: { query: ['Query read too much data'], __type: 'Validation Error' },
      });
    });

    it('a statement ends when its time is over, and that is said', async () => {
      const connection = new TrinoConnection(options(), { scannedBytes: undefined }, 'here');
      await assert.rejects(connection.all("select count(*) from tpch.sf100.lineitem where comment = ''", 1500, never), {
        body: { query: ['Query took too long'], __type: 'Validation Error' },
      });
    });
  });

  it('50 clients at once all get their answers', async () => {
    await create(
      'numbers',
      [['n', 'integer']],
      Array.from({ length: 50 }, (_, n) => [n + 1]),
    );
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) => found('numbers', { filters: { n: n + 1 } })),
    );
    assert.deepEqual(
      answers,
      Array.from({ length: 50 }, (_, n) => [{ n: n + 1 }]),
    );
  });
});
