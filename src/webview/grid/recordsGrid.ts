import { fieldKind } from '../../shared/fieldKind.ts';
import { windowRows } from '../../shared/windowRows.ts';
import { element } from '../ui/element.ts';
import { FittedSheet } from './fittedSheet.ts';
import { PLAIN_LAYOUT, type FieldLayout } from '../../shared/fieldLayout.ts';
import type { GridAction } from '../../shared/gridActions.ts';
import type { SelectedRange } from '../../shared/gridProtocol.ts';
import type { CellPlace, GridOptions, GridPosition, GridSource, RecordsGrid } from './gridContract.ts';
import { clamp, moveCursor } from './gridCursor.ts';
import type { Cursor, CursorExtent } from './gridCursor.ts';
import { hitAt, nearestTo } from './gridHit.ts';
import type { GridHit, GridWindow } from './gridHit.ts';
import { isExtended, oneCell, rangeOf, shapeOfKey } from './gridSelection.ts';
import type { CellRange, Selection, SelectionShape } from './gridSelection.ts';
import { GridStage } from './gridStage.ts';
import { PointerSelection } from './pointerSelection.ts';
import { ScaledScroll } from './scaledScroll.ts';
import { HEADER_HEIGHT, ROW_HEIGHT } from './sheet.ts';
import type { GridWords, Sheet } from './sheet.ts';
import { WindowLoader } from './windowLoader.ts';

const ENGLISH: GridWords = {
  null: 'NULL',
  digits: '{0} digits',
  rowNumber: 'Record number',
  noName: '(no name)',
  notLoaded: 'Not loaded',
};

/** A read-only grid over any number of rows, windowed both ways (research/grid.md). */
export function createRecordsGrid(
  container: HTMLElement,
  source: GridSource,
  options: GridOptions = {},
): RecordsGrid {
  return new Grid(container, source, options);
}

/** A quick first answer comes before any row is drawn, so that rows are made and laid out once. */
const PATIENCE_MS = 120;

let grids = 0;

class Grid implements RecordsGrid {
  readonly #options: GridOptions;
  /**
   * The one tab stop: it keeps the focus and names its current cell by `aria-activedescendant`, as VS Code's own
   * lists and tables do. A focused cell would lose the focus whenever its element is reused for another row.
   */
  readonly #element: HTMLElement;
  readonly #sizer = element('div', 'sizer');
  readonly #stage = new GridStage();
  readonly #scroll = new ScaledScroll();
  readonly #observer = new ResizeObserver(() => this.#measure());
  readonly #loader: WindowLoader;
  readonly #fitted: FittedSheet;
  readonly #pointer: PointerSelection;
  readonly #id = `grid${++grids}`;
  #rows: number;
  /** Where to go sideways once the widths are known. */
  #restoredLeft: number | undefined;
  /** Until the first answer, or for a moment. */
  #waiting: ReturnType<typeof setTimeout> | undefined;
  #left = 0;
  #width = 0;
  #height = 0;
  #selection: Selection;

