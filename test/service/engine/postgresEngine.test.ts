/** Tables of a real PostgreSQL: their values, their totals, their names, and what ends a statement. */
import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import { type ExactValue, member } from '../../../src/base/cells.ts';
import { parseExact } from '../../../src/base/exactJson.ts';
import { DatastoreClient } from '../../../src/datastore/client/client.ts';
import { OUR_DIALECT } from '../../../src/datastore/dialect/dialect.ts';
import { Exchange } from '../../../src/http/exchange.ts';
import { FetchTransport } from '../../../src/http/fetchTransport.ts';
import { openPostgres } from '../../../src/service/engine/openDatastore.ts';
import { PostgresConnections } from '../../../src/service/engine/postgres/postgresConnections.ts';
import { serveDatastore, type RunningServer } from '../../../src/service/http/serving.ts';
import { postgresOptions } from '../../../src/service/process/postgresUrl.ts';
import { isResourceId } from '../../../src/service/resource/resourceId.ts';
import { mainJob } from '../../support/journeys/mainJob.ts';
import { SUBJECT_COUNT, SUBJECT_FIELDS, subjectRecord } from '../../support/journeys/subjects.ts';
import { PostgresCluster } from './postgresCluster.ts';

const never = new AbortController().signal;
const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`;

describe('tables of PostgreSQL', () => {
  let cluster: PostgresCluster;
  let server: RunningServer;
  let client: DatastoreClient;

  before(async () => {
    cluster = await PostgresCluster.start();
    await cluster.sql(
      `create table kept (name text); insert into kept values ('there');
       create view slow as select pg_sleep(60)::text as slept, name from kept;
       create table many as select n, 'row ' || n as name from generate_series(1, 150000) n; analyze many;
       create table keyed (a int, b text, n int, primary key (b, a));
       insert into keyed select n % 7, 'k' || n, n from generate_series(1, 250) n;
       create schema other; create table other.elsewhere (x int);`,
    );
    server = await serveDatastore(await openPostgres(postgresOptions(cluster.url())), {});
    const { baseUrl, token } = server;
    client = new DatastoreClient({
      exchange: new Exchange({ transport: new FetchTransport(), timeoutMs: () => 20_000 }),
      access: () => Promise.resolve({ baseUrl, token }),
      dialect: OUR_DIALECT,
    });
  });
  after(async () => {
    await server.close();
    await cluster.stop();
  });

  async function ask(action: string, body: object | string, signal = never) {
    const response = await fetch(`${server.baseUrl}/api/action/${action}`, {
      method: 'POST',
      headers: { Authorization: server.token, 'Content-Type': 'application/json' },
      body: typeof body === 'string' ? body : JSON.stringify(body),
      signal,
    });
    const text = await response.text();
    const json = parseExact(text);
    return { status: response.status, text, result: member(json, 'result'), error: member(json, 'error') };
  }
  async function found(resource_id: string, query: object = {}): Promise<ExactValue> {
    const { status, text, result } = await ask('datastore_search', { resource_id, ...query });
    assert.equal(status, 200, text);
    return member(result, 'records') ?? null;
  }

  for (const [what, key] of [
    ['numbered by _id', '_id'],
    ['with a key of their own', 'code'],
  ] as const)
    describe(`the main job on records ${what}`, () => {
      before(async () => {
        const fields = [...(key === '_id' ? [{ id: '_id', type: 'int' }] : []), ...SUBJECT_FIELDS];
        const records = Array.from({ length: SUBJECT_COUNT }, (_, at) => {
          const record = { _id: String(at + 1), ...subjectRecord(at + 1) };
          return fields.map(({ id }) => record[id as keyof typeof record] ?? null);
        });
        const columns = fields.map(({ id, type }) => [id, type] as const);
        await cluster.create(`by${key}`, columns, records, key);
      });
      mainJob({ client: () => client, resourceId: () => `by${key}` });
    });

  describe('give values with all their digits, as PostgreSQL shows them', () => {
    let count = 0;
    /** Creates a table with one field. */
    async function typed(type: string, values: string): Promise<string> {
      const name = `typed${String((count += 1))}`;
      await cluster.sql(`create table ${name} (v ${type}); insert into ${name} values ${values}`);
      return name;
    }
    for (const [type, value, json] of [
      ['numeric', '123456789012345678901234567890.1234567890', '123456789012345678901234567890.1234567890'],
      ['numeric', 'NaN', '"NaN"'],
      ['int8', '9223372036854775807', '9223372036854775807'],
      ['float8', '0.1', '0.1'],
      ['float8', '1e300', '1e+300'],
      ['float8', '-Infinity', '"-Infinity"'],
      ['bool', 't', 'true'],
      ['date', '2020-01-02', '"2020-01-02"'],
      ['timestamp', '2020-01-02 03:04:05.678901', '"2020-01-02T03:04:05.678901"'],
      ['timestamptz', '2020-01-02 03:04:05+02', '"2020-01-02T01:04:05+00:00"'],
      ['uuid', '0f6c2f0a-9a37-4a53-8f0b-6d1f3f0a7e11', '"0f6c2f0a-9a37-4a53-8f0b-6d1f3f0a7e11"'],
      ['json', '{"a":  1.0}', '{"a":  1.0}'],
      ['jsonb', '{"a":  1.0}', '{"a": 1.0}'],
      ['numeric[]', '{1.50,NULL}', '[1.50,null]'],
      ['text[]', '{x,"y z"}', '["x","y z"]'],
      ['interval', '1 day 2 hours', '"1 day 02:00:00"'],
      // Types that CKAN's datastore doesn't have are shown as texts.
      ['inet', '10.0.0.1', '"10.0.0.1"'],
      ['bytea', '\\xff00', '"\\\\xff00"'],
      ['int4range', '[1,5)', '"[1,5)"'],
      ['point', '(1,2)', '"(1,2)"'],
      ['text', '', '""'],
    ] as const)
      it(`${type} ${value}`, async () => {
        const table = await typed(type, `(${literal(value)}), (null)`);
        const { text } = await ask('datastore_search', { resource_id: table, records_format: 'lists' });
        assert.ok(text.endsWith(`"records":[[${json}],[null]]}}`), text);
        if (type === 'json') return;
        // Equal values may have several texts.
        const isExact = !/\[\]$|^float|^numeric/.test(type);
        if (isExact) assert.equal(((await found(table, { filters: { v: value } })) as unknown[]).length, 1);
        const q = json.startsWith('"') ? (JSON.parse(json) as string) : json;
        assert.equal(((await found(table, { full_text: q })) as unknown[]).length, value === '' ? 2 : 1);
      });

    it('thousands of digits, which are compared and sorted one by one', async () => {
      const digits = `${'8'.repeat(5000)}.${'7'.repeat(5000)}`;
      const table = await typed('numeric', `(${digits}6), (${digits}5), (1)`);
      const search = (members: string) =>
        ask('datastore_search', `{"resource_id":"${table}","fields":"v","records_format":"csv",${members}}`);
      assert.ok((await search('"sort":"v desc"')).text.endsWith(`"records":"${digits}6\\n${digits}5\\n1\\n"}}`));
      const { text } = await search(`"filters":{"v":{"gt":${digits}5}}`);
      assert.ok(text.endsWith(`"records":"${digits}6\\n"}}`));
    });
  });

  it('are listed with ids that stay the same, those of the schema only', async () => {
    const names = async (): Promise<readonly { id: string; name: string }[]> => {
      const again = await openPostgres(postgresOptions(cluster.url()));
      try {
        return (await again.list()).map(({ id, name }) => ({ id, name }));
      } finally {
        await again.close();
      }
    };
    const [first, second] = [await names(), await names()];
    assert.deepEqual(first, second);
    assert.ok(first.every(({ id }) => isResourceId(id)));
    assert.ok(first.some(({ name }) => name === 'kept') && !first.some(({ name }) => name === 'elsewhere'));
    const other = await openPostgres(postgresOptions(cluster.url(), 'other'));
    assert.deepEqual(
      (await other.list()).map(({ name }) => name),
      ['elsewhere'],
    );
    await other.close();
  });

  it('that are made later are found, and those that are gone are not', async () => {
    await cluster.sql('create table late (x int); insert into late values (1)');
    assert.deepEqual(await found('late'), [{ x: 1 }]);
    await cluster.sql('drop table late');
    assert.equal((await ask('datastore_search', { resource_id: 'late' })).status, 404);
  });

  it('are read in the order of their primary key, page by page, each record once', async () => {
    const all: unknown[] = [];
    for (let offset = 0; offset < 250; offset += 60)
      all.push(...((await found('keyed', { limit: 60, offset, sort: 'a' })) as readonly unknown[]));
    assert.equal(new Set(all.map((record) => JSON.stringify(record))).size, 250);
    const first = (await found('keyed', { limit: 2 })) as readonly { b: string }[];
    assert.deepEqual(
      first.map(({ b }) => b),
      ['k1', 'k10'],
    );
  });

  it('of many records have an estimated total, and an exact one on request', async () => {
    const { result } = await ask('datastore_search', { resource_id: 'many', limit: 1 });
    assert.equal(member(result, 'total_was_estimated'), true);
    assert.ok(Math.abs(Number(member(result, 'total')) - 150_000) < 15_000);
    const exact = await ask('datastore_search', {
      resource_id: 'many',
      limit: 1,
      total_estimation_threshold: 1_000_000_000,
    });
    assert.deepEqual(
      [member(exact.result, 'total'), member(exact.result, 'total_was_estimated')],
      [150_000, undefined],
    );
    const searched = await ask('datastore_search', { resource_id: 'many', q: 'row 14999', limit: 1 });
    assert.equal(member(searched.result, 'total'), 11);
  });

  it('are only read: a session refuses to write', async () => {
    const connections = new PostgresConnections(postgresOptions(cluster.url()));
    for (const sql of ['insert into kept values (1)', 'drop table kept', 'create table x ()'])
      await assert.rejects(connections.all({ sql, values: [] }, 0, never), /read-only transaction/);
    await connections.close();
    assert.equal((await ask('datastore_create', { resource: {}, records: [{ a: 1 }] })).status, 403);
    assert.deepEqual(await found('kept'), [{ name: 'there' }]);
  });

  it('take no SQL of people, and have no list of themselves', async () => {
    assert.equal((await ask('datastore_search_sql', { sql: 'select 1' })).status, 403);
    assert.equal((await ask('datastore_search', { resource_id: '_table_metadata' })).status, 404);
  });

  const running = async (): Promise<number> =>
    (
      await cluster.ask(
        "select 1 from pg_stat_activity where application_name = 'datastore-explorer' and state = 'active'",
      )
    ).length;

  async function until(holds: () => Promise<boolean>): Promise<void> {
    const deadline = Date.now() + 20_000;
    while (!(await holds())) {
      assert.ok(Date.now() < deadline, 'in time');
      await delay(50);
    }
  }

  it('a statement ends at the server when its client goes away', async () => {
    const client = new AbortController();
    const asked = ask('datastore_search', { resource_id: 'slow', include_total: false }, client.signal);
    await until(async () => (await running()) === 1);
    client.abort();
    await assert.rejects(asked);
    await until(async () => (await running()) === 0);
    // Other callers can use its connection again.
    assert.deepEqual(await found('kept'), [{ name: 'there' }]);
  });

  it('a count runs in several processes of the server, which a cursor would keep it from', async () => {
    await cluster.sql(
      `create function slowly(n int) returns boolean parallel safe cost 100000 language plpgsql
         as $$begin perform pg_sleep(0.005); return n > 0; end$$;
       create table numbers as select n from generate_series(1, 1000) n; alter table numbers set (parallel_workers = 2);
       create view slow_numbers as select n from numbers where slowly(n);`,
    );
    const client = new AbortController();
    const asked = ask('datastore_search', { resource_id: 'slow_numbers', limit: 0 }, client.signal);
    await until(async () => {
      const workers = await cluster.ask(
        "select 1 from pg_stat_activity where backend_type = 'parallel worker' and query like '%slow_numbers%'",
      );
      return workers.length === 2;
    });
    client.abort();
    await assert.rejects(asked);
  });

  it('a statement ends when its time is over, and that is said', async () => {
    const connections = new PostgresConnections(postgresOptions(cluster.url()));
    const slow = { sql: 'select slept from slow', values: [] };
    await assert.rejects(connections.all(slow, 200, never), {
      body: { query: ['Query took too long'], __type: 'Validation Error' },
    });
    await connections.close();
  });

  it('when the database is down, that is said, and when it is there again, it answers', async () => {
    await cluster.restart(async () => {
      const { status, error } = await ask('datastore_search', { resource_id: 'kept' });
      assert.equal(status, 503);
      assert.match(JSON.stringify(error), /The database .+ can't be reached/);
    });
    assert.deepEqual(await found('kept'), [{ name: 'there' }]);
  });
});
