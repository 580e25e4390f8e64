/** What a grid is given, and what it gives. */
import type { FieldKind } from '../../shared/fieldKind.ts';
import type { CellRange } from '../../shared/gridProtocol.ts';
import type { Cursor } from './gridCursor.ts';
import type { GridWords } from './sheet.ts';
import type { GetRows, Rows } from './windowLoader.ts';

export interface GridSource {
  readonly fields: readonly { readonly id: string; readonly type: string; readonly kind?: FieldKind }[];
  readonly count: number;
  /** Rows from 0 on that are there already. */
  readonly head?: Rows;
  readonly getRows: GetRows;
}

/** What happens in the grid that its owner may care about. */
export interface GridOptions {
  readonly words?: GridWords;
  readonly label?: string;
  /** False while the end is not known: assistive technology then hears no count. */
  readonly isCountFinal?: boolean;
  /** Scrolled, or the cursor moved. */
  readonly onDidMove?: () => void;
  /** A window of records came, or failed. */
  readonly onDidLoad?: (isLoaded: boolean) => void;
  /** Enter, Space or a double click on a record. */
  readonly onOpen?: (row: number, by: 'enter' | 'space' | 'pointer') => void;
  /** What is selected: the cell under the cursor, or more. No row at all while the cursor is in the header. */
  readonly onDidSelect?: (range: CellRange) => void;
  /** `value` of the cell under the cursor as the source gave it; undefined while it is not there. */
  readonly onCopy?: (range: CellRange, cursor: Cursor, value: unknown) => void;
  readonly onEscape?: () => void;
}

export interface GridPosition {
  readonly topRow: number;
  readonly left: number;
  readonly cursor: Cursor;
}

export interface RecordsGrid {
  setCount(count: number, isFinal?: boolean): void;
  /** Makes the row the first one in view, as far as there are rows. */
  scrollToRow(row: number): void;
  dispose(): void;
  focus(): void;
  readonly position: GridPosition;
  /** One past the last row in view. */
  readonly bottomRow: number;
  restore(position: GridPosition): void;
}
