import assert from 'node:assert/strict';
import { meaningOf, moveCursor } from '../../../../src/webview/grid/gridKeys.ts';

const extent = { rows: 100, columns: 5, pageRows: 10 };
const cell = { row: 3, column: 2 };
const header = { row: -1, column: 2 };

function meaning(keys: string, cursor = cell) {
  const parts = keys.split('+');
  const has = (name: string) => parts.includes(name);
  const pressed = { key: parts.at(-1) ?? '', shiftKey: has('Shift'), ctrlKey: has('Ctrl') };
  return meaningOf({ ...pressed, metaKey: has('Meta'), altKey: has('Alt') }, cursor, extent);
}

describe('Keys in the grid', () => {
  const inCells: readonly [keys: string, ReturnType<typeof meaning>][] = [
    ['ArrowDown', { does: 'move', cursor: { row: 4, column: 2 }, extend: false }],
    ['Shift+ArrowDown', { does: 'move', cursor: { row: 4, column: 2 }, extend: true }],
    ['Ctrl+End', { does: 'move', cursor: { row: 99, column: 4 }, extend: false }],
    ['Ctrl+a', { does: 'select', shape: 'all' }],
    ['Ctrl+A', { does: 'select', shape: 'all' }],
    ['Ctrl+Shift+a', undefined],
    ['a', undefined],
    ['Ctrl+ ', { does: 'select', shape: 'fields' }],
    ['Shift+ ', { does: 'select', shape: 'rows' }],
    ['Ctrl+c', { does: 'copy' }],
    ['Meta+C', { does: 'copy' }],
    ['Escape', { does: 'escape' }],
    ['Enter', { does: 'open', by: 'enter' }],
    [' ', { does: 'open', by: 'space' }],
    ['Alt+ArrowDown', { does: 'fieldMenu' }],
    ['Shift+Alt+ArrowDown', undefined],
    ['Ctrl+Alt+ArrowDown', undefined],
    ['Alt+Enter', undefined],
    ['x', undefined],
    ['Ctrl+x', undefined],
  ];
  for (const [keys, expected] of inCells)
    it(`${keys} on a cell`, () => {
      assert.deepEqual(meaning(keys), expected);
    });

  const inHeader: readonly [keys: string, ReturnType<typeof meaning>][] = [
    ['Enter', { does: 'sort', add: false }],
    ['Shift+Enter', { does: 'sort', add: true }],
    ['Alt+ArrowDown', { does: 'fieldMenu' }],
    ['Shift+Alt+ArrowDown', undefined],
    ['Ctrl+Alt+ArrowDown', undefined],
    ['ArrowRight', { does: 'move', cursor: { row: -1, column: 3 }, extend: false }],
    ['Ctrl+ ', { does: 'select', shape: 'fields' }],
  ];
  for (const [keys, expected] of inHeader)
    it(`${keys} on a header`, () => {
      assert.deepEqual(meaning(keys, header), expected);
    });
});

type Place = readonly [row: number, column: number];
/** The grid of the table of cursor keys. */
const many = { rows: 1000, columns: 10, pageRows: 20 };

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
      assert.deepEqual(moveCursor({ row, column }, key, key !== keys, many), { row: toRow, column: toColumn });
    });

  it('stay in the header when there are no records', () => {
    for (const key of ['ArrowDown', 'PageDown', 'Home', 'End'])
      for (const far of [false, true])
        assert.equal(moveCursor({ row: -1, column: 0 }, key, far, { ...many, rows: 0 })?.row, -1);
  });

  it('stay at the first column when there are no fields', () => {
    for (const key of ['ArrowRight', 'End'])
      assert.equal(moveCursor({ row: 0, column: 0 }, key, false, { ...many, columns: 0 })?.column, 0);
  });

  it('leave other keys alone', () => {
    for (const key of ['Tab', 'a', 'F2']) assert.equal(moveCursor({ row: 0, column: 0 }, key, false, many), undefined);
  });
});
