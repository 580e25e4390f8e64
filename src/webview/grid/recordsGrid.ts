import type { GridAction } from '../../messages/gridActions.ts';
import type { GridLook } from '../../messages/gridLook.ts';
import type { SelectionShape } from '../../messages/gridProtocol.ts';
import type { CellPlace, GridOptions, GridPosition, GridSource, RecordsGrid } from './gridContract.ts';
import { GridHeaders } from './gridHeaders.ts';
import { hitAt, nearestTo, type GridHit } from './gridWindow.ts';
import { isTyped, meaningOf } from './gridKeys.ts';
import { GridSurface } from './gridSurface.ts';
import { HeaderPointer } from './headerPointer.ts';
import type { VisibleFields } from './visibleFields.ts';
import { clamp, oneCell, PointerSelection } from './cellSelection.ts';

/** Makes a read-only grid for any number of rows. Only the cells in view have elements. */
export function createRecordsGrid(container: HTMLElement, source: GridSource, options: GridOptions): RecordsGrid {
  return new Grid(container, source, options);
}

class Grid implements RecordsGrid {
  readonly #options: GridOptions;
  readonly #surface: GridSurface;
  readonly #headers: GridHeaders;
  readonly #pointer: PointerSelection;

  constructor(container: HTMLElement, source: GridSource, options: GridOptions) {
    this.#options = options;
    this.#surface = new GridSurface(container, source, options);
    this.#listen();
    this.#headers = this.#createHeaders();
    this.#pointer = this.#createPointer();
  }

  get position(): GridPosition {
    return this.#surface.position;
  }

  get bottomRow(): number {
    return this.#surface.bottomRow;
  }

  setCount(count: number, isFinal = true): void {
    this.#surface.setCount(count, isFinal);
  }

  scrollToRow(row: number): void {
    this.#surface.scrollToRow(row);
  }

  focus(): void {
    this.#surface.element.focus({ preventScroll: true });
  }

  selectAll(): void {
    this.#select('all');
  }

  restore(position: GridPosition): void {
    this.#surface.restore(position);
  }

  get current(): CellPlace | undefined {
    const { sheet, cells } = this.#surface;
    const { row, column } = cells.cursor;
    const field = sheet.columns[column]?.field;
    return field === undefined ? undefined : { row, field };
  }

  goTo({ row, field }: CellPlace): void {
    const { cells, extent, fields } = this.#surface;
    const at = fields.columnOf(field);
    this.#surface.moveCursor(clamp({ row, column: at < 0 ? cells.cursor.column : at }, extent));
  }

  rectOf({ row, field }: CellPlace): DOMRect | undefined {
    const at = this.#surface.fields.columnOf(field);
    return at < 0 ? undefined : this.#surface.cell(row, at)?.getBoundingClientRect();
  }

  mark(text: string): void {
    this.#surface.find(text);
  }

  retryFailed(): void {
    this.#surface.retryFailed();
  }

  setLook(look: GridLook): void {
    this.#surface.setLook(look);
  }

  redrawSummaries(): void {
    this.#surface.redrawSummaries();
  }

  get fields(): VisibleFields {
    return this.#surface.fields;
  }

  get widths(): ReadonlyMap<string, number> {
    return this.#surface.widths;
  }

  setFields(fields: VisibleFields, title: string): void {
    this.#surface.setFields(fields);
    this.#options.onDidLayOut?.(fields, title);
  }

  perform(action: GridAction): boolean {
    if (action !== 'showFieldMenu') return this.#headers.perform(action);
    this.#openCursorMenu();
    return true;
  }

  dispose(): void {
    this.#pointer.dispose();
    this.#headers.dispose();
    this.#surface.dispose();
  }

