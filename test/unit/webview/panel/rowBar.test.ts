import assert from 'node:assert/strict';
import { rowMeant } from '../../../../src/webview/panel/rowBar.ts';

describe('Go to row', () => {
  const table: readonly [typed: string, rows: number, meant: ReturnType<typeof rowMeant>][] = [
    ['1', 10, 0],
    [' 10 ', 10, 9],
    ['#7', 10, 6],
    ['10000000', 10_000_000, 9_999_999],
    ['12,345', 20_000, 12_344],
    ['12.345', 20_000, 12_344],
    ["1'234'567", 10_000_000, 1_234_566],
    ['1\u00A0234', 2000, 1233],
    ['1\u202F234', 2000, 1233],
    ['-1', 10, 9],
    ['-10', 10, 0],
    ['−2', 10, 8],
    ['50%', 10_000_000, 4_999_999],
    ['0%', 10, 0],
    ['100 %', 10, 9],
    ['12,5%', 1000, 124],
    ['11', 10, 'beyond'],
    ['0', 10, 'beyond'],
    ['-0', 10, 'beyond'],
    ['-11', 10, 'beyond'],
    ['101%', 10, 'beyond'],
    ['9'.repeat(40), 10, 'beyond'],
    ['1', 0, 'beyond'],
    ['', 10, 'unclear'],
    ['-', 10, 'unclear'],
    ['1,5', 10, 'unclear'],
    ['1,234.567', 10_000_000, 'unclear'],
    ['1e3', 2000, 'unclear'],
    ['last', 10, 'unclear'],
  ];
  for (const [typed, rows, meant] of table)
    it(`takes “${typed}” of ${rows} rows for ${meant}`, () => {
      assert.equal(rowMeant(typed, rows), meant);
    });
});
