/** The parts of the records panel around the grid: bars, panes and menus, listed in panelPage.ts. */
import type { GridAction } from '../../messages/gridActions.ts';
import type { GridHost, GridResult, PanelView } from '../../messages/gridProtocol.ts';
import type { GridStrings } from '../../messages/gridStrings.ts';
import type { Remote } from '../../messages/rpc.ts';
import type { QueryChange } from '../../datastore/query/queryChange.ts';
import type { RecordsGrid } from '../grid/recordsGrid.ts';

export interface PanelContext {
  readonly host: Remote<GridHost>;
  readonly strings: GridStrings;
  /** Language as a BCP 47 tag. */
  readonly language: string;
  readonly result: () => GridResult | undefined;
  readonly grid: () => RecordsGrid | undefined;
  readonly announce: (text: string) => void;
  /** Shows a text in the status line until the selection changes, and announces it. */
  readonly notify: (text: string) => void;
  /** Titles of the changes that Undo and Redo would apply. Empty if there is none. */
  readonly undoable: () => { readonly undo: string; readonly redo: string };
  /** Announces the failure of a call, or gives it to `onFailure`. Its result comes by other calls, or not at all. */
  readonly send: (call: Promise<unknown>, onFailure?: (message: string) => void) => void;
  /** Runs the shown result's query with a change. Does nothing without a result. */
  readonly changeQuery: (change: QueryChange) => void;
  readonly saveSoon: () => void;
  readonly perform: (action: GridAction) => void;
}

export interface PanelPart {
  /** Undefined for menus that open over everything. */
  readonly element?: HTMLElement;
  readonly button?: HTMLElement;
  /** What has the place `cover` lies over the grid while it isn't hidden. */
  readonly place?: 'bar' | 'over' | 'cover' | 'under' | 'side';
  /** Called when a result and its grid are shown. `view` is the saved one, if it belongs to the same query. */
  readonly show?: (result: GridResult, view?: PanelView) => void;
  /** The part's state that is saved for a hidden tab and a window reload. */
  readonly view?: () => Partial<PanelView>;
  readonly openRecord?: (row: number, by: 'enter' | 'space' | 'pointer') => void;
  readonly moved?: () => void;
  readonly laidOut?: () => void;
  readonly counted?: (field: number, records: number) => void;
  readonly sort?: (field: number, add: boolean) => void;
  readonly fieldMenu?: (field: number, anchor: DOMRect) => void;
  /** Performs an action. False if it belongs to another part. */
  readonly perform?: (action: GridAction) => boolean;
  /** Closes the part and focuses the grid. Called for Escape in the part, or in the grid while the part is open. */
  readonly dismiss?: () => void;
}
