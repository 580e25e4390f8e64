/** Groups of records of a file, and what is calculated of them. */
import assert from 'node:assert/strict';
import path from 'node:path';
import { type ExactValue, member } from '../../../src/base/cells.ts';
import { stringifyExact } from '../../../src/base/exactJson.ts';
import { quotedText } from '../../../src/base/quotes.ts';
import { TestDatastore } from '../datastore.ts';
import { writeTable } from '../typedTable.ts';
import { withDuckdb } from '../reading/fileImport.ts';

const SALES = `place,price,day,moment,qty,long
Bern,1.50,2024-01-31,2024-01-31 23:30:00,1,99999999999999999999999999999999999999
Bern,2.25,2024-02-01,2024-02-01 00:00:00,2,99999999999999999999999999999999999999
Zug,-0.75,2023-12-31,2023-12-31 07:15:00,3,-1
bern,,2024-12-30,2024-12-30 08:00:00,4,
,10.00,2025-01-01,2025-01-01 09:00:00,5,5
Zug,3.00,,,,
`;

describe('x_datastore_summarize', () => {
  let datastore: TestDatastore;
  before(async () => {
    datastore = await TestDatastore.open({
      'sales.csv': { content: SALES },
      'none.csv': { content: 'a,b\n' },
      'odd.json': {
        content: JSON.stringify([
          { '"; drop table t; --': "it's", g0: 1, m0: [1] },
          { '"; drop table t; --': '$1', g0: 2, m0: [2] },
        ]),
      },
    });
  });
  after(() => datastore.close());

  const ask = (name: string, summary: object, query: object = {}) =>
    datastore.post('x_datastore_summarize', { resource_id: datastore.id(name), summary, ...query });

  const rows = async (...asked: Parameters<typeof ask>): Promise<unknown> => {
    const { status, text, result } = await ask(...asked);
    assert.equal(status, 200, text);
    return JSON.parse(stringifyExact(member(result, 'records') ?? null));
  };

  const refusal = async (summary: unknown, query: object = {}): Promise<[number, ExactValue | undefined]> => {
    const { status, error } = await ask('sales.csv', summary as object, query);
    return [status, member(error, 'summary') ?? error];
  };

  const count = { calculate: 'count' };
  const of = (calculate: string, field: string) => ({ calculate, field });

  it('counts and calculates exactly by value, the largest group first', async () => {
    const { text } = await ask('sales.csv', {
      groups: [{ field: 'place' }],
      measures: [
        count,
        ...['sum', 'mean', 'median', 'min', 'max', 'distinct'].map((each) => of(each, 'price')),
        { calculate: 'share' },
      ],
    });
    assert.equal(
      text.slice(text.indexOf('"result"')),
      `"result":{"resource_id":${JSON.stringify(datastore.id('sales.csv'))},"offset":0,"limit":100,"fields":[` +
        '{"id":"place","type":"text"},{"id":"count","type":"int8"},{"id":"sum:price","type":"numeric"},' +
        '{"id":"mean:price","type":"numeric"},{"id":"median:price","type":"numeric"},{"id":"min:price","type":"numeric"},' +
        '{"id":"max:price","type":"numeric"},{"id":"distinct:price","type":"int8"},{"id":"share","type":"numeric"}],' +
        '"records_format":"lists","total":4,"x_summary":{"records":6,"others":0,"notFinite":0,"tooLong":[]},"records":[' +
        '["Bern",2,3.75,1.875,1.875,1.5,2.25,2,33.33],["Zug",2,2.25,1.125,1.125,-0.75,3,2,33.33],' +
        '["bern",1,null,null,null,null,null,0,16.67],[null,1,10,10,10,10,10,1,16.67]]}}',
    );
  });

  it('groups dates by unit in their order, missing ones last', async () => {
    const by = (unit: string, field = 'day') => rows('sales.csv', { groups: [{ field, unit }], measures: [count] });
    assert.deepEqual(await by('year'), [[2023, 1], [2024, 3], [2025, 1], [null, 1]]); // prettier-ignore
    assert.deepEqual(await by('quarter'), [['2023-Q4', 1], ['2024-Q1', 2], ['2024-Q4', 1], ['2025-Q1', 1], [null, 1]]); // prettier-ignore
    assert.deepEqual(await by('month'), [['2023-12', 1], ['2024-01', 1], ['2024-02', 1], ['2024-12', 1], ['2025-01', 1], [null, 1]]); // prettier-ignore
    assert.deepEqual(await by('week'), [['2023-W52', 1], ['2024-W05', 2], ['2025-W01', 2], [null, 1]]); // prettier-ignore
    assert.deepEqual(await by('day', 'moment'), [['2023-12-31', 1], ['2024-01-31', 1], ['2024-02-01', 1], ['2024-12-30', 1], ['2025-01-01', 1], [null, 1]]); // prettier-ignore
    assert.deepEqual(await by('weekday'), [[1, 1], [3, 2], [4, 1], [7, 1], [null, 1]]); // prettier-ignore
    assert.deepEqual(await by('hour', 'moment'), [[0, 1], [7, 1], [8, 1], [9, 1], [23, 1], [null, 1]]); // prettier-ignore
  });

  it('groups numbers by bins, which are called by their lower edge', async () => {
    const by = (width: string) => rows('sales.csv', { groups: [{ field: 'price', width }], measures: [count] });
    assert.deepEqual(await by('1'), [[-1, 1], [1, 1], [2, 1], [3, 1], [10, 1], [null, 1]]); // prettier-ignore
    assert.deepEqual(await by('0.75'), [[-0.75, 1], [1.5, 1], [2.25, 1], [3, 1], [9.75, 1], [null, 1]]); // prettier-ignore
    assert.deepEqual(await by('100'), [[-100, 1], [0, 4], [null, 1]]); // prettier-ignore
    assert.deepEqual(await by('0.00001'), [[-0.75, 1], [1.5, 1], [2.25, 1], [3, 1], [10, 1], [null, 1]]); // prettier-ignore
    assert.deepEqual(await by(`1${'0'.repeat(29)}.5`), [
      [-1e29, 1],
      [0, 4],
      [null, 1],
    ]);
  });

  it('sorts by any column, and pages in one order', async () => {
    const summary = { groups: [{ field: 'place' }], measures: [of('mean', 'price'), of('sum', 'qty')] };
    const sorted = (sort: string | string[], query: object = {}) =>
      rows('sales.csv', summary, { sort, fields: ['place'], ...query });
    assert.deepEqual(await sorted('mean:price'), [['Zug'], ['Bern'], [null], ['bern']]);
    assert.deepEqual(await sorted('"mean:price" desc nulls last'), [[null], ['Bern'], ['Zug'], ['bern']]);
    assert.deepEqual(await sorted(['sum:qty desc', 'place desc']), [[null], ['bern'], ['Zug'], ['Bern']]);
    assert.deepEqual(await sorted('place', { limit: 2, offset: 1 }), [['Zug'], ['bern']]);
    assert.deepEqual(await sorted('place', { limit: 2, offset: 9 }), []);
    const { result } = await ask('sales.csv', summary, { limit: 0 });
    assert.equal(member(result, 'total'), 4);
  });

  it('has one row without groups, also of no records', async () => {
    const measures = [count, of('sum', 'price'), of('min', 'place'), of('max', 'day'), { calculate: 'share' }];
    assert.deepEqual(await rows('sales.csv', { measures }), [[6, 16, 'Bern', '2025-01-01', 100]]);
    const filters = { place: 'nowhere' };
    assert.deepEqual(await rows('sales.csv', { measures }, { filters }), [[0, null, null, null, null]]);
    assert.deepEqual(await rows('sales.csv', { groups: [{ field: 'place' }], measures }, { filters }), []);
    assert.deepEqual(await rows('none.csv', { measures: [count] }), [[0]]);
  });

  it('has the records of all other groups in the last row, whatever the sort', async () => {
    const summary = {
      groups: [{ field: 'place' }, { field: 'day', unit: 'year' }],
      measures: [count, of('distinct', 'place'), of('median', 'price'), { calculate: 'share' }],
      top: 2,
    };
    const { result, text } = await ask('sales.csv', summary);
    const records =
      '[["Bern",2024,2,1,1.875,33.33],["Zug",2023,1,1,-0.75,16.67],["(others)","(others)",3,2,6.5,50.00]]';
    assert.ok(text.includes(`"records":${records}`), text);
    assert.deepEqual([member(result, 'total'), member(member(result, 'x_summary'), 'others')], [3, 3]);
    assert.deepEqual(await rows('sales.csv', summary, { sort: 'count', fields: 'count', offset: 2 }), [[4]]);
    assert.deepEqual(await rows('sales.csv', { ...summary, top: 5 }, { fields: 'place', offset: 4 }), [[null]]);
  });

  it('counts all groups, their records and what is left out, however long the page is', async () => {
    const file = path.join(datastore.folder, 'many.parquet');
    await withDuckdb(
      `copy (select i % 10001 as code, case when i % 200 = 1 then 'nan'::double else 0.5 end as size
       from range(20002) t(i)) to ${quotedText(file)} (format parquet)`,
    );
    await datastore.import(file);
    const summary = { groups: [{ field: 'code' }], measures: [of('sum', 'size')] };
    const pages = { 0: [0], 1: [0], 9: [99_999], 10_000: [0, 2], 10_001: [0], 10_002: [0] };
    for (const [limit, offset] of Object.entries(pages).flatMap(([limit, starts]) => starts.map((at) => [limit, at]))) {
      const { result, text } = await ask('many.parquet', summary, { limit, offset });
      const facts = '"x_summary":{"records":20002,"others":0,"notFinite":101,"tooLong":[]}';
      assert.equal(member(result, 'total'), 10_001, `${limit} from ${offset}`);
      assert.ok(text.includes(facts), `${limit} from ${offset}: ${text.slice(0, 400)}`);
    }
  });

  it('adds up numbers that have more digits than the engine', async () => {
    const { text } = await ask('sales.csv', {
      groups: [{ field: 'place' }],
      measures: [of('sum', 'long'), of('mean', 'long'), of('median', 'long')],
    }, { sort: 'mean:long desc nulls last' }); // prettier-ignore
    assert.ok(
      text.includes(
        '"records":[["Bern",199999999999999999999999999999999999998,100000000000000000000000000000000000000,99999999999999999999999999999999999999],' +
          '[null,5,5,5],["Zug",-1,-1,-1],["bern",null,null,null]]',
      ),
      text,
    );
  });

  it('takes names and values as they are', async () => {
    const field = '"; drop table t; --';
    assert.deepEqual(await rows('odd.json', { groups: [{ field }, { field: 'g0' }], measures: [of('max', field), count, count] }), [
      ["it's", 1, "it's", 1, 1],
      ['$1', 2, '$1', 1, 1],
    ]); // prettier-ignore
  });

  it('refuses what can’t be calculated, and names it', async () => {
    const measures = [count];
    assert.deepEqual(await refusal({ groups: [{ field: 'nothing' }], measures }), [409, ['Unknown field: "nothing"']]);
    assert.deepEqual(await refusal({ measures: [] }), [409, ['"measures" must have at least one']]);
    assert.deepEqual(await refusal({ measures: [of('sum', 'place')] }), [409, ['Only numbers have a sum: place']]);
    assert.deepEqual(await refusal({ measures: [of('median', 'day')] }), [409, ['Only numbers have a median: day']]);
    assert.deepEqual(await refusal({ groups: [{ field: 'place', unit: 'year' }], measures }), [
      409,
      ['Only dates have units: place'],
    ]);
    assert.deepEqual(await refusal({ groups: [{ field: 'day', unit: 'hour' }], measures }), [
      409,
      ['A date without a time has no hours: day'],
    ]);
    assert.deepEqual(await refusal({ groups: [{ field: 'day', unit: 'decade' }], measures }), [
      409,
      ['Unknown unit: "decade"'],
    ]);
    assert.deepEqual(await refusal({ groups: [{ field: 'place', width: '1' }], measures }), [
      409,
      ['Only numbers have bins: place'],
    ]);
    assert.deepEqual(await refusal({ groups: [{ field: 'price', width: '-1' }], measures }), [
      409,
      ['"width" must be a positive decimal as text'],
    ]);
    assert.deepEqual(await refusal({ measures, zone: 'Mars' }), [409, ['Unknown time zone: "Mars"']]);
    assert.deepEqual(await refusal({ measures, zone: '+01:00' }), [409, ['Unknown time zone: "+01:00"']]);
    assert.deepEqual(await refusal({ measures, top: 0 }), [409, ['"top" must be a whole number from 1 to 10000']]);
    assert.deepEqual(await refusal({ measures: Array(21).fill(count) }), [
      409,
      ['"measures" must be a list of up to 20 objects'],
    ]);
    assert.deepEqual(await refusal(null), [409, ['Must be an object']]);
    for (const query of [{ sort: 'price' }, { fields: 'price' }, { unknown: 1 }])
      assert.equal((await refusal({ measures }, query))[0], 409);
  });

  it('gives statistics quartiles, the median and the deviation', async () => {
    const calculations = ['quartile1', 'median', 'quartile3', 'deviation'].map((each) => of(each, 'price'));
    const spread = async (query: object, groups?: object): Promise<unknown> => {
      const body = { resource_id: datastore.id('sales.csv'), calculations, ...query, ...groups };
      return member((await datastore.post('x_datastore_summary', body)).result, 'records');
    };
    assert.deepEqual(await spread({}), [['1.5', '2.25', '3', '4.0520056762053']]);
    assert.deepEqual(await spread({ filters: { place: 'Zug' } }), [['-0.75', '1.125', '3', '2.65165042944955']]);
    assert.deepEqual(await spread({ filters: { place: 'bern' } }), [[null, null, null, null]]);
    assert.deepEqual(await spread({ filters: { place: 'Bern' }, groups: [{ field: 'place' }] }), [
      ['Bern', '1.5', '1.875', '2.25', '0.530330085889911'],
    ]);
  });

  it('groups all types of a file, instants in the zone', async () => {
    const file = path.join(datastore.folder, 'types.parquet');
    await withDuckdb(
      "set TimeZone = 'UTC'",
      `copy (select * from (values
         (1::float, 0.1::double, timestamptz '2024-03-31 00:59:59+00', date '0044-03-15', 1::utinyint, true, uuid()),
         ('nan'::float, 'inf'::double, timestamptz '2024-03-31 01:00:00+00', null, 2::utinyint, false, uuid()),
         (0.1::float, 0.3::double, timestamptz '2023-12-31 23:30:00+00', date '2024-02-29', 255::utinyint, null, null)
       ) as t(small, big, moment, day, byte, flag, key)) to ${quotedText(file)} (format parquet)`,
    );
    await datastore.import(file);
    const sorted = (summary: object) => rows('types.parquet', summary);
    const zone = 'Europe/Zurich';
    const hour = { groups: [{ field: 'moment', unit: 'hour' }], measures: [count] };
    assert.deepEqual(await sorted({ ...hour, zone }), [[0, 1], [1, 1], [3, 1]]); // prettier-ignore
    assert.deepEqual(await sorted(hour), [[0, 1], [1, 1], [23, 1]]); // prettier-ignore
    const { result } = await ask('types.parquet', { ...hour, zone });
    assert.equal(member(member(result, 'x_summary'), 'zone'), zone);
    const year = { groups: [{ field: 'moment', unit: 'year' }], measures: [count] };
    assert.deepEqual(await sorted({ ...year, zone: 'europe/zurich' }), [[2024, 3]]);
    const era = (unit: string) => sorted({ groups: [{ field: 'day', unit }], measures: [count] });
    assert.deepEqual(await era('year'), [[44, 1], [2024, 1], [null, 1]]); // prettier-ignore
    assert.deepEqual(await era('quarter'), [['0044-Q1', 1], ['2024-Q1', 1], [null, 1]]); // prettier-ignore
    assert.deepEqual(await era('month'), [['0044-03', 1], ['2024-02', 1], [null, 1]]); // prettier-ignore
    assert.deepEqual(await era('day'), [['0044-03-15', 1], ['2024-02-29', 1], [null, 1]]); // prettier-ignore
    assert.deepEqual(await era('week'), [['0044-W11', 1], ['2024-W09', 1], [null, 1]]); // prettier-ignore
    const bins = (field: string, width: string) => sorted({ groups: [{ field, width }], measures: [count] });
    assert.deepEqual(await bins('big', '0.1'), [[0.1, 1], [0.3, 1], ['Infinity', 1]]); // prettier-ignore
    assert.deepEqual(await bins('small', '0.1'), [[0.1, 1], [1, 1], ['NaN', 1]]); // prettier-ignore
    assert.deepEqual(await bins('_id', '2'), [[0, 1], [2, 2]]); // prettier-ignore
    const measures = ['sum', 'mean', 'median', 'min', 'max'].flatMap((each) => [
      of(each, 'small'),
      of(each, 'byte'),
      of(each, '_id'),
    ]);
    const { text } = await ask('types.parquet', { measures: [...measures, of('max', 'flag'), of('distinct', 'key')] });
    assert.ok(text.includes('"records":[[1.1,258,6,0.55,86,2,0.55,2,2,0.1,1,1,1,255,3,true,2]]'), text);
    assert.ok(text.includes('"x_rounded":true') && text.includes('"notFinite":1,'), text);
  });

  it('groups dates of local copies before Christ, of long years and of none', async () => {
    const copies = await TestDatastore.open({});
    const id = '6f6e2e0c-5b0f-4c1e-9a39-0c8a4b6d2f11';
    const fields = ['date', 'timestamp', 'timestamptz'].map((type) => ({ id: type, type }));
    const records = ['0044-03-15 BC', '12024-02-29', 'infinity'].map((day) => {
      const [date = '', era = ''] = day.split(/(?= BC)/);
      const time = day === 'infinity' ? day : `${date}T10:00:00`;
      return [day, `${time}${era}`, day === 'infinity' ? day : `${time}+00:00${era}`];
    });
    try {
      await writeTable(copies.data, { id, fields, records });
      const by = async (field: string, unit: string): Promise<readonly string[]> => {
        const summary = { groups: [{ field, unit }], measures: [count] };
        const { result } = await copies.post('x_datastore_summarize', { resource_id: id, summary });
        return (member(result, 'records') as readonly unknown[][]).map((row) => row.join());
      };
      for (const { id: field } of fields) {
        assert.deepEqual(await by(field, 'year'), ['-44,1', '12024,1', ',1'], field);
        assert.deepEqual(await by(field, 'quarter'), ['0044-Q1 BC,1', '12024-Q1,1', ',1'], field);
        assert.deepEqual(await by(field, 'month'), ['0044-03 BC,1', '12024-02,1', ',1'], field);
        assert.deepEqual(await by(field, 'day'), ['0044-03-15 BC,1', '12024-02-29,1', ',1'], field);
      }
      assert.deepEqual(await by('timestamptz', 'hour'), ['10,2', ',1']);
    } finally {
      await copies.close();
    }
  });
});
