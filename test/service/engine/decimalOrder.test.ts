/** Numbers that sort by DECIMAL compare as exactly as by their text keys, whatever they are compared with. */
import assert from 'node:assert/strict';
import { DuckDBInstance } from '@duckdb/node-api';
import fc from 'fast-check';
import { decimalComparison, decimalMembership } from '../../../src/service/engine/duckdb/search/duckdbBuilder.ts';
import { Bindings } from '../../../src/service/engine/duckdb/bindings.ts';
import { decimalKey, keyOfNotANumber } from '../../../src/service/types/sortKeys.ts';
import { decimalPlace, decimalType, DECIMAL_DIGITS } from '../../../src/service/engine/duckdb/decimalOrder.ts';

const key = (text: string): string => keyOfNotANumber(text) ?? decimalKey(text) ?? assert.fail(text);

/** Exceeds all powers of ten in these tests. */
const LIFT = 120n;
/** The number times 10^LIFT, so that it's whole. */
function exact(text: string): bigint {
  const [, sign = '', whole = '', fraction = '', power = '0'] = /^([+-]?)(\d*)\.?(\d*)(?:e(.*))?$/i.exec(text) ?? [];
  return BigInt(`${sign}${whole}${fraction}`) * 10n ** (LIFT + BigInt(power) - BigInt(fraction.length));
}

/** A number that a field of this scale can hold. */
const held = (scale: number): fc.Arbitrary<string> =>
  fc.bigInt({ min: -(10n ** 18n) + 1n, max: 10n ** 18n - 1n }).chain((units) =>
    fc.integer({ min: 0, max: 17 }).map((cut) => {
      const short = units / 10n ** BigInt(cut);
      const digits = String(short < 0n ? -short : short).padStart(scale + 1, '0');
      const text = scale === 0 ? digits : `${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
      return short < 0n ? `-${text}` : text;
    }),
  );
const anyNumber = fc
  .tuple(
    fc.constantFrom('', '-'),
    fc.stringMatching(/^\d{1,24}$/),
    fc.option(fc.stringMatching(/^\d{1,24}$/)),
    fc.option(fc.integer({ min: -40, max: 40 })),
  )
  .map(
    ([sign, whole, fraction, power]) =>
      `${sign}${whole}${fraction === null ? '' : `.${fraction}`}${power === null ? '' : `e${String(power)}`}`,
  );
/** Any number, one that a field can hold, or one of its nearest neighbours. */
const asked = (scale: number, value: string): fc.Arbitrary<string> =>
  fc.oneof(
    anyNumber,
    held(scale),
    fc
      .constantFrom('', '0', '1', '000000000000000000000000000001', '9')
      .map((more) => (scale === 0 && more !== '' ? `${value}.${more}` : value + more)),
  );
const question = fc
  .integer({ min: 0, max: DECIMAL_DIGITS })
  .chain((scale) => held(scale).chain((value) => asked(scale, value).map((operand) => ({ scale, value, operand }))));

describe('A number among the decimals of a scale', () => {
  it('is where its value is', () => {
    fc.assert(
      fc.property(question, ({ scale, value, operand }) => {
        const place = decimalPlace(key(operand), scale);
        const [one, other] = [exact(value), exact(operand)];
        if (place === 'below') assert.ok(one > other);
        else if (place === 'above') assert.ok(one < other);
        else {
          const unit = 10n ** (LIFT - BigInt(scale));
          const floor = exact(place.floor);
          assert.ok(floor <= other && other < floor + unit, place.floor);
          assert.equal(place.isExact, floor === other);
        }
      }),
      { numRuns: 20_000 },
    );
  });

  for (const [operand, scale, place] of [
    ['12.34', 2, '12.34'],
    ['12.345', 2, '12.34 and more'],
    ['-12.345', 2, '-12.35 and more'],
    ['-0', 2, '0'],
    ['0.001', 2, '0.00 and more'],
    ['-0.001', 2, '-0.01 and more'],
    ['-1e-400', 0, '-1 and more'],
    ['007', 0, '7'],
    ['999999999999999999', 0, '999999999999999999'],
    ['1e18', 0, 'above'],
    ['-999999999999999999.5', 0, 'below'],
    ['-1e999999999', 0, 'below'],
    ['1e999999999', 18, 'above'],
    ['NaN', 2, 'above'],
    ['Infinity', 2, 'above'],
    ['-Infinity', 2, 'below'],
  ] as const)
    it(`${operand} with ${String(scale)} digits behind the point: ${place}`, () => {
      const found = decimalPlace(key(operand), scale);
      const text = typeof found === 'string' ? found : found.floor + (found.isExact ? '' : ' and more');
      assert.equal(text, place);
    });
});

describe('Comparing in SQL with a number of any length', () => {
  const comparators = ['=', '<', '<=', '>', '>='] as const;
  const values = ['-999999999999999.999', '-2.000', '-1.234', '-0.001', '-0', '0', '0.001', '1.2', '1.234', '7', '90071992547409.93', '999999999999999.999']; // prettier-ignore
  const operands = [...values, '-1e300', '-999999999999999.9999', '-1.2345', '-1.2335', '-1e-30', '1e-30', '1.20', '12e-1', '1.23399999999999999999999', '1.23400000000000000000001', '90071992547409.931', '90071992547409.9299', '999999999999999.9991', '1e15', '1e300', 'NaN', 'Infinity', '-Infinity']; // prettier-ignore

  it('finds what the text keys find', async () => {
    const instance = await DuckDBInstance.create(':memory:');
    const connection = await instance.connect();
    await connection.run(`create table t (c varchar, d ${decimalType(3)}, k varchar)`);
    const rows = values.map((value) => `('${value}', '${value}', '${key(value)}')`);
    await connection.run(`insert into t values ${rows.join(', ')}, (null, null, null)`);
    const found = async (condition: string, bindings = new Bindings()): Promise<unknown> => {
      const reader = await connection.runAndReadAll(
        `select c from t where ${condition} order by k`,
        [...bindings.values],
        [...bindings.types],
      );
      return reader.getRows().map(([c]) => c);
    };
    for (const operand of operands) {
      for (const comparator of comparators) {
        const bindings = new Bindings();
        const sql = decimalComparison('d', 3, comparator, key(operand), bindings);
        const expected = await found(`k ${comparator} '${key(operand)}'`);
        assert.deepEqual(await found(sql, bindings), expected, `${comparator} ${operand}`);
      }
      const bindings = new Bindings();
      const sql = decimalMembership('d', 3, [key(operand), key('7')], bindings);
      assert.deepEqual(await found(sql, bindings), await found(`k in ('${key(operand)}', '${key('7')}')`));
    }
    connection.closeSync();
    instance.closeSync();
  });

  it('sorts as the text keys do', async () => {
    const instance = await DuckDBInstance.create(':memory:');
    const connection = await instance.connect();
    const shuffled = fc.sample(fc.shuffledSubarray(values, { minLength: values.length }), 1)[0] ?? [];
    const rows = shuffled.map((value) => `('${value}', '${value}'::${decimalType(3)}, '${key(value)}')`);
    const order = async (by: string): Promise<unknown> =>
      (await connection.runAndReadAll(`from (values ${rows.join(', ')}) t(c, d, k) order by ${by}, c`)).getRows();
    assert.deepEqual(await order('d'), await order('k'));
    connection.closeSync();
    instance.closeSync();
  });
});
