/** The cell that keys act on. Row -1 is the header. */
export interface Cursor {
  readonly row: number;
  readonly column: number;
}

export interface CursorExtent {
  readonly rows: number;
  readonly columns: number;
  /** Whole rows that fit into the view. */
  readonly pageRows: number;
}

/** `key` is a KeyboardEvent's; `far` stands for Ctrl, or Command on a Mac. */
export interface CursorKey {
  readonly key: string;
  readonly far: boolean;
}

/** Where a key takes the cursor, or undefined for keys that do not move it. */
export function moveCursor(from: Cursor, { key, far }: CursorKey, extent: CursorExtent): Cursor | undefined {
  const { row, column } = from;
  const lastRow = extent.rows - 1;
  const lastColumn = extent.columns - 1;
  const page = Math.max(1, extent.pageRows - 1);
  switch (key) {
    case 'ArrowUp':
      return clamp({ row: far ? Math.min(row, 0) : row - 1, column }, extent);
    case 'ArrowDown':
      return clamp({ row: far ? lastRow : row + 1, column }, extent);
    case 'ArrowLeft':
      return clamp({ row, column: far ? 0 : column - 1 }, extent);
    case 'ArrowRight':
      return clamp({ row, column: far ? lastColumn : column + 1 }, extent);
    case 'Home':
      return clamp({ row: far ? Math.min(0, lastRow) : row, column: 0 }, extent);
    case 'End':
      return clamp({ row: far ? lastRow : row, column: lastColumn }, extent);
    case 'PageUp':
      return clamp({ row: row <= 0 ? -1 : Math.max(0, row - page), column }, extent);
    case 'PageDown':
      return clamp({ row: row + page, column }, extent);
    default:
      return undefined;
  }
}

/** The nearest cell that there is. */
export function clamp({ row, column }: Cursor, extent: Pick<CursorExtent, 'rows' | 'columns'>): Cursor {
  return {
    row: Math.max(-1, Math.min(row, extent.rows - 1)),
    column: Math.max(0, Math.min(column, extent.columns - 1)),
  };
}
