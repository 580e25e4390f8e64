/** The commands of the program outside of the grid, with their titles, icons and places in menus, for package.json. */
import { KEPT_COMMANDS } from './keptCommands.ts';
import { type MenuPlace, SQL_EDITOR } from './menuPlaces.ts';

/** A command of VS Code. Its handler is in src/commands.ts, under the same name. */
export interface ContributedCommand {
  readonly title: string;
  /** Name of the codicon in menus. */
  readonly icon?: string;
  /** A when clause for the Command Palette, `false` to leave it out. */
  readonly palette?: string;
  /** A key in the editor of an SQL document, on a Mac with Cmd for Ctrl. */
  readonly sqlKey?: `ctrl+${string}`;
  /** A place of MENU_PLACES, and the menu's group with the position in it. */
  readonly menus?: readonly (readonly [place: MenuPlace, group: string])[];
}

export const COMMANDS = {
  searchResource: {
    title: 'Open Records',
    icon: 'table',
    menus: [
      ['anyResource', 'inline@1'],
      ['anyResource', '1_open@1'],
    ],
  },
  openPastedQuery: { title: 'Open Pasted Query…', menus: [['treeTitle', '1_add@4']] },
  openToSide: { title: 'Open to the Side', palette: 'false', menus: [['anyResource', '1_open@2']] },
  keepOpen: {
    title: 'Keep Open',
    icon: 'pin',
    palette: 'datastoreExplorer.recordsReusable',
    menus: [['reusablePanel', 'navigation@1']],
  },
  revealInExplorer: { title: 'Reveal in Explorer', palette: 'false', menus: [['fileOnDisk', '1_open@4']] },
  findDataset: {
    title: 'Find Dataset…',
    icon: 'search',
    menus: [
      ['treeTitle', 'navigation@0'],
      ['portal', 'inline@0'],
      ['portal', '1_add@0'],
      ['catalogBranch', 'inline@1'],
      ['catalogBranch', '1_open@1'],
    ],
  },
  addPortal: { title: 'Add Portal…', icon: 'add', menus: [['treeTitle', 'navigation@1']] },
  addDatabase: { title: 'Add PostgreSQL Database…', menus: [['treeTitle', '1_add@5']] },
  addTrinoCatalog: { title: 'Add Trino Catalog…', menus: [['treeTitle', '1_add@6']] },
  addResource: {
    title: 'Add Resource…',
    icon: 'add',
    menus: [
      ['treeTitle', '1_add@1'],
      ['portal', 'inline@1'],
      ['portal', '1_add@1'],
    ],
  },
  setToken: {
    title: 'Set API Token…',
    icon: 'key',
    menus: [
      ['ckanResource', '4_token@1'],
      ['portal', '4_token@1'],
      ['failure', '4_token@1'],
    ],
  },
  enterPassword: { title: 'Enter Password…', palette: 'false', menus: [['database', '4_token@1']] },
  removeToken: { title: 'Remove API Token', menus: [['withToken', '4_token@2']] },
  checkToken: { title: 'Check API Token', menus: [['portalWithToken', '4_token@3']] },
  setTokenHeader: { title: 'Set Token Header…', menus: [['portalWithToken', '4_token@4']] },
  useSql: { title: 'Use SQL…', menus: [['portal', '4_token@5']] },
  editPortal: { title: 'Edit Portal…', icon: 'edit', menus: [['portalOrDatabase', '9_remove@1']] },
  removePortal: { title: 'Remove Portal', icon: 'trash', menus: [['portalOrDatabase', '9_remove@2']] },
  testConnection: { title: 'Test Connection', icon: 'plug', menus: [['portalOrDatabase', '3_open@2']] },
  showCapabilities: { title: 'Show Portal Capabilities', icon: 'checklist', menus: [['portal', '3_open@3']] },
  saveResource: {
    title: 'Save Resource',
    icon: 'star-empty',
    menus: [
      ['unsavedResource', 'inline@2'],
      ['unsavedResource', '8_save@1'],
      ['unsavedRecords', '2_copy@2'],
    ],
  },
  unsaveResource: {
    title: 'Remove from Saved',
    icon: 'star-full',
    palette: 'datastoreExplorer.recordsSaved',
    menus: [
      ['savedResource', 'inline@2'],
      ['savedResource', '9_remove@1'],
      ['savedRecords', '2_copy@2'],
    ],
  },
  openRecent: { title: 'Open Recent…', icon: 'history', menus: [['recentGroup', '1_open@1']] },
  removeRecent: {
    title: 'Remove from Recent',
    icon: 'close',
    palette: 'false',
    menus: [['recentResource', '9_remove@1']],
  },
  clearRecent: {
    title: 'Clear Recent',
    icon: 'clear-all',
    menus: [
      ['recentGroup', 'inline@1'],
      ['recentGroup', '9_remove@1'],
    ],
  },
  removeResource: { title: 'Remove from List', icon: 'trash', menus: [['listedFile', '9_remove@1']] },
  deleteLocalCopy: { title: 'Delete Local Copy…', icon: 'trash', menus: [['ownedData', '9_remove@1']] },
  refresh: {
    title: 'Refresh',
    icon: 'refresh',
    menus: [
      ['treeTitle', 'navigation@3'],
      ['catalogOrTables', '5_refresh@1'],
    ],
  },
  showDetails: {
    title: 'Show Details',
    icon: 'info',
    menus: [
      ['anyResource', '1_open@5'],
      ['datasetOrFound', '1_open@5'],
      ['lastingRecords', '1_records@4'],
    ],
  },
  openWebsite: {
    title: 'Open on Portal Website',
    icon: 'link-external',
    menus: [
      ['ckanResource', '3_open@1'],
      ['portal', '3_open@1'],
      ['catalogOrFound', '3_open@1'],
    ],
  },
  exportJson: {
    title: 'Export Records to JSON Editor',
    icon: 'json',
    menus: [
      ['anyResource', '1_records@2'],
      ['anyRecords', '1_records@2'],
    ],
  },
  exportQuery: {
    title: 'Export Records…',
    icon: 'export',
    palette: 'false',
    menus: [
      ['formTitle', 'navigation@2'],
      ['formEditor', 'navigation@1'],
    ],
  },
  exportRecords: {
    title: 'Export Records…',
    icon: 'export',
    menus: [
      ['anyResource', '1_records@1'],
      ['anyRecords', '1_records@2'],
    ],
  },
  openAsSql: {
    title: 'Open as SQL',
    icon: 'database',
    menus: [
      ['anyResource', '1_records@3'],
      ['lastingRecords', '1_records@5'],
    ],
  },
  compare: {
    title: 'Compare with…',
    icon: 'diff',
    menus: [
      ['anyResource', '1_records@4'],
      ['lastingRecords', '1_records@6'],
    ],
  },
  verifyExport: { title: 'Verify Export…' },
  openLocalFile: {
    title: 'Open Local File…',
    icon: 'folder-opened',
    menus: [
      ['treeTitle', 'navigation@2'],
      ['localFiles', 'inline@1'],
      ['localFiles', '1_add@1'],
    ],
  },
  openLocalFolder: {
    title: 'Open Local Folder…',
    icon: 'file-directory',
    menus: [
      ['treeTitle', '1_add@3'],
      ['localFiles', '1_add@2'],
    ],
  },
  exploreInDatastore: { title: 'Explore in Datastore', palette: 'false', menus: [['explorer', 'navigation@30']] },
  changeReading: {
    title: 'Change Import Options…',
    menus: [
      ['localResource', '3_open@1'],
      ['fileRecords', '2_file@1'],
    ],
  },
  writeSchemaFile: { title: 'Write Schema File', menus: [['csvFile', '3_open@2']] },
  showUnreadable: { title: 'Show Skipped Rows', palette: 'false', menus: [['fileWithSkippedRows', '3_open@3']] },
  openWithoutUnreadable: { title: 'Open Without Invalid Rows', palette: 'false' },
  clearLocalData: {
    title: 'Clear Local Data…',
    icon: 'trash',
    menus: [
      ['treeTitle', '8_data@1'],
      ['localFiles', '9_remove@1'],
    ],
  },
  exploreSample: { title: 'Explore the Sample', icon: 'mortar-board', menus: [['treeTitle', '1_add@2']] },
  openWalkthrough: { title: 'Get Started', icon: 'mortar-board', menus: [['treeTitle', '9_log@1']] },
  openQueryForm: { title: 'Open Query Form in Editor', icon: 'open-preview', menus: [['formTitle', 'navigation@1']] },
  showLog: { title: 'Show Log', icon: 'output', menus: [['treeTitle', '9_log']] },
  keepLocalCopy: {
    title: 'Download Local Copy',
    icon: 'cloud-download',
    menus: [
      ['portalResource', '3_open@2'],
      ['portalRecords', '2_copy@1'],
    ],
  },
  openResourceFile: {
    title: 'Open File of Resource',
    icon: 'cloud-download',
    menus: [
      ['ckanResource', '3_open@3'],
      ['foundResource', '1_open@1'],
    ],
  },
  offerResourceFile: { title: 'Open Resource Without Records', icon: 'cloud-download', palette: 'false' },
  refreshLocalCopy: {
    title: 'Refresh Local Copy',
    icon: 'sync',
    menus: [
      ['localCopy', 'inline@2'],
      ['localCopy', '3_open@1'],
      ['copyRecords', '2_copy@1'],
    ],
  },
  showCopyChanges: {
    title: 'Show Changes of Local Copy',
    icon: 'diff',
    menus: [
      ['changedCopy', '3_open@2'],
      ['copyRecords', '2_copy@2'],
    ],
  },
  copyResourceId: {
    title: 'Copy Resource ID',
    icon: 'copy',
    palette: 'false',
    menus: [
      ['anyResource', '2_copy@1'],
      ['withoutRecords', '2_copy@1'],
    ],
  },
  copyPageUrl: { title: 'Copy URL', icon: 'copy', palette: 'false', menus: [['catalogOrAnyFound', '2_copy@2']] },
  copyDatasetId: { title: 'Copy Dataset ID', icon: 'copy', palette: 'false', menus: [['dataset', '2_copy@1']] },
  copyBaseUrl: {
    title: 'Copy Base URL',
    icon: 'copy',
    palette: 'false',
    menus: [
      ['portalResource', '2_copy@2'],
      ['portalOrDatabase', '2_copy@1'],
    ],
  },
  selectResource: { title: 'Show in Query Form', palette: 'false', menus: [['anyResource', '1_open@3']] },
  cancelLoading: {
    title: 'Cancel Loading',
    icon: 'stop-circle',
    palette: 'false',
    menus: [
      ['loadingFile', 'inline@2'],
      ['loadingFile', '3_open@4'],
    ],
  },
  ...KEPT_COMMANDS,
  newSqlDocument: { title: 'New SQL Document', icon: 'new-file', menus: [['newFile', 'file']] },
  runStatement: {
    title: 'Run Statement',
    icon: 'play',
    palette: SQL_EDITOR,
    sqlKey: 'ctrl+enter',
    menus: [['sqlEditor', 'navigation@1']],
  },
  cancelStatement: { title: 'Cancel Statement', palette: SQL_EDITOR },
  retry: { title: 'Retry', icon: 'refresh', palette: 'false', menus: [['problem', 'inline@1']] },
} as const satisfies Readonly<Record<string, ContributedCommand>>;
