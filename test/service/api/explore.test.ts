/** Sends changes of the grid's query to the embedded datastore by HTTP. */
import assert from 'node:assert/strict';
import type { DatastoreClient } from '../../../src/datastore/client/client.ts';
import { frequentValues } from '../../../src/datastore/statistics/frequentValues.ts';
import type { DatastoreQuery } from '../../../src/datastore/query/query.ts';
import { applyChange } from '../../../src/datastore/query/applyChange.ts';
import { ResultSet } from '../../../src/datastore/result/resultSet.ts';
import { typedValue } from '../../../src/base/cells.ts';
import { typeOfField } from '../../../src/datastore/query/condition.ts';
import type { QueryChange } from '../../../src/datastore/query/queryChange.ts';
import { between, equalTo } from '../../support/samples/conditions.ts';
import { TestDatastore } from '../datastore.ts';
import { conditionsOf } from '../../../src/datastore/query/conditions.ts';

const { signal } = new AbortController();

/** Names that break SQL put together from them, and values that break its literals. */
const HOSTILE = ['"; drop', "it's", '$cost', '__proto__', 'a,b', 'x desc', '%s :p'];
const hostileCsv = [
  HOSTILE.map((name) => `"${name.replaceAll('"', '""')}"`).join(','),
  `1,'; drop table x; --,1.5,p,comma,1,100% :v`,
  `1,'; drop table x; --,2.50,p,,2,100% :v`,
  `2,"a ""b""",2.5,q,comma,3,%`,
].join('\n');

const itemsCsv = [
  'subject,stage,price,open,starts,code',
  'math,1,1.50,true,2026-01-01,00040',
  'art,2,10.25,false,2026-02-12,00151',
  'math,2,,true,2026-03-01,00262',
  'science,3,1e2,false,,00040',
  'art,3,2.5,true,2026-01-01,9',
].join('\n');

const TYPES = new Map([
  ['stage', 'numeric'],
  ['price', 'numeric'],
  ['open', 'bool'],
]);

