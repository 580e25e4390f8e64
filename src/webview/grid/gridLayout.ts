import type { CellFormat } from './cellView.ts';
import type { GridMarks } from '../../messages/gridMarks.ts';
import type { FieldKind } from '../../base/field.ts';
import type { GridStrings } from '../../messages/gridStrings.ts';
import type { SelectionShape } from '../../messages/gridProtocol.ts';
import type { Cursor } from './cellSelection.ts';

export const HEADER_HEIGHT = 28;
export const SUMMARY_HEIGHT = 48;
export const GUTTER_PADDING = 20;

export interface GridColumn {
  /** Index of the field in the records. */
  readonly field: number;
  readonly id: string;
  readonly type: string;
  readonly kind: FieldKind;
  /** Whether people set the width, so that longer content is cut. */
  readonly isSized?: boolean;
  /** Set if the records are sorted by this column. `key` counts from 1 if there are several sort keys. */
  readonly sort?: { readonly descending: boolean; readonly key?: number };
  readonly isFiltered?: boolean;
  /** The data dictionary's description, in lines. */
  readonly about?: string;
}

/** Positions of all columns. Finding the visible ones is a binary search, so their number hardly matters. */
export class ColumnEdges {
  /** Left edge of each column, and the right edge of the last. */
  readonly #edges: Float64Array;

  constructor(widths: readonly number[]) {
    this.#edges = new Float64Array(widths.length + 1);
    widths.forEach((width, index) => (this.#edges[index + 1] = this.left(index) + width));
  }

  get count(): number {
    return this.#edges.length - 1;
  }

  get total(): number {
    return this.left(this.count);
  }

  left(column: number): number {
    return this.#edges[column] ?? 0;
  }

  width(column: number): number {
    return this.left(column + 1) - this.left(column);
  }

  at(x: number): number {
    let low = 0;
    let high = Math.max(0, this.count - 1);
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.left(middle) <= x) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  /** Columns between `left` and `left + width`: the first, and one past the last. */
  range(left: number, width: number): readonly [first: number, last: number] {
    if (this.count === 0 || width <= 0) return [0, 0];
    const first = this.at(left);
    const end = this.at(left + width);
    return [first, this.left(end) < left + width || end === first ? end + 1 : end];
  }
}

/** Draws a summary of a field's values below its name, and returns it in words. `field` is the index in the records. */
export type Summarize = (field: number, below: HTMLElement) => string;

/** The positions of the fields that say how records of a comparison changed. */
export type MarkPlaces = Pick<GridMarks, 'change' | 'before'>;

/** Everything that decides how cells are drawn. A cell with the same layout object needn't be drawn again. */
export interface GridLayout {
  readonly columns: readonly GridColumn[];
  readonly edges: ColumnEdges;
  /** Number of columns that stay in view while the others scroll. */
  readonly frozen: number;
  readonly rowHeight: number;
  readonly isZebra: boolean;
  /** Width of the row numbers. */
  readonly gutter: number;
  readonly words: GridStrings;
  readonly format: CellFormat;
  readonly headerHeight: number;
  readonly marks?: MarkPlaces;
  /** Undefined if headers show only names. */
  readonly summarize?: Summarize;
}

/** Columns to draw: the first, and one past the last. */
export interface ColumnRange {
  readonly first: number;
  readonly last: number;
}

/** ARIA counts columns from 1, and the row numbers are the first. */
export const ariaColumn = (column: number): string => String(column + 2);
/** ARIA counts rows from 1, and the header is the first. */
export const ariaRow = (row: number): string => String(row + 2);

/** The part of the records that is in view. Sizes are in pixels, and include header and row numbers. */
export interface GridWindow {
  readonly layout: GridLayout;
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
  const { layout, width, height, top, rows } = window;
  if (x >= width || y >= height || layout.columns.length === 0) return undefined;
  const { headerHeight } = layout;
  const row = y < headerHeight ? -1 : Math.floor((top + y - headerHeight) / layout.rowHeight);
  if (row >= rows) return undefined;
  if (x < layout.gutter) return { cell: { row, column }, shape: row < 0 ? 'all' : 'rows' };
  return { cell: { row, column: columnAt(window, x) }, shape: 'cells' };
}

/** The column at a point right of the row numbers. Frozen columns cover the others. */
export function columnAt({ layout: { edges, gutter, frozen }, left }: GridWindow, x: number): number {
  const isFrozen = x - gutter < edges.left(frozen);
  return edges.at(isFrozen ? x - gutter : left + x - gutter);
}

/** The record nearest to a point, and the distance in pixels if the point is outside the records. */
export function nearestTo(
  window: GridWindow,
  x: number,
  y: number,
): { readonly cell: Cursor; readonly beyond: { readonly x: number; readonly y: number } } {
  const { layout, width, height, top, rows } = window;
  const inX = Math.max(layout.gutter, Math.min(x, width - 1));
  const inY = Math.max(layout.headerHeight, Math.min(y, height - 1));
  const row = Math.floor((top + inY - layout.headerHeight) / layout.rowHeight);
  return {
    cell: { row: Math.max(0, Math.min(row, rows - 1)), column: columnAt(window, inX) },
    beyond: { x: x - inX, y: y - inY },
  };
}

/** The columns to draw besides the frozen ones. Never fewer than `before`, so that their elements are reused. */
export function visibleColumns(
  { layout: { edges, gutter, frozen }, width, left }: GridWindow,
  before: number,
): ColumnRange {
  const frozenWidth = edges.left(frozen);
  const room = width - gutter - frozenWidth;
  const [start, end] = edges.range(left + frozenWidth, room);
  const count = Math.max(0, Math.min(edges.count - frozen, Math.max(end - start, before)));
  const first = Math.min(start, edges.count - count);
  return { first: Math.max(frozen, first), last: Math.max(frozen, first) + count };
}

/** The horizontal position that shows the whole column, or else its beginning. */
export function leftToShow({ layout: { edges, gutter, frozen }, width, left }: GridWindow, column: number): number {
  if (column < frozen) return left;
  const start = edges.left(column);
  const wholeEnd = start + edges.width(column) - (width - gutter);
  return Math.min(Math.max(left, wholeEnd), start - edges.left(frozen));
}
