/** Recorded from PostgreSQL 15: `select stddev(x), … from (values …) v(x)`. */
import assert from 'node:assert/strict';
import { DuckDBDecimalValue } from '@duckdb/node-api';
import { spreadOf, spreadText } from '../../src/service/engine/duckdb/statement/variances.ts';

describe('variances of decimals', () => {
  for (const [name, numbers, scale, expected] of [
    // Digits and scale of each.
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
