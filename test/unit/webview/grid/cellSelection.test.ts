import assert from 'node:assert/strict';
import type { SelectionShape } from '../../../../src/messages/gridProtocol.ts';
import { isExtended, oneCell, rangeOf } from '../../../../src/webview/grid/cellSelection.ts';

const extent = { rows: 1000, columns: 10 };
type Place = readonly [row: number, column: number];
type Range = readonly [firstRow: number, lastRow: number, firstColumn: number, lastColumn: number];

describe('Selection', () => {
  const table: readonly [SelectionShape, anchor: Place, cursor: Place, Range][] = [
    ['cells', [5, 3], [5, 3], [5, 6, 3, 4]],
    ['cells', [5, 3], [8, 1], [5, 9, 1, 4]],
    ['cells', [8, 1], [5, 3], [5, 9, 1, 4]],
    ['rows', [5, 3], [7, 3], [5, 8, 0, 10]],
    ['fields', [5, 3], [7, 4], [0, 1000, 3, 5]],
    ['all', [5, 3], [7, 4], [0, 1000, 0, 10]],
    ['cells', [-1, 3], [2, 3], [0, 3, 3, 4]],
    ['cells', [-1, 3], [-1, 3], [0, 0, 3, 4]],
  ];
  for (const [shape, [row, column], [toRow, toColumn], range] of table)
    it(`${shape} from ${row}, ${column} to ${toRow}, ${toColumn}`, () => {
      const selection = { anchor: { row, column }, cursor: { row: toRow, column: toColumn }, shape };
      const { firstRow, lastRow, firstColumn, lastColumn } = rangeOf(selection, extent);
      assert.deepEqual([firstRow, lastRow, firstColumn, lastColumn], range);
    });

  it('is nothing where there are no records', () => {
    const { firstRow, lastRow } = rangeOf(oneCell({ row: -1, column: 0 }), { rows: 0, columns: 2 });
    assert.equal(lastRow, firstRow);
  });

  it('is extended by more than one cell, or by a whole record', () => {
    const cell = oneCell({ row: 1, column: 1 });
    assert.equal(isExtended(cell), false);
    assert.equal(isExtended({ ...cell, shape: 'rows' }), true);
    assert.equal(isExtended({ ...cell, cursor: { row: 2, column: 1 } }), true);
  });
});
