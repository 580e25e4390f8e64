import type { GridAction } from '../../messages/gridActions.ts';
import type { SelectionShape } from '../../messages/gridProtocol.ts';
import type { CellPlace, GridOptions, GridSource } from './gridContract.ts';
import { GridHeaders } from './gridHeaders.ts';
import { hitAt, type GridHit } from './gridLayout.ts';
import { isTyped, meaningOf } from './gridKeys.ts';
import { GridView } from './gridView.ts';
import { HeaderPointer } from './headerPointer.ts';
import type { VisibleFields } from './visibleFields.ts';
import { clamp, oneCell } from './cellSelection.ts';
import { PointerSelection } from './pointerSelection.ts';

/** A read-only grid for any number of rows. Only the cells in view have elements. */
export class RecordsGrid extends GridView {
  readonly #headers: GridHeaders;
  readonly #pointer: PointerSelection;

  constructor(container: HTMLElement, source: GridSource, options: GridOptions) {
    super(container, source, options);
    this.#listen();
    this.#headers = new GridHeaders(this);
    this.#pointer = new PointerSelection(this, (event) => (HeaderPointer.takes(event) ? undefined : this.#hit(event)));
  }

  focus(): void {
    if (this.options.focusCover?.() !== true) this.element.focus({ preventScroll: true });
  }

  selectAll(): void {
    this.#select('all');
  }

  /** The cell that keys and commands apply to. Undefined without fields. */
  get current(): CellPlace | undefined {
    const { layout, cells } = this;
    const { row, column } = cells.cursor;
    const field = layout.columns[column]?.field;
    return field === undefined ? undefined : { row, field };
  }

  /** Moves the cursor to a cell and shows it. A hidden field stays hidden. */
  goTo({ row, field }: CellPlace): void {
    const { cells, extent, fields } = this;
    const at = fields.columnOf(field);
    this.moveCursor(clamp({ row, column: at < 0 ? cells.cursor.column : at }, extent));
  }

  /** The rectangle of a drawn cell in the window. Undefined outside the view. */
  rectOf({ row, field }: CellPlace): DOMRect | undefined {
    const at = this.fields.columnOf(field);
    return at < 0 ? undefined : this.elements.cell(row, at)?.getBoundingClientRect();
  }

  /** Changes the layout. `title` names the change for Undo. */
  setFields(fields: VisibleFields, title: string): void {
    this.applyFields(fields);
    this.options.onDidLayOut?.(fields, title);
  }

  /** Runs an action on fields. False if the action belongs to another part. */
  perform(action: GridAction): boolean {
    return this.#headers.perform(action);
  }

  override dispose(): void {
    this.#pointer.dispose();
    this.#headers.dispose();
    super.dispose();
  }

  #listen(): void {
    const { element } = this;
    element.addEventListener('keydown', (event) => {
      if (this.#press(event)) event.preventDefault();
    });
    element.addEventListener('click', () => this.loader.retry(this.cells.cursor.row));
    element.addEventListener('contextmenu', (event) => this.#placeMenu(event));
    element.addEventListener('dblclick', (event) => {
      const cell = this.#hit(event)?.cell;
      if (cell && cell.row >= 0) this.options.onOpen?.(cell.row, 'pointer');
    });
  }

  /** Opens a key's context menu below the current cell. The browser would put it in the middle of the grid. */
  #placeMenu(event: MouseEvent): void {
    if (event.button >= 0) return;
    event.preventDefault();
    event.stopPropagation();
    const { cursor } = this.cells;
    this.showCursor();
    const cell = this.elements.cell(cursor.row, cursor.column);
    if (!cell) return;
    const { left, bottom } = cell.getBoundingClientRect();
    const at = { clientX: Math.max(left, 0) + 1, clientY: bottom - 1 };
    cell.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true, ...at }));
  }

  #hit(event: MouseEvent): GridHit | undefined {
    const { element, window, cells } = this;
    const { left, top } = element.getBoundingClientRect();
    const hit = hitAt(window, event.clientX - left, event.clientY - top, cells.cursor.column);
    // A click on a header sorts, and with Ctrl selects the field like Ctrl+Space.
    const isField = hit?.cell.row === -1 && hit.shape === 'cells' && (event.ctrlKey || event.metaKey);
    return isField ? { ...hit, shape: 'fields' } : hit;
  }

  #press(event: KeyboardEvent): boolean {
    const { cells } = this;
    const meaning = meaningOf(event, cells.cursor, this.extent);
    if (meaning === undefined && isTyped(event)) {
      // VS Code must not take a typed character for a shortcut.
      event.stopPropagation();
      this.options.onType?.();
    }
    if (meaning?.does === 'escape') return this.#escape();
    if (meaning?.does === 'select') this.#select(meaning.shape);
    else if (meaning?.does === 'copy') this.#copy();
    else if (meaning?.does === 'open') this.#open(meaning.by);
    else if (meaning?.does === 'sort') this.#headers.sort(cells.cursor.column, meaning.add);
    else if (meaning?.does === 'move') {
      const { cursor, extend } = meaning;
      this.moveCursor(cursor, extend ? cells.extendedTo(cursor) : oneCell(cursor));
    } else if (meaning) this.#headers.openCursorMenu();
    return meaning !== undefined;
  }

  #select(shape: SelectionShape): void {
    this.cells.refresh({ shape });
    this.draw();
  }

  #escape(): boolean {
    const { cells } = this;
    if (!cells.isExtended) return this.options.onEscape?.() ?? false;
    cells.set(oneCell(cells.cursor));
    this.draw();
    return true;
  }

  #copy(): void {
    const cell = this.current;
    if (!cell) return;
    const state = cell.row < 0 ? 'absent' : this.loader.row(cell.row);
    const value = typeof state === 'string' ? undefined : state[cell.field];
    this.options.onCopy?.(this.cells.selected, cell, value);
  }

  #open(by: 'enter' | 'space'): void {
    const { row } = this.cells.cursor;
    if (row < 0) return;
    if (this.loader.row(row) === 'failed') this.loader.retry(row);
    else this.options.onOpen?.(row, by);
  }
}
