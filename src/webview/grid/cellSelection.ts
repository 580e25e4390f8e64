import type { SelectedRange } from '../../messages/gridProtocol.ts';
import type { GridPosition } from './gridContract.ts';
import { clamp } from './gridCursor.ts';
import type { Cursor, CursorExtent } from './gridCursor.ts';
import { isExtended, oneCell, rangeOf } from './gridSelection.ts';
import type { CellRange, Selection } from './gridSelection.ts';
import type { Sheet } from './sheet.ts';

export interface CellSelectionOptions {
  readonly element: HTMLElement;
  readonly sheet: () => Sheet;
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
