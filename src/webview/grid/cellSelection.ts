import type { SelectedRange, SelectionShape } from '../../messages/gridProtocol.ts';
import type { GridPosition } from './gridContract.ts';
import type { GridSheet } from './gridSheet.ts';

/** The cell that keys act on. Row -1 is the header. */
export interface Cursor {
  readonly row: number;
  readonly column: number;
}

export interface CursorExtent {
  readonly rows: number;
  readonly columns: number;
  /** Whole rows that fit into the view. */
  readonly pageRows: number;
}

/** The nearest cell that there is. */
export function clamp({ row, column }: Cursor, extent: Pick<CursorExtent, 'rows' | 'columns'>): Cursor {
  return {
    row: Math.max(-1, Math.min(row, extent.rows - 1)),
    column: Math.max(0, Math.min(column, extent.columns - 1)),
  };
}

/** Rows and columns from the first to one past the last, both from 0, as they lie in the grid. */
export interface CellRange {
  readonly firstRow: number;
  readonly lastRow: number;
  readonly firstColumn: number;
  readonly lastColumn: number;
}

/** Spans from the anchor, which stays, to the cursor, which is moved. Row -1 is the header. */
export interface Selection {
  readonly anchor: Cursor;
  readonly cursor: Cursor;
  readonly shape: SelectionShape;
}

export function oneCell(cursor: Cursor): Selection {
  return { anchor: cursor, cursor, shape: 'cells' };
}

/** The cells that are selected; no row at all where the cursor is in the header. */
export function rangeOf(
  { anchor, cursor, shape }: Selection,
  { rows, columns }: Pick<CursorExtent, 'rows' | 'columns'>,
): CellRange {
  const allRows = shape === 'fields' || shape === 'all';
  const allColumns = shape === 'rows' || shape === 'all';
  const span = (one: number, other: number, count: number): readonly [number, number] => {
    const first = Math.max(0, Math.min(one, other));
    return [first, Math.max(first, Math.min(Math.max(one, other) + 1, count))];
  };
  const [firstRow, lastRow] = allRows ? [0, rows] : span(anchor.row, cursor.row, rows);
  const [firstColumn, lastColumn] = allColumns ? [0, columns] : span(anchor.column, cursor.column, columns);
  return { firstRow, lastRow, firstColumn, lastColumn };
}

/** More than the cell that the cursor is on. */
export function isExtended({ anchor, cursor, shape }: Selection): boolean {
  return shape !== 'cells' || anchor.row !== cursor.row || anchor.column !== cursor.column;
}

export interface CellSelectionOptions {
  readonly element: HTMLElement;
  readonly sheet: () => GridSheet;
  readonly extent: () => CursorExtent;
  readonly onDidSelect: (range: SelectedRange) => void;
}

/** Where the cursor is, and what is selected with it. */
export class CellSelection {
  readonly #options: CellSelectionOptions;
  #selection: Selection = oneCell({ row: 0, column: 0 });

  constructor(options: CellSelectionOptions) {
    this.#options = options;
  }

  get cursor(): Cursor {
    return this.#selection.cursor;
  }

