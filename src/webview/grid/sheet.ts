import type { CellFormat } from './cellFormat.ts';
import type { CellWords } from './cellView.ts';
import { type FieldKind, fieldKind } from '../../base/field.ts';
import type { RowIndicatorWords } from './rowIndicator.ts';
import type { ColumnLayout } from './columnLayout.ts';
import type { GridStrings } from '../../messages/gridStrings.ts';
import type { GridOptions, GridSource } from './gridContract.ts';

export const HEADER_HEIGHT = 28;
/** Left and right padding of a row number. */
export const GUTTER_PADDING = 20;

/** Words about fields: in headers, and said to assistive technology. */
type FieldWords = Pick<
  GridStrings,
  | 'menuOf'
  | 'sortKey'
  | 'filtered'
  | 'fieldSized'
  | 'fieldFitted'
  | 'fieldMoved'
  | 'fieldHidden'
  | 'lastFieldStays'
  | 'oneFieldFrozen'
  | 'fieldsFrozen'
  | 'fewerFieldsFrozen'
  | 'noFieldFrozen'
  | 'fieldsReset'
>;

/** Words in the grid itself. */
export interface GridWords extends CellWords, RowIndicatorWords, FieldWords {
  /** Name of the first column of row numbers. */
  readonly rowNumber: string;
  /** Stands for the name of a field whose name is empty. */
  readonly noName: string;
  /** In place of records that could not be got. */
  readonly notLoaded: string;
}

export interface Column {
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

/** What is drawn and where. A change makes a new sheet, so that identity tells whether a cell is still right. */
export interface Sheet {
  /** The shown fields, in the order of the grid. */
  readonly columns: readonly Column[];
  readonly layout: ColumnLayout;
  /** So many columns stay in view while the others scroll. */
  readonly frozen: number;
  /** Of a row, in px. */
  readonly rowHeight: number;
  /** Every other row is tinted. */
  readonly isZebra: boolean;
  /** Width of the row numbers. */
  readonly gutter: number;
  readonly words: GridWords;
  readonly format: CellFormat;
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
): readonly Column[] {
  const conditions = new Set(filtered);
  return fields.map(({ id, type, kind, label, unit, notes }, field) => {
    const at = sort.findIndex((key) => key.field === id);
    const key = sort[at];
    const about = [[label, unit].filter(Boolean).join(', '), notes].filter(Boolean).join('\n');
    return {
      ...{ field, id, type, kind: kind ?? fieldKind(type) },
      ...(about !== '' && { about }),
      ...(conditions.has(id) && { isFiltered: true }),
      ...(key && { sort: { descending: key.descending, ...(sort.length > 1 && { key: at + 1 }) } }),
    };
  });
}
