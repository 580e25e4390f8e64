import type { GridStrings } from '../../messages/gridStrings.ts';
import type { GridLook } from '../../messages/gridLook.ts';
import { windowRows } from '../../messages/windowRows.ts';
import { element } from '../ui/element.ts';
import { CellSelection, clamp, type Cursor, type CursorExtent, oneCell, type Selection } from './cellSelection.ts';
import { ColumnSizer, ROW_HEIGHTS } from './columnSizer.ts';
import type { GridOptions, GridPosition, GridSource } from './gridContract.ts';
import { GridElements } from './gridElements.ts';
import { GridScroll, RowIndicator, type ViewSize } from './gridScroll.ts';
import type { VisibleFields } from './visibleFields.ts';
import {
  type GridLayout,
  type GridWindow,
  HEADER_HEIGHT,
  leftToShow,
  SUMMARY_HEIGHT,
  visibleColumns,
} from './gridLayout.ts';
import { WindowLoader, type Rows } from './windowLoader.ts';

/** Time to wait for a quick first answer, so that rows are made and laid out only once. */
const PATIENCE_MS = 120;
/** Number of records above and below the first one in view that a column is fitted to on request. */
const AT_HAND = 400;

let views = 0;

export class GridView {
  /**
   * The only tab stop. It keeps the focus and names its current cell by `aria-activedescendant`, like VS Code's own
   * lists and tables. A focused cell would lose the focus whenever its element is reused for another row.
   */
  readonly element: HTMLElement;
  readonly words: GridStrings;
  readonly ids: readonly string[];
  readonly scroll: GridScroll;
  readonly cells: CellSelection;
  readonly options: GridOptions;
  readonly elements = new GridElements();
  readonly #indicator: RowIndicator;
  readonly loader: WindowLoader;
  readonly #sizer: ColumnSizer;
  readonly #id = `grid${++views}`;
  #rows: number;
  /** Horizontal position to restore once the columns are fitted, unless the cursor moves first. */
  #restoredLeft: number | undefined;
  #columnsDrawn = 0;
  #fitting: number | undefined;
  /** The timer until which nothing is drawn unless the first answer comes. */
  #waiting: ReturnType<typeof setTimeout> | undefined;

