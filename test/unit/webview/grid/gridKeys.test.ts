import assert from 'node:assert/strict';
import { meaningOf } from '../../../../src/webview/grid/gridKeys.ts';

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
    ['Ctrl+ ', { does: 'select', shape: 'fields' }],
    ['Shift+ ', { does: 'select', shape: 'rows' }],
    ['Ctrl+c', { does: 'copy' }],
    ['Meta+C', { does: 'copy' }],
    ['Escape', { does: 'escape' }],
    ['Enter', { does: 'open', by: 'enter' }],
    [' ', { does: 'open', by: 'space' }],
    ['Alt+ArrowDown', undefined],
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
