import type { ColumnRange, Sheet } from './sheet.ts';
import type { RowState } from './windowLoader.ts';
/** A row's elements, reused for another row when its own leaves the view. */
export declare class RowSlot {
  #private;
  readonly element: HTMLDivElement;
  row: number;
  constructor();
  /** Draws only what differs from what stands there. */
  paint(row: number, state: RowState, sheet: Sheet, columns: ColumnRange): void;
  /** Puts the row at its place below row `anchor`, and its number at the left edge of the view. */
  place(anchor: number, left: number, isMoved: boolean): void;
  cell(column: number): HTMLElement | undefined;
  /** Elements in the order in which they should be read. */
  get sorted(): readonly HTMLElement[];
}