  constructor(container: HTMLElement, source: GridSource, options: GridOptions) {
    this.#options = options;
    this.#rows = source.count;
    this.#selection = oneCell({ row: Math.min(0, source.count - 1), column: 0 });
    this.#element = element('div', 'records-grid', {
      role: 'grid',
      tabindex: '0',
      'aria-readonly': 'true',
      'aria-multiselectable': 'true',
      'aria-label': options.label ?? '',
      'aria-colcount': String(source.fields.length + 1),
    });
    this.#sizer.append(this.#stage.element);
    this.#element.append(this.#sizer);
    container.append(this.#element);
    const columns = source.fields.map(({ id, type, kind }, field) => ({
      ...{ field, id, type },
      kind: kind ?? fieldKind(type),
    }));
    this.#fitted = new FittedSheet(columns, options.words ?? ENGLISH, source.count, this.#element);
    this.#loader = new WindowLoader({
      getRows: source.getRows,
      count: source.count,
      head: source.head ?? [],
      size: windowRows(source.fields.length),
      onDidChange: (first, last) => this.#take(first, last),
    });
    this.#sayCount(options.isCountFinal ?? true);
    this.#listen();
    this.#pointer = this.#createPointer();
    this.#select(this.#selection);
    if (!source.head?.length) this.#waiting = setTimeout(() => this.#begin(), PATIENCE_MS);
    this.#measure();
    if (source.head?.length) this.#take(0, source.head.length);
    this.#observer.observe(this.#element);
  }

  get position(): GridPosition {
    const left = this.#restoredLeft ?? this.#left;
    return { topRow: Math.floor(this.#scroll.top / ROW_HEIGHT), left, cursor: this.#cursor };
  }

  get bottomRow(): number {
    return Math.min(this.#rows, Math.ceil((this.#scroll.top + this.#bodyHeight) / ROW_HEIGHT));
  }

  setCount(count: number, isFinal = true): void {
    this.#rows = count;
    this.#select({
      ...this.#selection,
      anchor: clamp(this.#selection.anchor, this.#extent),
      cursor: clamp(this.#cursor, this.#extent),
    });
    this.#sayCount(isFinal);
    this.#loader.setCount(count);
    this.#fitted.setCount(count);
    this.#layOut();
  }

  scrollToRow(row: number): void {
    this.#scroll.moveTo(row * ROW_HEIGHT);
    this.#moved();
  }

  focus(): void {
    this.#element.focus({ preventScroll: true });
  }

  restore({ topRow, left, cursor }: GridPosition): void {
    this.#select(oneCell(clamp(cursor, this.#extent)));
    this.#restoredLeft = left;
    this.#scrollLeft(left);
    this.scrollToRow(topRow);
  }

  get current(): CellPlace | undefined {
    const { row, column } = this.#cursor;
    const field = this.#sheet.columns[column]?.field;
    return field === undefined ? undefined : { row, field };
  }

  goTo({ row, field }: CellPlace): void {
    const at = this.#sheet.columns.findIndex((column) => column.field === field);
    const cursor = clamp({ row, column: at < 0 ? this.#cursor.column : at }, this.#extent);
    this.#moveCursor(cursor, oneCell(cursor));
  }

  rectOf({ row, field }: CellPlace): DOMRect | undefined {
    const at = this.#sheet.columns.findIndex((column) => column.field === field);
    return at < 0 ? undefined : this.#stage.cell(row, at)?.getBoundingClientRect();
  }

  mark(_text: string): void {
    // F1b
  }

  get layout(): FieldLayout {
    return this.#options.layout ?? PLAIN_LAYOUT; // F1a
  }

  setLayout(_layout: FieldLayout): void {
    // F1a
  }

  perform(_action: GridAction): boolean {
    return false; // F1a
  }

  dispose(): void {
    this.#observer.disconnect();
    clearTimeout(this.#waiting);
    this.#pointer.dispose();
    this.#stage.dispose();
    this.#loader.dispose();
    this.#element.remove();
  }

  get #cursor(): Cursor {
    return this.#selection.cursor;
  }

  get #range(): CellRange {
    return rangeOf(this.#selection, { rows: this.#rows, columns: this.#sheet.columns.length });
  }

  get #selected(): SelectedRange {
    const { firstRow, lastRow, firstColumn, lastColumn } = this.#range;
    const fields = this.#sheet.columns.slice(firstColumn, lastColumn).map(({ field }) => field);
    return { firstRow, lastRow, fields };
  }

  get #sheet(): Sheet {
    return this.#fitted.sheet;
  }

  get #extent(): CursorExtent {
    const pageRows = Math.floor(this.#bodyHeight / ROW_HEIGHT);
    return { rows: this.#rows, columns: this.#sheet.columns.length, pageRows };
  }

  get #bodyHeight(): number {
    return Math.max(0, this.#height - HEADER_HEIGHT);
  }

  /** -1 says that the number of rows is not known (ARIA 1.2, aria-rowcount). */
  #sayCount(isFinal: boolean): void {
    this.#element.ariaRowCount = isFinal ? String(this.#rows + 1) : '-1';
  }

  #listen(): void {
    const grid = this.#element;
    grid.addEventListener('scroll', () => this.#scrolled(), { passive: true });
    grid.addEventListener('scrollend', () => this.#placeScrollbar());
    grid.addEventListener('keydown', (event) => {
      if (this.#press(event)) event.preventDefault();
    });
    grid.addEventListener('click', () => this.#loader.retry(this.#cursor.row));
    grid.addEventListener('dblclick', (event) => {
      const cell = this.#hit(event)?.cell;
      if (cell && cell.row >= 0) this.#options.onOpen?.(cell.row, 'pointer');
    });
  }

  #createPointer(): PointerSelection {
    return new PointerSelection({
      element: this.#element,
      at: (event) => this.#hit(event),
      nearest: (x, y) => this.#nearest(x, y),
      begin: (cell, shape) => this.#moveCursor(cell, { anchor: cell, cursor: cell, shape }),
      extend: (cell) => this.#moveCursor(cell, { ...this.#selection, cursor: cell }),
      scrollBy: (x, y) => this.#scrollBy(x, y),
    });
  }

  /** Takes the size that the grid has now. Asking for it makes the browser lay everything out, so it is asked for rarely. */
  #measure(): void {
    const { clientWidth, clientHeight } = this.#element;
    if (clientWidth === this.#width && clientHeight === this.#height) return;
    this.#width = clientWidth;
    this.#height = clientHeight;
    this.#layOut();
  }

  /** A scrollbar that comes or goes by this changes the size, which the observer tells. */
  #layOut(): void {
    this.#scroll.resize(this.#rows * ROW_HEIGHT, this.#bodyHeight);
    this.#stage.resize(this.#width, this.#height);
    this.#sizer.style.width = `${this.#sheet.gutter + this.#sheet.layout.total}px`;
    this.#sizer.style.height = `${HEADER_HEIGHT + this.#scroll.nativeHeight}px`;
    // Where the scrollbar is true to the rows, scrolling is the browser's: smooth, and off this thread.
    this.#element.removeEventListener('wheel', this.#wheel);
    if (this.#scroll.isScaled) this.#element.addEventListener('wheel', this.#wheel, { passive: false });
    this.#placeScrollbar();
    this.#draw();
  }

  #draw(): void {
    const { layout, gutter } = this.#sheet;
    const top = this.#scroll.top;
    const width = this.#width - gutter;
    const count = Math.min(layout.count, layout.mostVisible(width));
    const first = Math.min(layout.range(this.#left, width)[0], layout.count - count);
    const view = {
      top,
      left: this.#left,
      width: this.#width,
      height: this.#waiting === undefined ? this.#bodyHeight : 0,
      rows: this.#rows,
      columns: { first, last: first + count },
      ...(isExtended(this.#selection) && { selected: this.#range }),
    };
    this.#stage.draw(this.#sheet, view, (row) => this.#loader.row(row));
    const { row, column } = this.#cursor;
    const id = `${this.#id}-${row}-${column}`;
    if (this.#stage.mark(row, column, id)) this.#element.setAttribute('aria-activedescendant', id);
    else this.#element.removeAttribute('aria-activedescendant');
    this.#loader.want(Math.floor(top / ROW_HEIGHT), this.bottomRow);
  }

  #begin(): void {
    clearTimeout(this.#waiting);
    this.#waiting = undefined;
    this.#draw();
  }

  /** A window of records came, or failed. */
  #take(first: number, last: number): void {
    clearTimeout(this.#waiting);
    this.#waiting = undefined;
    const rows: (readonly unknown[])[] = [];
    for (let row = first; row < last; row++) {
      const state = this.#loader.row(row);
      if (typeof state !== 'string') rows.push(state);
    }
    if (rows.length > 0) this.#fit(rows);
    this.#draw();
    this.#options.onDidLoad?.(rows.length > 0);
  }

  #fit(rows: readonly (readonly unknown[])[]): void {
    const isCursorShown = this.#leftToShow(this.#cursor.column) === this.#left;
    if (!this.#fitted.fit(rows)) return;
    this.#layOut();
    if (this.#restoredLeft !== undefined) this.#scrollLeft(this.#restoredLeft);
    else if (isCursorShown) this.#scrollLeft(this.#leftToShow(this.#cursor.column));
    this.#restoredLeft = undefined;
  }

  #scrolled(): void {
    this.#scroll.scrolled(this.#element.scrollTop);
    this.#left = this.#element.scrollLeft;
    this.#draw();
    this.#options.onDidMove?.();
  }

  readonly #wheel = (event: WheelEvent): void => {
    if (event.ctrlKey || event.shiftKey || event.deltaY === 0) return;
    event.preventDefault();
    const unit = [1, ROW_HEIGHT, this.#bodyHeight][event.deltaMode] ?? 1;
    this.#scrollBy(event.deltaX * unit, event.deltaY * unit);
  };

  #scrollBy(x: number, y: number): void {
    this.#scroll.moveBy(y);
    this.#scrollLeft(this.#left + x);
    this.#moved();
  }

  /** The rows were moved by us: the scrollbar follows. */
  #moved(): void {
    this.#placeScrollbar();
    this.#draw();
    this.#options.onDidMove?.();
  }

  #placeScrollbar(): void {
    const { target } = this.#scroll;
    // At the top it can't have moved, and asking where it is would have everything laid out.
    if (target === 0 && this.#scroll.native === 0) return;
    if (Math.abs(this.#element.scrollTop - target) >= 1) this.#element.scrollTop = target;
    this.#scroll.placed(this.#element.scrollTop);
  }

  #scrollLeft(left: number): void {
    if (left === this.#left) return;
    this.#element.scrollLeft = left;
    this.#left = this.#element.scrollLeft;
  }

  #press(event: KeyboardEvent): boolean {
    const { key, shiftKey } = event;
    const far = event.ctrlKey || event.metaKey;
    const shape = event.altKey ? undefined : shapeOfKey(key, far, shiftKey);
    const cursor = event.altKey ? undefined : moveCursor(this.#cursor, { key, far }, this.#extent);
    if (shape) this.#reshape(shape);
    else if (cursor) this.#moveCursor(cursor, shiftKey ? { ...this.#selection, cursor } : oneCell(cursor));
    else if (far && key.toLowerCase() === 'c') this.#copy();
    else if (key === 'Escape') this.#escape();
    else if (key === 'Enter' || key === ' ') this.#open(key === 'Enter' ? 'enter' : 'space');
    else return false;
    return true;
  }

  #reshape(shape: SelectionShape): void {
    this.#select({ ...this.#selection, shape });
    this.#draw();
  }

  #escape(): void {
    if (!isExtended(this.#selection)) {
      this.#options.onEscape?.();
      return;
    }
    this.#select(oneCell(this.#cursor));
    this.#draw();
  }

  #copy(): void {
    const cell = this.current;
    if (!cell) return;
    const state = cell.row < 0 ? 'absent' : this.#loader.row(cell.row);
    this.#options.onCopy?.(this.#selected, cell, typeof state === 'string' ? undefined : state[cell.field]);
  }

  #open(by: 'enter' | 'space'): void {
    const { row } = this.#cursor;
    if (row < 0) return;
    if (this.#loader.row(row) === 'failed') this.#loader.retry(row);
    else this.#options.onOpen?.(row, by);
  }

  #select(selection: Selection): void {
    this.#selection = selection;
    this.#element.classList.toggle('extended', isExtended(selection));
    // For VS Code's context menus ("webview/context"); its own entries copy the page's selection, which is none.
    this.#element.dataset['vscodeContext'] = JSON.stringify({
      webviewSection: this.#cursor.row < 0 ? 'recordsHeader' : 'recordsCell',
      ...this.#cursor,
      preventDefaultContextMenuItems: true,
    });
    this.#options.onDidSelect?.(this.#selected);
  }

  /** Takes the cursor to a cell and shows it. */
  #moveCursor(cursor: Cursor, selection: Selection): void {
    this.#select(selection);
    if (cursor.row >= 0) {
      const top = cursor.row * ROW_HEIGHT;
      this.#scroll.moveTo(Math.max(Math.min(this.#scroll.top, top), top + ROW_HEIGHT - this.#bodyHeight));
    }
    this.#scrollLeft(this.#leftToShow(cursor.column));
    this.#moved();
  }

  /** The nearest place sideways that shows the whole column, or else its beginning. */
  #leftToShow(column: number): number {
    const { layout, gutter } = this.#sheet;
    const left = layout.left(column);
    return Math.min(Math.max(this.#left, left + layout.width(column) - (this.#width - gutter)), left);
  }

  #window(): GridWindow {
    const { sheet } = this.#fitted;
    const rows = this.#rows;
    return { sheet, width: this.#width, height: this.#height, top: this.#scroll.top, left: this.#left, rows };
  }

  #hit({ clientX, clientY }: MouseEvent): GridHit | undefined {
    const { left, top } = this.#element.getBoundingClientRect();
    return hitAt(this.#window(), clientX - left, clientY - top, this.#cursor.column);
  }

  #nearest(clientX: number, clientY: number): ReturnType<typeof nearestTo> {
    const { left, top } = this.#element.getBoundingClientRect();
    return nearestTo(this.#window(), clientX - left, clientY - top);
  }
}
