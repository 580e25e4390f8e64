/** Many clients use one PostgreSQL at once: slow ones, greedy ones, and ones that leave while they wait. */
import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { openPostgres } from '../../../src/service/engine/openDatastore.ts';
import { PostgresConnections } from '../../../src/service/engine/postgres/postgresConnections.ts';
import { serveDatastore, type RunningServer } from '../../../src/service/http/serving.ts';
import { postgresOptions } from '../../../src/service/process/postgresUrl.ts';
import { until } from '../../../tools/vscode/until.ts';
import { ServedTables } from '../../support/drivers/askedServer.ts';
import { crowd } from '../../support/journeys/crowd.ts';
import { PostgresCluster } from './postgresCluster.ts';

const never = new AbortController().signal;

describe('many clients of PostgreSQL', () => {
  let cluster: PostgresCluster;
  let server: RunningServer;

  before(async () => {
    cluster = await PostgresCluster.start();
    await cluster.sql(
      `create table numbers (n int primary key, name text);
       insert into numbers select n, 'name ' || n from generate_series(1, 50) n;
       create table bare as select * from numbers;
       create table long as select n, repeat('x', 1000) as filler from generate_series(1, 20000) n;
       create view slow as select pg_sleep(60)::text as slept;`,
    );
    server = await serveDatastore(await openPostgres(postgresOptions(cluster.url())), {});
  });
  after(async () => {
    await server.close();
    await cluster.stop();
  });

  async function ask(body: object, signal = never): Promise<{ status: number; text: string }> {
    const response = await fetch(`${server.baseUrl}/api/action/datastore_search`, {
      method: 'POST',
      headers: { Authorization: server.token, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
      signal,
    });
    return { status: response.status, text: await response.text() };
  }

  it('wait for their turn longer than a connection may take to be made', async () => {
    const limits = { pages: 1, streams: 1, connectMs: 2000, answerMs: 5000 };
    const connections = new PostgresConnections(postgresOptions(cluster.url()), limits);
    const slow = { sql: 'select 1 from pg_sleep(3)', values: [] };
    try {
      await Promise.all([connections.all(slow, 60_000, never), connections.all(slow, 60_000, never)]);
    } finally {
      await connections.close();
    }
  });

  it('who goes away while waiting takes no turn', async () => {
    const limits = { pages: 1, streams: 1, connectMs: 10_000, answerMs: 5000 };
    const connections = new PostgresConnections(postgresOptions(cluster.url()), limits);
    const [first, second] = [new AbortController(), new AbortController()];
    const slow = { sql: 'select 1 from pg_sleep(60)', values: [] };
    const running = connections.all(slow, 60_000, first.signal);
    const waiting = connections.all(slow, 60_000, second.signal);
    second.abort();
    await assert.rejects(waiting, { name: 'AbortError' });
    first.abort();
    await assert.rejects(running, { name: 'AbortError' });
    assert.deepEqual(await connections.all({ sql: "select '1'", values: [] }, 60_000, never), [['1']]);
    await connections.close();
  });

  it('who reads dumps slowly leaves connections to others', async () => {
    const leave = new AbortController();
    const headers = { Authorization: server.token };
    const dump = (signal = never) => fetch(`${server.baseUrl}/datastore/dump/long`, { headers, signal });
    const begun = await Promise.all(Array.from({ length: 4 }, () => dump()));
    const unread = Promise.allSettled(Array.from({ length: 8 }, () => dump(leave.signal)));
    const { status, text } = await ask({ resource_id: 'numbers', limit: 1 });
    assert.equal(status, 200, text);
    leave.abort();
    await unread;
    for (const each of begun) assert.equal((await each.text()).split('\n').length, 20_002);
  });

  crowd(() => new ServedTables(server), 'numbers');

  describe('without a key', () => crowd(() => new ServedTables(server), 'bare'));

  it('whose connections are ended by the server hear of it, and others are served on', async () => {
    const headers = { Authorization: server.token };
    const dump = await fetch(`${server.baseUrl}/datastore/dump/long`, { headers });
    const slow = ask({ resource_id: 'slow', include_total: false });
    await until(
      async () => (await cluster.ask("select 1 from pg_stat_activity where wait_event = 'PgSleep'")).length === 1,
      'the view is being read',
    );
    await cluster.ask(
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'datastore-explorer'",
    );
    assert.equal((await slow).status, 503);
    await assert.rejects(dump.text());
    assert.equal((await ask({ resource_id: 'numbers', limit: 1 })).status, 200);
  });

  it('who leaves in the middle of a dump ends its statement', async () => {
    const client = new AbortController();
    const response = await fetch(`${server.baseUrl}/datastore/dump/long`, {
      headers: { Authorization: server.token },
      signal: client.signal,
    });
    const count = async (): Promise<number> =>
      (
        await cluster.ask(
          "select 1 from pg_stat_activity where application_name = 'datastore-explorer' and state = 'active'",
        )
      ).length;
    await until(async () => (await count()) === 1, 'the dump runs');
    client.abort();
    await assert.rejects(response.text());
    await until(async () => (await count()) === 0, 'its statement has ended');
  });
});

describe('2,000 tables of PostgreSQL', () => {
  it('are listed by one statement, and opened one by one', async () => {
    const cluster = await PostgresCluster.start();
    await cluster.sql(
      `create schema many; do $$ begin for n in 1..2000 loop execute format('create table many.t%s (n int)', n); end loop; end $$;`,
    );
    const asked = mock.method(PostgresConnections.prototype, 'all');
    try {
      const datastore = await openPostgres({ ...postgresOptions(cluster.url()), schema: 'many' });
      assert.equal((await datastore.list()).length, 2000);
      assert.equal(asked.mock.callCount(), 1);
      assert.deepEqual(
        (await datastore.open('t1999', never))?.fields.map(({ id }) => id),
        ['n'],
      );
      await datastore.close();
    } finally {
      asked.mock.restore();
      await cluster.stop();
    }
  });
});
