/** The commands of a records panel: `npm run manifest` writes them into package.json and their keys into README.md. */

export interface PanelCommand {
  /** In English, for package.nls.json. */
  readonly title: string;
  /** One of VS Code's. */
  readonly icon?: string;
  /** Where the focus is in the grid, and nobody types. */
  readonly key?: string;
  readonly mac?: string;
  /** Groups, with the place in them: in the menu of a header, in that of a cell, in the bar above the panel. */
  readonly header?: string;
  readonly cell?: string;
  readonly bar?: string;
}

/** What a command asks of the grid in front, by the verb-noun part of the command's id. */
export const GRID_ACTIONS = {
  // Question
  sortAscending: { title: 'Sort Ascending', key: 'shift+alt+a', header: '2_sort@1', cell: '3_sort@1' },
  sortDescending: { title: 'Sort Descending', key: 'shift+alt+d', header: '2_sort@2', cell: '3_sort@2' },
  addSortAscending: { title: 'Add to Sort, Ascending', header: '2_sort@3' },
  addSortDescending: { title: 'Add to Sort, Descending', header: '2_sort@4' },
  clearSort: { title: 'Clear Sort', header: '2_sort@5' },
  filterByValue: { title: 'Filter by This Value', key: 'shift+alt+i', cell: '2_filter@1' },
  addValueToFilter: { title: 'Add This Value to Filter', key: 'shift+alt+b', cell: '2_filter@2' },
  excludeValue: { title: 'Exclude This Value', cell: '2_filter@3' },
  filterField: { title: 'Filter Column…', key: 'shift+alt+l', header: '3_filter@1', cell: '2_filter@4' },
  clearFieldFilter: { title: 'Clear Column Filter', header: '3_filter@2' },
  clearFilters: { title: 'Clear All Filters', key: 'shift+alt+c', header: '3_filter@3' },
  // Looking
  findInRecords: { title: 'Find in Loaded Records', key: 'ctrl+f', mac: 'cmd+f' },
  findNext: { title: 'Find Next', key: 'f3' },
  findPrevious: { title: 'Find Previous', key: 'shift+f3' },
  goToRow: { title: 'Go to Row…', key: 'ctrl+g', mac: 'cmd+g' },
  showRecord: { title: 'Show Record', key: 'shift+alt+o', cell: '4_record@1' },
  nextRecord: { title: 'Next Record', key: 'alt+down' },
  previousRecord: { title: 'Previous Record', key: 'alt+up' },
  toggleRawValues: { title: 'Toggle Raw Values', key: 'shift+alt+x' },
  // Fields
  showFields: { title: 'Show Fields and Statistics', key: 'shift+alt+u', header: '4_fields@9' },
  showFieldMenu: { title: 'Show Column Menu', key: 'shift+alt+m' },
  widenField: { title: 'Widen Column', key: 'shift+alt+w' },
  narrowField: { title: 'Narrow Column', key: 'shift+alt+n' },
  fitField: { title: 'Auto-fit Column', key: 'shift+alt+z', header: '4_fields@1' },
  moveFieldLeft: { title: 'Move Column Left', key: 'ctrl+shift+alt+left', header: '4_fields@2' },
  moveFieldRight: { title: 'Move Column Right', key: 'ctrl+shift+alt+right', header: '4_fields@3' },
  hideField: { title: 'Hide Column', key: 'shift+alt+k', header: '4_fields@4' },
  freezeFields: { title: 'Freeze Columns up to Here', key: 'shift+alt+p', header: '4_fields@5' },
  resetFields: { title: 'Reset Column Layout', header: '4_fields@6' },
} as const satisfies Readonly<Record<string, PanelCommand>>;

export type GridAction = keyof typeof GRID_ACTIONS;

export function isGridAction(value: unknown): value is GridAction {
  return typeof value === 'string' && Object.hasOwn(GRID_ACTIONS, value);
}

/** What the host itself does for the panel in front. */
export const PANEL_COMMANDS = {
  editQuery: { title: 'Edit Query', icon: 'edit', key: 'shift+alt+q', bar: '1_records@1' },
  runAgain: { title: 'Run Again', icon: 'refresh', bar: '1_records@3' },
  goBack: { title: 'Go Back to Previous Query', key: 'shift+alt+left' },
  goForward: { title: 'Go Forward to Next Query', key: 'shift+alt+right' },
  copyCells: { title: 'Copy', cell: '1_copy@1' },
  copyCellsWithHeader: { title: 'Copy with Column Names', cell: '1_copy@2' },
  copyCellsAs: { title: 'Copy As…', cell: '1_copy@3' },
  showSelectionAsText: { title: 'Show Selection as Plain Text', key: 'shift+alt+y', cell: '1_copy@4' },
  openRecordInEditor: { title: 'Open Record in Editor', key: 'shift+alt+j', cell: '4_record@2' },
} as const satisfies Readonly<Record<string, PanelCommand>>;

export type PanelCommandName = keyof typeof PANEL_COMMANDS;
