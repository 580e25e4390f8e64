import { element } from '../ui/element.ts';
import { ariaColumn } from './sheet.ts';
import type { ColumnRange, Sheet } from './sheet.ts';

/** A cell's element, reused for another column when its own leaves the view. */
export interface StripCell<TContent> {
  readonly element: HTMLElement;
  readonly content: TContent;
  column: number;
  sheet: Sheet | undefined;
}

/** The cells of one row: as many as can be in view at once. */
export class CellStrip<TContent> {
  readonly #row: HTMLElement;
  readonly #role: 'gridcell' | 'columnheader';
  readonly #fill: (cell: HTMLElement) => TContent;
  #cells: StripCell<TContent>[] = [];

  /** `fill` makes what a new cell holds. */
  constructor(row: HTMLElement, role: 'gridcell' | 'columnheader', fill: (cell: HTMLElement) => TContent) {
    this.#row = row;
    this.#role = role;
    this.#fill = fill;
  }

  /** Puts the columns into the cells and has each of them painted; `isMoved` where the cell was for another column. */
  show(
    sheet: Sheet,
    { first, last }: ColumnRange,
    paint: (cell: StripCell<TContent>, isMoved: boolean) => void,
  ): void {
    if (this.#cells.length !== last - first) this.#make(last - first);
    for (let column = first; column < last; column++) {
      const cell = this.#cells[column % this.#cells.length];
      if (!cell) return;
      const isMoved = cell.column !== column || cell.sheet !== sheet;
      if (isMoved) place(cell, column, sheet);
      paint(cell, isMoved);
    }
  }

  find(column: number): HTMLElement | undefined {
    const cell = this.#cells[column % this.#cells.length];
    return cell?.column === column ? cell.element : undefined;
  }

  /** Elements in the order of their columns. */
  get sorted(): readonly HTMLElement[] {
    return [...this.#cells].sort((a, b) => a.column - b.column).map((cell) => cell.element);
  }

  #make(count: number): void {
    for (const cell of this.#cells) cell.element.remove();
    this.#cells = Array.from({ length: count }, () => {
      const made = element('div', 'cell', { role: this.#role });
      return { element: made, content: this.#fill(made), column: -1, sheet: undefined };
    });
    this.#row.append(...this.#cells.map((cell) => cell.element));
  }
}

function place<T>(cell: StripCell<T>, column: number, sheet: Sheet): void {
  cell.column = column;
  cell.sheet = sheet;
  const { style } = cell.element;
  style.left = `${sheet.gutter + sheet.layout.left(column)}px`;
  style.width = `${sheet.layout.width(column)}px`;
  cell.element.setAttribute('aria-colindex', ariaColumn(column));
}
