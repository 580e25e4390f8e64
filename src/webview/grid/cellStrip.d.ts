import type { ColumnRange, Sheet } from './sheet.ts';
/** A cell's element, reused for another column when its own leaves the view. */
export interface StripCell<TContent> {
  readonly element: HTMLElement;
  readonly content: TContent;
  column: number;
  sheet: Sheet | undefined;
}
/** The cells of one row: as many as can be in view at once. */
export declare class CellStrip<TContent> {
  #private;
  /** `fill` makes what a new cell holds. */
  constructor(row: HTMLElement, role: 'gridcell' | 'columnheader', fill: (cell: HTMLElement) => TContent);
  /** Puts the columns into the cells and has each of them painted; `isMoved` where the cell was for another column. */
  show(
    sheet: Sheet,
    { first, last }: ColumnRange,
    paint: (cell: StripCell<TContent>, isMoved: boolean) => void,
  ): void;
  find(column: number): HTMLElement | undefined;
  /** Elements in the order of their columns. */
  get sorted(): readonly HTMLElement[];
}
