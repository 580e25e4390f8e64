/** `datastore_search_sql` refuses everything but one SELECT over resources (docs/security.md 12). */
import assert from 'node:assert/strict';
import { member } from '../../../src/base/cells.ts';
import type { Reply } from '../../support/drivers/askedServer.ts';
import { TestDatastore } from '../datastore.ts';

describe('datastore_search_sql refuses', () => {
  let datastore: TestDatastore;

  before(async () => {
    datastore = await TestDatastore.open({
      'plain.csv': { content: 'Name,code\nAda,007\n' },
      'case.csv': { content: 'a,A\n1,2\n' },
    });
  });
  after(() => datastore.close());

  /** Replaces `{plain}` by the resource of plain.csv. */
  const ask = (sql: string) =>
    datastore.post('datastore_search_sql', {
      sql: sql.replace(/\{(\w+)\}/g, (_, name: string) => `"${datastore.id(`${name}.csv`)}"`),
    });
  const message = (reply: Reply) => {
    const text = member(reply.error, 'message');
    return typeof text === 'string' ? text : '';
  };

  for (const [sql, status, expected] of [
    ['select * from pg_roles', 403, 'Access denied: Not authorized to access system tables'],
    ['select * from PG_CLASS', 403, 'Access denied: Not authorized to access system tables'],
    ['select 1 from {plain} p join pg_tables t on true', 403, 'Access denied: Not authorized to access system tables'],
    ['select * from pg_catalog.pg_database', 403, 'Access denied: Not authorized to access tables in other schemas'],
    ['select * from information_schema.tables', 403, 'Access denied: Not authorized to access tables in other schemas'],
    ['select * from r1.t', 403, 'Access denied: Not authorized to access tables in other schemas'],
    ['select * from main.duckdb_settings', 403, 'Access denied: Not authorized to access tables in other schemas'],
    ['select * from r1.main.t', 409, 'Catalog cannot be provided: r1'],
    ['select * from memory.public.t', 409, 'Catalog cannot be provided: memory'],
    ['select * from "no such resource"', 404, 'Not found'],
    ['select * from t', 404, 'Not found'],
    ['select * from duckdb_settings', 404, 'Not found'],
    ['select * from duckdb_secrets', 404, 'Not found'],
    ['select * from sqlite_master', 404, 'Not found'],
    ["select * from '/etc/passwd'", 404, 'Not found'],
    ["select * from 'data.csv'", 404, 'Not found'],
    ['select * from "https://example.org/x.parquet"', 404, 'Not found'],
    ['with duckdb_settings as (select * from duckdb_settings) select * from duckdb_settings', 404, 'Not found'],
    ['with "duc\u212Adb_tables" as (select 1) select * from duckdb_tables', 404, 'Not found'],
    ['select * from (with duckdb_settings as (select 1) select 1) x, duckdb_settings', 404, 'Not found'],
    ['select (select max(value) from duckdb_settings)', 404, 'Not found'],
    ['select 1 order by (select max(value) from duckdb_settings)', 404, 'Not found'],
    ['select 1 limit (select count(*) from duckdb_settings)', 404, 'Not found'],
    ['select 1 union select value from duckdb_settings', 404, 'Not found'],
    ['select count(*) filter (where 1 = (select count(*) from duckdb_settings)) from {plain}', 404, 'Not found'],
    ['select sum(1) over (order by (select count(*) from duckdb_settings)) from {plain}', 404, 'Not found'],
    ['select 1 from {plain} a join {plain} b on (select count(*) from duckdb_settings) > 0', 404, 'Not found'],
    ["select * from read_text('/etc/passwd')", 403, 'Access denied: Not authorized to call function read_text'],
    ["select * from read_csv('x.csv')", 403, 'Access denied: Not authorized to call function read_csv'],
    ['select * from generate_series(1, 3)', 403, 'Access denied: Not authorized to call function generate_series'],
    ['select * from unnest([1])', 403, 'Access denied: Not authorized to call function unnest'],
    ["select * from glob('/*')", 403, 'Access denied: Not authorized to call function glob'],
    ["select * from query('select 1')", 403, 'Access denied: Not authorized to call function query'],
    ["select * from query_table('t')", 403, 'Access denied: Not authorized to call function query_table'],
    ['select * from duckdb_settings()', 403, 'Access denied: Not authorized to call function duckdb_settings'],
    ["select * from pragma_table_info('t')", 403, 'Access denied: Not authorized to call function pragma_table_info'],
    [
      "select * from json_execute_serialized_sql('{}')",
      403,
      'Access denied: Not authorized to call function json_execute_serialized_sql',
    ],
    [
      'select * from {plain}, lateral (select * from range(3))',
      403,
      'Access denied: Not authorized to call function range',
    ],
    ["select getenv('HOME')", 403, 'Access denied: Not authorized to call function getenv'],
    ["select GetEnv('HOME')", 403, 'Access denied: Not authorized to call function getenv'],
    ["select main.getenv('HOME')", 403, 'Access denied: Not authorized to call function getenv'],
    ["select system.main.upper('x')", 403, 'Access denied: Not authorized to call function main.upper'],
    ["select pg_catalog.upper('x')", 403, 'Access denied: Not authorized to call function pg_catalog.upper'],
    ["select current_setting('temp_directory')", 403, 'Access denied: Not authorized to call function current_setting'],
    ["select getvariable('x')", 403, 'Access denied: Not authorized to call function getvariable'],
    ["select nextval('x')", 403, 'Access denied: Not authorized to call function nextval'],
    ["select lpad('x', 2000000000)", 409, 'lpad takes a length of at most 1000'],
    ["select rpad('x', 1000000 * 2000, 'y')", 409, 'rpad takes a length of at most 1000'],
    ['select generate_series(1, 10000000000)', 403, 'Access denied: Not authorized to call function generate_series'],
    ["select repeat('x', 2000000000)", 409, undefined],
    ["select format('{:2000000000}', 'x')", 403, 'Access denied: Not authorized to call function format'],
    ["select printf('%2000000000s', 'x')", 403, 'Access denied: Not authorized to call function printf'],
    ['select list_resize([1], 2000000000)', 403, 'Access denied: Not authorized to call function list_resize'],
    ['select range(2000000000)', 403, 'Access denied: Not authorized to call function range'],
    // PostgreSQL has these, and DuckDB doesn't.
    ["select to_char(now(), 'YYYY')", 403, 'Access denied: Not authorized to call function to_char'],
    ["select initcap('a')", 403, 'Access denied: Not authorized to call function initcap'],
    // The list of functions has none of these.
    ["select ascii('a')", 403, 'Access denied: Not authorized to call function ascii'],
    ["select char_length('a')", 403, 'Access denied: Not authorized to call function char_length'],
    ["select bounded_repeat('a', 2)", 403, 'Access denied: Not authorized to call function bounded_repeat'],
    ["select upper(getenv('HOME'))", 403, 'Access denied: Not authorized to call function getenv'],
    ["select 1 where getenv('HOME') is null", 403, 'Access denied: Not authorized to call function getenv'],
    ["select 1 group by getenv('HOME')", 403, 'Access denied: Not authorized to call function getenv'],
    ["select case when true then getenv('HOME') end", 403, 'Access denied: Not authorized to call function getenv'],
    ["select array[getenv('HOME')]", 403, 'Access denied: Not authorized to call function getenv'],
    ["select * from (values (getenv('HOME'))) v", 403, 'Access denied: Not authorized to call function getenv'],
    [
      "select * replace (getenv('HOME') as code) from {plain}",
      403,
      'Access denied: Not authorized to call function getenv',
    ],
    [
      "select distinct on (getenv('HOME')) code from {plain}",
      403,
      'Access denied: Not authorized to call function getenv',
    ],
    [
      "select max(code) over (partition by getenv('HOME')) from {plain}",
      403,
      'Access denied: Not authorized to call function getenv',
    ],
    ['select 1; select 2', 409, 'Query is not a single statement'],
    ["select 1; copy (select 1) to '/tmp/x'", 409, undefined],
    [';', 409, 'Query is not a single statement'],
    ['-- nothing', 409, 'Query is not a single statement'],
    ['select ** from x', 409, 'Invalid SQL: syntax error at or near "**", at index 7'],
    ['delete from {plain}', 409, undefined],
    ["insert into {plain} values ('x')", 409, undefined],
    ['update {plain} set code = 1', 409, undefined],
    ['create table x as select 1', 409, undefined],
    ['drop table {plain}', 409, undefined],
    ["copy {plain} to '/tmp/x.csv'", 409, undefined],
    ["attach '/tmp/x.duckdb'", 409, undefined],
    ['detach r1', 409, undefined],
    ['use r1', 409, undefined],
    ["set memory_limit = '1TB'", 409, undefined],
    ['pragma database_list', 409, undefined],
    ['call pragma_version()', 409, undefined],
    ['install httpfs', 409, undefined],
    ["load '/tmp/x.so'", 409, undefined],
    ['explain select 1', 409, undefined],
    ['explain analyze select 1', 409, undefined],
    ['prepare x as select 1', 409, undefined],
    ["export database '/tmp/x'", 409, undefined],
    ['checkpoint', 409, undefined],
    ['begin', 409, undefined],
    ['select * from (show tables)', 409, 'Invalid query AST element: SHOW_REF'],
    ['show all tables', 409, 'Invalid query AST element: SHOW_REF'],
    ['describe {plain}', 409, 'Invalid query AST element: SHOW_REF'],
    ['select * from (summarize {plain})', 409, 'Invalid query AST element: SHOW_REF'],
    ["select columns('c.*') from {plain}", 409, 'Invalid query AST element: STAR'],
    ['select $1', 409, 'Invalid query AST element: VALUE_PARAMETER'],
    ['select * from {plain} using sample 1', 409, 'Invalid query AST element: sample'],
    ['select code from {plain} limit 50%', 409, 'Invalid query AST element: LIMIT_PERCENT_MODIFIER'],
    ['select * from {case}', 409, undefined],
  ] as const)
    it(sql, async () => {
      const reply = await ask(sql);
      assert.equal(reply.status, status, reply.text);
      if (expected !== undefined) assert.equal(message(reply), expected);
      assert.doesNotMatch(reply.text, /root:|\/home|\.duckdb/);
    });

  it('a statement of more than 64 Ki characters', async () => {
    const reply = await ask(`select '${'x'.repeat(1 << 16)}'`);
    assert.equal(reply.status, 409);
    assert.equal(message(reply), 'Invalid SQL: longer than 65536 characters');
  });

  it('names that differ by case alone: says which, and what to do', async () => {
    const reply = await ask('select * from {case}');
    assert.match(message(reply), /"a" and "A" of case\.csv.*Use datastore_search/);
  });

  it('what the engine can not do: 409 with its reason, and nothing of our own statement', async () => {
    for (const sql of [
      'select nope from {plain}',
      'select code + 1 from {plain}',
      "select 'x'::int",
      'select max(max(code)) from {plain}',
    ]) {
      const reply = await ask(sql);
      assert.equal(reply.status, 409, sql);
      assert.equal(member(reply.error, '__type'), 'Validation Error');
      assert.ok(Array.isArray(member(reply.error, 'query')));
      assert.doesNotMatch(reply.text, /r\d\.t|rowid|LINE 1/);
    }
  });

  for (const [what, sql] of [
    ['very many brackets', `select ${'('.repeat(30_000)}1${')'.repeat(30_000)}`],
    ['very many additions', `select 1${'+1'.repeat(30_000)}`],
    ['very many subqueries', `${'select * from ('.repeat(2000)}select 1${') x'.repeat(2000)}`],
    ['very many unions', `select 1${' union all select 1'.repeat(1000)}`],

    ['very many NOTs', `select ${'not '.repeat(16_000)}true`],
  ] as const)
    it(`${what}, and serves on`, async () => {
      const reply = await ask(sql);
      assert.ok([200, 409].includes(reply.status), String(reply.status));
      assert.equal((await ask('select 1 as x')).status, 200);
    });

  for (const [body, expected] of [
    [{}, { sql: ['Missing value'], __type: 'Validation Error' }],
    [{ sql: '' }, { message: 'Query is not a single statement', __type: 'Validation Error' }],
    [{ sql: [] }, { sql: ['Missing value'], __type: 'Validation Error' }],
  ] as const)
    it(JSON.stringify(body), async () => {
      const reply = await datastore.post('datastore_search_sql', body);
      assert.equal(reply.status, 409);
      assert.deepEqual(reply.error, expected);
    });
});
