import type { ColumnRange, Sheet } from './sheet.ts';
/** Names and types of the fields in view. */
export declare class HeaderRow {
  #private;
  readonly element: HTMLDivElement;
  constructor();
  paint(sheet: Sheet, columns: ColumnRange, left: number): void;
  cell(column: number): HTMLElement | undefined;
  get sorted(): readonly HTMLElement[];
}