describe('exploring the embedded datastore', () => {
  let datastore: TestDatastore;
  let client: DatastoreClient;
  before(async () => {
    datastore = await TestDatastore.open({
      'items.csv': { content: itemsCsv },
      'hostile.csv': { content: hostileCsv },
      'numbers.csv': { content: `n\n${Array.from({ length: 1000 }, (_, n) => String(n)).join('\n')}` },
    });
    ({ client } = datastore);
  });
  after(() => datastore.close());

  const open = (name: string, query?: Partial<DatastoreQuery>) => datastore.resultOf(name, query);

  /** Values of one field after the changes, each applied to the query before it. */
  async function valuesAfter(name: string, field: string, ...changes: readonly QueryChange[]) {
    let result = await open(name);
    for (const change of changes) {
      const place = result.fields.findIndex(({ id }) => id === ('field' in change ? change.field : ''));
      const [record] = change.kind === 'filterByRecord' ? await result.rows(change.row, change.row + 1, signal) : [];
      const shown = record?.[place];
      const value = shown === undefined ? undefined : typedValue(shown);
      const facts = { fields: result.fields, hasRanges: client.dialect.hasRanges };
      const query = applyChange(result.query, change, { ...facts, ...(value !== undefined && { value }) });
      result = await ResultSet.open(client, query, signal);
    }
    const at = result.fields.findIndex(({ id }) => id === field);
    return (await result.rows(0, 100, signal)).map((row) => row[at]);
  }

  const filter = (field: string, ...texts: string[]): QueryChange => ({
    kind: 'filter',
    filter: equalTo(field, typeOfField(TYPES.get(field)), ...texts),
  });
  const range = (field: string, ends: { least?: string; greatest?: string }): QueryChange => ({
    kind: 'filter',
    filter: between(field, typeOfField(TYPES.get(field)), ends.least, ends.greatest),
  });
  const sort = (...keys: [field: string, descending: boolean][]): QueryChange => ({
    kind: 'sort',
    keys: keys.map(([field, descending]) => ({ field, descending })),
  });
  const byRecord = (row: number, field: string, add = false): QueryChange => ({
    kind: 'filterByRecord',
    row,
    field,
    add,
  });

  const table: [what: string, changes: QueryChange[], ids: number[]][] = [
    ['ascending, without a value last', [sort(['price', false])], [1, 5, 2, 4, 3]],
    ['descending, without a value last', [sort(['price', true])], [4, 2, 5, 1, 3]],
    ['by two fields', [sort(['subject', false], ['stage', true])], [5, 2, 3, 1, 4]],
    ['ties by _id', [sort(['open', true])], [1, 3, 5, 2, 4]],
    ['equal to a text', [filter('subject', 'math')], [1, 3]],
    ['equal to a text of digits', [filter('code', '00040')], [1, 4]],
    ['one of several', [filter('subject', 'math', 'science')], [1, 3, 4]],
    ['a number in other digits', [filter('price', '1.5', '100')], [1, 4]],
    ['a boolean', [filter('open', 'false')], [2, 4]],
    ['a date', [filter('starts', '2026-01-01')], [1, 5]],
    ['from a number', [range('price', { least: '2.5' })], [2, 4, 5]],
    ['to a number', [range('price', { greatest: '2.5' })], [1, 5]],
    ['between dates', [range('starts', { least: '2026-01-15', greatest: '2026-03-01' })], [2, 3]],
    ['two conditions', [filter('subject', 'math'), range('price', { least: '0' })], [1]],
    ['by the value of a record', [byRecord(1, 'price')], [2]],
    ['and another one', [byRecord(0, 'subject'), filter('stage', '1', '2')], [1, 3]],
    [
      'or another one',
      [byRecord(0, 'price'), { kind: 'unfilter', field: 'price' }, filter('price', '1.50'), byRecord(0, 'price', true)],
      [1],
    ],
    ['search and order', [{ kind: 'search', q: '00' }, sort(['stage', true])], [4, 2, 3, 1]],
    ['nothing any more', [filter('subject', 'math'), sort(['price', true]), { kind: 'clear' }], [1, 2, 3, 4, 5]],
  ];
  for (const [what, changes, ids] of table)
    it(`finds what was asked: ${what}`, async () => {
      assert.deepEqual(await valuesAfter('items.csv', '_id', ...changes), ids);
    });

  for (const name of HOSTILE)
    it(`filters and sorts by a field named ${name}`, async () => {
      const [first, ...others] = await valuesAfter('hostile.csv', name, byRecord(2, name), sort([name, true]));
      assert.deepEqual([first, ...others].map(String).includes('undefined'), false);
      const result = await open('hostile.csv');
      const field = result.fields.find(({ id }) => id === name);
      assert.ok(field);
      const wanted = { field, part: '' };
      const { values, isAll, counted } = await frequentValues(client, result, result.query, wanted, signal);
      assert.deepEqual([isAll, counted], [true, 3]);
      for (const { value, records } of values) {
        const query = applyChange(
          result.query,
          { kind: 'filter', filter: { kind: 'values', field: name, values: [value], list: false } },
          { fields: result.fields, hasRanges: true },
        );
        assert.equal((await ResultSet.open(client, query, signal)).count.value, records);
      }
    });

  describe('frequent values', () => {
    const frequent = async (name: string, id: string, query: Partial<DatastoreQuery> = {}, part = '') => {
      const result = await open(name, query);
      const field = result.fields.find((each) => each.id === id);
      assert.ok(field);
      const found = await frequentValues(client, result, result.query, { field, part }, signal);
      const shown = found.values.map(({ value, label, records }) => {
        return `${value.type === 'null' ? 'NULL' : label}×${String(records)}`;
      });
      return { ...found, values: shown };
    };

    const counted: [what: string, id: string, query: Partial<DatastoreQuery>, values: string[], records: number][] = [
      ['of a text field', 'subject', {}, ['art×2', 'math×2', 'science×1'], 5],
      ['of a number field, with NULL', 'price', {}, ['NULL×1', '1.5×1', '2.5×1', '10.25×1', '100×1'], 5],
      ['whatever the limit', 'subject', { limit: 1 }, ['art×2', 'math×2', 'science×1'], 5],
      ['of what a search finds', 'subject', { q: 'RT' }, ['art×2'], 2],
      [
        'of what other filters let through',
        'subject',
        { filters: conditionsOf('{"stage":{"gte":3}}') },
        ['art×1', 'science×1'],
        2,
      ],
      [
        'beside those that are chosen',
        'subject',
        { filters: conditionsOf('{"subject":["art"],"open":true}') },
        ['math×2', 'art×1'],
        3,
      ],
      ['of a date field', 'starts', {}, ['2026-01-01×2', 'NULL×1', '2026-02-12×1', '2026-03-01×1'], 5],
      ['of a boolean field', 'open', { filters: conditionsOf('{"price":[1.5,2.50,10.25]}') }, ['true×2', 'false×1'], 3],
    ];
    for (const [what, id, query, values, records] of counted)
      it(`are counted over all records: ${what}`, async () => {
        const { isAll, isCut, ...found } = await frequent('items.csv', id, query);
        assert.deepEqual([isAll, isCut], [true, false]);
        assert.deepEqual(found, { values, counted: records });
      });

    it('are counted of what a search with a blank finds, which is no text across two fields', async () => {
      const { isAll, values } = await frequent('items.csv', 'subject', { q: 'math 1' });
      assert.deepEqual([isAll, values], [true, []]);
    });

    it('are searched among all values, whatever their number', async () => {
      const { values, isCut, isAll } = await frequent('numbers.csv', 'n', {}, '99');
      assert.deepEqual([values.length, isCut, isAll], [19, false, true]);
      assert.deepEqual((await frequent('items.csv', 'subject', { q: 'a' }, 'TH')).values, ['math×2']);
      const chosen = { filters: conditionsOf('{"subject":"art"}') };
      assert.deepEqual((await frequent('items.csv', 'subject', chosen, "'")).values, []);
      const group = { filters: conditionsOf('{"$or":[{"stage":1},{"stage":3}]}') };
      assert.deepEqual((await frequent('items.csv', 'subject', group, 'Art')).values, ['art×1']);
    });

    it('are cut at 200', async () => {
      const { values, isCut, counted: records } = await frequent('numbers.csv', 'n');
      assert.deepEqual([values.length, isCut, records], [200, true, 1000]);
    });

    it('are counted whatever the filters are', async () => {
      const { isAll, values } = await frequent('items.csv', 'subject', {
        filters: conditionsOf('{"$or":[{"stage":1},{"price":{"empty":true}},{"stage":3}]}'),
      });
      assert.equal(isAll, true);
      assert.deepEqual(values, ['math×2', 'art×1', 'science×1']);
      const whole = { filters: conditionsOf('[{"stage":1},{"stage":3}]') };
      assert.deepEqual((await frequent('items.csv', 'price', whole, '1')).values, ['1.5×1', '100×1']);
    });

    it('are those of the loaded records where equal records are one', async () => {
      const query = { fields: ['subject'], distinct: true };
      const { isAll, values } = await frequent('items.csv', 'subject', query);
      assert.deepEqual([isAll, values.length], [false, 3]);
    });
  });
});
