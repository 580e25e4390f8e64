import assert from 'node:assert/strict';
import { toWire } from '../../../src/base/exactJson.ts';
import { DISPLAY_LIMIT, ExactNumber, type ExactValue, type WireCell } from '../../../src/base/cells.ts';

describe('wire cell', () => {
  const cells: [value: ExactValue, limit: number, cell: WireCell][] = [
    [null, 5, null],
    [true, 5, true],
    [12, 1, 12],
    ['', 5, ''],
    ['abcde', 5, 'abcde'],
    ['abcdef', 5, { t: 'abcde', length: 6 }],
    ['abcd😀', 5, { t: 'abcd', length: 6 }],
    ['{"n":"1"}', 500, '{"n":"1"}'],
    [new ExactNumber('1.50'), 5, { n: '1.50' }],
    [new ExactNumber('9'.repeat(9)), 5, { t: '99999', length: 9 }],
    [[1, new ExactNumber('1.50'), null], 50, { j: '[1,1.50,null]' }],
    [{ n: 1 }, 50, { j: '{"n":1}' }],
    [{ n: 'long text' }, 5, { t: '{"n":', length: 17 }],
    ['x'.repeat(9999), Infinity, 'x'.repeat(9999)],
  ];
  for (const [value, limit, cell] of cells) {
    it(`writes ${JSON.stringify(value).slice(0, 30)} within ${limit}`, () => {
      assert.deepEqual(toWire(value, limit), cell);
    });
  }

  it('cuts at the display limit unless told otherwise', () => {
    assert.deepEqual(toWire('x'.repeat(DISPLAY_LIMIT + 1)), {
      t: 'x'.repeat(DISPLAY_LIMIT),
      length: DISPLAY_LIMIT + 1,
    });
  });
});
