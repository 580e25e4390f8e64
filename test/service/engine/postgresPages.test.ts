/** Pages of a real PostgreSQL never repeat or miss a record that was there all the time, while others write. */
import assert from 'node:assert/strict';
import { type ExactValue, member } from '../../../src/base/cells.ts';
import { DatastoreClient } from '../../../src/datastore/client/client.ts';
import { describeNotice } from '../../../src/datastore/result/notice.ts';
import { LearnedDialect } from '../../../src/datastore/dialect/learnedDialect.ts';
import { ResultSet } from '../../../src/datastore/result/resultSet.ts';
import { allRecords } from '../../../src/export/records.ts';
import { Exchange } from '../../../src/http/exchange.ts';
import { FetchTransport } from '../../../src/http/fetchTransport.ts';
import { openPostgres } from '../../../src/service/engine/openDatastore.ts';
import { serveDatastore, type RunningServer } from '../../../src/service/http/serving.ts';
import { postgresOptions } from '../../../src/service/process/postgresUrl.ts';
import { until } from '../../../tools/vscode/until.ts';
import { ServedTables } from '../../support/drivers/askedServer.ts';
import { isFull } from '../../support/results/full.ts';
import { PostgresCluster } from './postgresCluster.ts';

const COUNT = 60;
/** After this time, a table's fields are described again. */
const SOON_MS = 11_000;
const never = new AbortController().signal;

