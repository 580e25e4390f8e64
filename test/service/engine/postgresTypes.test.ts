/** Types made by users and extensions of a real PostgreSQL work in keys, sorts, filters, lists and searches. */
import assert from 'node:assert/strict';
import { type ExactValue, member } from '../../../src/base/cells.ts';
import { stringifyExact } from '../../../src/base/exactJson.ts';
import { searchQuestion } from '../../../src/service/api/search/searchQuestion.ts';
import { searchParameters } from '../../../src/service/api/search/searchParameters.ts';
import { openPostgres } from '../../../src/service/engine/openDatastore.ts';
import { serveDatastore, type RunningServer } from '../../../src/service/http/serving.ts';
import { postgresOptions } from '../../../src/service/process/postgresUrl.ts';
import { ServedTables } from '../../support/drivers/askedServer.ts';
import { isFull } from '../../support/results/full.ts';
import { PostgresCluster } from './postgresCluster.ts';

const COUNT = isFull ? 25 : 11;
const never = new AbortController().signal;

describe('types of PostgreSQL', () => {
  let cluster: PostgresCluster;
  let server: RunningServer;
  let served: ServedTables;

  before(async () => {
    cluster = await PostgresCluster.start();
    await cluster.sql(
      `create schema ext; create extension citext schema ext; create extension hstore schema ext;
       create extension ltree schema ext;
       create collation ignoring_case (provider = icu, locale = 'und-u-ks-level2', deterministic = false);
       create type mood as enum ('sad', 'fair', 'glad');
       create domain positive as int check (value > 0); create domain small as positive check (value < 1000);
       create domain smaller as small; create domain code as varchar(6); create domain short_code as code;
       create domain price as numeric(8, 2); create domain net_price as price;
       create domain feeling as mood; create domain feeling2 as feeling;
       create domain numbers as int[]; create domain numbers2 as numbers;
       create domain tree as ext.ltree; create domain tree2 as tree;
       create domain moment as timestamptz(3); create domain moment2 as moment;`,
    );
    server = await serveDatastore(await openPostgres(postgresOptions(cluster.url())), {});
    served = new ServedTables(server);
  });
  after(async () => {
    await server.close();
    await cluster.stop();
  });

  async function search(query: object): Promise<ExactValue> {
    const reply = await served.post('datastore_search', query);
    assert.equal(reply.status, 200, reply.text);
    return reply.result ?? null;
  }
  const recordsOf = (result: ExactValue): readonly string[] =>
    (member(result, 'records') as readonly ExactValue[]).map((record) => stringifyExact(record));
  async function walk(query: object, limit: number): Promise<readonly string[]> {
    const all: string[] = [];
    for (;;) {
      const records = recordsOf(await search({ limit, offset: all.length, ...query }));
      all.push(...records);
      if (records.length < limit) return all;
    }
  }

  describe('as keys', () => {
    for (const [type, value] of [
      ['smaller', 'n'],
      ['short_code', `'c' || n`],
      ['net_price', 'n / 7.0'],
      ['feeling2', `(enum_range(null::mood))[1 + n % 3]::feeling2`],
      ['numbers2', 'array[n, null]'],
      ['moment2', `timestamptz '2020-01-01' + n * interval '1 ms'`],
      ['ext.citext', `case n % 2 when 0 then 'A' else 'b' end || n`],
      ['ext.ltree', `('top.t' || n)::ext.ltree`],
      ['tree2', `('top.t' || n)::tree2`],
      ['ext.hstore', `ext.hstore('a', n::text)`],
      ['ext.ltree[]', `array['top'::ext.ltree, ('t' || n)::ext.ltree]`],
      ['text collate ignoring_case', `case n % 2 when 0 then 'A' else 'b' end || n`],
    ] as const)
      it(`${type}: all records come once, by every sort`, async () => {
        await cluster.sql(
          `drop table if exists keyed; create table keyed (k ${type}, n int, primary key (k, n));
           insert into keyed select ${value}, n from generate_series(1, ${String(COUNT)}) n`,
        );
        for (const sort of ['', 'k', 'k desc', 'n', 'n desc nulls last'])
          for (const limit of [1, 3, 10]) {
            const found = await walk({ resource_id: await idOf('keyed'), sort }, limit);
            assert.deepEqual([found.length, new Set(found).size], [COUNT, COUNT], `${sort} ${String(limit)}`);
          }
        if (type.endsWith(']') || type === 'numbers2') return;
        const distinct = await walk({ resource_id: await idOf('keyed'), distinct: true, fields: ['k'] }, 3);
        assert.equal(new Set(distinct).size, distinct.length);
      });

    it('in an index of another order or collation than their own make no key', async () => {
      await cluster.sql(
        `create table odd (a text collate ignoring_case not null, b text not null);
         create unique index on odd (a collate "C"); create unique index on odd (b text_pattern_ops);
         insert into odd values ('a', 'x'), ('A', 'y'), ('b', 'z'), ('B', 'Z')`,
      );
      const found = await walk({ resource_id: 'odd' }, 1);
      assert.equal(new Set(found).size, 4);
    });
  });

  /** Restarts the service, because a table's id depends on the table, and old facts are remembered. */
  async function idOf(name: string): Promise<string> {
    await server.close();
    server = await serveDatastore(await openPostgres(postgresOptions(cluster.url())), {});
    served = new ServedTables(server);
    return name;
  }

  it('that are intervals with fields are shown as interval, not with the precision of another type', async () => {
    await cluster.sql(
      'create table spans (i interval(3), s interval day to second(3), t interval second(2)[], y interval year)',
    );
    const { result } = await served.post('datastore_info', { id: 'spans' });
    const fields = member(result, 'fields') as readonly ExactValue[];
    assert.deepEqual(
      fields.map((field) => member(member(field, 'schema'), 'native_type')),
      ['interval(3)', 'interval', 'interval[]', 'interval'],
    );
  });

  describe('that are domains over domains', () => {
    before(() =>
      cluster.sql(
        `create table domains (n smaller, c short_code, p net_price, f feeling2, a numbers2, m moment2, l tree2);
         insert into domains select n, 'c' || n, n / 8.0, (enum_range(null::mood))[1 + n % 3]::feeling2,
           array[n], timestamptz '2020-01-01 00:00:00.25+00' + n * interval '1 day', ('t' || n)::ext.ltree::tree2
           from generate_series(1, 12) n`,
      ),
    );
    const first = async (query: object, field: string) =>
      ((await served.records('domains', { limit: 1, ...query })) as readonly Record<string, ExactValue>[])[0]?.[field];

    it('are shown, with their modifiers, as the types below', async () => {
      const { result } = await served.post('datastore_info', { id: 'domains' });
      const fields = member(result, 'fields') as readonly ExactValue[];
      assert.deepEqual(
        fields.map((field) => [member(field, 'type'), member(member(field, 'schema'), 'native_type')]),
        [
          ['int4', 'integer'],
          ['varchar', 'character varying(6)'],
          ['numeric', 'numeric(8,2)'],
          ['mood', 'mood'],
          ['_int4', 'integer[]'],
          ['timestamptz', 'timestamp(3) with time zone'],
          ['ltree', 'ltree'],
        ],
      );
    });

    for (const [sort, field, value] of [
      ['n desc', 'n', 12],
      ['n', 'n', 1],
      ['c desc', 'c', 'c9'],
      ['p desc', 'n', 12],
      ['a desc', 'n', 12],
      ['m desc', 'n', 12],
    ] as const)
      it(`sort as these: ${sort}`, async () => assert.equal(await first({ sort }, field), value));

    for (const filters of [
      { n: { gte: 9 } },
      { n: { gte: '9' } },
      { n: [9, '10', 11, 12] },
      { p: { gte: 1.13 } },
      { m: { gte: '2020-01-10T00:00:00' } },
      { a: { gte: [9] } },
      { a: { in: [[9], [10], [11], [12]] } },
      { c: ['c9', 'c10', 'c11', 'c12'] },
      { l: ['t9', 't10', 't11', 't12'] },
    ])
      it(`are filtered as these: ${JSON.stringify(filters)}`, async () => {
        assert.deepEqual(await served.values('domains', 'n', { filters, sort: 'n' }), [9, 10, 11, 12]);
      });

    it('give out values as these', async () => {
      const [record] = recordsOf(await search({ resource_id: 'domains', sort: 'n', limit: 1 }));
      assert.equal(record, '{"n":1,"c":"c1","p":0.13,"f":"fair","a":[1],"m":"2020-01-02T00:00:00.25+00:00","l":"t1"}');
    });
  });

  describe('in long lists', () => {
    before(() =>
      cluster.sql(
        `create table listed (n int primary key, t text, x numeric, u uuid, i inet, a int[]);
         insert into listed select n, 't' || n, n + 0.5, lpad(n::text, 32, '0')::uuid, '10.0.0.0'::inet + n, array[n]
           from generate_series(1, 100) n;
         insert into listed (n, t) values (101, 'a"b\\c,{}'), (102, 'NULL'), (103, ''), (104, ' null '), (105, null);
         analyze listed`,
      ),
    );
    /** Counts without HTTP, whose bodies are limited to 1 MiB. */
    async function count(filters: ExactValue): Promise<number | undefined> {
      const datastore = await openPostgres(postgresOptions(cluster.url()));
      try {
        const table = await datastore.open('listed', never);
        assert.ok(table);
        const { question } = searchQuestion(searchParameters({ resource_id: 'x', limit: 0, filters }), table, false);
        for await (const { total } of table.page(question, never)) return total;
        return undefined;
      } finally {
        await datastore.close();
      }
    }

    for (const length of isFull ? [65_535, 65_536, 200_000] : [65_536])
      it(`${String(length)} values are compared like one`, async () => {
        const all = Array.from({ length }, (_, n) => n + 1);
        assert.equal(await count({ n: all }), 105);
        assert.equal(await count({ n: all.map(String) }), 105);
        assert.equal(await count({ n: all.map((n) => (n % 2 === 0 ? n : String(n))) }), 105);
        assert.equal(await count({ x: all.map((n) => n + 0.5) }), 100);
        assert.equal(await count({ t: all.map((n) => `t${String(n)}`) }), 100);
        assert.equal(await count({ i: all.map((n) => `10.0.0.${String(n)}/32`) }), 0);
        assert.equal(await count({ i: all.map((n) => `10.0.0.${String(n)}`) }), 100);
        assert.equal(await count({ a: { in: all.slice(0, 100).map((n) => [n]) } }), 100);
      });

    for (const [filters, total] of [
      [{ t: ['a"b\\c,{}', 'NULL', '', ' null '] }, 4],
      [{ n: [1, null, 2] }, 2],
      [{ n: [null] }, 0],
      [{ n: [] }, 0],
      [{ n: [1.5, 2, 9e30] }, 1],
      [{ u: ['00000000-0000-0000-0000-000000000007', '00000000000000000000000000000008'] }, 2],
    ] as const)
      it(`${JSON.stringify(filters)} finds ${String(total)}`, async () => assert.equal(await count(filters), total));

    for (const t of ['nul \0', 'half \ud800'])
      it(`a text that PostgreSQL can't hold is refused: ${JSON.stringify(t)}`, async () => {
        const reply = await served.post('datastore_search', { resource_id: 'listed', filters: { t: ['a', t] } });
        assert.equal(reply.status, 409, reply.text);
      });

    it('an index is used', async () => {
      await cluster.sql(`create table indexed as select n from generate_series(1, 20000) n;
        alter table indexed add primary key (n); analyze indexed`);
      const seen = async () =>
        (await cluster.ask("select seq_scan::int from pg_stat_user_tables where relname = 'indexed'"))[0]?.['seq_scan'];
      await cluster.sql('select pg_stat_force_next_flush()');
      const before = await seen();
      await served.records('indexed', { filters: { n: [5, 7, 11] }, include_total: false });
      await server.close();
      server = await serveDatastore(await openPostgres(postgresOptions(cluster.url())), {});
      served = new ServedTables(server);
      assert.equal(await seen(), before);
    });
  });

  it('of collations in which different texts are equal are searched, with others beside them', async () => {
    await cluster.sql(
      `create table collated (a text collate ignoring_case, b text collate "de-x-icu", c text);
       insert into collated values ('Zürich', 'Äpfel', 'x'), ('Bern', 'Birnen', 'zürich')`,
    );
    const found = (query: Record<string, unknown>) => served.values('collated', 'a', query);
    assert.deepEqual(await found({ q: 'zÜRI' }), ['Zürich', 'Bern']);
    assert.deepEqual(await found({ q: { a: 'ER' } }), ['Bern']);
    assert.deepEqual(await found({ q: { b: 'äpf' } }), ['Zürich']);
    assert.deepEqual(await found({ q: 'birn:*', plain: false }), ['Bern']);
    assert.deepEqual(await found({ filters: { a: ['zürich'] } }), ['Zürich']);
    const ranked = await serveDatastore(await openPostgres(postgresOptions(cluster.url())), { ranks: true });
    for (const query of [{ q: 'birnen' }, { q: 'birn:*', plain: false }])
      assert.deepEqual(await new ServedTables(ranked).values('collated', 'a', query), ['Bern']);
    await ranked.close();
  });
});
