import { element } from '../ui/element.ts';
import { cellView } from './cellView.ts';
import type { CellView } from './cellView.ts';
import { CellStrip } from './cellStrip.ts';
import type { StripCell } from './cellStrip.ts';
import { ariaRow, ROW_HEIGHT } from './sheet.ts';
import type { ColumnRange, Sheet } from './sheet.ts';
import type { RowState } from './windowLoader.ts';

const EMPTY: CellView = { text: '', look: 'text' };

/** A row's elements, reused for another row when its own leaves the view. */
export class RowSlot {
  readonly element = element('div', 'row', { role: 'row' });
  readonly #gutter = element('div', 'gutter', { role: 'rowheader', 'aria-colindex': '1' });
  readonly #strip: CellStrip<Text>;
  row = -1;
  #state: RowState | undefined;
  #sheet: Sheet | undefined;
  #first = -1;
  #selected: ColumnRange = { first: 0, last: 0 };
  #anchor = -1;
  #left = 0;

  constructor() {
    this.element.append(this.#gutter);
    this.#strip = new CellStrip(this.element, 'gridcell', (cell) => {
      // Its own direction for each value, and none of its effects on the neighbours.
      cell.dir = 'auto';
      const text = document.createTextNode('');
      cell.append(text);
      return text;
    });
  }

  /** Draws only what differs from what stands there. */
  paint(row: number, state: RowState, sheet: Sheet, columns: ColumnRange, selected: ColumnRange): void {
    const isSame =
      row === this.row &&
      state === this.#state &&
      sheet === this.#sheet &&
      selected.first === this.#selected.first &&
      selected.last === this.#selected.last;
    if (isSame && columns.first === this.#first) return;
    if (row !== this.row || sheet !== this.#sheet) this.#number(row, sheet);
    if (state !== this.#state) this.#mark(state);
    this.row = row;
    this.#state = state;
    this.#sheet = sheet;
    this.#first = columns.first;
    this.#selected = selected;
    this.#strip.show(sheet, columns, (cell, isMoved) => {
      if (isSame && !isMoved) return;
      const isSelected = cell.column >= selected.first && cell.column < selected.last;
      paintCell(cell, this.#view(state, cell.column, columns, sheet), sheet, isSelected);
    });
  }

  /** Puts the row at its place below row `anchor`, and its number at the left edge of the view. */
  place(anchor: number, left: number, isMoved: boolean): void {
    if (isMoved || anchor !== this.#anchor)
      this.element.style.transform = `translateY(${(this.row - anchor) * ROW_HEIGHT}px)`;
    if (left !== this.#left) this.#gutter.style.transform = `translateX(${left}px)`;
    this.#anchor = anchor;
    this.#left = left;
  }

  cell(column: number): HTMLElement | undefined {
    return this.#strip.find(column);
  }

  /** Elements in the order in which they should be read. */
  get sorted(): readonly HTMLElement[] {
    return [this.#gutter, ...this.#strip.sorted];
  }

  #number(row: number, sheet: Sheet): void {
    this.#gutter.textContent = String(row + 1);
    this.#gutter.style.width = `${sheet.gutter}px`;
    this.element.setAttribute('aria-rowindex', ariaRow(row));
  }

  #mark(state: RowState): void {
    this.element.classList.toggle('loading', state === 'loading');
    this.element.classList.toggle('failed', state === 'failed');
    this.element.ariaBusy = state === 'loading' ? 'true' : null;
  }

  #view(state: RowState, column: number, columns: ColumnRange, { columns: all, words }: Sheet): CellView {
    if (state === 'failed' && column === columns.first) return { text: words.notLoaded, look: 'null' };
    if (typeof state === 'string') return EMPTY;
    const { field = -1, kind = 'text' } = all[column] ?? {};
    return cellView(state[field], kind, words);
  }
}

function paintCell(
  { element: cell, content, column }: StripCell<Text>,
  { text, look }: CellView,
  { columns }: Sheet,
  isSelected: boolean,
): void {
  if (content.data !== text) content.data = text;
  const isNumber = columns[column]?.kind === 'number';
  const className = `cell ${look}${isNumber ? ' end' : ''}${isSelected ? ' selected' : ''}`;
  if (cell.className === className) return;
  cell.className = className;
  cell.ariaSelected = isSelected ? 'true' : null;
}
