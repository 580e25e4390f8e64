/** The commands of a records panel: `npm run manifest` writes them into package.json and their keys into README.md. */

export interface PanelCommand {
  /** In English, for package.nls.json. */
  readonly title: string;
  /** One of VS Code's. */
  readonly icon?: string;
  /**
   * Where the focus is in the grid, and nobody types. Never with Alt: with a letter it opens a menu of VS Code's window,
   * and which letters do depends on its language.
   */
  readonly key?: string;
  readonly mac?: string;
  /** The page itself does it by this key, as its other texts have it too: VS Code only shows the key in menus. */
  readonly isKeyOfPage?: true;
  /** The context key (platform/contextKeys.ts) without which there is nothing to do: menus grey it, the palette leaves it out. */
  readonly needs?: 'isSorted' | 'isFiltered';
  /** Groups, with the place in them: in the menu of a header, in that of a cell, in the bar above the panel. */
  readonly header?: string;
  readonly cell?: string;
  readonly bar?: string;
}

/** What a command asks of the grid in front, by the verb-noun part of the command's id. */
export const GRID_ACTIONS = {
  // Question
  sortAscending: { title: 'Sort Ascending', key: 'a', header: '2_sort@1', cell: '3_sort@1' },
  sortDescending: { title: 'Sort Descending', key: 'd', header: '2_sort@2', cell: '3_sort@2' },
  addSortAscending: { title: 'Add to Sort, Ascending', key: 'shift+a', header: '2_sort@3' },
  addSortDescending: { title: 'Add to Sort, Descending', key: 'shift+d', header: '2_sort@4' },
  clearSort: { title: 'Clear Sort', needs: 'isSorted', header: '2_sort@5' },
  filterByValue: { title: 'Filter by This Value', key: 'v', cell: '2_filter@1' },
  addValueToFilter: { title: 'Add This Value to Filter', key: 'shift+v', cell: '2_filter@2' },
  excludeValue: { title: 'Exclude This Value', key: 'x', cell: '2_filter@3' },
  filterField: { title: 'Filter Column…', key: 'f', header: '3_filter@1', cell: '2_filter@4' },
  filterBySummary: { title: 'Filter by Summary…', key: 'u', header: '3_filter@2' },
  clearFieldFilter: { title: 'Clear Column Filter', needs: 'isFiltered', header: '3_filter@3' },
  clearFilters: { title: 'Clear All Filters', needs: 'isFiltered', key: 'shift+c', header: '3_filter@4' },
  // Looking
  findInRecords: { title: 'Find in Loaded Records', key: 'ctrl+f', mac: 'cmd+f' },
  findNext: { title: 'Find Next', key: 'f3' },
  findPrevious: { title: 'Find Previous', key: 'shift+f3' },
  goToRow: { title: 'Go to Row…', key: 'ctrl+g', mac: 'cmd+g' },
  showRecord: { title: 'Show Record', key: 'o', cell: '4_record@1' },
  nextRecord: { title: 'Next Record', key: 'n' },
  previousRecord: { title: 'Previous Record', key: 'shift+n' },
  toggleRawValues: { title: 'Toggle Raw Values', key: 't' },
  // Fields
  showFields: { title: 'Show Fields and Statistics', key: 's', header: '4_fields@9' },
  showFieldMenu: { title: 'Show Column Menu', key: 'm' },
  widenField: { title: 'Widen Column', key: 'w' },
  narrowField: { title: 'Narrow Column', key: 'shift+w' },
  fitField: { title: 'Auto-fit Column', key: 'z', header: '4_fields@1' },
  moveFieldLeft: { title: 'Move Column Left', key: 'l', header: '4_fields@2' },
  moveFieldRight: { title: 'Move Column Right', key: 'r', header: '4_fields@3' },
  hideField: { title: 'Hide Column', key: 'h', header: '4_fields@4' },
  freezeFields: { title: 'Freeze Columns up to Here', key: 'p', header: '4_fields@5' },
  resetFields: { title: 'Reset Column Layout', header: '4_fields@6' },
} as const satisfies Readonly<Record<string, PanelCommand>>;

export type GridAction = keyof typeof GRID_ACTIONS;

export function isGridAction(value: unknown): value is GridAction {
  return typeof value === 'string' && Object.hasOwn(GRID_ACTIONS, value);
}

/** What the host itself does for the panel in front. */
export const PANEL_COMMANDS = {
  toggleSummaries: { title: 'Toggle Column Summaries', header: '4_fields@8' },
  editQuery: { title: 'Edit Query', icon: 'edit', key: 'q', bar: '1_records@1' },
  runAgain: { title: 'Run Again', icon: 'refresh', bar: '1_records@3' },
  goBack: { title: 'Go Back to Previous Query', key: 'b' },
  goForward: { title: 'Go Forward to Next Query', key: 'shift+b' },
  copyCells: { title: 'Copy', key: 'ctrl+c', mac: 'cmd+c', isKeyOfPage: true, cell: '1_copy@1' },
  copyCellsWithHeader: { title: 'Copy with Column Names', cell: '1_copy@2' },
  copyCellsAs: { title: 'Copy As…', cell: '1_copy@3' },
  showSelectionAsText: { title: 'Show Selection as Plain Text', key: 'y', cell: '1_copy@4' },
  openRecordInEditor: { title: 'Open Record in Editor', key: 'j', cell: '4_record@2' },
} as const satisfies Readonly<Record<string, PanelCommand>>;

export type PanelCommandName = keyof typeof PANEL_COMMANDS;
