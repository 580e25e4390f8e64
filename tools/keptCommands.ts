/** The commands of query documents and of the view History, for commandTable.ts. */
import { ANY_RECORDS, QUERY_EDITOR } from './menuPlaces.ts';

export const KEPT_COMMANDS = {
  newQueryDocument: { title: 'New Query Document', icon: 'new-file', menus: [['newFile', 'file']] },
  runKeptQuery: { title: 'Run Query', icon: 'play', palette: QUERY_EDITOR, menus: [['queryEditor', 'navigation@1']] },
  editKeptQuery: {
    title: 'Edit Query in Form',
    icon: 'open-preview',
    palette: QUERY_EDITOR,
    menus: [['queryEditor', 'navigation@2']],
  },
  checkKeptQuery: {
    title: 'Check Query',
    icon: 'beaker',
    palette: QUERY_EDITOR,
    menus: [['queryEditor', 'navigation@3']],
  },
  writeExpectations: { title: 'Write Expectations', palette: QUERY_EDITOR, menus: [['queryEditor', '1_check@1']] },
  showUnexpectedRecords: { title: 'Show Records', palette: 'false' },
  saveQuery: {
    title: 'Save Query…',
    icon: 'save',
    menus: [
      ['anyResource', '1_records@4'],
      ['lastingRecords', '1_records@6'],
      ['historyQuery', '3_document@1'],
    ],
  },
  addToDocument: {
    title: 'Add to Document…',
    icon: 'add',
    menus: [
      ['anyResource', '1_records@5'],
      ['lastingRecords', '1_records@7'],
      ['historyQuery', '3_document@2'],
    ],
  },
  copyLink: {
    title: 'Copy Link',
    icon: 'link',
    menus: [
      ['lastingRecords', '3_share@1'],
      ['anyResource', '2_copy@3'],
    ],
  },
  copyRecordLink: { title: 'Copy Link to Record', palette: ANY_RECORDS, menus: [['lastingRecords', '3_share@2']] },
  copyUrl: { title: 'Copy API URL', menus: [['portalRecords', '3_share@3']] },
  copyAsCode: { title: 'Copy as Code…', icon: 'code', menus: [['portalRecords', '3_share@4']] },
  saveFormQuery: {
    title: 'Save Query…',
    icon: 'save',
    palette: 'false',
    menus: [
      ['formTitle', 'navigation@3'],
      ['formEditor', 'navigation@2'],
    ],
  },
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
