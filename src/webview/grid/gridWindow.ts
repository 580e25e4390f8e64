import type { ColumnRange, GridSheet } from './gridSheet.ts';
import type { SelectionShape } from '../../messages/gridProtocol.ts';
import type { Cursor } from './cellSelection.ts';

/** The part of the records that is in view. Sizes are in pixels, and include header and row numbers. */
export interface GridWindow {
  readonly sheet: GridSheet;
  readonly width: number;
  readonly height: number;
  /** Pixels above and left of the view. */
  readonly top: number;
  readonly left: number;
  readonly rows: number;
}

export interface GridHit {
  readonly cell: Cursor;
  readonly shape: SelectionShape;
}

/**
 * The cell at a point, measured from the view's top left. A row number stands for its row, and the corner for
 * everything. `column` is used where the point doesn't determine one.
 */
export function hitAt(window: GridWindow, x: number, y: number, column: number): GridHit | undefined {
  const { sheet, width, height, top, rows } = window;
  if (x >= width || y >= height || sheet.columns.length === 0) return undefined;
  const { headerHeight } = sheet;
  const row = y < headerHeight ? -1 : Math.floor((top + y - headerHeight) / sheet.rowHeight);
  if (row >= rows) return undefined;
  if (x < sheet.gutter) return { cell: { row, column }, shape: row < 0 ? 'all' : 'rows' };
  return { cell: { row, column: columnAt(window, x) }, shape: 'cells' };
}

/** The column at a point right of the row numbers. Frozen columns cover the others. */
export function columnAt({ sheet: { layout, gutter, frozen }, left }: GridWindow, x: number): number {
  const isFrozen = x - gutter < layout.left(frozen);
  return layout.at(isFrozen ? x - gutter : left + x - gutter);
}

/** The record nearest to a point, and the distance in pixels if the point is outside the records. */
export function nearestTo(
  window: GridWindow,
  x: number,
  y: number,
): { readonly cell: Cursor; readonly beyond: { readonly x: number; readonly y: number } } {
  const { sheet, width, height, top, rows } = window;
  const inX = Math.max(sheet.gutter, Math.min(x, width - 1));
  const inY = Math.max(sheet.headerHeight, Math.min(y, height - 1));
  const row = Math.floor((top + inY - sheet.headerHeight) / sheet.rowHeight);
  return {
    cell: {
      row: Math.max(0, Math.min(row, rows - 1)),
      column: columnAt(window, inX),
    },
    beyond: { x: x - inX, y: y - inY },
  };
}

/** The columns to draw besides the frozen ones. Never fewer than `before`, so that their elements are reused. */
export function visibleColumns(
  { sheet: { layout, gutter, frozen }, width, left }: GridWindow,
  before: number,
): ColumnRange {
  const frozenWidth = layout.left(frozen);
  const room = width - gutter - frozenWidth;
  const [start, end] = layout.range(left + frozenWidth, room);
  const count = Math.max(0, Math.min(layout.count - frozen, Math.max(end - start, before)));
  const first = Math.min(start, layout.count - count);
  return { first: Math.max(frozen, first), last: Math.max(frozen, first) + count };
}

/** The horizontal position that shows the whole column, or else its beginning. */
export function leftToShow({ sheet: { layout, gutter, frozen }, width, left }: GridWindow, column: number): number {
  if (column < frozen) return left;
  const start = layout.left(column);
  const wholeEnd = start + layout.width(column) - (width - gutter);
  return Math.min(Math.max(left, wholeEnd), start - layout.left(frozen));
}
