/** What the records panel's grid and the host say to each other (see rpc.ts). */
import type { WireCell } from '../base/cells.ts';
import type { GridAction } from './gridActions.ts';
import type { FieldLayout } from './fieldLayout.ts';
import type { GridLook } from './gridLook.ts';
import type { GridStrings } from './gridStrings.ts';
import type { FieldStatistics } from './fieldStatistics.ts';
import type { FieldFilter, FrequentValues, GridSortKey, QueryChange } from './queryChange.ts';

export interface GridField {
  readonly id: string;
  /** As the server names it. */
  readonly type: string;
  /** Decides alignment and how cells are drawn. */
  readonly kind: 'number' | 'text' | 'boolean' | 'date' | 'json';
  /** From the data dictionary: a name for people, a description in lines, a unit. */
  readonly label?: string;
  readonly notes?: string;
  readonly unit?: string;
}

/** What the panel saves and gets back after a window reload: no records, no URL, no token. */
export interface SavedPanel {
  readonly version: 1;
  readonly portalId: string;
  readonly resourceId: string;
  /** The DatastoreQuery, serialised by the host; opaque to the grid. */
  readonly query: string;
  /** The questions before and after it, oldest first, each serialised in the same way. */
  readonly history?: { readonly queries: readonly string[]; readonly place: number };
}

/** Cells that lie together: rows count from 0, to one past the last. */
export interface SelectedRange {
  readonly firstRow: number;
  readonly lastRow: number;
  /** Places of fields in the result, in the order in which the grid shows them. */
  readonly fields: readonly number[];
  /** Row of the cursor, where it is not the first. */
  readonly cursor?: number;
}

/** Looks through the records that the host holds; NULL contains no text. */
export interface FindQuestion {
  /** Contained in the text that copying a cell gives, whatever the case. */
  readonly text: string;
  /** Places of the fields to look in, in the order in which the grid shows them. */
  readonly fields: readonly number[];
  readonly from: FoundCell;
  /** 0: the cell itself or the next one; 1: the next one; -1: the one before. After the last comes the first. */
  readonly step: -1 | 0 | 1;
}

export interface FoundCell {
  readonly row: number;
  /** The field's place in the result. */
  readonly field: number;
}

export interface FindAnswer {
  /** `index` counts the matches from 0. */
  readonly match?: FoundCell & { readonly index: number };
  /** Cells that contain the text. */
  readonly matches: number;
  /** Records that were looked through. */
  readonly records: number;
}

/** Where the person was: saved with the panel by the grid. */
export interface GridView {
  /** First visible row, 0-based. */
  readonly topRow: number;
  readonly left: number;
  /** 0-based; row -1 is the header. */
  readonly cursor: { readonly row: number; readonly column: number };
  /** The record pane is open. */
  readonly detail: boolean;
  /** In px, where a person set it. */
  readonly detailWidth?: number;
  /** More than the cell of the cursor: spans from the anchor to the cursor. */
  readonly selection?: {
    readonly anchor: { readonly row: number; readonly column: number };
    readonly shape: SelectionShape;
  };
  /** The fields pane is open. */
  readonly fields?: boolean;
  /** Somebody asked for raw values, or for formatted ones; else it is as the settings say. */
  readonly raw?: boolean;
  /** What is looked for, while the find bar is open. */
  readonly find?: string;
}

/** What of the grid is selected: some cells, whole records, whole fields, or everything. */
export type SelectionShape = 'cells' | 'rows' | 'fields' | 'all';

export interface GridInit {
  readonly strings: GridStrings;
  readonly language: string;
  readonly look: GridLook;
}

/** The question that a result answers, as far as the grid can show and change it. */
export interface GridQuestion {
  readonly q: string;
  /** Null where the filters say more than a condition for each field. */
  readonly filters: readonly FieldFilter[] | null;
  readonly sort: readonly GridSortKey[];
  /** The server understands ranges. */
  readonly hasRanges: boolean;
  readonly canGoBack: boolean;
  readonly canGoForward: boolean;
}

export interface GridResult {
  /** Counts up with every new ResultSet; windows of an older one are dropped. */
  readonly generation: number;
  readonly fields: readonly GridField[];
  /** Rows that can be scrolled to: the limit or the matching total, whichever is less. */
  readonly rowCount: number;
  /** So many records were asked for at most. */
  readonly limit?: number;
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
  readonly question?: GridQuestion;
  /** As the person laid the fields out before. */
  readonly layout?: FieldLayout;
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
  /** There is a question before the one that failed. */
  readonly canGoBack?: boolean;
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
  find(generation: number, question: FindQuestion): FindAnswer;
  /** A link in a value: http, https or mailto. The host asks before it opens anything. */
  openLink(url: string): void;
  /** One record as JSON, in an editor. */
  openRecord(generation: number, row: number): void;
  /** Asks another question, made of the one that this result answers. Rejects, in words, what can't be asked. */
  change(generation: number, change: QueryChange): void;
  goBack(): void;
  goForward(): void;
  frequentValues(generation: number, field: string): FrequentValues;
  /**
   * Of the field at this place of the result: over the loaded records without a question, or over all that match
   * (`counted` then tells how far that is). Rejects in words where they can't be counted.
   */
  statistics(generation: number, field: number, ofAll: boolean): FieldStatistics;
  retry(): void;
  cancel(): void;
  act(offer: string): void;
  /** The question whose answer is shown. */
  editQuery(): void;
  /** The question that was asked last, and brought no records. */
  editAsked(): void;
  exportJson(): void;
  setToken(): void;
  showLog(): void;
  /** A person laid the fields out in another way: remembered for the resource. */
  layoutChanged(layout: FieldLayout): void;
  copyText(text: string): void;
  /** Copies more than one cell, loaded or not. */
  copyCells(generation: number, range: SelectedRange): void;
  /** What is selected now: copying by a command, and the summary in the status bar, take it. */
  selected(generation: number, range: SelectedRange): void;
  /** Sums up everything that is selected, be it loaded or not: a new `summary` follows. */
  sumAll(): void;
  /** The keys of commands are the panel's now, or not any more. Resolves when VS Code knows. */
  focused(hasFocus: boolean): void;
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
  /** For the statistics of a field over all records: so many were read. */
  counted(generation: number, field: number, records: number): void;
  /** What is selected, summed up; empty where it is one cell. `canSumAll`: there is more of it to sum up (`sumAll`). */
  summary(generation: number, text: string, canSumAll: boolean): void;
  /** All there is to know about the resource itself; an empty list when that is nothing any more. */
  about(notices: readonly GridNotice[]): void;
  /** Rows that could not be loaded are asked for again. */
  retryRows(): void;
  /** The settings of how records are drawn have changed. */
  look(look: GridLook): void;
  /** A command was given while the panel is in front. */
  perform(action: GridAction): void;
  /** Resolves when the host has heard (`selected`) what is selected now: it hears of it a little after people moved. */
  tellSelection(): Promise<void>;
  /** A restored panel in an untrusted or hidden window: offers "Run again" (`retry`). */
  asleep(message: string, saved: SavedPanel): void;
}
