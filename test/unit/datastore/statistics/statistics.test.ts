import assert from 'node:assert/strict';
import fc from 'fast-check';
import { parseExact } from '../../../../src/base/exactJson.ts';
import { isList } from '../../../../src/base/cells.ts';
import { statisticsOf, type AskedField } from '../../../../src/datastore/statistics/statistics.ts';
import { ValueTally } from '../../../../src/datastore/statistics/valueTally.ts';
import type { FieldKind } from '../../../../src/base/field.ts';
import type { FilterValue } from '../../../../src/datastore/query/condition.ts';
import { between, equalTo } from '../../../support/samples/conditions.ts';

const { signal } = new AbortController();

/** `json` is the list of the values in the server's form. */
function over(json: string, kind: FieldKind, more: Partial<AskedField> = {}) {
  const values = parseExact(json);
  assert.ok(isList(values));
  const tally = new ValueTally(kind);
  for (const value of values) tally.take(value);
  return statisticsOf(tally, { id: 'f', kind, hasRanges: true, ...more }, signal);
}

const bars = async (json: string, kind: FieldKind) =>
  (await over(json, kind)).bars.map(({ label, records }) => `${label}: ${String(records)}`);

describe('statistics of a field', () => {
  const facts: readonly (readonly [json: string, kind: FieldKind, expected: object])[] = [
    ['[]', 'number', { records: 0, nulls: 0, distinct: 0, shape: 'values' }],
    ['[null,null]', 'date', { records: 2, nulls: 2, distinct: 0, shape: 'values' }],
    ['[1,2,null,2]', 'number', { records: 4, nulls: 1, distinct: 2, min: '1', max: '2', mean: '1.666667' }],
    ['[1.5,1.50,"1.500"]', 'number', { distinct: 1, min: '1.5', max: '1.5', mean: '1.5' }],
    ['[9007199254740993,9007199254740995]', 'number', { min: '9007199254740993', mean: '9007199254740994' }],
    ['[1e3,1000.0]', 'number', { distinct: 1, min: '1000' }],
    ['[0.00000001,0.00000002]', 'number', { mean: '0.000000015' }],
    ['[1,"x"]', 'number', { distinct: 2, shape: 'values' }],
    ['[1,"NaN",3,"NaN",null]', 'number', { records: 5, nulls: 1, distinct: 3, min: '1', max: '3', mean: '2', shape: 'histogram' }],
    ['["NaN","-Infinity"]', 'number', { distinct: 2, shape: 'values', bars: [] }],
    ['["NaN","Infinity"]', 'text', { distinct: 2, shape: 'values' }],
    ['["2020-01-02","2019-05-06"]', 'date', { min: '2019-05-06', max: '2020-01-02', shape: 'histogram' }],
    ['["2020-01-02","infinity"]', 'date', { distinct: 2, shape: 'values' }],
    ['["b","a","b","",null]', 'text', { nulls: 1, emptyTexts: 1, distinct: 3, shape: 'values' }],
    ['["b"]', 'text', { emptyTexts: 0 }],
    ['[{"a":1.50},{"a":1.50},[1]]', 'json', { distinct: 2, shape: 'values', bars: [] }],
  ]; // prettier-ignore
  for (const [json, kind, expected] of facts)
    it(`${kind} ${json}`, async () => {
      assert.partialDeepStrictEqual(await over(json, kind), { isAll: false, ...expected });
    });

  it('values that are no numbers have no least, greatest or mean', async () => {
    for (const json of ['[1,"x"]', '["NaN","Infinity"]']) {
      const found = await over(json, 'number');
      assert.deepEqual([found.min, found.max, found.mean], [undefined, undefined, undefined]);
    }
  });

  it('counts NaN and infinities of numbers apart, each to be filtered by', async () => {
    const found = await over('[1,"NaN","-Infinity",2,"NaN","Infinity"]', 'number');
    const filter = (text: string) => equalTo('f', 'text', text);
    assert.deepEqual(found.notFinite, [
      { label: '-Infinity', records: 1, filter: filter('-Infinity') },
      { label: 'Infinity', records: 1, filter: filter('Infinity') },
      { label: 'NaN', records: 2, filter: filter('NaN') },
    ]);
    assert.equal(
      found.bars.reduce((sum, { records }) => sum + records, 0),
      2,
    );
    assert.equal((await over('["NaN"]', 'text')).notFinite, undefined);
    assert.equal((await over('[1]', 'number')).notFinite, undefined);
  });

  it('tells the most frequent values first, at most 20', async () => {
    assert.deepEqual(await bars('["b","a","c","c"]', 'text'), ['c: 2', 'a: 1', 'b: 1']);
    assert.deepEqual(await bars('[true,false,true]', 'boolean'), ['true: 2', 'false: 1']);
    const many = Array.from({ length: 50 }, (_, index) => String(index));
    assert.equal((await bars(JSON.stringify(many), 'text')).length, 20);
  });

  it('filters by a bar as the field’s type wants it', async () => {
    const filters = async (json: string, kind: FieldKind, hasRanges = true) =>
      (await over(json, kind, { hasRanges })).bars.map(({ filter }) => filter);
    const values = (type: FilterValue['type'], text: string) => equalTo('f', type, text);
    assert.deepEqual(await filters('[true]', 'boolean'), [values('boolean', 'true')]);
    assert.deepEqual(await filters('["5"]', 'text'), [values('text', '5')]);
    assert.deepEqual(await filters('[5]', 'number'), [values('number', '5')]);
    assert.deepEqual(await filters('["x",5]', 'number'), [values('number', '5'), values('text', 'x')]);
    assert.deepEqual(await filters('["2020-01-02"]', 'date', false), [values('text', '2020-01-02')]);
    assert.deepEqual((await filters('[0,100]', 'number'))[0], between('f', 'number', '0', '9'));
    assert.deepEqual((await filters('[0,100.5]', 'number'))[0], between('f', 'number', '0', '9.9'));
    assert.deepEqual(new Set(await filters('[0,100]', 'number', false)), new Set([undefined]));
  });

  it('cuts a long value, and filters by none that is cut', async () => {
    const [bar] = (await over(JSON.stringify(['x'.repeat(10_000)]), 'text')).bars;
    assert.deepEqual([bar?.label.length, bar?.filter], [301, undefined]);
  });

  it('tells long values apart by all that is in them, and shows how they begin', async () => {
    const [one, other] = ['x'.repeat(1000), `${'x'.repeat(999)}y`];
    const found = await over(JSON.stringify([one, other, one]), 'text');
    assert.equal(found.distinct, 2);
    const shown = `${'x'.repeat(300)}…`;
    assert.deepEqual(found.bars, [
      { label: shown, records: 2 },
      { label: shown, records: 1 },
    ]);
  });

  it('counts numbers of more than 2,000 digits as texts, and says that there are some', async () => {
    const found = await over(`[1,2,${'7'.repeat(2001)},1e2000]`, 'number');
    assert.partialDeepStrictEqual(found, { records: 4, distinct: 4, shape: 'values', hasLongNumbers: true });
    assert.deepEqual([found.min, found.mean], [undefined, undefined]);
    const exact = await over(`[1,${'7'.repeat(2000)}]`, 'number');
    assert.deepEqual([exact.max, exact.hasLongNumbers], ['7'.repeat(2000), undefined]);
  });

  const number = fc.oneof(
    fc.integer(),
    fc.nat(3),
    fc.double({ noDefaultInfinity: true, noNaN: true, min: -1e30, max: 1e30 }),
  );

  it('counts every value in exactly one bar of a histogram, and averages exactly', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.option(number), { maxLength: 200 }), async (values) => {
        const found = await over(JSON.stringify(values), 'number');
        const known = values.filter((value) => value !== null);
        assert.equal(found.nulls, values.length - known.length);
        assert.equal(found.distinct, new Set(known.map((value) => value + 0)).size);
        const total = found.bars.reduce((sum, { records }) => sum + records, 0);
        assert.equal(total, known.length);
        if (known.length === 0) return;
        assert.equal(Number(found.min), Math.min(...known) + 0);
        assert.equal(Number(found.max), Math.max(...known) + 0);
      }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(fc.bigInt(), { minLength: 1, maxLength: 50 }), async (values) => {
        const sum = values.reduce((all, value) => all + value, 0n);
        const size = BigInt(values.length);
        const { mean } = await over(`[${values.join(',')}]`, 'number');
        const [whole = '', fraction = ''] = (mean ?? '').split('.');
        const millionths = BigInt(`${whole}${fraction.padEnd(6, '0')}`);
        const error = millionths * size - sum * 1_000_000n;
        assert.ok((error < 0n ? -error : error) * 2n <= size, 'at most half a millionth off');
      }),
    );
  });
});
