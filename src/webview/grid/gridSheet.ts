import type { CellFormat } from './cellView.ts';
import { type FieldKind, fieldKind } from '../../base/field.ts';
import type { GridStrings } from '../../messages/gridStrings.ts';
import type { GridOptions, GridSource } from './gridContract.ts';

export const HEADER_HEIGHT = 28;
/** What a summary of a column's values takes below its name, in px. */
export const SUMMARY_HEIGHT = 48;
/** Left and right padding of a row number. */
export const GUTTER_PADDING = 20;

export interface GridColumn {
  /** Its place in the records. */
  readonly field: number;
  readonly id: string;
  readonly type: string;
  readonly kind: FieldKind;
  /** A person set its width: what does not fit is cut. */
  readonly isSized?: boolean;
  /** The records come in its order; `key` counts from 1 where they come in that of more fields. */
  readonly sort?: { readonly descending: boolean; readonly key?: number };
  /** It has a condition. */
  readonly isFiltered?: boolean;
  /** What the data dictionary says, in lines. */
  readonly about?: string;
}

/** Where each column lies; finding the visible ones costs a binary search, whatever their number. */
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

  /** The column at `x`; the nearest one where there is none. */
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

  /** Columns that show something between `left` and `left + width`: first, and one past the last. */
  range(left: number, width: number): readonly [first: number, last: number] {
    if (this.count === 0 || width <= 0) return [0, 0];
    const first = this.at(left);
    const end = this.at(left + width);
    return [first, this.left(end) < left + width || end === first ? end + 1 : end];
  }
}

/** Draws what is known of a field's values below its name; gives the words for it. `field`: its place in the records. */
export type Summarize = (field: number, below: HTMLElement) => string;

/** What is drawn and where. A change makes a new sheet, so that a cell of the same sheet needs no drawing. */
export interface GridSheet {
  /** The shown fields, in the order of the grid. */
  readonly columns: readonly GridColumn[];
  readonly layout: ColumnLayout;
  /** So many columns stay in view while the others scroll. */
  readonly frozen: number;
  /** Of a row, in px. */
  readonly rowHeight: number;
  /** Every other row is tinted. */
  readonly isZebra: boolean;
  /** Width of the row numbers. */
  readonly gutter: number;
  readonly words: GridStrings;
  readonly format: CellFormat;
  /** In px. */
  readonly headerHeight: number;
  /** Absent while the headers show names alone. */
  readonly summarize?: Summarize;
}

/** Columns to draw: first, and one past the last. */
export interface ColumnRange {
  readonly first: number;
  readonly last: number;
}

/** ARIA counts from 1, and the row numbers are the first column. */
export const ariaColumn = (column: number): string => String(column + 2);
/** ARIA counts from 1, and the header is the first row. */
export const ariaRow = (row: number): string => String(row + 2);

/** The columns of all fields, as the source gives them. */
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
