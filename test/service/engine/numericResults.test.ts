/** Results were recorded from PostgreSQL 15 (`select a::numeric / b::numeric`, `select stddev(x), …`). */
import assert from 'node:assert/strict';
import { DuckDBDecimalValue } from '@duckdb/node-api';
import { quotient, spreadOf, spreadText } from '../../../src/service/engine/duckdb/statement/numericResults.ts';

const decimal = (digits: bigint, scale: number) => new DuckDBDecimalValue(digits, 38, scale);

describe('quotients of decimals', () => {
  for (const [dividend, scale, divisor, otherScale, expected] of [
    // Each operand is given by digits and scale.
    [1n, 0, 3n, 0, '0.33333333333333333333'],
    [2n, 0, 3n, 0, '0.66666666666666666667'],
    [-2n, 0, 3n, 0, '-0.66666666666666666667'],
    [7n, 0, 20n, 1, '3.5000000000000000'],
    [110n, 2, 3n, 0, '0.36666666666666666667'],
    [0n, 0, 7n, 0, '0.00000000000000000000'],
    [10000n, 0, 3n, 0, '3333.3333333333333333'],
    [9999n, 0, 3n, 0, '3333.0000000000000000'],
    [1n, 4, 3n, 0, '0.000033333333333333333333'],
    [1n, 5, 7n, 0, '0.000001428571428571428571'],
    [12345678901234567890123n, 3, 7n, 0, '1763668414462081127.160'],
    [1n, 0, 12345678901234567890n, 0, '0.000000000000000000081000000729000007'],
    [100n, 0, 10n, 0, '10.0000000000000000'],
    [15n, 1, 25n, 2, '6.0000000000000000'],
    [-1005n, 3, 10n, 0, '-0.10050000000000000000'],
    [99999999999999999999n, 0, 2n, 0, '50000000000000000000'],
    [1n, 0, 9999n, 0, '0.00010001000100010001'],
    [1n, 0, 10000n, 0, '0.000100000000000000000000'],
    [123456n, 0, 123456n, 0, '1.00000000000000000000'],
    [5n, 0, 8n, 0, '0.62500000000000000000'],
    [5n, 1, 3n, 4, '1666.6666666666666667'],
    [1n, 30, 3n, 0, '0.000000000000000000000000000000333333333333333333'],
    [2147483647n, 0, 6n, 0, '357913941.16666667'],
    [1n, 0, -3n, 0, '-0.33333333333333333333'],
  ] as const)
    it(`${String(decimal(dividend, scale))} / ${String(decimal(divisor, otherScale))}`, () => {
      assert.equal(quotient(decimal(dividend, scale), decimal(divisor, otherScale)), expected);
    });

  it('are missing where there is nothing to divide by', () => {
    assert.equal(quotient(1, 0), null);
    assert.equal(quotient(null, 1), null);
  });

  it('are of whole numbers too, of whatever kind', () => {
    assert.equal(quotient(7, 2n), '3.5000000000000000');
  });
});

describe('variances of decimals', () => {
  for (const [name, numbers, scale, expected] of [
    // Each list of numbers has one scale.
    ['variance', [1n, 2n, 3n, 4n], 0, '1.6666666666666667'],
    ['stddev', [1n, 2n, 3n, 4n], 0, '1.2909944487358056'],
    ['var_pop', [1n, 2n, 3n, 4n], 0, '1.2500000000000000'],
    ['stddev_pop', [1n, 2n, 3n, 4n], 0, '1.1180339887498948'],
    ['stddev_samp', [5n, 5n], 0, '0'],
    ['var_samp', [5n], 0, null],
    ['var_pop', [5n], 0, '0'],
    ['stddev', [], 0, null],
  ] as const)
    it(`${name} of ${String(numbers)} / 10^${String(scale)}`, () => {
      const spread = spreadOf(name);
      assert.ok(spread);
      const sum = (list: readonly bigint[]) => list.reduce((one, other) => one + other, 0n);
      const parts = [
        new DuckDBDecimalValue(sum(numbers.map((number) => number ** 2n)), 38, 2 * scale),
        new DuckDBDecimalValue(sum(numbers), 38, scale),
        BigInt(numbers.length),
      ];
      assert.equal(spreadText(spread, numbers.length === 0 ? [null, null, 0n] : parts), expected);
    });
});
