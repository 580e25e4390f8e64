import type { ColumnRange, Sheet } from './sheet.ts';
import type { RowState } from './windowLoader.ts';
export interface StageView {
  /** Virtual pixels above and left of the view. */
  readonly top: number;
  readonly left: number;
  readonly height: number;
  readonly rows: number;
  readonly columns: ColumnRange;
}
/**
 * The elements in view. They stick to the view while the scrolled area moves beneath them and are drawn anew for each
 * position, so nothing blank can scroll in: rows without records yet show so.
 */
export declare class GridStage {
  #private;
  readonly element: HTMLDivElement;
  constructor();
  resize(width: number, height: number): void;
  draw(sheet: Sheet, view: StageView, rowState: (row: number) => RowState): void;
  /** The element of a cell that is drawn. Row -1 is the header. */
  cell(row: number, column: number): HTMLElement | undefined;
  /** Marks one cell and its row as the current ones; the element gets `id`. */
  mark(row: number, column: number, id: string): boolean;
  dispose(): void;
}
