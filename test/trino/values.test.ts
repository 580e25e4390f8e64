/** Values of a real Trino: given out with all their digits, found, and compared exactly. */
import assert from 'node:assert/strict';
import { member } from '../../src/base/cells.ts';
import { isFull } from '../support/results/full.ts';
import { ask, cluster, create, found, serve } from './fixture.ts';

describe('values of Trino', () => {
  let tables = 0;
  /** Makes a new name each time, because the fields of a table are cached for some seconds. */
  const another = (): string => `typed ${String((tables += 1))}`;

  for (const [type, sql, json] of [
    ['decimal(38,10)', "decimal '1234567890123456789012345678.1234567890'", '1234567890123456789012345678.1234567890'],
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
    ['timestamp(3) with time zone', "timestamp '2020-01-02 03:04:05.678 +02:00'", '"2020-01-02T01:04:05.678+00:00"'],
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
      await cluster().sql(`insert into memory.default."${table}" values row(cast(${sql} as ${type})), row(null)`);
      const { text } = await ask('datastore_search', { resource_id: table, records_format: 'lists' });
      assert.ok(text.endsWith(`"records":[[${json}],[null]]}}`), text);
      const shown = json.startsWith('"') ? (JSON.parse(json) as string) : json;
      const isJson = /^(json|array|map|row)/.test(type);
      if (!isJson) assert.equal((await found(table, { filters: { v: shown } })).length, 1);
      if (!shown.includes('e+')) assert.equal((await found(table, { full_text: shown })).length, shown === '' ? 2 : 1);
    });

  it('array(uuid), of which Trino makes no JSON, as it sends it', async () => {
    await cluster().sql(
      "create table memory.default.unknown as select array[uuid '0f6c2f0a-9a37-4a53-8f0b-6d1f3f0a7e11'] v, approx_set(1) h",
    );
    const [record] = await found('unknown');
    assert.deepEqual(member(record, 'v'), ['0f6c2f0a-9a37-4a53-8f0b-6d1f3f0a7e11']);
    assert.equal(typeof member(record, 'h'), 'string');
  });

  it('a number that is too long for its bins is refused in words, others of its type are binned', async () => {
    const bins = (width: string) => ({ groups: [{ field: 'v', width }], measures: [{ calculate: 'count' }] });
    await create('long', [['v', 'decimal(38,1)']], [['1.5'], ['-0.5'], [null]]);
    const { result } = await ask('x_datastore_summarize', { resource_id: 'long', summary: bins('0.75') });
    assert.deepEqual(member(result, 'records'), [
      [-0.75, 1],
      [1.5, 1],
      [null, 1],
    ]);
    await create('longer', [['v', 'decimal(38,1)']], [['1234567890123456789012345678901234567.5']]);
    const refused = await ask('x_datastore_summarize', { resource_id: 'longer', summary: bins('0.001') });
    assert.equal(refused.status, 409);
    assert.match(refused.text, /overflow/i);
  });

  it('numbers have quartiles and medians by rank, and by groups too', async () => {
    const rows = [
      ['a', '1.50', '0.1'],
      ['a', null, 'Infinity'],
      ['a', '2.25', '0.5'],
      ['b', '10', null],
      ['a', '-0.75', '2'],
    ];
    const fields = [
      ['word', 'varchar'],
      ['price', 'decimal(38,2)'],
      ['weight', 'double'],
    ] as const;
    await create('spread', fields, rows);
    const calculations = ['price', 'weight', 'word'].flatMap((field) =>
      ['quartile1', 'median', 'quartile3'].map((calculate) => ({ calculate, field })),
    );
    const none = [null, null, null];
    const all = await ask('x_datastore_summary', { resource_id: 'spread', calculations });
    assert.deepEqual(member(all.result, 'records'), [['-0.75', '1.875', '2.25', '0.1', '0.5', '2', ...none]]);
    const grouped = { resource_id: 'spread', calculations, groups: [{ field: 'word' }] };
    assert.deepEqual(member((await ask('x_datastore_summary', grouped)).result, 'records'), [
      ['a', '-0.75', '1.5', '2.25', '0.1', '0.5', '2', ...none],
      ['b', '10', '10', '10', ...none, ...none],
    ]);
  });

  it('sorts and compares NaN as PostgreSQL does', async () => {
    await create('doubles', [['v', 'double']], [['NaN'], ['1'], ['Infinity'], [null]]);
    const shown = (await found('doubles', { sort: 'v' })).map((record) => member(record, 'v'));
    assert.deepEqual(shown, [1, 'Infinity', 'NaN', null]);
    assert.equal((await found('doubles', { filters: { v: { gt: 5 } } })).length, 2);
    const descending = (await found('doubles', { sort: 'v desc' })).map((record) => member(record, 'v'));
    assert.deepEqual(descending, [null, 'NaN', 'Infinity', 1]);
  });

  for (const type of isFull ? ['double', 'real'] : ['double'])
    for (const sort of ['v', 'v desc', 'v desc nulls last', undefined])
      it(`pages of ${type} through NaN, ${sort ?? 'unsorted'}: no record is lost or comes twice`, async () => {
        const table = another();
        const values = ['NaN', '1', '-Infinity', 'NaN', null, '0', 'Infinity', 'NaN', '-0', null];
        await create(
          table,
          [
            ['v', type],
            ['n', 'integer'],
          ],
          values.map((value, at) => [value, at]),
        );
        const records = [];
        for (let offset = 0; offset < values.length; offset += 3)
          records.push(...(await found(table, { ...(sort !== undefined && { sort }), offset, limit: 3 })));
        assert.equal(new Set(records.map((record) => member(record, 'n'))).size, values.length);
        assert.equal(records.length, values.length);
        for (const [filter, count] of [
          ['NaN', 3],
          [{ gt: 'Infinity' }, 3],
          [{ gte: 'Infinity' }, 4],
          [{ lt: 'NaN' }, 5],
          [{ lte: 'NaN' }, 8],
          [{ gt: 'NaN' }, 0],
          [['NaN', 0], 5],
        ] as const)
          assert.equal((await found(table, { filters: { v: filter } })).length, count, JSON.stringify(filter));
      });

  it('compares moments exactly, in any time zone, and before Christ', async () => {
    await create(
      'moments',
      [
        ['n', 'integer'],
        ['l', 'timestamp(12)'],
        ['z', 'timestamp(12) with time zone'],
        ['d', 'date'],
        ['t', 'time(12)'],
      ],
      [
        [
          '1',
          '2024-01-01 12:00:00.123456789012',
          '2024-01-01 12:00:00.123456789012 UTC',
          '99999-01-02',
          '12:00:00.123456789012',
        ],
        [
          '2',
          '2024-01-01 12:00:00.123456789013',
          '2024-01-01 12:00:00.123456789013 UTC',
          '2024-01-01',
          '12:00:00.123456789013',
        ],
        ['3', '-0043-03-15 12:00:00', '-0043-03-15 12:00:00 UTC', '-0043-03-15', '00:00:00'],
        ['4', '12345-01-02 00:00:00', '12345-01-02 00:00:00 UTC', '0000-01-01', '23:59:59.999999999999'],
      ],
    );
    const records = await found('moments', { sort: 'n' });
    assert.equal(member(records[2], 'l'), '0044-03-15T12:00:00.000000000000 BC');
    assert.equal(member(records[3], 'd'), '0001-01-01 BC');
    for (const field of ['l', 'z', 'd', 't'])
      for (const record of records) {
        const value = member(record, field);
        const same = await found('moments', { filters: { [field]: value }, fields: 'n' });
        assert.deepEqual(same, [{ n: member(record, 'n') }], `${field} ${JSON.stringify(value)}`);
      }
    for (const [filters, numbers] of [
      [{ z: '2024-01-01T13:00:00.123456789012+01:00' }, [1]],
      [{ z: { gt: '2024-01-01T13:00:00.123456789012+01:00' } }, [2, 4]],
      [{ l: { gte: '2024-01-01T12:00:00.1234567890125' } }, [2, 4]],
      [{ l: { lt: '2024-01-01T12:00:00.1234567890125' } }, [1, 3]],
      [{ t: { gt: '12:00:00.123456789012' } }, [2, 4]],
      [{ t: { lt: '24:00' } }, [1, 2, 3, 4]],
      [{ d: { lt: '0001-01-01' } }, [3, 4]],
      [{ z: { lt: '99999-01-01' } }, [1, 2, 3, 4]],
    ] as const)
      assert.deepEqual(
        (await found('moments', { filters, fields: 'n', sort: 'n' })).map((record) => member(record, 'n')),
        numbers,
        JSON.stringify(filters),
      );
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
