import type { Cursor, CursorExtent } from './gridCursor.ts';

/** Rows and columns from the first to one past the last, both from 0, as they lie in the grid. */
export interface CellRange {
  readonly firstRow: number;
  readonly lastRow: number;
  readonly firstColumn: number;
  readonly lastColumn: number;
}

/** What of the grid is selected: some cells, whole records, whole fields, or everything. */
export type SelectionShape = 'cells' | 'rows' | 'fields' | 'all';

/** Spans from the anchor, which stays, to the cursor, which is moved. Row -1 is the header. */
export interface Selection {
  readonly anchor: Cursor;
  readonly cursor: Cursor;
  readonly shape: SelectionShape;
}

export function oneCell(cursor: Cursor): Selection {
  return { anchor: cursor, cursor, shape: 'cells' };
}

/** The cells that are selected; no row at all where the cursor is in the header. */
export function rangeOf(
  { anchor, cursor, shape }: Selection,
  { rows, columns }: Pick<CursorExtent, 'rows' | 'columns'>,
): CellRange {
  const allRows = shape === 'fields' || shape === 'all';
  const allColumns = shape === 'rows' || shape === 'all';
  const span = (one: number, other: number, count: number): readonly [number, number] => {
    const first = Math.max(0, Math.min(one, other));
    return [first, Math.max(first, Math.min(Math.max(one, other) + 1, count))];
  };
  const [firstRow, lastRow] = allRows ? [0, rows] : span(anchor.row, cursor.row, rows);
  const [firstColumn, lastColumn] = allColumns ? [0, columns] : span(anchor.column, cursor.column, columns);
  return { firstRow, lastRow, firstColumn, lastColumn };
}

/** More than the cell that the cursor is on. */
export function isExtended({ anchor, cursor, shape }: Selection): boolean {
  return shape !== 'cells' || anchor.row !== cursor.row || anchor.column !== cursor.column;
}

/** The shape that a key selects, as in spreadsheets; undefined for other keys. */
export function shapeOfKey(key: string, far: boolean, shift: boolean): SelectionShape | undefined {
  if (far && !shift && key.toLowerCase() === 'a') return 'all';
  if (key !== ' ' || far === shift) return undefined;
  return shift ? 'rows' : 'fields';
}
