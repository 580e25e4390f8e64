/** What a grid is given, and what it gives. */
import type { GridStrings } from '../../messages/gridStrings.ts';
import type { FieldKind } from '../../base/field.ts';
import type { FieldLayout } from '../../datastore/query/fieldLayout.ts';
import type { GridAction } from '../../messages/gridActions.ts';
import type { SelectedRange } from '../../messages/gridProtocol.ts';
import type { GridLook } from '../../messages/gridLook.ts';
import type { GridSortKey } from '../../datastore/query/queryChange.ts';
import type { Summarize } from './gridSheet.ts';
import type { LaidFields } from './laidFields.ts';
import type { GetRows, Rows } from './windowLoader.ts';
import type { Cursor, Selection } from './cellSelection.ts';

export interface GridSource {
  readonly fields: readonly {
    readonly id: string;
    readonly type: string;
    readonly kind?: FieldKind;
    /** From the data dictionary; shown in the header's tooltip. */
    readonly label?: string;
    readonly notes?: string;
    readonly unit?: string;
  }[];
  readonly count: number;
  /** Rows from 0 on that are there already. */
  readonly head?: Rows;
  readonly getRows: GetRows;
}

/** A cell by its record and the place of its field in the source, wherever the field lies in the grid. Row -1 is the header. */
export interface CellPlace {
  readonly row: number;
  readonly field: number;
}

/** What happens in the grid that its owner may care about. */
export interface GridOptions {
  readonly words: GridStrings;
  readonly label?: string;
  /** False while the end isn't known: screen readers then get no count. */
  readonly isCountFinal?: boolean;
  /** The text below the last row, when that is the end. */
  readonly endOf?: (rows: number) => string;
  readonly layout?: FieldLayout;
  /** Widths of a grid before it, of the same resource: these columns keep them, so that nothing moves aside. */
  readonly widths?: ReadonlyMap<string, number>;
  readonly look: GridLook;
  /** BCP 47; for numbers and dates that are not drawn raw. */
  readonly language: string;
  /** The order that the records come in; shown in the headers. */
  readonly sort?: readonly GridSortKey[];
  /** Ids of fields with a condition; shown in the headers. */
  readonly filtered?: readonly string[];
  /** While the look has summaries. */
  readonly summarize?: Summarize;
  /** Scrolled, or the cursor moved. */
  readonly onDidMove?: () => void;
  /** A window of records came, or failed. */
  readonly onDidLoad?: (isLoaded: boolean) => void;
  /** Enter, Space or a double click on a record. */
  readonly onOpen?: (row: number, by: 'enter' | 'space' | 'pointer') => void;
  /** A header was clicked, or Enter pressed on it; `add`: with Shift. */
  readonly onSort?: (field: number, add: boolean) => void;
  /** The menu of a field is wanted, below (or beside) this place in the window. */
  readonly onFieldMenu?: (field: number, anchor: DOMRect) => void;
  /** A person moved, sized, hid or froze fields. `title` of the change: "Hide station_id". */
  readonly onDidLayOut?: (fields: LaidFields, title: string) => void;
  /** For screen readers: what a change did. */
  readonly onAnnounce?: (text: string) => void;
  /** What is selected: the cell under the cursor, or more. No row at all while the cursor is in the header. */
  readonly onDidSelect?: (range: SelectedRange) => void;
  /** `value` of the cell under the cursor as the source gave it; undefined while it is not there. */
  readonly onCopy?: (range: SelectedRange, cell: CellPlace, value: unknown) => void;
  /** A character was typed; the browser puts it where the focus is when this returns. */
  readonly onType?: () => void;
  /** Escape with nothing to give up in the grid itself. */
  readonly onEscape?: () => boolean;
}

export interface GridPosition {
  /** With the part of it that is above the view. */
  readonly topRow: number;
  readonly left: number;
  readonly cursor: Cursor;
  /** More than the cell of the cursor: spans from the anchor to the cursor. */
  readonly selection?: Omit<Selection, 'cursor'>;
}

export interface RecordsGrid {
  setCount(count: number, isFinal?: boolean): void;
  /** Makes the row the first one in view, as far as there are rows. */
  scrollToRow(row: number): void;
  dispose(): void;
  focus(): void;
  selectAll(): void;
  readonly position: GridPosition;
  /** One past the last row in view. */
  readonly bottomRow: number;
  restore(position: GridPosition): void;
  /** The cell that keys and commands act on; undefined without fields. */
  readonly current: CellPlace | undefined;
  /** Takes the cursor to a cell and shows it; a hidden field is left where it is. */
  goTo(cell: CellPlace): void;
  /** Where a cell is drawn in the window; undefined out of view. */
  rectOf(cell: CellPlace): DOMRect | undefined;
  /** Marks this text in the cells that contain it, whatever the case; an empty text marks nothing. */
  mark(text: string): void;
  /** Asks again for records that could not be loaded. */
  retryFailed(): void;
  setLook(look: GridLook): void;
  /** More is known of the fields' values. */
  redrawSummaries(): void;
  readonly fields: LaidFields;
  /** In px, by the field's name and type: of those that were fitted to records. */
  readonly widths: ReadonlyMap<string, number>;
  /** `title` of the change, for Undo. */
  setFields(fields: LaidFields, title: string): void;
  /** Does what the grid itself can do: everything about fields. False for an action of others. */
  perform(action: GridAction): boolean;
}
