import { fill } from '../../base/words.ts';
import { element, copies } from '../ui/element.ts';
import type { CellView } from './cellView.ts';
import { changeOf, type MarkedChange, markedView } from './changeMarks.ts';
import { CellStrip, type MadeCell, type StripCell } from './cellStrip.ts';
import type { DrawnCell } from './textMarks.ts';
import { ariaRow, type ColumnRange, type GridLayout } from './gridLayout.ts';
import type { RowState } from './windowLoader.ts';

const EMPTY: CellView = { text: '', look: 'text' };

const emptyRow = copies(() =>
  element('div', 'row', { role: 'row' }, element('div', 'gutter', { role: 'rowheader', 'aria-colindex': '1' })),
);
// `dir` gives each value its own text direction, without effect on its neighbours.
const emptyCell = copies(() => element('div', 'cell', { role: 'gridcell', dir: 'auto' }, ''));

function makeCell(like?: HTMLElement): MadeCell<Text> {
  const cell = like ? (like.cloneNode(true) as HTMLElement) : emptyCell();
  return { element: cell, content: cell.firstChild as Text };
}

export class RowSlot {
  readonly element = emptyRow();
  readonly #gutter = this.element.firstElementChild as HTMLElement;
  readonly #strip = new CellStrip(this.element, makeCell);
  row = -1;
  #state: RowState | undefined;
  #layout: GridLayout | undefined;
  #columns: ColumnRange = { first: -1, last: -1 };
  #selected: ColumnRange = { first: 0, last: 0 };
  #top = NaN;
  #left = 0;
  #explained: HTMLElement | undefined;
  #change: MarkedChange | undefined;

  constructor() {
    this.element.addEventListener('pointerover', ({ target }) => this.#explain(target));
  }

  /** Starts with copies of another row's cells. That row must not be marked, because the mark would be copied. */
  copy(other: RowSlot): void {
    this.#strip.copy(other.#strip);
  }

  paint(row: number, state: RowState, layout: GridLayout, columns: ColumnRange, selected: ColumnRange): void {
    const isSame =
      row === this.row &&
      state === this.#state &&
      layout === this.#layout &&
      selected.first === this.#selected.first &&
      selected.last === this.#selected.last;
    if (isSame && columns.first === this.#columns.first && columns.last === this.#columns.last) return;
    this.#explained?.removeAttribute('title');
    this.#explained = undefined;
    if (row !== this.row || layout !== this.#layout) this.#number(row, layout);
    if (state !== this.#state) this.#mark(state, layout);
    this.row = row;
    this.#state = state;
    this.#layout = layout;
    this.#columns = columns;
    this.#selected = selected;
    this.#strip.show(layout, columns, (cell, isMoved) => {
      if (isSame && !isMoved) return;
      const isSelected = cell.column >= selected.first && cell.column < selected.last;
      paintCell(cell, this.#view(state, cell.column, columns.first, layout), layout, isSelected);
    });
  }

  /** Positions the row relative to row `anchor`, and its number at the left edge of the view. */
  place(anchor: number, left: number): void {
    const top = (this.row - anchor) * (this.#layout?.rowHeight ?? 0);
    if (top !== this.#top) this.element.style.transform = `translateY(${top}px)`;
    if (left !== this.#left) {
      this.#gutter.style.transform = `translateX(${left}px)`;
      this.#strip.slide(left);
    }
    this.#top = top;
    this.#left = left;
  }

  cell(column: number): HTMLElement | undefined {
    return this.#strip.find(column);
  }

  /** What a cell doesn't show of itself: the text that it formats, or the earlier value. */
  note(column: number): string | undefined {
    const { raw, before } = this.#viewOf(column) ?? {};
    if (before === undefined || this.#layout === undefined) return raw;
    return fill(this.#layout.words.before, before);
  }

  #viewOf(column: number): CellView | undefined {
    return this.#state && this.#layout && this.#view(this.#state, column, this.#columns.first, this.#layout);
  }

  /** The row's cells. Empty if the record isn't loaded. */
  get drawn(): readonly DrawnCell[] {
    if (typeof this.#state === 'string') return [];
    return this.#strip.cells.map(({ element: cell, content, column }) => ({
      ...{ element: cell, content },
      raw: this.#viewOf(column)?.raw,
    }));
  }

  get sorted(): readonly HTMLElement[] {
    return [this.#gutter, ...this.#strip.sorted];
  }

  #explain(target: EventTarget | null): void {
    const column = this.#strip.columnOf(target);
    const note = column === undefined ? undefined : this.note(column);
    if (column === undefined || note === undefined) return;
    this.#explained?.removeAttribute('title');
    this.#explained = this.#strip.find(column);
    if (this.#explained) this.#explained.title = note;
  }

  #number(row: number, layout: GridLayout): void {
    this.#gutter.textContent = String(row + 1);
    this.element.classList.toggle('odd', layout.isZebra && row % 2 === 1);
    if (layout !== this.#layout) this.#gutter.style.width = `${layout.gutter}px`;
    this.element.setAttribute('aria-rowindex', ariaRow(row));
  }

  #mark(state: RowState, { marks }: GridLayout): void {
    const change = marks && typeof state !== 'string' ? changeOf(state, marks) : undefined;
    if (change !== this.#change) {
      this.element.classList.remove(this.#change ?? 'unmarked');
      if (change !== undefined) this.element.classList.add(change);
      this.#change = change;
    }
    this.element.classList.toggle('loading', state === 'loading');
    this.element.classList.toggle('failed', state === 'failed');
    this.element.ariaBusy = state === 'loading' ? 'true' : null;
  }

  #view(state: RowState, column: number, first: number, layout: GridLayout): CellView {
    const { columns: all, words, format, marks } = layout;
    if (state === 'failed' && column === first) return { text: words.notLoaded, look: 'null' };
    if (typeof state === 'string') return EMPTY;
    const shown = all[column];
    return shown === undefined ? EMPTY : markedView(state, shown, format, marks);
  }
}

function paintCell(
  { element: cell, content, column }: StripCell<Text>,
  { text, look, before }: CellView,
  { columns, marks }: GridLayout,
  isSelected: boolean,
): void {
  if (content.data !== text) content.data = text;
  if (marks !== undefined) {
    if (before === undefined) delete cell.dataset['before'];
    else cell.dataset['before'] = before;
  }
  const isNumber = columns[column]?.kind === 'number';
  const className = `cell ${look}${isNumber ? ' end' : ''}${isSelected ? ' selected' : ''}`;
  if (cell.className === className) return;
  cell.className = className;
  cell.ariaSelected = isSelected ? 'true' : null;
}
