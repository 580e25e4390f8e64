import type { CellFormat } from './cellFormat.ts';
import type { CellWords } from './cellView.ts';
import type { Column } from './columnFit.ts';
import type { RowIndicatorWords } from './rowIndicator.ts';
import type { ColumnLayout } from './columnLayout.ts';
import type { FieldWords } from './fieldWords.ts';

export const HEADER_HEIGHT = 28;
/** Left and right padding of a row number. */
export const GUTTER_PADDING = 20;

/** Words in the grid itself. */
export interface GridWords extends CellWords, RowIndicatorWords, FieldWords {
  /** Name of the first column of row numbers. */
  readonly rowNumber: string;
  /** Stands for the name of a field whose name is empty. */
  readonly noName: string;
  /** In place of records that could not be got. */
  readonly notLoaded: string;
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
