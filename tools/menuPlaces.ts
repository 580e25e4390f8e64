/** Places in the menus of VS Code, and the conditions under which they show a command. */

/**
 * Kinds of rows. The tree puts what a row is into its contextValue (src/tree): `resource+token`, `localCopy+changes`.
 */
const ROWS = {
  anyResource: 'viewItem =~ /^(resource|local(Resource|Copy|Created))/',
  unsavedResource: 'viewItem =~ /^resource.*\\+unsaved/',
  savedResource: 'viewItem =~ /^resource(\\+token)?(\\+found)?(\\+database)?$/',
  fileOnDisk: 'viewItem =~ /^local(Resource|File)/ && !(viewItem =~ /\\+download/)',
  portalResource: 'viewItem =~ /^resource/',
  ckanResource: 'viewItem =~ /^resource/ && !(viewItem =~ /\\+database/)',
  localCopy: 'viewItem =~ /^localCopy/',
  changedCopy: "viewItem == 'localCopy+changes'",
  recentResource: 'viewItem =~ /\\+recent$/',
  recentGroup: "viewItem == 'recent'",
  listedFile: 'viewItem =~ /^local(Resource|File$)/ && !(viewItem =~ /\\+download/)',
  ownedData: 'viewItem =~ /^local(Copy|Created|.*\\+download)/',
  portal: 'viewItem =~ /^portal/',
  portalOrDatabase: 'viewItem =~ /^(portal|database)/',
  database: 'viewItem =~ /^(database|resource\\+database|failure\\+database)/',
  withToken: 'viewItem =~ /^(portal|resource)\\+token/',
  portalWithToken: 'viewItem =~ /^portal\\+token/',
  localFiles: "viewItem == 'localFiles'",
  localResource: 'viewItem =~ /^localResource/',
  csvFile: 'viewItem =~ /^localResource\\+csv/',
  fileWithSkippedRows: 'viewItem =~ /^localResource.*\\+skipped/',
  loadingFile: 'viewItem =~ /^(loading|localResource.*\\+loading)$/',
  withoutRecords: 'viewItem =~ /^found/',
  catalogBranch: 'viewItem =~ /^catalog(\\+filed)?$/',
  foundResource: "viewItem == 'found'",
  datasetOrFound: 'viewItem =~ /^(catalog\\+dataset|found)$/',
  failure: "viewItem == 'failure'",
  dataset: "viewItem == 'catalog+dataset'",
  catalogOrAnyFound: 'viewItem =~ /^catalog|found$/',
  catalogOrFound: 'viewItem =~ /^(catalog|found$)/',
  catalogOrTables: 'viewItem =~ /^(catalog|tables)/',
  problem: 'viewItem =~ /^(error|failure)(\\+database)?$/',
} as const;

/** Kinds of rows of the history (src/kept/history/historyTree.ts). */
const HISTORY_ROWS = {
  historyQuery: 'viewItem =~ /^query/',
  historyUnpinned: "viewItem == 'query'",
  historyPinned: "viewItem == 'query+pinned'",
} as const;

const RECORDS = "activeWebviewPanelId == 'datastoreExplorer.records'";
export const ANY_RECORDS = `${RECORDS} || activeCustomEditorId == 'datastoreExplorer.grid'`;

/** The editor in front shows an SQL document. */
export const SQL_EDITOR = "editorLangId == 'datastore-sql'";

/** The editor in front shows a query document. */
export const QUERY_EDITOR = 'resourceFilename =~ /\\.datastore\\.jsonc$/';

const PANELS = {
  sqlEditor: SQL_EDITOR,
  queryEditor: QUERY_EDITOR,
  reusablePanel: `${RECORDS} && datastoreExplorer.recordsReusable`,
  formEditor: "activeWebviewPanelId == 'datastoreExplorer.queryForm'",
  anyRecords: ANY_RECORDS,
  lastingRecords: `(${ANY_RECORDS}) && datastoreExplorer.recordsSource != 'result'`,
  fileRecords: `(${ANY_RECORDS}) && datastoreExplorer.recordsSource == 'file'`,
  portalRecords: `${RECORDS} && datastoreExplorer.recordsSource == 'portal'`,
  unsavedRecords: `${RECORDS} && datastoreExplorer.recordsSource == 'portal' && !datastoreExplorer.recordsSaved`,
  savedRecords: `${RECORDS} && datastoreExplorer.recordsSource == 'portal' && datastoreExplorer.recordsSaved`,
  copyRecords: `${RECORDS} && datastoreExplorer.recordsSource == 'copy'`,
} as const;

const VIEWS = {
  treeTitle: 'datastoreExplorer.resources',
  formTitle: 'datastoreExplorer.query',
  historyTitle: 'datastoreExplorer.history',
} as const;

export type MenuPlace =
  keyof typeof ROWS | keyof typeof HISTORY_ROWS | keyof typeof PANELS | keyof typeof VIEWS | 'newFile' | 'explorer';

/**
 * The menu of a place and its condition, if there is one. The condition of the Explorer's menu depends on the kinds of
 * files (fileManifest.ts).
 */
export function menuOf(place: MenuPlace): { readonly menu: string; readonly when: string } {
  if (isIn(ROWS, place))
    return { menu: 'view/item/context', when: `view == 'datastoreExplorer.resources' && ${ROWS[place]}` };
  if (isIn(HISTORY_ROWS, place))
    return { menu: 'view/item/context', when: `view == 'datastoreExplorer.history' && ${HISTORY_ROWS[place]}` };
  if (isIn(PANELS, place)) return { menu: 'editor/title', when: PANELS[place] };
  if (isIn(VIEWS, place)) return { menu: 'view/title', when: `view == '${VIEWS[place]}'` };
  if (place === 'newFile') return { menu: 'file/newFile', when: '' };
  return { menu: 'explorer/context', when: '' };
}

function isIn<T extends object>(table: T, name: PropertyKey): name is keyof T {
  return Object.hasOwn(table, name);
}
