/** `datastore_search_sql` takes one SELECT over resources, exactly, and nothing else (docs/security.md 12). */
import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { stringifyExact } from '../../../src/base/exactJson.ts';
import { member } from '../../../src/base/cells.ts';
import { PROCESS_END_REASONS } from '../../../src/service/resource/processEndings.ts';
import { resourceView } from '../../../src/service/engine/duckdb/statement/resourceView.ts';
import { searchSql } from '../../../src/service/api/sql/searchSql.ts';
import { DuckdbDatastore } from '../../../src/service/engine/duckdb/duckdbDatastore.ts';
import { until } from '../../../tools/vscode/until.ts';
import { TestDatastore } from '../datastore.ts';

const NUMBERS = `[
  {"t":"one","n":1.10,"big":9007199254740993,"e":1e5,"b":true,"j":{"k":[1.10]}},
  {"t":"","n":0,"big":-9223372036854775809,"e":-0.0,"b":false,"j":[]},
  {"t":null,"n":null,"big":null,"e":null,"b":null,"j":null},
  {"t":"two","n":12345678901234567890.123,"big":12345678901234567890123456789,"e":2.50,"b":true,"j":"x"}
]`;
const huge = `1${'0'.repeat(40)}.5`;

describe('datastore_search_sql', () => {
  let datastore: TestDatastore;

  before(async () => {
    datastore = await TestDatastore.open({
      'n.json': { content: NUMBERS },
      'plain.csv': { content: 'Name,code\nAda,007\nGrace,010\nAlan,1\n' },
      'case.csv': { content: 'a,A\n1,2\n' },
      'huge.json': { content: `[{"h":${huge}},{"h":2}]` },
      'many.csv': { content: `n\n${Array.from({ length: 32_005 }, (_, at) => String(at)).join('\n')}\n` },
    });
  });
  after(() => datastore.close());

  /** Replaces `{n}` by the resource of n.json, and others accordingly. */
  const filled = (sql: string) =>
    sql.replace(
      /\{(\w+)\}/g,
      (_, name: string) => `"${datastore.id(`${name}.${['n', 'huge'].includes(name) ? 'json' : 'csv'}`)}"`,
    );
  const ask = (sql: string) => datastore.post('datastore_search_sql', { sql: filled(sql) });
  const records = async (sql: string) => {
    const reply = await ask(sql);
    assert.equal(reply.status, 200, reply.text);
    return stringifyExact(member(reply.result, 'records') ?? null);
  };
  const fields = async (sql: string) => {
    const list = member((await ask(sql)).result, 'fields') as readonly { id: string; type: string }[];
    return list.map(({ id, type }) => `${id} ${type}`).join(', ');
  };

  it('gives sql, fields and records, by GET and POST alike', async () => {
    const sql = filled('SELECT "Name", code FROM {plain} WHERE code = \'007\'');
    const expected = {
      sql,
      fields: [
        { id: 'Name', type: 'text' },
        { id: 'code', type: 'text' },
      ],
      records: [{ Name: 'Ada', code: '007' }],
    };
    assert.deepEqual((await datastore.post('datastore_search_sql', { sql })).result, expected);
    assert.deepEqual((await datastore.get('datastore_search_sql', { sql })).result, expected);
  });

  describe('values', () => {
    for (const [sql, expected] of [
      // The numbers of a column have as many digits after the point as the one with the most.
      [
        'select n, big, e from {n} where _id <> 3 order by _id',
        '[{"n":1.100,"big":9007199254740993,"e":100000.00},{"n":0.000,"big":-9223372036854775809,"e":0.00},{"n":12345678901234567890.123,"big":12345678901234567890123456789,"e":2.50}]',
      ],
      ['select a.n as x from {n} a join {n} b on a._id = b._id where b._id = 1', '[{"x":1.100}]'],
      [
        'select t, b, j from {n} where _id in (1, 3) order by 1',
        '[{"t":"one","b":true,"j":{"k":[1.10]}},{"t":null,"b":null,"j":null}]',
      ],
      ["select lpad(code, 5, '*') as p from {plain} where _id = 2", '[{"p":"**010"}]'],
      // Computed values are exact decimals.
      ['select big + 1 as x from {n} where _id = 4', '[{"x":12345678901234567890123456790}]'],
      [
        'select sum(n) as x, max(big) as y, min(big) as z from {n}',
        '[{"x":12345678901234567891.223,"y":12345678901234567890123456789,"z":-9223372036854775809}]',
      ],
      ['select n * 2 as x from {n} where n = 1.1', '[{"x":2.200}]'],
      ['select e + 0.001 as x from {n} where e > 99999', '[{"x":100000.001}]'],
      [
        'select count(*), b from {n} group by b order by b',
        '[{"count":1,"b":false},{"count":2,"b":true},{"count":1,"b":null}]',
      ],
      [
        'select distinct big from {n} where big > 0 order by big desc',
        '[{"big":12345678901234567890123456789},{"big":9007199254740993}]',
      ],
      // Numbers beyond 38 digits are text, with all their digits.
      ['select h from {huge} order by _id', `[{"h":"${huge}"},{"h":"2"}]`],
      ["select h || '' as x from {huge} where _id = 1", `[{"x":"${huge}"}]`],
      // A quotient of integers is an integer, as in PostgreSQL.
      ['select 7 / 2 as a, 7 % 2 as b, 7 / 2.0 as c', '[{"a":3,"b":1,"c":3.5}]'],
      ['select avg(n) as a, sum(n) / 3 as b from {n}', '[{"a":4115226300411522600,"b":4115226300411522600}]'],
      ['select avg(_id), avg(_id)::int as b from {n}', '[{"avg":2.5,"b":2}]'],
      ['select \'{"a": 1}\'::json as a, j from {n} where _id = 1', '[{"a":{"a":1},"j":{"k":[1.10]}}]'],
      ['select n from {n} order by n desc limit 1', '[{"n":null}]'],
      ['select n from {n} order by n limit 1', '[{"n":0.000}]'],
      [
        'select 9007199254740993 as a, 1.50 as b, 12345678901234567890123 as c',
        '[{"a":9007199254740993,"b":1.50,"c":12345678901234567890123}]',
      ],
      [
        "select 25::float8 as a, 1e300 as b, 0.1::float4 as c, 'nan'::float8 as d, -0.0::float8 as e",
        '[{"a":25,"b":1e+300,"c":0.1,"d":"NaN","e":-0.0}]',
      ],
      [
        "select date '2020-01-31' as d, timestamp '2020-01-31 10:20:30.5' as a, timestamp '2020-01-31' as b, time '03:04:05' as c",
        '[{"d":"2020-01-31","a":"2020-01-31T10:20:30.5","b":"2020-01-31T00:00:00","c":"03:04:05"}]',
      ],
      [
        "select timestamptz '2020-01-02 03:04:05+02' as a, interval '1 day 2 hours' as b, interval '-1 hour' as c",
        '[{"a":"2020-01-02T01:04:05+00:00","b":"1 day 02:00:00","c":"-01:00:00"}]',
      ],
      [
        "select array[1, null, 3] as a, array['x\"'] as b, array[1.10] as c",
        '[{"a":[1,null,3],"b":["x\\""],"c":[1.10]}]',
      ],
      ['select "Name" as a, code as a from {plain} limit 1', '[{"a":"007"}]'],
      ["select NAME from {plain} where Name ~ 'A.*' order by name", '[{"Name":"Ada"},{"Name":"Alan"}]'],
      ['with x as (select code from {plain}), y as (select code from x) select max(code) from y', '[{"max":"1"}]'],
      [
        'with recursive r(n) as (select 1 union all select n + 1 from r where n < 3) select n from r',
        '[{"n":1},{"n":2},{"n":3}]',
      ],
      [
        'select x from (values (1), (2)) v(x) where exists (select 1 from {plain} where _id = x) order by 1 limit 1',
        '[{"x":1}]',
      ],
      ['select row_number() over (order by code) from {plain} limit 1', '[{"row_number":1}]'],
      ['select x from (values (1), (2)) v(x) qualify row_number() over (order by x desc) = 1', '[{"x":2}]'],
      ['select 1 -- ; select 2', '[{"1":1}]'],
      ["select 'a;b' as x;", '[{"x":"a;b"}]'],
      ["select ':x' as a, '%s' as b, '#' as c", '[{"a":":x","b":"%s","c":"#"}]'],
      [
        "select replace('a+b+', '+', ''), replace(null, 'a', 'b') as b, regexp_replace('aXbX', 'x', '-', 'gi') as c, regexp_replace('aa', 'a', '') as d",
        '[{"replace":"ab","b":null,"c":"a-b-","d":"a"}]',
      ],
      ['select variance(_id), stddev(_id) from {n} where _id < 3', '[{"variance":0.5,"stddev":0.7071067811865476}]'],
      [
        "select json_group_array(_id) as a, list(_id order by _id) as l, json_object('a', 1, 'b', json_array('x', null)) as o from {n} where _id < 3",
        '[{"a":[1,2],"l":[1,2],"o":{"a":1,"b":["x",null]}}]',
      ],
      [
        "select strftime(timestamp '2020-03-04 15:06:07.089', '%d.%m.%Y %H:%M') as a, try_strptime('05 Dec 2000', '%d %b %Y') as b, to_timestamp(0) as c",
        '[{"a":"04.03.2020 15:06","b":"2000-12-05T00:00:00","c":"1970-01-01T00:00:00+00:00"}]',
      ],
      ["select j->'k'->0 as a, j->>'k' as b from {n} where _id = 1", '[{"a":1.1,"b":"[1.1]"}]'],
    ] as const)
      it(sql, async () => {
        assert.equal(await records(sql), expected);
      });
  });

  describe('names and types of fields', () => {
    for (const [sql, expected] of [
      ['select * from {n}', '_id int4, _full_text tsvector, t text, n numeric, big numeric, e numeric, b bool, j json'],
      [
        'select x.t, x.* from {n} x',
        't text, _id int4, _full_text tsvector, t text, n numeric, big numeric, e numeric, b bool, j json',
      ],
      // A call without a name is named after its function, unless two calls would have that name.
      ['select upper(t), count(*) from {n} group by t', 'upper text, count int8'],
      ['select min(t), max(_id), max(n) from {n}', 'min text, max(_id) int4, max(n) numeric'],
      ['select count(*), _id as count from {n} group by _id', 'count_star() int8, count int4'],
      ['select replace(t, t, t), row_number() over () from {n}', 'replace text, row_number int8'],
      ["select 1, 'a' || 'b', 1.5", "1 int4, ('a' || 'b') text, 1.5 numeric"],
      ['select 1 as One, 2 as "Two"', 'One int4, Two int4'],
      ['select t as "Count" from {n} limit 0', 'Count text'],
      ['select T from {n}', 't text'],
      ['select sum(_id), avg(_id), min(_id) from {n}', 'sum numeric, avg float8, min int4'],
      ['select sum(big), avg(n), n / 3 as q from {n} group by n', 'sum numeric, avg float8, q float8'],
      [
        "select date_trunc('month', date '2020-01-02') as d, now() as n, array[1] as a, ['x'] as l, 'a' = 'b' as b",
        'd timestamp, n timestamptz, a _int4, l _text, b bool',
      ],
      ["select json_array(1), '{}'::json as o, j from {n}", 'json_array json, o json, j json'],
      ['select 1::tinyint as a, 1::ubigint as b, 1::float as c', 'a int2, b numeric, c float4'],
    ] as const)
      it(sql, async () => {
        assert.equal(await fields(sql), expected);
      });
  });

  it('gives at most 32,000 records, and says so', async () => {
    const cut = (await ask('select n from {many}')).result;
    assert.equal(member(cut, 'records_truncated'), true);
    assert.equal((member(cut, 'records') as readonly unknown[]).length, 32_000);
    const whole = (await ask('select n from {many} limit 32000')).result;
    assert.equal(member(whole, 'records_truncated'), undefined);
    assert.equal((member(whole, 'records') as readonly unknown[]).length, 32_000);
    const more = (await ask('select n from {many} limit 32001')).result;
    assert.equal(member(more, 'records_truncated'), true);
    assert.equal(await records('select count(*) from {many}'), '[{"count":32005}]');
  });

  const ENDLESS = 'select count(*) from {many} a, {many} b, {many} c where a.n + b.n + c.n = 7.5';

  it('takes a minute at most, then says so', async () => {
    const opened = await DuckdbDatastore.open({ directory: datastore.data, memoryLimitMb: 256 });
    const never = new AbortController().signal;
    await assert.rejects(searchSql({ sql: filled(ENDLESS) }, { datastore: opened, signal: never }, { timeMs: 300 }), {
      status: 409,
      body: { query: [PROCESS_END_REASONS.sql.time.replace('{0}', '0.3 seconds')], __type: 'Validation Error' },
    });
    await opened.close();
  });

  it('ends when its client goes away, and never holds up a search', async () => {
    const clients = Array.from({ length: 5 }, () => {
      const socket = connect(Number(new URL(datastore.server.baseUrl).port), '127.0.0.1');
      const body = JSON.stringify({ sql: filled(ENDLESS) });
      socket.on('error', () => undefined);
      socket.write(
        `POST /api/action/datastore_search_sql HTTP/1.1\r\nHost: ${new URL(datastore.server.baseUrl).host}\r\n` +
          `Authorization: ${datastore.server.token}\r\nContent-Type: application/json\r\nContent-Length: ${String(body.length)}\r\n\r\n${body}`,
      );
      return socket;
    });
    await until(() => clients.every((client) => client.bytesWritten > 0), 'all have asked');
    assert.equal((await datastore.values('plain.csv', 'code', { q: 'ada' })).length, 1);
    for (const client of clients) client.destroy();
    // Both places for SQL are taken until those queries end.
    assert.equal(await records('select 1 as x'), '[{"x":1}]');
  });

  const nested = (levels: number, start: string, step: string): string =>
    `select length(t) from (${Array.from({ length: levels }).reduce<string>((inner) => `select ${step} as t from (${inner}) x`, `select ${start} as t`)}) y`;
  for (const step of ["replace(t, 'a', t)", "regexp_replace(t, 'a', t, 'g')"])
    it(`texts that multiply by ${step} are refused before they are made`, async () => {
      const reply = await ask(nested(4, "lpad('', 1000, 'a')", step));
      assert.equal(reply.status, 409, reply.text);
      assert.match(reply.text, /a text could be longer than 100 MB/);
    });

  it('a text that is repeated too often is refused before it is made', async () => {
    const reply = await ask("select repeat('x', 65537)");
    assert.equal(reply.status, 409, reply.text);
    assert.match(reply.text, /repeat makes a text of at most 65536 bytes/);
    assert.equal(await records("select length(repeat('x', 65536))"), '[{"length":65536}]');
  });

  it('what needs more memory than there is: 409, and it serves on', async () => {
    const opened = await DuckdbDatastore.open({ directory: datastore.data, memoryLimitMb: 64 });
    const never = new AbortController().signal;
    const sql = filled('select array_agg(a.n || b.n) as x from {many} a, {many} b where a.n < 500');
    await assert.rejects(searchSql({ sql }, { datastore: opened, signal: never }), {
      status: 409,
      body: { query: [PROCESS_END_REASONS.sql.memory.replace('{0}', '64 MB')], __type: 'Validation Error' },
    });
    assert.match(String(await searchSql({ sql: 'select 1 as x' }, { datastore: opened, signal: never })), /"x":1/);
    await opened.close();
  });
});

describe('_id', () => {
  it('is an int4, as long as it can be', () => {
    const idOf = (records: number): string | undefined => {
      const resource = { id: 'x', name: 'x', file: '', size: 0, modified: 0, records, stored: 0 };
      const description = { resource, fields: [], data: '', ids: 'place' } as const;
      return /\((rowid \+ 1\)::\w+) as "_id"/.exec(resourceView({ description, database: 'd' }, []))?.[1];
    };
    assert.equal(idOf(2 ** 31 - 1), 'rowid + 1)::integer');
    assert.equal(idOf(2 ** 31), 'rowid + 1)::bigint');
  });
});
