/** What the records panel's grid and the host say to each other (see rpc.ts). */
import type { WireCell } from './cells.ts';
import type { GridAction } from './gridActions.ts';
import type { GridStrings } from './gridStrings.ts';

export interface GridField {
  readonly id: string;
  /** As the server names it. */
  readonly type: string;
  /** Decides alignment and how cells are drawn. */
  readonly kind: 'number' | 'text' | 'boolean' | 'date' | 'json';
}

/** What the panel saves and gets back after a window reload: no records, no URL, no token. */
export interface SavedPanel {
  readonly version: 1;
  readonly portalId: string;
  readonly resourceId: string;
  /** The DatastoreQuery, serialised by the host; opaque to the grid. */
  readonly query: string;
}

/** Cells that lie together: rows count from 0, to one past the last. */
export interface SelectedRange {
  readonly firstRow: number;
  readonly lastRow: number;
  /** Places of fields in the result, in the order in which the grid shows them. */
  readonly fields: readonly number[];
}

/** Where the person was: saved with the panel by the grid. */
export interface GridView {
  /** First visible row, 0-based. */
  readonly topRow: number;
  readonly left: number;
  /** 0-based; row -1 is the header. */
  readonly cursor: { readonly row: number; readonly column: number };
  readonly detail: boolean;
}

export interface GridInit {
  readonly strings: GridStrings;
  readonly language: string;
}

export interface GridResult {
  /** Counts up with every new ResultSet; windows of an older one are dropped. */
  readonly generation: number;
  readonly fields: readonly GridField[];
  /** Rows that can be scrolled to: the limit or the matching total, whichever is less. */
  readonly rowCount: number;
  /** False while the end is not known; `rowCount` then grows with `resized`. */
  readonly rowCountIsFinal: boolean;
  /** The first rows, as `rows` would give them: drawn without another question. */
  readonly head: readonly (readonly WireCell[])[];
  /** "100 of 12,501 matching records · 82 ms", composed by the host. */
  readonly status: string;
  /** Server shown in the status line: host and path, or "Local files". */
  readonly server: string;
  /** Accessible name of the grid: resource and query in words. */
  readonly label: string;
  /** Something to know about this result, e.g. "Beyond the first page records come in _id order." */
  readonly notice?: string;
  /** The first row that can only come in another order: `continueAt` is called once it is in view, not before. */
  readonly continuesAt?: number;
  /** Changed values of a restored panel start where the person was. */
  readonly saved: SavedPanel;
}

/** A button that the host makes; `act` says that it was pressed. */
export interface GridOffer {
  readonly id: string;
  readonly label: string;
}

export interface GridProblem {
  /** What happened, to which server. */
  readonly message: string;
  /** What is kept and what to do next. */
  readonly hint: string;
  readonly actions: readonly ('retry' | 'setToken' | 'editQuery' | 'showLog')[];
  /** Ways on that belong to this problem alone; they come first. */
  readonly offers?: readonly GridOffer[];
}

/** Something to know about the resource itself, whatever is asked of it. */
export interface GridNotice {
  /** There is one of a kind at a time; its text may change while it stands. */
  readonly kind: string;
  readonly text: string;
  readonly offers: readonly GridOffer[];
}

/** Served by the host, called by the grid. */
export interface GridHost {
  /** `saved`: what the panel had kept, for an editor that VS Code restores by its file alone. */
  ready(saved: SavedPanel | null): GridInit;
  /** Rows `first` (inclusive) to `last` (exclusive), at most 200; fewer at the end of data. */
  rows(generation: number, first: number, last: number): readonly (readonly WireCell[])[];
  /** One whole record, nothing cut. */
  record(generation: number, row: number): readonly WireCell[];
  /** A row from `continuesAt` on came into view: a new result follows, in an order that can go on. */
  continueAt(generation: number): void;
  retry(): void;
  cancel(): void;
  act(offer: string): void;
  editQuery(): void;
  exportJson(): void;
  setToken(): void;
  showLog(): void;
  copyText(text: string): void;
  /** Copies more than one cell, loaded or not. */
  copyCells(generation: number, range: SelectedRange): void;
  /** What is selected now: copying by a command, and the summary in the status bar, take it. */
  selected(generation: number, range: SelectedRange): void;
}

/** Served by the grid, called by the host. */
export interface GridPanelView {
  /** A run began; the last good records stay visible, dimmed. */
  loading(label: string): void;
  result(result: GridResult): void;
  /** The last good records stay. */
  failed(problem: GridProblem): void;
  cancelled(message: string): void;
  resized(generation: number, rowCount: number, isFinal: boolean, status: string): void;
  notice(generation: number, text: string): void;
  /** What is selected, summed up; empty where it is one cell. */
  summary(generation: number, text: string): void;
  /** All there is to know about the resource itself; an empty list when that is nothing any more. */
  about(notices: readonly GridNotice[]): void;
  /** A command was given while the panel is in front. */
  perform(action: GridAction): void;
  /** A restored panel in an untrusted or hidden window: offers "Run again" (`retry`). */
  asleep(message: string, saved: SavedPanel): void;
}
