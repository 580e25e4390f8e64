import assert from 'node:assert/strict';
import { moveCursor } from '../../../../src/webview/grid/gridCursor.ts';

const extent = { rows: 1000, columns: 10, pageRows: 20 };
type Place = readonly [row: number, column: number];

describe('Cursor keys', () => {
  const table: readonly [key: string, from: Place, to: Place][] = [
    ['ArrowDown', [5, 3], [6, 3]],
    ['ArrowDown', [999, 3], [999, 3]],
    ['ArrowDown', [-1, 3], [0, 3]],
    ['ArrowUp', [5, 3], [4, 3]],
    ['ArrowUp', [0, 3], [-1, 3]],
    ['ArrowUp', [-1, 3], [-1, 3]],
    ['ArrowLeft', [5, 3], [5, 2]],
    ['ArrowLeft', [5, 0], [5, 0]],
    ['ArrowRight', [5, 3], [5, 4]],
    ['ArrowRight', [5, 9], [5, 9]],
    ['Home', [5, 3], [5, 0]],
    ['End', [5, 3], [5, 9]],
    ['Ctrl+Home', [5, 3], [0, 0]],
    ['Ctrl+End', [5, 3], [999, 9]],
    ['Ctrl+ArrowUp', [5, 3], [0, 3]],
    ['Ctrl+ArrowDown', [5, 3], [999, 3]],
    ['Ctrl+ArrowLeft', [5, 3], [5, 0]],
    ['Ctrl+ArrowRight', [5, 3], [5, 9]],
    ['PageDown', [5, 3], [24, 3]],
    ['PageDown', [990, 3], [999, 3]],
    ['PageUp', [500, 3], [481, 3]],
    ['PageUp', [5, 3], [0, 3]],
    ['PageUp', [0, 3], [-1, 3]],
  ];
  for (const [keys, [row, column], [toRow, toColumn]] of table)
    it(`${keys} goes from ${row}, ${column} to ${toRow}, ${toColumn}`, () => {
      const key = keys.replace('Ctrl+', '');
      assert.deepEqual(moveCursor({ row, column }, { key, far: key !== keys }, extent), {
        row: toRow,
        column: toColumn,
      });
    });

  it('stay in the header when there are no records', () => {
    for (const key of ['ArrowDown', 'PageDown', 'Home', 'End'])
      for (const far of [false, true])
        assert.equal(moveCursor({ row: -1, column: 0 }, { key, far }, { ...extent, rows: 0 })?.row, -1);
  });

  it('stay at the first column when there are no fields', () => {
    for (const key of ['ArrowRight', 'End'])
      assert.equal(
        moveCursor({ row: 0, column: 0 }, { key, far: false }, { ...extent, columns: 0 })?.column,
        0,
      );
  });

  it('leave other keys alone', () => {
    for (const key of ['Tab', 'a', 'F2'])
      assert.equal(moveCursor({ row: 0, column: 0 }, { key, far: false }, extent), undefined);
  });
});
