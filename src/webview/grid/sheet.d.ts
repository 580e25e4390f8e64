import type { CellWords } from './cellView.ts';
import type { Column } from './columnFit.ts';
import type { ColumnLayout } from './columnLayout.ts';
export declare const ROW_HEIGHT = 24;
export declare const HEADER_HEIGHT = 28;
/** Left and right padding of a row number. */
export declare const GUTTER_PADDING = 20;
/** Words in the grid itself. */
export interface GridWords extends CellWords {
  /** Name of the first column of row numbers. */
  readonly rowNumber: string;
  /** Stands for the name of a field whose name is empty. */
  readonly noName: string;
  /** In place of records that could not be got. */
  readonly notLoaded: string;
}
/** What is drawn and where. A change makes a new sheet, so that identity tells whether a cell is still right. */
export interface Sheet {
  readonly columns: readonly Column[];
  readonly layout: ColumnLayout;
  /** Width of the row numbers. */
  readonly gutter: number;
  readonly words: GridWords;
}
/** Columns to draw: first, and one past the last. */
export interface ColumnRange {
  readonly first: number;
  readonly last: number;
}
/** ARIA counts from 1, and the row numbers are the first column. */
export declare const ariaColumn: (column: number) => string;
/** ARIA counts from 1, and the header is the first row. */
export declare const ariaRow: (row: number) => string;
