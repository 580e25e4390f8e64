import assert from 'node:assert/strict';
import { ColumnEdges, HEADER_HEIGHT, hitAt, nearestTo } from '../../../../src/webview/grid/gridLayout.ts';
import { ENGLISH_WORDS } from '../../../support/pages/grid/englishWords.ts';

const column = { field: 0, id: 'a', type: 'text', kind: 'text' } as const;
const layout = {
  columns: [column, column, column],
  edges: new ColumnEdges([100, 100, 100]),
  frozen: 0,
  rowHeight: 24,
  headerHeight: HEADER_HEIGHT,
  isZebra: false,
  gutter: 50,
  words: ENGLISH_WORDS,
  format: ENGLISH_WORDS,
};
const window = { layout, width: 250, height: HEADER_HEIGHT + 4 * layout.rowHeight, top: 240, left: 30, rows: 13 };
const inRow = (index: number) => HEADER_HEIGHT + index * layout.rowHeight + 1;

describe('What lies at a point of the grid', () => {
  const table: readonly [name: string, x: number, y: number, ReturnType<typeof hitAt>][] = [
    ['a cell', 60, inRow(0), { cell: { row: 10, column: 0 }, shape: 'cells' }],
    ['a cell of a field that is scrolled to', 130, inRow(1), { cell: { row: 11, column: 1 }, shape: 'cells' }],
    ['a header', 60, 5, { cell: { row: -1, column: 0 }, shape: 'cells' }],
    ['a row’s number', 20, inRow(2), { cell: { row: 12, column: 7 }, shape: 'rows' }],
    ['the corner', 20, 5, { cell: { row: -1, column: 7 }, shape: 'all' }],
    ['behind the last record', 60, inRow(3), undefined],
    ['a scrollbar', 255, inRow(0), undefined],
  ];
  for (const [name, x, y, hit] of table)
    it(name, () => {
      assert.deepEqual(hitAt(window, x, y, 7), hit);
    });
});

describe('What lies at a point where a field is frozen', () => {
  const frozen = { ...window, layout: { ...layout, frozen: 1 }, left: 120 };
  const table: readonly [name: string, x: number, column: number][] = [
    ['the frozen field', 60, 0],
    ['its end', 149, 0],
    ['the next field in view', 150, 2],
  ];
  for (const [name, x, column] of table)
    it(name, () => {
      assert.deepEqual(hitAt(frozen, x, 5, 7), { cell: { row: -1, column }, shape: 'cells' });
      assert.equal(nearestTo(frozen, x, inRow(0)).cell.column, column);
    });
});

describe('The record nearest to a point', () => {
  const table: readonly [
    name: string,
    x: number,
    y: number,
    row: number,
    column: number,
    beyond: readonly [number, number],
  ][] = [
    ['within', 60, inRow(0), 10, 0, [0, 0]],
    ['above', 60, HEADER_HEIGHT - 30, 10, 0, [0, -30]],
    ['below', 60, window.height + 19, 12, 0, [0, 20]],
    ['to the left', 10, inRow(0), 10, 0, [-40, 0]],
    ['to the right', 300, inRow(0), 10, 2, [51, 0]],
  ];
  for (const [name, x, y, row, col, [beyondX, beyondY]] of table)
    it(name, () => {
      assert.deepEqual(nearestTo(window, x, y), { cell: { row, column: col }, beyond: { x: beyondX, y: beyondY } });
    });
});