describe('pages of PostgreSQL', () => {
  let cluster: PostgresCluster;
  let server: RunningServer;
  let served: ServedTables;

  before(async () => {
    cluster = await PostgresCluster.start();
    await cluster.sql(
      `create type mood as enum ('low', 'high');
       create table places (a text, b mood, primary key (b, a));
       create table keyed (n int primary key, grp text, at timestamptz, x float8, y numeric);
       create table bare (n int, grp text);
       create view seen as select n, grp from bare;`,
    );
  });
  beforeEach(async () => {
    await cluster.sql(
      `truncate places, keyed, bare;
       insert into places select 'p' || lpad(n::text, 3, '0'), (array['low', 'high'])[1 + n % 2]::mood
         from generate_series(1, ${String(COUNT)}) n;
       insert into keyed select n, nullif('g' || n % 4, 'g3'), timestamptz '2020-01-01' + n * interval '1.000001 s',
         (array['NaN', 'Infinity', '0.1', null])[1 + n % 4]::float8, n / 7.0 from generate_series(1, ${String(COUNT)}) n;
       insert into bare select n, 'g' || n % 4 from generate_series(1, ${String(COUNT)}) n;`,
    );
    server = await serveDatastore(await openPostgres(postgresOptions(cluster.url())), {});
    served = new ServedTables(server);
  });
  afterEach(() => server.close());
  after(() => cluster.stop());

  async function page(query: object): Promise<{ records: readonly ExactValue[]; mayRepeat: boolean }> {
    const reply = await served.post('datastore_search', { limit: 10, records_format: 'lists', ...query });
    assert.equal(reply.status, 200, reply.text);
    const records = member(reply.result, 'records') as readonly ExactValue[];
    return { records, mayRepeat: member(reply.result, 'x_pages_may_repeat') === true };
  }
  /** Reads every page, and makes a change after each. */
  async function walk(query: object, change: (page: number) => Promise<unknown>): Promise<readonly string[]> {
    const all: string[] = [];
    for (let at = 0; ; at += 1) {
      const { records, mayRepeat } = await page({ ...query, offset: all.length });
      assert.equal(mayRepeat, false);
      all.push(...records.map((record) => JSON.stringify(record)));
      if (records.length < 10) return all;
      await change(at);
    }
  }

  for (const sort of ['', 'grp', 'grp desc', 'grp desc nulls last, at', 'x', 'x desc, y desc', 'at desc', 'y'])
    it(`of a table with a key, sorted by "${sort}", are those of one moment in the same order`, async () => {
      const query = { resource_id: 'keyed', ...(sort !== '' && { sort }) };
      const { records } = await page({ ...query, limit: 1000 });
      const whole = records.map((record) => JSON.stringify(record));
      assert.deepEqual(await walk(query, () => Promise.resolve()), whole);
    });

  for (const sort of ['', 'grp desc', 'x, y desc'])
    it(`of a table with a key, sorted by "${sort}", go on behind the last record, whatever went or came before it`, async () => {
      const query = { resource_id: 'keyed', fields: 'n', ...(sort !== '' && { sort }) };
      const first = (await page({ ...query, limit: 1000 })).records.map((record) => JSON.stringify(record));
      const found = await walk(query, async (at) => {
        const [gone] = JSON.parse(first[3 + 10 * at] ?? '[0]') as [number];
        await cluster.ask(`delete from keyed where n = ${String(gone)}`);
        await cluster.ask(`insert into keyed select -${String(at + 1)}, grp, at, x, y from keyed where n = 1`);
      });
      assert.equal(new Set(found).size, found.length, 'none comes twice');
      const kept = found.filter((record) => !record.includes('-'));
      assert.deepEqual(kept, first, 'none is missing');
    });

  it('that end early because their answer is too large go on behind the last record, too', async () => {
    const large = isFull ? 60 : 36;
    await cluster.sql(
      `create table large (n int primary key, x text);
       insert into large select n, repeat('x', 1 << 20) from generate_series(1, ${String(large)}) n`,
    );
    const found: number[] = [];
    for (;;) {
      const query = { resource_id: 'large', offset: found.length, limit: 2000 };
      const { records } = await page(query);
      found.push(...records.map((record) => (record as readonly number[])[0] ?? 0));
      if (found.at(-1) === large) break;
      assert.ok(records.length > 2 && records.length < 20, String(records.length));
      await cluster.ask(`delete from large where n = ${String(found.length)}`);
    }
    assert.deepEqual(
      found,
      Array.from({ length: large }, (_, n) => n + 1),
    );
  });

  it('of a table whose key is a unique index go on behind the last record, too', async () => {
    await cluster.sql(
      `create table ticketed (n int not null, x text); create unique index on ticketed (n);
       insert into ticketed select n, 'x' from generate_series(1, ${String(COUNT)}) n`,
    );
    const found = await walk({ resource_id: 'ticketed', fields: 'n' }, (at) =>
      cluster.ask(`delete from ticketed where n = ${String(at + 1)}`),
    );
    assert.deepEqual(
      found,
      Array.from({ length: COUNT }, (_, n) => `[${String(n + 1)}]`),
    );
  });

  it('of a key of unknown types, too', async () => {
    const query = { resource_id: 'places' };
    const whole = (await page({ ...query, limit: 1000 })).records.map((record) => JSON.stringify(record));
    const found = await walk(query, (at) =>
      cluster.ask(`delete from places where a = 'p00${String(2 * (at % 4) + 2)}'`),
    );
    assert.deepEqual(found, whole);
  });

  it('of distinct records go on behind the last one', async () => {
    const query = { resource_id: 'bare', fields: 'n', distinct: true, sort: 'n' };
    const found = await walk(query, (at) => cluster.ask(`delete from bare where n = ${String(at + 1)}`));
    assert.deepEqual(
      found,
      Array.from({ length: COUNT }, (_, n) => `[${String(n + 1)}]`),
    );
  });

  for (const resource_id of ['bare', 'seen'])
    it(`of ${resource_id}, which has no key, are those of one moment`, async () => {
      const found = await walk({ resource_id }, async () => {
        await cluster.ask('delete from bare where n < 5');
        await cluster.ask(`update bare set grp = 'changed' where n % 3 = 0`);
        await cluster.ask(`insert into bare select n, 'late' from generate_series(100, 110) n`);
      });
      const expected = Array.from({ length: COUNT }, (_, n) => `[${String(n + 1)},"g${String((n + 1) % 4)}"]`);
      assert.deepEqual([...found].sort(), expected.sort());
    });

  for (const resource_id of ['keyed', 'bare', 'seen'])
    it(`of ${resource_id} that begin with the last record of the one before, as an export asks for them, too`, async () => {
      const found: string[] = [];
      for (;;) {
        const again = found.length > 0 ? 1 : 0;
        const query = { resource_id, fields: 'n', offset: found.length - again, limit: 10 + again };
        const { records, mayRepeat } = await page(query);
        assert.equal(mayRepeat, false);
        const texts = records.map((record) => JSON.stringify(record));
        if (again > 0) assert.equal(texts.shift(), found.at(-1));
        found.push(...texts);
        if (texts.length < 10) break;
        await cluster.ask(`delete from ${resource_id} where n < 5`);
        await cluster.ask(
          `insert into ${resource_id === 'keyed' ? 'keyed' : 'bare'} (n) select coalesce(min(n), 0) - 1 from keyed`,
        );
        await cluster.ask('insert into keyed (n) select min(n) - 1 from keyed');
      }
      const expected = Array.from({ length: COUNT }, (_, n) => `[${String(n + 1)}]`);
      assert.deepEqual(found.sort(), expected.sort());
    });

  it('without a key that are asked for out of turn say that they may repeat records', async () => {
    assert.equal((await page({ resource_id: 'seen', offset: 20 })).mayRepeat, true);
    assert.equal((await page({ resource_id: 'seen', offset: 30 })).mayRepeat, false, 'it goes on behind that page');
    assert.equal((await page({ resource_id: 'keyed', offset: 20 })).mayRepeat, false);
    assert.equal((await page({ resource_id: 'seen', limit: 1000 })).mayRepeat, false);
  });

  it('without a key are exported from one statement, and a jump into them is told', async () => {
    await cluster.ask('insert into bare select n from generate_series(61, 4000) n');
    const { baseUrl, token } = server;
    const client = new DatastoreClient({
      exchange: new Exchange({ transport: new FetchTransport(), timeoutMs: () => 20_000 }),
      access: () => Promise.resolve({ baseUrl, token }),
      dialect: new LearnedDialect(),
    });
    const query = { resourceId: 'seen' };
    const result = await ResultSet.open(client, query, never);
    // Two readings at the same place contest each other, so this page ends elsewhere than the export's.
    await result.rows(2000, 2010, never);
    assert.deepEqual(
      result.notices.map((notice) => describeNotice(notice)),
      ['Some records may be missing or appear twice: the table has no primary key, or changed while it was read.'],
    );
    const found: unknown[] = [];
    for await (const { rows, state } of allRecords(client, query, never)) {
      found.push(...rows.map(([n]) => n));
      assert.deepEqual(state?.notices ?? [], []);
      await cluster.ask('delete from bare where n % 10 = 0');
      await cluster.ask('insert into bare values (-1)');
    }
    assert.deepEqual(
      found,
      Array.from({ length: 4000 }, (_, n) => n + 1),
    );
  });

  it('that are asked for while the one before is on its way wait for it', async () => {
    const datastore = await openPostgres(postgresOptions(cluster.url()));
    const table = await datastore.open('seen', never);
    assert.ok(table);
    const question = {
      ...{ where: undefined, texts: [], order: [], distinct: false, counts: false, limit: 10 },
      ...{ estimateFrom: undefined, format: undefined, select: [{ kind: 'field', id: 'n' }] as const },
    };
    const read = async (offset: number): Promise<readonly unknown[]> => {
      const found: unknown[] = [];
      for await (const { records, mayRepeat } of table.page({ ...question, offset }, never))
        found.push(...records.map(({ content }) => String(content)), ...(mayRepeat === true ? ['?'] : []));
      return found;
    };
    const pages = await Promise.all([0, 10, 20, 30, 40, 50].map(read));
    await datastore.close();
    const all = Array.from({ length: COUNT }, (_, n) => String(n + 1));
    assert.deepEqual(pages.flat().sort(), all.sort());
  });

  it('without a key say so too when the server has ended the statement that was held', async () => {
    assert.equal((await page({ resource_id: 'seen' })).records.length, 10);
    await cluster.ask("select pg_terminate_backend(pid) from pg_stat_activity where state = 'idle in transaction'");
    await until(async () => {
      const left = await cluster.ask("select 1 from pg_stat_activity where state = 'idle in transaction'");
      return left.length === 0;
    }, 'it is gone');
    const next = await page({ resource_id: 'seen', offset: 10 });
    assert.deepEqual([next.records.length, next.mayRepeat], [10, true]);
  });

  it('hold at most four statements open, and none that is over', async () => {
    const open = async () =>
      (await cluster.ask("select 1 from pg_stat_activity where state = 'idle in transaction'")).length;
    for (let n = 1; n <= 6; n += 1) await page({ resource_id: 'seen', filters: { n: { gte: n } } });
    await until(async () => (await open()) === 4, 'four are held');
    for (let n = 1; n <= 6; n += 1)
      for (let offset = 10; offset <= COUNT; offset += 10)
        await page({ resource_id: 'seen', filters: { n: { gte: n } }, offset });
    await until(async () => (await open()) === 0, 'all are over');
  });

  describe('of a table that changes between them', () => {
    const clock = Date.now;
    beforeEach(() =>
      cluster.sql(
        `drop table if exists changed; create table changed (n int primary key, x text, y int);
         insert into changed select n, 'x' || n, n from generate_series(1, ${String(COUNT)}) n`,
      ),
    );
    afterEach(() => (Date.now = clock));
    const second = async () => {
      const reply = await served.post('datastore_search', { resource_id: 'changed', limit: 2, offset: 2 });
      return { ...reply, records: member(reply.result, 'records') };
    };

    for (const [what, change, records] of [
      ['loses a field', 'alter table changed drop column x', [3, 4].map((n) => ({ n, y: n }))],
      [
        'has numbers where texts were',
        'alter table changed alter x type int using n',
        [3, 4].map((n) => ({ n, x: n, y: n })),
      ],
      [
        'has texts where numbers were',
        "alter table changed alter y type text using y || ','",
        [3, 4].map((n) => ({ n, x: `x${String(n)}`, y: `${String(n)},` })),
      ],
      [
        'is another one of the same name',
        'alter table changed rename to former; create table changed (z) as select generate_series(1, 4)',
        [{ z: 3 }, { z: 4 }],
      ],
    ] as const)
      it(`and ${what} is asked about anew, and that is said`, async () => {
        await page({ resource_id: 'changed', limit: 2 });
        await cluster.sql(change);
        const { status, text } = await second();
        assert.equal(status, 409, text);
        assert.match(text, /The fields of this table have changed\. Ask again\./);
        assert.deepEqual((await second()).records, records);
        await cluster.sql('drop table if exists former');
      });

    it('and is dropped is not found', async () => {
      await page({ resource_id: 'changed', limit: 2 });
      await cluster.sql('drop table changed');
      assert.equal((await second()).status, 404);
      assert.equal((await second()).status, 404);
    });

    it('and has one field more shows it soon', async () => {
      await page({ resource_id: 'changed', limit: 2 });
      await cluster.sql('alter table changed add column z int');
      assert.deepEqual(
        (await second()).records,
        [3, 4].map((n) => ({ n, x: `x${String(n)}`, y: n })),
      );
      Date.now = () => clock() + SOON_MS;
      assert.deepEqual(
        (await second()).records,
        [3, 4].map((n) => ({ n, x: `x${String(n)}`, y: n, z: null })),
      );
    });
  });

  it('that a client leaves end their statement', async () => {
    await cluster.sql(
      'create or replace view slow as select n, pg_sleep(case when n > 5 then 60 else 0 end)::text from bare',
    );
    const client = new AbortController();
    const asked = fetch(`${server.baseUrl}/api/action/datastore_search`, {
      method: 'POST',
      headers: { Authorization: server.token, 'Content-Type': 'application/json' },
      body: JSON.stringify({ resource_id: 'slow', limit: 10, include_total: false }),
      signal: client.signal,
    });
    const running = async () =>
      (await cluster.ask("select 1 from pg_stat_activity where wait_event = 'PgSleep'")).length;
    await until(async () => (await running()) === 1, 'it runs');
    client.abort();
    await assert.rejects(asked);
    await until(async () => (await running()) === 0, 'it is over');
    assert.equal((await page({ resource_id: 'bare' })).records.length, 10);
  });
});
