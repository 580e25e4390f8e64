import { ariaColumn, type ColumnRange, type GridLayout } from './gridLayout.ts';

export interface MadeCell<TContent> {
  readonly element: HTMLElement;
  readonly content: TContent;
}

/** A cell, whose element is reused for another column when its own leaves the view. */
export interface StripCell<TContent> extends MadeCell<TContent> {
  column: number;
  layout: GridLayout | undefined;
  left: number;
  width: number;
  isSized: boolean;
}

/** The cells of one row: all of the frozen columns, and as many others as fit in the view at a time. */
export class CellStrip<TContent> {
  readonly #row: HTMLElement;
  readonly #create: (pattern?: HTMLElement) => MadeCell<TContent>;
  #frozen: readonly StripCell<TContent>[] = [];
  #scrolled: readonly StripCell<TContent>[] = [];
  #left = 0;

  /** `create` makes an empty cell, or a copy of a cell with its content. */
  constructor(row: HTMLElement, create: (pattern?: HTMLElement) => MadeCell<TContent>) {
    this.#row = row;
    this.#create = create;
  }

  /** Assigns the frozen columns and this range to cells and paints each. `isMoved` means another column or position. */
  show(
    layout: GridLayout,
    { first, last }: ColumnRange,
    paint: (cell: StripCell<TContent>, isMoved: boolean) => void,
  ): void {
    const { frozen } = layout;
    if (this.#frozen.length !== frozen) {
      this.#frozen = this.#make(this.#frozen, frozen);
      for (const cell of this.#frozen) cell.element.dataset['frozen'] = '';
      this.#frozen.at(-1)?.element.setAttribute('data-edge', '');
      this.#hold();
    }
    if (this.#scrolled.length !== last - first) this.#scrolled = this.#make(this.#scrolled, last - first);
    for (let column = 0; column < frozen; column++) show(this.#frozen[column], column, layout, paint);
    const count = this.#scrolled.length;
    for (let column = first; column < last; column++) show(this.#scrolled[column % count], column, layout, paint);
  }

  /** Starts with copies of another row's cells, which takes a third of the time of making and placing new ones. */
  copy(other: CellStrip<TContent>): void {
    const copies = (cells: readonly StripCell<TContent>[]) =>
      cells.map((cell) => ({ ...cell, ...this.#create(cell.element) }));
    this.#frozen = copies(other.#frozen);
    this.#scrolled = copies(other.#scrolled);
    this.#row.append(...this.cells.map(({ element }) => element));
  }

  slide(left: number): void {
    this.#left = left;
    if (this.#frozen.length > 0) this.#hold();
  }

  find(column: number): HTMLElement | undefined {
    const cell = this.#frozen[column] ?? this.#scrolled[column % this.#scrolled.length];
    return cell?.column === column ? cell.element : undefined;
  }

  get cells(): readonly StripCell<TContent>[] {
    return this.#frozen.length > 0 ? [...this.#frozen, ...this.#scrolled] : this.#scrolled;
  }

  columnOf(element: EventTarget | null): number | undefined {
    return this.cells.find((cell) => cell.element === element)?.column;
  }

  get sorted(): readonly HTMLElement[] {
    return [...this.cells].sort((a, b) => a.column - b.column).map((cell) => cell.element);
  }

  #make(old: readonly StripCell<TContent>[], count: number): readonly StripCell<TContent>[] {
    for (const cell of old.slice(count)) cell.element.remove();
    const added = Array.from({ length: Math.max(0, count - old.length) }, () => {
      const made = this.#create();
      return { ...made, column: -1, layout: undefined, left: NaN, width: NaN, isSized: false };
    });
    this.#row.append(...added.map((cell) => cell.element));
    return [...old.slice(0, count), ...added];
  }

  #hold(): void {
    for (const cell of this.#frozen) cell.element.style.transform = `translateX(${this.#left}px)`;
  }
}

function show<T>(
  cell: StripCell<T> | undefined,
  column: number,
  layout: GridLayout,
  paint: (cell: StripCell<T>, isMoved: boolean) => void,
): void {
  if (!cell) return;
  const isMoved = cell.column !== column || cell.layout !== layout;
  if (isMoved) place(cell, column, layout);
  paint(cell, isMoved);
}

function place<T>(cell: StripCell<T>, column: number, layout: GridLayout): void {
  if (cell.column !== column) cell.element.setAttribute('aria-colindex', ariaColumn(column));
  cell.column = column;
  cell.layout = layout;
  const { style } = cell.element;
  const left = layout.gutter + layout.edges.left(column);
  const width = layout.edges.width(column);
  if (left !== cell.left) style.marginLeft = `${left}px`;
  if (width !== cell.width) style.width = `${width}px`;
  cell.left = left;
  cell.width = width;
  const isSized = layout.columns[column]?.isSized === true;
  if (isSized !== cell.isSized) cell.element.toggleAttribute('data-sized', isSized);
  cell.isSized = isSized;
}
