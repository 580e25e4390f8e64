import type { CellFormat } from './cellView.ts';
import { type FieldKind, fieldKind } from '../../base/field.ts';
import type { GridStrings } from '../../messages/gridStrings.ts';
import type { GridOptions, GridSource } from './gridContract.ts';

export const HEADER_HEIGHT = 28;
/** Height of a summary below a column's name, in pixels. */
export const SUMMARY_HEIGHT = 48;
/** Left and right padding of a row number. */
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
  /** Whether the field has a condition. */
  readonly isFiltered?: boolean;
  /** The data dictionary's description, in lines. */
  readonly about?: string;
}

/** Positions of all columns. Finding the visible ones is a binary search, so their number hardly matters. */
export class ColumnLayout {
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

  /** The column at `x`, or the nearest one. */
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

/**
 * Everything that decides how cells are drawn. A change makes a new sheet, so a cell with the same sheet needn't be
 * drawn again.
 */
export interface GridSheet {
  /** The visible fields in the order of the grid. */
  readonly columns: readonly GridColumn[];
  readonly layout: ColumnLayout;
  /** Number of columns that stay in view while the others scroll. */
  readonly frozen: number;
  /** Height of a row in pixels. */
  readonly rowHeight: number;
  /** Whether every other row is tinted. */
  readonly isZebra: boolean;
  /** Width of the row numbers. */
  readonly gutter: number;
  readonly words: GridStrings;
  readonly format: CellFormat;
  /** Height of the header in pixels. */
  readonly headerHeight: number;
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

/** The columns of all fields, in the source's order. */
export function sourceColumns(
  { fields }: GridSource,
  { sort = [], filtered = [] }: Pick<GridOptions, 'sort' | 'filtered'>,
): readonly GridColumn[] {
  const conditions = new Set(filtered);
  const sorted = new Map(sort.map((key, at) => [key.field, { ...key, at }] as const).reverse());
  return fields.map(({ id, type, kind, label, unit, notes }, field) => {
    const key = sorted.get(id);
    const about = [[label, unit].filter(Boolean).join(', '), notes].filter(Boolean).join('\n');
    return {
      ...{ field, id, type, kind: kind ?? fieldKind(type) },
      ...(about !== '' && { about }),
      ...(conditions.has(id) && { isFiltered: true }),
      ...(key && { sort: { descending: key.descending, ...(sort.length > 1 && { key: key.at + 1 }) } }),
    };
  });
}