  get isExtended(): boolean {
    return isExtended(this.#selection);
  }

  /** To come back to. */
  get place(): Pick<GridPosition, 'cursor' | 'selection'> {
    const { anchor, cursor, shape } = this.#selection;
    return { cursor, ...(this.isExtended && { selection: { anchor, shape } }) };
  }

  /** As the columns lie. */
  get range(): CellRange {
    return rangeOf(this.#selection, this.#options.extent());
  }

  /** As the fields lie in the records. */
  get selected(): SelectedRange {
    const { firstRow, lastRow, firstColumn, lastColumn } = this.range;
    const fields = this.#options
      .sheet()
      .columns.slice(firstColumn, lastColumn)
      .map(({ field }) => field);
    const { row } = this.cursor;
    const isElsewhere = row > firstRow && row < lastRow;
    return { firstRow, lastRow, fields, ...(isElsewhere && { cursor: row }) };
  }

  /** Without moving the cursor; rows that went away take the selection with them. */
  refresh(change: Partial<Selection> = {}): void {
    const { anchor, cursor, shape } = { ...this.#selection, ...change };
    const extent = this.#options.extent();
    this.set({ anchor: clamp(anchor, extent), cursor: clamp(cursor, extent), shape });
  }

  /** Takes the moving end there; the other end stays. */
  extendedTo(cursor: Cursor): Selection {
    return { ...this.#selection, cursor };
  }

  set(selection: Selection): void {
    this.#selection = selection;
    const { element, onDidSelect } = this.#options;
    element.classList.toggle('extended', this.isExtended);
    // For VS Code's context menus ("webview/context"); its own entries copy the page's selection, which is none.
    element.dataset['vscodeContext'] = JSON.stringify({
      webviewSection: this.cursor.row < 0 ? 'recordsHeader' : 'recordsCell',
      ...this.cursor,
      preventDefaultContextMenuItems: true,
    });
    onDidSelect(this.selected);
  }
}

/** The grid, as a pointer sees it. */
export interface PointedGrid {
  readonly element: HTMLElement;
  /** What is under the pointer. */
  readonly at: (event: MouseEvent) => { readonly cell: Cursor; readonly shape: SelectionShape } | undefined;
  /** The record nearest to a pointer that may have left the records, and by how many pixels it has. */
  readonly nearest: (x: number, y: number) => { readonly cell: Cursor; readonly beyond: Beyond };
  readonly begin: (cell: Cursor, shape: SelectionShape) => void;
  /** Takes the selection's moving end there. */
  readonly extend: (cell: Cursor) => void;
  readonly scrollBy: (x: number, y: number) => void;
}

interface Beyond {
  readonly x: number;
  readonly y: number;
}

/** Pixels that are scrolled in a frame for each pixel that the pointer has left the records by. */
const SPEED = 0.5;

/** Selects by pointer: click, Shift and click, drag; a drag beyond the edge scrolls on. */
export class PointerSelection {
  readonly #grid: PointedGrid;
  #pointer: { x: number; y: number } | undefined;
  #frame: number | undefined;

  constructor(grid: PointedGrid) {
    this.#grid = grid;
    const { element } = grid;
    element.addEventListener('pointerdown', (event) => this.#press(event));
    element.addEventListener('pointermove', (event) => this.#move(event));
    for (const end of ['pointerup', 'pointercancel', 'lostpointercapture'] as const)
      element.addEventListener(end, () => this.dispose());
  }

  /** Ends a drag. */
  dispose(): void {
    this.#pointer = undefined;
    if (this.#frame !== undefined) cancelAnimationFrame(this.#frame);
    this.#frame = undefined;
  }

  #press(event: PointerEvent): void {
    const hit = this.#grid.at(event);
    if (!hit) return;
    if (event.shiftKey && event.button === 0) this.#grid.extend(hit.cell);
    else this.#grid.begin(hit.cell, hit.shape);
    if (event.button !== 0 || hit.cell.row < 0) return;
    this.#pointer = { x: event.clientX, y: event.clientY };
    this.#grid.element.setPointerCapture(event.pointerId);
  }

  #move(event: PointerEvent): void {
    if (!this.#pointer) return;
    this.#pointer = { x: event.clientX, y: event.clientY };
    this.#frame ??= requestAnimationFrame(() => this.#drag());
  }

  #drag(): void {
    this.#frame = undefined;
    if (!this.#pointer) return;
    const { x, y } = this.#pointer;
    const { beyond } = this.#grid.nearest(x, y);
    if (beyond.x !== 0 || beyond.y !== 0) {
      this.#grid.scrollBy(beyond.x * SPEED, beyond.y * SPEED);
      this.#frame = requestAnimationFrame(() => this.#drag());
    }
    this.#grid.extend(this.#grid.nearest(x, y).cell);
  }
}
