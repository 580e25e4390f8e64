/** Statements that fail because of a view are answered with a status and PostgreSQL's own words, in dumps, too. */
import assert from 'node:assert/strict';
import { openPostgres } from '../../../src/service/engine/openDatastore.ts';
import { serveDatastore, type RunningServer } from '../../../src/service/http/serving.ts';
import { postgresOptions } from '../../../src/service/process/postgresUrl.ts';
import { ServedTables } from '../../support/drivers/askedServer.ts';
import { PostgresCluster } from './postgresCluster.ts';

/** Faults of the server are reported without PostgreSQL's words, which may name files, hosts and users. */
const FAILED = /^(?!.*(own words|nope)).*The database .* failed to answer\. Its own log says why\./s;

/** What a view selects, the status of a page, and its message. */
const FAULTS: Readonly<Record<string, readonly [sql: string, status: number, said: RegExp]>> = {
  raised: [`fails('P0001')`, 409, /own words/],
  'a code of its own': [`fails('AB123')`, 409, /own words/],
  'an internal error': [`fails('XX000')`, 503, FAILED],
  'a damaged page': [`fails('XX001')`, 503, FAILED],
  'a file': [`pg_read_file('nope')`, 503, FAILED],
  'the disk': [`fails('58030')`, 503, FAILED],
  'its settings': [`fails('F0000')`, 503, FAILED],
  'a foreign server': [`fails('HV000')`, 503, FAILED],
  'a connection to a foreign server': [`fails('08001')`, 503, FAILED],
  'two rows': [`(select g from generate_series(1, 2) g)::text`, 409, /more than one row returned/],
  'no such feature': [`strpos('a' collate ignoring_case, 'b')::text`, 409, /nondeterministic collations/],
  writing: ['writes()', 409, /cannot execute DELETE in a read-only transaction/],
  'division by zero': [`(1 / (n - n))::text`, 409, /division by zero/],
  'a cast': [`(('x' || n)::int)::text`, 409, /invalid input syntax for type integer/],
  'a message without end': [`(repeat('x', 1000000) || n)::int::text`, 409, /^.{100,10000}$/s],
  'recursion without end': ['endless()', 409, /stack depth limit exceeded|took too long/],
  'bad bytes': [`convert_from('\\xff', 'UTF8')`, 409, /invalid byte sequence/],
  'a conflict': [`fails('40001')`, 503, /busy|too many/i],
  'a lock': [`fails('55P03')`, 503, /busy|too many/i],
};

describe('a view of PostgreSQL that fails with', () => {
  let cluster: PostgresCluster;
  let server: RunningServer;
  let served: ServedTables;

  before(async () => {
    cluster = await PostgresCluster.start();
    await cluster.sql(
      `create collation ignoring_case (provider = icu, locale = 'und-u-ks-level2', deterministic = false);
       create table kept (n int primary key); insert into kept values (1);
       create function fails(state text) returns text language plpgsql as
         $$ begin raise exception 'own words' using errcode = state; end $$;
       create function writes() returns text language plpgsql as $$ begin delete from kept; return 'x'; end $$;
       create function endless() returns text language plpgsql as $$ begin return endless(); end $$;
       ${Object.entries(FAULTS)
         .map(([name, [sql]]) => `create view "${name}" as select n, ${sql} as x from kept;`)
         .join('\n')}
       create view slow as select n, pg_sleep(600)::text as x from kept;
       create view late as select n, (1 / (200000 - n))::text as x from generate_series(1, 300000) n;`,
    );
    server = await serveDatastore(await openPostgres(postgresOptions(cluster.url())), {});
    served = new ServedTables(server);
  });
  after(async () => {
    await server.close();
    await cluster.stop();
  });

  const dump = (name: string, query = '') =>
    served.send(`/datastore/dump/${encodeURIComponent(name)}${query}`, { headers: { Authorization: server.token } });

  for (const [name, [, status, said]] of Object.entries(FAULTS))
    it(`${name}: ${String(status)}`, async () => {
      for (const query of [
        { include_total: false },
        { include_total: false, limit: 5000 },
        { include_total: false, sort: 'x' },
        { distinct: true, fields: ['x'] },
        { distinct: true, fields: ['x'], limit: 5000 },
        { limit: 0, filters: { x: ['a', 'b'] } },
      ]) {
        const reply = await served.post('datastore_search', { resource_id: name, ...query });
        assert.equal(reply.status, status, `${JSON.stringify(query)} ${reply.text}`);
        assert.match(reply.text, said);
      }
      for (const format of ['csv', 'json']) {
        const reply = await dump(name, `?format=${format}`);
        assert.equal(reply.status, status === 409 ? 400 : status, reply.text);
        assert.match(reply.text, said);
      }
      assert.deepEqual(await served.values('kept', 'n'), [1]);
    });

  it('what comes late breaks its dump off, and leaves its place to others', async () => {
    for (let round = 0; round < 6; round += 1) await assert.rejects(dump('late'));
    assert.match((await dump('kept')).text, /^n\r\n1\n$/);
  });

  it('a query that takes long, requested for its heads alone, is not run', async () => {
    const heads = await fetch(`${server.baseUrl}/datastore/dump/slow`, {
      method: 'HEAD',
      headers: { Authorization: server.token },
      signal: AbortSignal.timeout(10_000),
    });
    assert.equal(heads.status, 200);
  });

  it('what comes late, asked for heads alone, holds no place', async () => {
    for (let round = 0; round < 6; round += 1) {
      const heads = await fetch(`${server.baseUrl}/datastore/dump/late`, {
        method: 'HEAD',
        headers: { Authorization: server.token },
      });
      assert.equal(heads.status, 200);
    }
    assert.match((await dump('kept')).text, /^n\r\n1\n$/);
  });
});
