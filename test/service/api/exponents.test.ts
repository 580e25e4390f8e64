/** SQL compares numbers with exponents exactly, although DuckDB's own cast of their texts is not exact. */
import assert from 'node:assert/strict';
import { add, compare, parseDecimal, ZERO, type ExactDecimal } from '../../../src/base/exactDecimal.ts';
import { stringifyExact } from '../../../src/base/exactJson.ts';
import { member } from '../../../src/base/cells.ts';
import { TestDatastore } from '../datastore.ts';

const lists: readonly (readonly string[])[] = [
  ['1.5e-3', '100.5e-3', '9999.5e-3'],
  ['0.00015e4', '12', '0.5'],
  ['-100.5E-3', '0e5', '0.0e-3', '-0.0'],
  ['1e10', '2.5E-5', '12345.678e2', '12345.678e+1'],
  ['123456789012345678901.25e-5', '-1.23456789012345678e17'],
  ['1e0', '-7.25e00', '3'],
];

describe('numbers with exponents', () => {
  let datastore: TestDatastore;

  before(async () => {
    const files = lists.map((numbers, at) => {
      const content = `[${numbers.map((number) => `{"f":${number}}`).join(',')}]`;
      return [`${String(at)}.json`, { content }] as const;
    });
    datastore = await TestDatastore.open(Object.fromEntries(files));
  });
  after(() => datastore.close());

  const decimal = (text: string): ExactDecimal => parseDecimal(text) ?? assert.fail(text);

  for (const [at, numbers] of lists.entries())
    it(`${numbers.join(', ')}: least, greatest and sum`, async () => {
      const sql = `select min(f) as a, max(f) as b, sum(f) as c from "${datastore.id(`${String(at)}.json`)}"`;
      const { result, text } = await datastore.post('datastore_search_sql', { sql });
      const [record] = member(result, 'records') as readonly object[];
      assert.ok(record, text);
      const found = Object.values(record).map((value) => decimal(stringifyExact(value as never)));
      const all = numbers.map(decimal).sort(compare);
      const [least = ZERO] = all;
      const expected = [least, all.at(-1) ?? ZERO, all.reduce(add)];
      assert.deepEqual(
        expected.map((value, index) => compare(value, found[index] ?? ZERO)),
        [0, 0, 0],
        text,
      );
    });
});
