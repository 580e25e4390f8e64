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
export declare function moveCursor(
  from: Cursor,
  { key, far }: CursorKey,
  extent: CursorExtent,
): Cursor | undefined;
/** The nearest cell that there is. */
export declare function clamp(
  { row, column }: Cursor,
  extent: Pick<CursorExtent, 'rows' | 'columns'>,
): Cursor;
