/** The commands of the view History, for commandTable.ts. */

/** Kinds of rows of the history (src/kept/history/historyTree.ts). */
export const HISTORY_ROWS = {
  historyQuery: 'viewItem =~ /^query/',
  historyUnpinned: "viewItem == 'query'",
  historyPinned: "viewItem == 'query+pinned'",
} as const;

export const HISTORY_COMMANDS = {
  showHistory: {
    title: 'Show Query History…',
    icon: 'search',
    menus: [
      ['historyTitle', 'navigation@1'],
      ['treeTitle', '5_history@1'],
    ],
  },
  runHistoryQuery: { title: 'Run Query Again', icon: 'play', palette: 'false', menus: [['historyQuery', '1_run@1']] },
  pinHistoryQuery: {
    title: 'Pin Query',
    icon: 'pin',
    palette: 'false',
    menus: [
      ['historyUnpinned', 'inline@1'],
      ['historyUnpinned', '2_keep@1'],
    ],
  },
  unpinHistoryQuery: {
    title: 'Unpin Query',
    icon: 'pinned',
    palette: 'false',
    menus: [
      ['historyPinned', 'inline@1'],
      ['historyPinned', '2_keep@1'],
    ],
  },
  nameHistoryQuery: { title: 'Name Query…', icon: 'edit', palette: 'false', menus: [['historyQuery', '2_keep@2']] },
  removeHistoryQuery: {
    title: 'Remove from History',
    icon: 'close',
    palette: 'false',
    menus: [['historyQuery', '9_remove@1']],
  },
  clearHistory: { title: 'Clear Query History…', icon: 'clear-all', menus: [['historyTitle', '9_remove@1']] },
} as const;
