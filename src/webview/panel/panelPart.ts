/** The parts of the records panel around the grid: each a bar, a pane or a menu, listed in panelPage.ts. */
import type { GridAction } from '../../messages/gridActions.ts';
import type { GridHost, GridResult, GridView } from '../../messages/gridProtocol.ts';
import type { GridStrings } from '../../messages/gridStrings.ts';
import type { Remote } from '../../messages/rpc.ts';
import type { QueryChange } from '../../datastore/query/queryChange.ts';
import type { RecordsGrid } from '../grid/gridContract.ts';

/** What a part sees of the panel. */
export interface PanelContext {
  readonly host: Remote<GridHost>;
  readonly strings: GridStrings;
  /** BCP 47. */
  readonly language: string;
  /** The shown result. */
  readonly result: () => GridResult | undefined;
  readonly grid: () => RecordsGrid | undefined;
  /** Announces a text to screen readers. */
  readonly announce: (text: string) => void;
  /** Shows a text in the status line until something else is selected, and announces it. */
  readonly notify: (text: string) => void;
  /** Titles of the changes that Undo and Redo would take; empty if there is none. */
  readonly undoable: () => { readonly undo: string; readonly redo: string };
  /** For a call whose outcome comes by other calls, or not at all: announces a failure. */
  readonly send: (call: Promise<unknown>) => void;
  /** Runs the shown result's query with a change; does nothing without a result. */
  readonly changeQuery: (change: QueryChange) => void;
  /** Call it when a part of the saved state has changed. */
  readonly saveSoon: () => void;
  /** Does what the command does. */
  readonly perform: (action: GridAction) => void;
}

export interface PanelPart {
  /** Menus that lie over everything have none. */
  readonly element?: HTMLElement;
  /** In the panel's bar. */
  readonly button?: HTMLElement;
  /** In the panel's bar, over the grid or beside it. */
  readonly place?: 'bar' | 'over' | 'side';
  /** A result and its grid are shown. `view`: the saved one, if it's of the same query. */
  readonly show?: (result: GridResult, view?: GridView) => void;
  /** What of its state is saved for a hidden tab and a window reload. */
  readonly view?: () => Partial<GridView>;
  /** Enter, Space or a double click on a record. */
  readonly openRecord?: (row: number, by: 'enter' | 'space' | 'pointer') => void;
  /** The grid scrolled, or its cursor moved. */
  readonly moved?: () => void;
  /** A person moved, sized, hid, showed or froze columns. */
  readonly laidOut?: () => void;
  /** Progress of counting all records for a field's statistics. */
  readonly counted?: (field: number, records: number) => void;
  /** A header was clicked, or Enter pressed on it; `add`: with Shift. */
  readonly sort?: (field: number, add: boolean) => void;
  readonly fieldMenu?: (field: number, anchor: DOMRect) => void;
  /** False if the action belongs to another part. */
  readonly perform?: (action: GridAction) => boolean;
  /** Closes the part and returns to the grid: Escape in it does so, or in the grid while it's open. */
  readonly dismiss?: () => void;
}
