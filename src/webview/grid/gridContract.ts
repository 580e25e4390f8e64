import type { GridStrings } from '../../messages/gridStrings.ts';
import type { FieldLayout } from '../../datastore/query/fieldLayout.ts';
import type { GridField, PanelView, SelectedRange } from '../../messages/gridProtocol.ts';
import type { GridLook } from '../../messages/gridLook.ts';
import type { GridSortKey } from '../../datastore/query/queryChange.ts';
import type { MarkPlaces, Summarize } from './gridLayout.ts';
import type { VisibleFields } from './visibleFields.ts';
import type { GetRows, Rows } from './windowLoader.ts';

export interface GridSource {
  readonly fields: readonly (Omit<GridField, 'kind'> & Partial<Pick<GridField, 'kind'>>)[];
  readonly count: number;
  /** Rows from 0 on that are already loaded. */
  readonly head?: Rows;
  readonly getRows: GetRows;
  /** The records are those of a comparison. */
  readonly marks?: MarkPlaces;
}

/** A cell by its record and the field's index in the source, wherever its column is. Row -1 is the header. */
export interface CellPlace {
  readonly row: number;
  readonly field: number;
}

export interface GridOptions {
  readonly words: GridStrings;
  readonly label?: string;
  /** False while the end isn't known. Screen readers get no count then. */
  readonly isCountFinal?: boolean;
  readonly endOf?: (rows: number) => string;
  readonly layout?: FieldLayout;
  /** Widths of the previous grid for the same resource. Columns keep them, so that nothing moves. */
  readonly widths?: ReadonlyMap<string, number>;
  readonly look: GridLook;
  /** Language as a BCP 47 tag, for formatted numbers and dates. */
  readonly language: string;
  readonly sort?: readonly GridSortKey[];
  /** Ids of fields with a condition, marked in the headers. */
  readonly filtered?: readonly string[];
  readonly summarize?: Summarize;
  readonly onDidMove?: () => void;
  readonly onDidLoad?: (isLoaded: boolean) => void;
  readonly onOpen?: (row: number, by: 'enter' | 'space' | 'pointer') => void;
  /** A click on a header, or Enter. `add` is set with Shift. */
  readonly onSort?: (field: number, add: boolean) => void;
  readonly onFieldMenu?: (field: number, anchor: DOMRect) => void;
  /** People moved, sized, hid or froze fields. `title` names the change: "Hide station_id". */
  readonly onDidLayOut?: (fields: VisibleFields, title: string) => void;
  readonly onAnnounce?: (text: string) => void;
  /** The selection, which is the cell at the cursor or more. Has no row while the cursor is in the header. */
  readonly onDidSelect?: (range: SelectedRange) => void;
  /** A copy was requested. `value` is the value at the cursor from the source, or undefined if it isn't loaded. */
  readonly onCopy?: (range: SelectedRange, cell: CellPlace, value: unknown) => void;
  /** A character was typed. When this returns, the browser types it wherever the focus is then. */
  readonly onType?: () => void;
  /** Focuses what covers the grid. False if nothing does. */
  readonly focusCover?: () => boolean;
  /** Escape was pressed while the grid itself had nothing to cancel. */
  readonly onEscape?: () => boolean;
}

export type GridPosition = Pick<PanelView, 'topRow' | 'left' | 'cursor' | 'selection'>;
