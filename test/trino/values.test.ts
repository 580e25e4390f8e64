/** Values of a real Trino: given out with all their digits, found, and compared exactly. */
import assert from 'node:assert/strict';
import { member } from '../../src/base/cells.ts';
import { ask, cluster, create, found, serve } from './fixture.ts';

describe('values of Trino', () => {
  let tables = 0;
  /** Which fields a table has is known for some seconds. */
  const another = (): string => `typed ${String((tables += 1))}`;

  for (const [type, sql, json] of [
    [
      'decimal(38,10)',
      "decimal '1234567890123456789012345678.1234567890'",
      '1234567890123456789012345678.1234567890',
    ],
    ['bigint', '9223372036854775807', '9223372036854775807'],
    ['tinyint', '-5', '-5'],
    ['double', '0.1e0', '0.1'],
    ['double', '123456789.25e0', '123456789.25'],
    ['double', '5e0', '5'],
    ['double', '1e300', '1e+300'],
    ['double', '-infinity()', '"-Infinity"'],
    ['double', 'nan()', '"NaN"'],
    ['real', "real '0.1'", '0.1'],
    ['boolean', 'true', 'true'],
    ['date', "date '2020-01-02'", '"2020-01-02"'],
    ['timestamp(3)', "timestamp '2020-01-02 03:04:05.678'", '"2020-01-02T03:04:05.678"'],
    ['timestamp(9)', "timestamp '2020-01-02 03:04:05.678901234'", '"2020-01-02T03:04:05.678901234"'],
    [
      'timestamp(3) with time zone',
      "timestamp '2020-01-02 03:04:05.678 +02:00'",
      '"2020-01-02T01:04:05.678+00:00"',
    ],
    ['time(3)', "time '03:04:05.678'", '"03:04:05.678"'],
    ['uuid', "uuid '0f6c2f0a-9a37-4a53-8f0b-6d1f3f0a7e11'", '"0f6c2f0a-9a37-4a53-8f0b-6d1f3f0a7e11"'],
    ['json', `json '{"a":1.0}'`, '{"a":1.0}'],
    ['array(decimal(3,1))', "array[decimal '1.5', null]", '[1.5,null]'],
    ['array(double)', 'array[0.1e0]', '[0.1]'],
    ['array(varchar)', "array['x', 'y z']", '["x","y z"]'],
    ['map(varchar, bigint)', "map(array['k'], array[9007199254740993])", '{"k":9007199254740993}'],
    ['row(a integer, "b c" varchar)', "row(1, 'x')", '{"a":1,"b c":"x"}'],
    ['varbinary', "x'ff00'", '"\\\\xff00"'],
    ['char(3)', "'x'", '"x  "'],
    // Types that CKAN's datastore has not are shown as texts.
    ['ipaddress', "ipaddress '10.0.0.1'", '"10.0.0.1"'],
    ['interval day to second', "interval '26' hour", '"1 02:00:00.000"'],
    ['time(3) with time zone', "time '03:04:05.678 +02:00'", '"03:04:05.678+02:00"'],
    ['varchar', "''", '""'],
  ] as const)
    it(`${type} ${sql}`, async () => {
      const table = another();
      await create(table, [['v', type]], []);
      await cluster().sql(
        `insert into memory.default."${table}" values row(cast(${sql} as ${type})), row(null)`,
      );
      const { text } = await ask('datastore_search', { resource_id: table, records_format: 'lists' });
      assert.ok(text.endsWith(`"records":[[${json}],[null]]}}`), text);
      const shown = json.startsWith('"') ? (JSON.parse(json) as string) : json;
      const isJson = /^(json|array|map|row)/.test(type);
      if (!isJson) assert.equal((await found(table, { filters: { v: shown } })).length, 1);
      if (!shown.includes('e+'))
        assert.equal((await found(table, { full_text: shown })).length, shown === '' ? 2 : 1);
    });

  it('array(uuid), of which Trino makes no JSON, as it sends it', async () => {
    await cluster().sql(
      "create table memory.default.unknown as select array[uuid '0f6c2f0a-9a37-4a53-8f0b-6d1f3f0a7e11'] v, approx_set(1) h",
    );
    const [record] = await found('unknown');
    assert.deepEqual(member(record, 'v'), ['0f6c2f0a-9a37-4a53-8f0b-6d1f3f0a7e11']);
    assert.equal(typeof member(record, 'h'), 'string');
  });

  it('compares them exactly', async () => {
    await create('decimals', [['v', 'decimal(38,1)']], [[0.1], ['100000000000000000000.1']]);
    const filters = '{"v":{"gt":100000000000000000000.05}}';
    const { text } = await ask(
      'datastore_search',
      `{"resource_id":"decimals","filters":${filters},"records_format":"csv"}`,
    );
    assert.match(text, /"records":"100000000000000000000.1\\n"/);
  });

  it('sorts and compares NaN as PostgreSQL does', async () => {
    await create('doubles', [['v', 'double']], [['NaN'], ['1'], ['Infinity'], [null]]);
    const shown = (await found('doubles', { sort: 'v' })).map((record) => member(record, 'v'));
    assert.deepEqual(shown, [1, 'Infinity', 'NaN', null]);
    assert.equal((await found('doubles', { filters: { v: { gt: 5 } } })).length, 2);
  });

  it('with a text more often come first where records are ranked', async () => {
    await create('ranked', [['v', 'varchar']], [['word'], ['word word'], ['other']]);
    const ranking = await serve({}, { ranks: true });
    for (const query of [{ q: 'word' }, { q: 'wor:*', plain: false }])
      assert.deepEqual(
        (await found('ranked', query, ranking)).map((record) => member(record, 'v')),
        ['word word', 'word'],
      );
    await ranking.close();
  });
});