  #listen(): void {
    const { element } = this.#surface;
    element.addEventListener('keydown', (event) => {
      if (this.#press(event)) event.preventDefault();
    });
    element.addEventListener('click', () => this.#surface.retry(this.#surface.cells.cursor.row));
    element.addEventListener('contextmenu', (event) => this.#placeMenu(event));
    element.addEventListener('dblclick', (event) => {
      const cell = this.#hit(event)?.cell;
      if (cell && cell.row >= 0) this.#options.onOpen?.(cell.row, 'pointer');
    });
  }

  #createPointer(): PointerSelection {
    const surface = this.#surface;
    return new PointerSelection({
      element: surface.element,
      at: (event) => (HeaderPointer.takes(event) ? undefined : this.#hit(event)),
      nearest: (x, y) => {
        const { left, top } = surface.element.getBoundingClientRect();
        return nearestTo(surface.window, x - left, y - top);
      },
      begin: (cell, shape) => surface.moveCursor(cell, { anchor: cell, cursor: cell, shape }),
      extend: (cell) => surface.moveCursor(cell, surface.cells.extendedTo(cell)),
      scrollBy: (x, y) => surface.viewport.scrollBy(x, y),
    });
  }

  #createHeaders(): GridHeaders {
    const surface = this.#surface;
    return new GridHeaders(surface, {
      keep: (title) => this.#options.onDidLayOut?.(this.fields, title),
      announce: (text) => this.#options.onAnnounce?.(text),
      sort: (column, add) => {
        surface.moveCursor({ row: -1, column });
        this.#sort(column, add);
      },
      openMenu: (column) => this.#openMenu(column),
    });
  }

  /** Opens a key's context menu below the current cell. The browser would put it in the middle of the grid. */
  #placeMenu(event: MouseEvent): void {
    const isByKey = event.button < 0;
    if (!isByKey) return;
    event.preventDefault();
    event.stopPropagation();
    const surface = this.#surface;
    const { cursor } = surface.cells;
    surface.showCursor();
    const cell = surface.cell(cursor.row, cursor.column);
    if (!cell) return;
    const { left, bottom } = cell.getBoundingClientRect();
    const at = { clientX: Math.max(left, 0) + 1, clientY: bottom - 1 };
    cell.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true, ...at }));
  }

  #hit(event: MouseEvent): GridHit | undefined {
    const { element, window, cells } = this.#surface;
    const { left, top } = element.getBoundingClientRect();
    const hit = hitAt(window, event.clientX - left, event.clientY - top, cells.cursor.column);
    // A click on a header sorts, and with Ctrl selects the field like Ctrl+Space.
    const isField = hit?.cell.row === -1 && hit.shape === 'cells' && (event.ctrlKey || event.metaKey);
    return isField ? { ...hit, shape: 'fields' } : hit;
  }

  #press(event: KeyboardEvent): boolean {
    const surface = this.#surface;
    const { cells } = surface;
    const meaning = meaningOf(event, cells.cursor, surface.extent);
    switch (meaning?.does) {
      case 'select':
        this.#select(meaning.shape);
        return true;
      case 'move': {
        const { cursor, extend } = meaning;
        surface.moveCursor(cursor, extend ? cells.extendedTo(cursor) : oneCell(cursor));
        return true;
      }
      case 'copy':
        this.#copy();
        return true;
      case 'escape':
        return this.#escape();
      case 'open':
        this.#open(meaning.by);
        return true;
      case 'sort':
        this.#sort(cells.cursor.column, meaning.add);
        return true;
      case 'fieldMenu':
        this.#openCursorMenu();
        return true;
      default:
        if (!isTyped(event)) return false;
        // VS Code must not take a typed character for a shortcut.
        event.stopPropagation();
        this.#options.onType?.();
        return false;
    }
  }

  #select(shape: SelectionShape): void {
    this.#surface.cells.refresh({ shape });
    this.#surface.draw();
  }

  /** Shrinks the selection to the cursor. False if there was nothing to cancel. */
  #escape(): boolean {
    const { cells } = this.#surface;
    if (!cells.isExtended) return this.#options.onEscape?.() ?? false;
    cells.set(oneCell(cells.cursor));
    this.#surface.draw();
    return true;
  }

  #copy(): void {
    const cell = this.current;
    if (!cell) return;
    const state = cell.row < 0 ? 'absent' : this.#surface.row(cell.row);
    const value = typeof state === 'string' ? undefined : state[cell.field];
    this.#options.onCopy?.(this.#surface.cells.selected, cell, value);
  }

  #open(by: 'enter' | 'space'): void {
    const { row } = this.#surface.cells.cursor;
    if (row < 0) return;
    if (this.#surface.row(row) === 'failed') this.#surface.retry(row);
    else this.#options.onOpen?.(row, by);
  }

  #sort(column: number, add: boolean): void {
    const { field } = this.#surface.sheet.columns[column] ?? {};
    if (field !== undefined) this.#options.onSort?.(field, add);
  }

  /** Opens the menu at the header of the cursor's column, which is scrolled into view first. */
  #openCursorMenu(): void {
    this.#surface.showCursor();
    this.#openMenu(this.#surface.cells.cursor.column);
  }

  #openMenu(column: number): void {
    const { field } = this.#surface.sheet.columns[column] ?? {};
    const header = this.#surface.cell(-1, column);
    if (field !== undefined && header) this.#options.onFieldMenu?.(field, header.getBoundingClientRect());
  }
}
