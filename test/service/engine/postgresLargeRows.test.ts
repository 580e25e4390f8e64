/** Rows of PostgreSQL are read a few MiB at a time. Too large records are refused, and all others returned. */
import assert from 'node:assert/strict';
import type { Socket } from 'node:net';
import pg from 'pg';
import { type ExactValue, member } from '../../../src/base/cells.ts';
import { openPostgres } from '../../../src/service/engine/openDatastore.ts';
import { BoundedClient } from '../../../src/service/engine/postgres/boundedClient.ts';
import { ownTransaction, StatementCursor } from '../../../src/service/engine/postgres/statementCursor.ts';
import { serveDatastore, type RunningServer } from '../../../src/service/http/serving.ts';
import { postgresOptions } from '../../../src/service/process/postgresUrl.ts';
import { ServedTables } from '../../support/drivers/askedServer.ts';
import { isFull } from '../../support/results/full.ts';
import { PostgresCluster } from './postgresCluster.ts';

const MIB = 1024 * 1024;
/** A page ends before the sixth of them. */
const ROWS = isFull ? 24 : 12;

/** The sockets of `pg` count the bytes they read. */
function socketOf(client: pg.PoolClient): Socket {
  return (client as unknown as { readonly connection: { readonly stream: Socket } }).connection.stream;
}

describe('large rows of PostgreSQL', () => {
  let cluster: PostgresCluster;
  let server: RunningServer;
  let served: ServedTables;
  let pool: pg.Pool;

  before(async () => {
    cluster = await PostgresCluster.start();
    await cluster.sql(`
      create table wide (id int primary key, t text);
      insert into wide select g, repeat(md5(g::text), 98304) from generate_series(1, ${String(ROWS)}) g;
      create view bare as select * from wide;
      create table large (id int primary key, t text, b bytea);
      insert into large values (1, 'small', ''), (2, repeat('x', ${String(70 * MIB)}), ''), (3, 'small', ''),
        (4, '', convert_to(repeat('x', ${String(33 * MIB)}), 'UTF8')), (5, 'small', '');
    `);
    server = await serveDatastore(await openPostgres(postgresOptions(cluster.url())), {});
    served = new ServedTables(server);
    pool = new pg.Pool({ connectionString: cluster.url(), Client: BoundedClient });
    pool.on('error', () => undefined);
  });
  after(async () => {
    await pool.end();
    await server.close();
    await cluster.stop();
  });

  /** The `ids` of the records on a page, or its status. */
  async function page(table: string, offset: number, limit = 100, more: object = {}): Promise<unknown> {
    const { status, result } = await served.post('datastore_search', {
      ...{ resource_id: table, offset, limit, include_total: false },
      ...more,
    });
    if (status !== 200) return status;
    const records = member(result, 'records') as readonly Record<string, ExactValue>[];
    return records.map(({ id }) => Number(id));
  }

  const dump = (table: string) => served.send(`/datastore/dump/${table}`, { headers: { Authorization: server.token } });

  for (const batch of [Infinity, 100])
    it(`a statement in batches of ${String(batch)} is read no further than the next rows`, async () => {
      const client = await pool.connect();
      client.on('error', () => undefined);
      const statement = { sql: 'select t from wide order by id', values: [] };
      const cursor = new StatementCursor(client, statement, batch, ownTransaction(0));
      let count = 0;
      const before = socketOf(client).bytesRead;
      for (let part = await cursor.read(); ; part = await cursor.read()) {
        count += part.rows.length;
        // Rows of 3 MiB are read two at a time.
        assert.ok(socketOf(client).bytesRead - before <= (count * 3 + 1) * MIB);
        assert.ok(part.rows.length <= 2);
        if (part.isLast) break;
      }
      assert.equal(count, ROWS);
      assert.equal(await cursor.close(), true);
      assert.equal(socketOf(client).isPaused(), false);
      assert.deepEqual((await client.query('select 1 as n')).rows, [{ n: 1 }]);
      client.release();
    });

  it('a statement that is closed while rows are left reads no more of them', async () => {
    const client = await pool.connect();
    client.on('error', () => undefined);
    const statement = { sql: 'select t from wide, generate_series(1, 100)', values: [] };
    const cursor = new StatementCursor(client, statement, Infinity, ownTransaction(0));
    const before = socketOf(client).bytesRead;
    await cursor.read();
    assert.equal(await cursor.close(), false);
    assert.ok(socketOf(client).bytesRead - before < 10 * MIB);
    client.release(true);
  });

  for (const table of ['wide', 'bare'])
    it(`pages of ${table} end early, and the next ones give all other records`, async () => {
      const ids: number[] = [];
      while (ids.length < ROWS) {
        const next = (await page(table, ids.length)) as number[];
        assert.ok(next.length > 0 && next.length <= 6, 'at most 16 Mi characters');
        ids.push(...next);
      }
      assert.deepEqual(
        ids,
        Array.from({ length: ROWS }, (_, at) => at + 1),
      );
    });

  it('a dump gives all records', async () => {
    const { status, text } = await dump('wide');
    assert.equal(status, 200);
    assert.equal(text.split('\n').length, 1 + ROWS + 1);
  });

  it('a page ends before a record that is too large, and one that begins with it is refused', async () => {
    assert.deepEqual(await page('large', 0), [1]);
    assert.deepEqual(await page('large', 2, 1), [3]);
    assert.deepEqual(await page('large', 0, 100, { fields: 'id' }), [1, 2, 3, 4, 5]);
    const { status, error } = await served.post('datastore_search', { resource_id: 'large', offset: 1 });
    assert.equal(status, 409);
    assert.deepEqual(member(error, 'fields'), ['A record has more than 64 MiB. Leave out fields with large values.']);
  });

  it('bytes count as their text, which is twice as long', async () => {
    assert.deepEqual(await page('large', 2), [3]);
    assert.equal(await page('large', 3), 409);
    assert.deepEqual(await page('large', 4), [5]);
  });

  it('a dump that meets a record that is too large is refused, or breaks off', async () => {
    const { status, text } = await dump('large');
    assert.equal(status, 400);
    assert.match(text, /A record has more than 64 MiB/);
  });
});
