/** Statements may be closed before the connection could send them. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import pg from 'pg';
import { ownTransaction, StatementCursor } from '../../../src/service/engine/postgres/statementCursor.ts';
import { PostgresCluster } from './postgresCluster.ts';

describe('a statement of PostgreSQL', () => {
  let cluster: PostgresCluster;
  let pool: pg.Pool;

  before(async () => {
    cluster = await PostgresCluster.start();
    pool = new pg.Pool({ connectionString: cluster.url(), max: 1 });
  });
  after(async () => {
    await pool.end();
    await cluster.stop();
  });

  it('that is closed while it waits for its turn is never sent, and its connection is free', async () => {
    const client = await pool.connect();
    const before = client.query('select pg_sleep(0.1)');
    const statement = { sql: 'select pg_sleep(600)::text', values: [] };
    const cursor = new StatementCursor(client, statement, 10, ownTransaction(0));
    const reading = cursor.read();
    assert.equal(await cursor.close(), true);
    await before;
    await assert.rejects(reading, /closed before it was sent/);
    const { rows } = await client.query<{ n: number }>('select 1 as n');
    assert.deepEqual(rows, [{ n: 1 }]);
    // The pool's own end doesn't wait for the server to close the connection.
    const ended = once(client, 'end');
    client.release(true);
    await ended;
  });
});
