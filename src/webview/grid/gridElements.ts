import { element } from '../ui/element.ts';
import { type DrawnCell, TextMarks } from './textMarks.ts';
import { HeaderRow } from './headerRow.ts';
import { RowSlot } from './rowSlot.ts';
import type { ColumnRange, GridWindow } from './gridLayout.ts';
import type { RowState } from './windowLoader.ts';
import type { CellRange } from './cellSelection.ts';

/** Distance from the anchor, in pixels, within which positions are exact. Beyond it, a new anchor is set. */
const ANCHOR_REACH = 40_000;
/** Pause after the last change before elements are put in reading order. */
const REST_MS = 200;

/** The elements in view. They stick to it while the scrolled area moves beneath, so that nothing blank scrolls in. */
export class GridElements {
  readonly element = element('div', 'stage');
  readonly #header = new HeaderRow();
  readonly #body = element('div', 'body', { role: 'rowgroup' });
  readonly #slots: RowSlot[] = [];
  #anchor = 0;
  #rest: ReturnType<typeof setTimeout> | undefined;
  #marked: HTMLElement | undefined;
  #current: RowSlot | undefined;
  #markedHeader: HTMLElement | undefined;
  readonly #marks = new TextMarks();
  readonly #end = new EndLine();
  readonly #drop = element('div', 'drop', { 'aria-hidden': 'true' });
  readonly #cells = (): readonly DrawnCell[] => this.#slots.flatMap((slot) => slot.drawn);

  constructor() {
    this.element.append(
      element('div', 'head', { role: 'rowgroup' }, this.#header.element),
      this.#body,
      this.#end.element,
      this.#drop,
    );
    this.#drop.hidden = true;
  }

  resize(width: number, height: number): void {
    this.element.style.width = `${width}px`;
    this.element.style.height = `${height}px`;
  }

  showDrop(x: number | undefined): void {
    this.#drop.hidden = x === undefined;
    if (x !== undefined) this.#drop.style.transform = `translateX(${x}px)`;
  }

  /** Draws these columns besides the frozen ones. `selected` is a selection of more than the cell at the cursor. */
  draw(window: GridWindow, columns: ColumnRange, rowState: (row: number) => RowState, selected?: CellRange): void {
    const { layout, top, left, rows } = window;
    const height = window.height - layout.headerHeight;
    this.#header.paint(layout, columns, left);
    const isNew = this.#slots.length === 0;
    this.#resizePool(height <= 0 ? 0 : Math.min(rows, Math.ceil(height / layout.rowHeight) + 1));
    const count = this.#slots.length;
    const first = Math.max(0, Math.min(Math.floor(top / layout.rowHeight), rows - count));
    if (Math.abs(first - this.#anchor) > ANCHOR_REACH) this.#anchor = first;
    const width = Math.max(layout.gutter + layout.edges.total, window.width + left);
    this.#body.style.width = `${width}px`;
    this.#body.style.transform = `translate(${-left}px, ${this.#anchor * layout.rowHeight - top}px)`;
    const pattern = isNew ? this.#slots[first % count] : undefined;
    for (let row = first; row < first + count; row++) {
      const slot = this.#slots[row % count];
      if (pattern && row > first) slot?.copy(pattern);
      slot?.paint(row, rowState(row), layout, columns, selectedIn(row, selected));
      slot?.place(this.#anchor, left);
    }
    this.#end.place(rows * layout.rowHeight - top, Math.max(0, height));
    this.#marks.draw(this.#cells);
    clearTimeout(this.#rest);
    this.#rest = setTimeout(() => this.#sort(), REST_MS);
  }

  redrawSummaries(): void {
    this.#header.redrawSummaries();
  }

  setEnd(text: string): void {
    this.#end.show(text);
  }

  get endRows(): number {
    return this.#end.isShown ? 1 : 0;
  }

  find(text: string): void {
    this.element.classList.toggle('finding', text !== '');
    this.#marks.find(text);
  }

  /** The element of a drawn cell. Row -1 is the header. */
  cell(row: number, column: number): HTMLElement | undefined {
    if (row < 0) return this.#header.cell(column);
    return this.#slotOf(row)?.cell(column);
  }

  mark(row: number, column: number, id: string): boolean {
    const cell = this.cell(row, column);
    if (cell !== this.#marked) {
      delete this.#marked?.dataset['cursor'];
      this.#marked?.removeAttribute('aria-description');
      this.#marked?.removeAttribute('id');
    }
    const current = this.#slotOf(row);
    if (current !== this.#current) this.#current?.element.classList.remove('current');
    current?.element.classList.add('current');
    this.#current = current;
    this.#marked = cell;
    this.#markHeader(column);
    if (!cell) return false;
    cell.dataset['cursor'] = '';
    const note = current?.note(column) ?? null;
    if (cell.ariaDescription !== note) cell.ariaDescription = note;
    cell.id = id;
    return true;
  }

  #markHeader(column: number): void {
    const header = this.#header.cell(column);
    if (header === this.#markedHeader) return;
    delete this.#markedHeader?.dataset['current'];
    if (header) header.dataset['current'] = '';
    this.#markedHeader = header;
  }

  dispose(): void {
    this.#marks.dispose();
    clearTimeout(this.#rest);
  }

  #slotOf(row: number): RowSlot | undefined {
    const slot = this.#slots[row % this.#slots.length];
    return slot?.row === row ? slot : undefined;
  }

  #resizePool(count: number): void {
    if (count === this.#slots.length) return;
    for (const slot of this.#slots.splice(count)) slot.element.remove();
    const added = Array.from({ length: count - this.#slots.length }, () => new RowSlot());
    this.#slots.push(...added);
    this.#body.append(...added.map((slot) => slot.element));
  }

  /** Puts recycled elements in order, because a screen reader follows the order in the document. */
  #sort(): void {
    const slots = [...this.#slots].sort((a, b) => a.row - b.row);
    arrange(
      this.#body,
      slots.map((slot) => slot.element),
    );
    for (const slot of slots) arrange(slot.element, slot.sorted);
    arrange(this.#header.element, this.#header.sorted);
  }
}

class EndLine {
  /** Screen readers get the number of rows and the status line instead. */
  readonly element = element('div', 'end-line', { 'aria-hidden': 'true' });
  isShown = false;
  #top = NaN;

  constructor() {
    this.element.hidden = true;
  }

  show(text: string): void {
    this.isShown = text !== '';
    this.element.textContent = text;
  }

  /** Places the line `top` pixels below the top of the rows. `height` is the height of the rows in view. */
  place(top: number, height: number): void {
    const isHidden = !this.isShown || top >= height;
    if (this.element.hidden !== isHidden) this.element.hidden = isHidden;
    if (isHidden || top === this.#top) return;
    this.#top = top;
    this.element.style.transform = `translateY(${top}px)`;
  }
}

const NOTHING: ColumnRange = { first: 0, last: 0 };

function selectedIn(row: number, range: CellRange | undefined): ColumnRange {
  if (!range || row < range.firstRow || row >= range.lastRow) return NOTHING;
  return { first: range.firstColumn, last: range.lastColumn };
}

function arrange(parent: HTMLElement, children: readonly HTMLElement[]): void {
  let next = parent.firstElementChild;
  for (const child of children) {
    if (child === next) next = next.nextElementSibling;
    else parent.insertBefore(child, next);
  }
}