  constructor(container: HTMLElement, source: GridSource, options: GridOptions) {
    const { words, look, language } = options;
    this.words = words;
    this.ids = source.fields.map(({ id }) => id);
    this.options = options;
    this.#rows = source.count;
    this.loader = new WindowLoader({
      getRows: source.getRows,
      count: source.count,
      head: source.head ?? [],
      size: windowRows(source.fields.length),
      onDidChange: (first, last) => this.#take(first, last),
    });
    // This request comes first, so that the answer comes while the grid is being made.
    this.loader.want(0, Math.min(1, source.count));
    this.element = element('div', 'records-grid', {
      role: 'grid',
      tabindex: '0',
      'aria-readonly': 'true',
      'aria-multiselectable': 'true',
      'aria-label': options.label ?? '',
    });
    this.scroll = new GridScroll({
      element: this.element,
      stage: this.elements.element,
      rowHeight: () => this.layout.rowHeight,
      headerHeight: () => this.layout.headerHeight,
      onDidResize: (before) => this.#resized(before),
      onDidScroll: () => {
        this.draw();
        options.onDidMove?.();
      },
      onDidDrag: (share) => this.#indicator.show(this.#topRow, share),
    });
    container.append(this.element);
    this.#setDensity(look);
    this.#indicator = new RowIndicator(words, language);
    this.elements.element.append(this.#indicator.element);
    this.#sizer = new ColumnSizer(source, options, this.element);
    this.cells = new CellSelection({
      element: this.element,
      columns: () => this.layout.columns,
      extent: () => this.extent,
      onDidSelect: (range) => options.onDidSelect?.(range),
    });
    this.#showCount(options.isCountFinal ?? true);
    this.cells.refresh();
    const headRows = source.head?.length ?? 0;
    if (headRows === 0 && source.count > 0) this.#waiting = setTimeout(() => this.#begin([]), PATIENCE_MS);
    this.scroll.measure();
    if (headRows > 0) this.#take(0, headRows);
    else if (source.count === 0) this.#fit([]);
    this.scroll.observe();
  }

  get layout(): GridLayout {
    return this.#sizer.layout;
  }

  get fields(): VisibleFields {
    return this.#sizer.fields;
  }

  /** Widths in pixels that were fitted to records, by name and type of the field. */
  get widths(): ReadonlyMap<string, number> {
    return this.#sizer.widths;
  }

  get position(): GridPosition {
    const { top, left } = this.scroll;
    const topRow = top / this.layout.rowHeight;
    return { topRow, left: this.#restoredLeft ?? left, ...this.cells.place };
  }

  get #topRow(): number {
    return Math.floor(this.position.topRow);
  }

  /** One past the last row in view. */
  get bottomRow(): number {
    const { top, bodyHeight } = this.scroll;
    return Math.min(this.#rows, Math.ceil((top + bodyHeight) / this.layout.rowHeight));
  }

  /** The most rows that are in view at a time, with those cut at its top and bottom. */
  get rowsInView(): number {
    return this.extent.pageRows + 2;
  }

  get extent(): CursorExtent {
    const pageRows = Math.floor(this.scroll.bodyHeight / this.layout.rowHeight);
    return { rows: this.#rows, columns: this.layout.columns.length, pageRows };
  }

  get window(): GridWindow {
    const { width, height, top, left } = this.scroll;
    return { layout: this.layout, width, height, top, left, rows: this.#rows };
  }

  setCount(count: number, isFinal = true): void {
    this.#rows = count;
    this.cells.refresh();
    this.#showCount(isFinal);
    this.loader.setCount(count);
    this.#sizer.setCount(count);
    this.layOut();
  }

  scrollToRow(row: number): void {
    this.scroll.scrollTo(this.scroll.left, row * this.layout.rowHeight);
  }

  restore({ topRow, left, cursor, selection }: GridPosition): void {
    this.cells.refresh({ ...oneCell(cursor), ...selection });
    this.#restoreLeft(left);
    this.scroll.scrollTo(left, topRow * this.layout.rowHeight);
  }

  /** Marks a text in the cells that contain it, ignoring case. An empty text removes the marks. */
  mark(text: string): void {
    this.elements.find(text);
    this.draw();
  }

  setLook(look: GridLook): void {
    const topRow = this.#topRow;
    this.#setDensity(look);
    this.#sizer.setLook(look, this.#loaded(topRow, this.bottomRow));
    this.layOut();
    this.scrollToRow(topRow);
  }

  /** Changes the layout of fields. The cursor stays on its field. */
  applyFields(fields: VisibleFields): void {
    const { row, column } = this.cells.cursor;
    const before = this.layout.columns;
    const isShown = this.#leftToShow(column) === this.scroll.left;
    this.#sizer.setFields(fields);
    if (!this.layout.columns.every(({ field }, at) => field === before[at]?.field)) {
      const at = fields.columnOf(before[column]?.field ?? -1);
      this.cells.set(oneCell(clamp({ row, column: at < 0 ? column : at }, this.extent)));
    } else this.cells.refresh();
    this.layOut();
    const { left, top } = this.scroll;
    this.scroll.scrollTo(isShown ? this.#leftToShow(this.cells.cursor.column) : left, top);
  }

  /** Shows a width while a field is being resized. Nothing else moves. */
  preview(fields: VisibleFields): void {
    this.#sizer.setFields(fields);
    // A view scrolled to the end stays where it is while the last fields shrink.
    this.layOut(this.scroll.left + this.scroll.width);
  }

  /** The width that shows a field's values around the view. Undefined if they fit anyway. */
  widthFor(column: number): number | undefined {
    const topRow = this.#topRow;
    const first = Math.max(0, topRow - AT_HAND);
    return this.#sizer.widthFor(column, this.#loaded(first, Math.min(this.#rows, topRow + AT_HAND)));
  }

  moveCursor(cursor: Cursor, selection: Selection = oneCell(cursor)): void {
    this.cells.set(selection);
    this.#restoredLeft = undefined;
    this.scroll.scrollTo(this.#leftToShow(cursor.column), this.#topToShow(cursor.row));
  }

  showCursor(): void {
    const { cursor } = this.cells;
    this.moveCursor(cursor, this.cells.extendedTo(cursor));
  }

  /** Keeps the cursor's cell visible when something opens beside or above the records. */
  #resized({ width, bodyHeight }: ViewSize): void {
    const { row, column } = this.cells.cursor;
    const { top, left } = this.scroll;
    const wasShown = leftToShow({ ...this.window, width }, column) === left && this.#topToShow(row, bodyHeight) === top;
    this.layOut();
    if (wasShown) this.scroll.scrollTo(this.#leftToShow(column), this.#topToShow(row));
  }

  /** The nearest vertical position that shows the whole row, and the text below if it is the last. */
  #topToShow(row: number, bodyHeight = this.scroll.bodyHeight): number {
    const { top } = this.scroll;
    if (row < 0) return top;
    const { rowHeight } = this.layout;
    const rowTop = row * rowHeight;
    const below = rowHeight * (row === this.#rows - 1 ? 1 + this.elements.endRows : 1);
    return Math.max(Math.min(top, rowTop), rowTop + below - bodyHeight);
  }

  layOut(leastWidth = 0): void {
    const { width, height } = this.scroll;
    this.#sizer.setRoom(width);
    const { gutter, edges, rowHeight, columns } = this.layout;
    this.element.ariaColCount = String(columns.length + 1);
    this.elements.resize(width, height);
    const contentWidth = Math.max(leastWidth, gutter + edges.total);
    this.scroll.setContent(contentWidth, (this.#rows + this.elements.endRows) * rowHeight);
    this.draw();
  }

  draw(): void {
    const { window, cells } = this;
    this.loader.want(Math.floor(window.top / this.layout.rowHeight), this.bottomRow);
    if (this.#waiting !== undefined) return;
    const columns = visibleColumns(window, this.#columnsDrawn);
    this.#columnsDrawn = columns.last - columns.first;
    this.elements.draw(window, columns, (row) => this.loader.row(row), cells.isExtended ? cells.range : undefined);
    const { row, column } = cells.cursor;
    const id = `${this.#id}-${row}-${column}`;
    if (this.elements.mark(row, column, id)) this.element.setAttribute('aria-activedescendant', id);
    else this.element.removeAttribute('aria-activedescendant');
  }

  dispose(): void {
    clearTimeout(this.#waiting);
    this.#fitting = undefined;
    this.scroll.dispose();
    this.elements.dispose();
    this.#indicator.dispose();
    this.loader.dispose();
    this.element.remove();
  }

  #setDensity({ density, summaries }: GridLook): void {
    const header = HEADER_HEIGHT + (summaries ? SUMMARY_HEIGHT : 0);
    this.element.style.setProperty('--header-height', `${header}px`);
    this.element.style.setProperty('--row-height', `${ROW_HEIGHTS[density]}px`);
  }

  /** Sets the row count. -1 means that the number of rows isn't known (ARIA 1.2, aria-rowcount). */
  #showCount(isFinal: boolean): void {
    this.#indicator.setCount(this.#rows, isFinal);
    const isEnd = isFinal && this.#rows > 0;
    this.elements.setEnd((isEnd ? this.options.endOf?.(this.#rows) : undefined) ?? '');
    this.element.ariaRowCount = isFinal ? String(this.#rows + 1) : '-1';
  }

  #take(first: number, last: number): void {
    const rows = this.#loaded(first, last);
    this.#begin(rows);
    this.options.onDidLoad?.(rows.length > 0);
  }

  #begin(rows: Rows): void {
    clearTimeout(this.#waiting);
    this.#waiting = undefined;
    this.#fit(rows);
    this.draw();
  }

  #loaded(first: number, last: number): Rows {
    const rows: (readonly unknown[])[] = [];
    for (let row = first; row < last; row++) {
      const state = this.loader.row(row);
      if (typeof state !== 'string') rows.push(state);
    }
    return rows;
  }

  #fit(rows: Rows): void {
    const isCursorShown = this.#isCursorShown;
    const isOther = this.#sizer.fit(rows);
    if (isOther) this.layOut();
    if (rows.length > 0 && this.#restoredLeft !== undefined) this.#restoreLeft(this.#restoredLeft);
    else if (isOther && rows.length > 0 && isCursorShown)
      this.scroll.scrollLeft(this.#leftToShow(this.cells.cursor.column));
    if (!this.#sizer.isWhole) this.#fitting ??= requestAnimationFrame(() => setTimeout(() => this.#fitRest()));
  }

  /** Restores the horizontal position. The columns to its left decide where that is, so those are fitted first. */
  #restoreLeft(left: number): void {
    this.#restoredLeft = this.#sizer.isFitted ? undefined : left;
    if (this.#sizer.fitRest()) this.layOut();
    this.scroll.scrollLeft(left);
  }

  /** Fits the remaining fields after the visible ones have been painted. */
  #fitRest(): void {
    if (this.#fitting === undefined) return;
    this.#fitting = undefined;
    const isCursorShown = this.#isCursorShown;
    if (!this.#sizer.fitRest()) return;
    this.layOut();
    if (isCursorShown) this.scroll.scrollLeft(this.#leftToShow(this.cells.cursor.column));
  }

  get #isCursorShown(): boolean {
    return this.#leftToShow(this.cells.cursor.column) === this.scroll.left;
  }

  #leftToShow(column: number): number {
    return leftToShow(this.window, column);
  }
}
