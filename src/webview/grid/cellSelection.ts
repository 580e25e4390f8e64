import type { PanelView, SelectedRange, SelectionShape } from '../../messages/gridProtocol.ts';

/** The cell that keys apply to. Row -1 is the header. */
export type Cursor = PanelView['cursor'];

export interface CursorExtent {
  readonly rows: number;
  readonly columns: number;
  /** Number of whole rows that fit in the view. */
  readonly pageRows: number;
}

export function clamp({ row, column }: Cursor, extent: Pick<CursorExtent, 'rows' | 'columns'>): Cursor {
  return {
    row: Math.max(-1, Math.min(row, extent.rows - 1)),
    column: Math.max(0, Math.min(column, extent.columns - 1)),
  };
}

/** A range of cells, counted from 0 in the order of the grid. `last…` is one past the end. */
export interface CellRange {
  readonly firstRow: number;
  readonly lastRow: number;
  readonly firstColumn: number;
  readonly lastColumn: number;
}

/** A selection from the anchor, which stays, to the cursor, which moves. Row -1 is the header. */
export interface Selection {
  readonly anchor: Cursor;
  readonly cursor: Cursor;
  readonly shape: SelectionShape;
}

export function oneCell(cursor: Cursor): Selection {
  return { anchor: cursor, cursor, shape: 'cells' };
}

/** The selected cells. Has no row if the cursor is in the header. */
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

export function isExtended({ anchor, cursor, shape }: Selection): boolean {
  return shape !== 'cells' || anchor.row !== cursor.row || anchor.column !== cursor.column;
}

export interface CellSelectionOptions {
  readonly element: HTMLElement;
  /** The visible columns, with the fields' indices in the records. */
  readonly columns: () => readonly { readonly field: number }[];
  readonly extent: () => CursorExtent;
  readonly onDidSelect: (range: SelectedRange) => void;
}

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

  /** What restores a selection later: the cursor, and a selection of more than its cell. */
  get place(): Pick<PanelView, 'cursor' | 'selection'> {
    const { anchor, cursor, shape } = this.#selection;
    return { cursor, ...(this.isExtended && { selection: { anchor, shape } }) };
  }

  get range(): CellRange {
    return rangeOf(this.#selection, this.#options.extent());
  }

  /** The selected range with the fields' indices in the records. */
  get selected(): SelectedRange {
    const { firstRow, lastRow, firstColumn, lastColumn } = this.range;
    const columns = this.#options.columns().slice(firstColumn, lastColumn);
    const fields = columns.map(({ field }) => field);
    const { row } = this.cursor;
    const isElsewhere = row > firstRow && row < lastRow;
    return { firstRow, lastRow, fields, ...(isElsewhere && { cursor: row }) };
  }

  /** Adjusts the selection to the current rows and columns without moving the view. */
  refresh(change: Partial<Selection> = {}): void {
    const { anchor, cursor, shape } = { ...this.#selection, ...change };
    const extent = this.#options.extent();
    this.set({ anchor: clamp(anchor, extent), cursor: clamp(cursor, extent), shape });
  }

  extendedTo(cursor: Cursor): Selection {
    return { ...this.#selection, cursor };
  }

  set(selection: Selection): void {
    this.#selection = selection;
    const { element, onDidSelect } = this.#options;
    element.classList.toggle('extended', this.isExtended);
    // Data for VS Code's context menus ("webview/context"). VS Code's own menu items are off, because they copy the
    // page's selection, which is empty.
    element.dataset['vscodeContext'] = JSON.stringify({
      webviewSection: this.cursor.row < 0 ? 'recordsHeader' : 'recordsCell',
      ...this.cursor,
      preventDefaultContextMenuItems: true,
    });
    onDidSelect(this.selected);
  }
}
