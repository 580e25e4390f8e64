/** The records panel is made of parts: each a bar, a pane or a menu with its own noun, listed in panelPage.ts. */
import type { GridAction } from '../../messages/gridActions.ts';
import type { GridHost, GridResult, GridView } from '../../messages/gridProtocol.ts';
import type { GridStrings } from '../../messages/gridStrings.ts';
import type { Remote } from '../../messages/rpc.ts';
import type { QueryChange } from '../../messages/queryChange.ts';
import type { RecordsGrid } from '../grid/gridContract.ts';

/** What a part sees of the panel. */
export interface PanelContext {
  readonly host: Remote<GridHost>;
  readonly strings: GridStrings;
  /** BCP 47. */
  readonly language: string;
  /** What is shown now. */
  readonly result: () => GridResult | undefined;
  readonly grid: () => RecordsGrid | undefined;
  /** To assistive technology. */
  readonly say: (text: string) => void;
  /** For a call whose outcome comes by other calls, or not at all: a failure is said. */
  readonly send: (call: Promise<unknown>) => void;
  /** Asks what is shown in another way. Nothing happens while nothing is shown. */
  readonly ask: (change: QueryChange) => void;
  /** Something that the panel's state holds has changed. */
  readonly changed: () => void;
  /** As if the command had been given. */
  readonly perform: (action: GridAction) => void;
}

export interface PanelPart {
  /** Menus that lie over everything have none. */
  readonly element?: HTMLElement;
  /** In the panel's bar. */
  readonly button?: HTMLElement;
  /** Above the grid, or beside it. */
  readonly place?: 'top' | 'side';
  /** A result is shown, its grid is there. `view`: where the person was, if the same was asked before. */
  readonly show?: (result: GridResult, view?: GridView) => void;
  /** What of it survives a hidden tab and a window reload. */
  readonly view?: () => Partial<GridView>;
  /** Enter, Space or a double click on a record. */
  readonly openRecord?: (row: number, by: 'enter' | 'space' | 'pointer') => void;
  /** The grid scrolled, or its cursor moved. */
  readonly moved?: () => void;
  /** So many records were read for the statistics of a field. */
  readonly counted?: (field: number, records: number) => void;
  /** A header was clicked, or Enter pressed on it; `add`: with Shift. */
  readonly sort?: (field: number, add: boolean) => void;
  readonly fieldMenu?: (field: number, anchor: DOMRect) => void;
  /** False for an action of others. */
  readonly perform?: (action: GridAction) => boolean;
  /** Escape in the grid. False when there was nothing to close. */
  readonly escape?: () => boolean;
}
