/** Commands of a records panel. `npm run manifest` writes them into package.json and docs/reference.md. */

export interface PanelCommand {
  /** The English title, for package.nls.json. */
  readonly title: string;
  /** The id of a codicon of VS Code. */
  readonly icon?: string;
  /**
   * The key after Ctrl+K (Cmd+K on a Mac). VS Code 1.134 itself uses C, D, E, F, M, O, P, R, S, U, V, W, Z and Shift+O
   * for chords that could act on a panel.
   */
  readonly chord?: string;
  /** The page handles this key itself, so that the text typed next goes to the right control. A letter opens Find. */
  readonly key?: string;
  readonly mac?: string;
  /** Only the page handles the key. VS Code just shows it in menus. */
  readonly isKeyOfPage?: true;
  /** The context key (platform/state/contextKeys.ts) that enables the command. The palette hides a disabled one. */
  readonly needs?: 'isSorted' | 'isFiltered' | 'isSummarized';
  /** Group and position in the menu of a header, the menu of a cell, and the bar above the panel. */
  readonly header?: string;
  readonly cell?: string;
  readonly bar?: string;
}

/** Commands that the grid of the active panel performs, by the last part of the command's id. */
export const GRID_ACTIONS = {
  sortAscending: { title: 'Sort Ascending', chord: 'a', header: '2_sort@1', cell: '3_sort@1' },
  sortDescending: { title: 'Sort Descending', chord: 'shift+a', header: '2_sort@2', cell: '3_sort@2' },
  addSortAscending: { title: 'Add to Sort, Ascending', chord: 'b', header: '2_sort@3' },
  addSortDescending: { title: 'Add to Sort, Descending', chord: 'shift+b', header: '2_sort@4' },
  clearSort: { title: 'Clear Sort', needs: 'isSorted', header: '2_sort@5' },
  filterByValue: { title: 'Filter by This Value', chord: 'k', cell: '2_filter@1' },
  addValueToFilter: { title: 'Add This Value to Filter', chord: 'shift+k', cell: '2_filter@2' },
  excludeValue: { title: 'Exclude This Value', chord: 'x', cell: '2_filter@3' },
  filterField: { title: 'Filter Column…', chord: 'shift+f', header: '3_filter@1', cell: '2_filter@4' },
  filterBySummary: { title: 'Filter by Summary…', chord: 'shift+u', header: '3_filter@2' },
  clearFieldFilter: { title: 'Clear Column Filter', needs: 'isFiltered', header: '3_filter@3' },
  clearFilters: { title: 'Clear All Filters', needs: 'isFiltered', chord: 'shift+x', header: '3_filter@4' },
  summarize: { title: 'Summarize…', chord: 'i', header: '3_group@1' },
  summarizeBy: { title: 'Summarize by This', chord: 'shift+i', header: '3_group@2' },
  sumBy: { title: 'Sum by…', header: '3_group@3' },
  showGroup: { title: 'Show Records of This Group', needs: 'isSummarized', cell: '4_record@0' },
  findInRecords: { title: 'Find in Loaded Records', key: 'ctrl+f', mac: 'cmd+f' },
  findNext: { title: 'Find Next', key: 'f3' },
  findPrevious: { title: 'Find Previous', key: 'shift+f3' },
  goToRow: { title: 'Go to Row…', key: 'ctrl+g', mac: 'cmd+g' },
  showRecord: { title: 'Show Record', chord: 'shift+r', cell: '4_record@1' },
  nextRecord: { title: 'Next Record', chord: 'n' },
  previousRecord: { title: 'Previous Record', chord: 'shift+n' },
  toggleRawValues: { title: 'Toggle Raw Values', chord: 't' },
  showChart: { title: 'Toggle Chart', chord: 'shift+c' },
  saveChart: { title: 'Save Chart…' },
  undo: { title: 'Undo', key: 'ctrl+z', mac: 'cmd+z', isKeyOfPage: true },
  redo: { title: 'Redo', key: 'ctrl+shift+z', mac: 'cmd+shift+z', isKeyOfPage: true },
  showFields: { title: 'Show Fields and Statistics', chord: 'shift+s', header: '4_fields@9' },
  showFieldMenu: { title: 'Show Column Menu', chord: 'shift+m' },
  widenField: { title: 'Widen Column', chord: 'g' },
  narrowField: { title: 'Narrow Column', chord: 'shift+g' },
  fitField: { title: 'Auto-fit Column', chord: 'shift+z', header: '4_fields@1' },
  moveFieldLeft: { title: 'Move Column Left', chord: 'l', header: '4_fields@2' },
  moveFieldRight: { title: 'Move Column Right', chord: 'shift+l', header: '4_fields@3' },
  hideField: { title: 'Hide Column', chord: 'h', header: '4_fields@4' },
  freezeFields: { title: 'Freeze Columns up to Here', chord: 'shift+p', header: '4_fields@5' },
  resetFields: { title: 'Reset Column Layout', header: '4_fields@6' },
} as const satisfies Readonly<Record<string, PanelCommand>>;

export type GridAction = keyof typeof GRID_ACTIONS;

export function isGridAction(value: unknown): value is GridAction {
  return typeof value === 'string' && Object.hasOwn(GRID_ACTIONS, value);
}

/** Commands that the host performs for the active panel. */
export const PANEL_COMMANDS = {
  toggleSummaries: { title: 'Toggle Column Summaries', header: '4_fields@8' },
  editQuery: { title: 'Edit Query', icon: 'edit', chord: 'q', bar: '1_records@1' },
  runAgain: { title: 'Run Again', icon: 'refresh', bar: '1_records@3' },
  goBack: { title: 'Go Back to Previous Query', key: 'alt+left', isKeyOfPage: true },
  goForward: { title: 'Go Forward to Next Query', key: 'alt+right', isKeyOfPage: true },
  copyCells: { title: 'Copy', key: 'ctrl+c', mac: 'cmd+c', isKeyOfPage: true, cell: '1_copy@1' },
  copyCellsWithHeader: { title: 'Copy with Column Names', cell: '1_copy@2' },
  copyCellsAs: { title: 'Copy As…', cell: '1_copy@3' },
  copyWithSource: { title: 'Copy as Markdown with Source', cell: '1_copy@5' },
  showSelectionAsText: { title: 'Show Selection as Plain Text', chord: 'y', cell: '1_copy@4' },
  openRecordInEditor: { title: 'Open Record in Editor', chord: 'j', cell: '4_record@2' },
} as const satisfies Readonly<Record<string, PanelCommand>>;

export type PanelCommandName = keyof typeof PANEL_COMMANDS;
