/** What is said about local files and local copies: a table a topic. */
import type { WordTable } from '../base/words.ts';

export const OPENING_WORDS = {
  localFiles: 'Local files',
  openFile: 'Open Local File',
  openFolder: 'Open Local Folder',
  open: 'Open',
  openThisFolder: 'Open Folder',
  dataFiles: 'Data files',
  allFiles: 'All files',
  inspecting: 'Inspecting {name}',
  searching: 'Searching for data files',
  noFiles: 'No data files found.',
  supported: 'Supported file types include {endings}.',
  onlySome: 'Showing the first {files} files, up to {depth} folders deep.',
  someFailed: "Couldn't open {failed} of {all} files.",
  seeLog: 'See the log for all of them.',
  elsewhere: "{address} isn't on the machine that runs this extension.",
  copyThere: 'Copy it there and open the copy.',
  restricted: "Local files can't be opened in Restricted Mode.",
  trustFirst: 'Trust this workspace to open them. You can still search portals.',
  manageTrust: 'Manage Workspace Trust',
  noEngine: "This build of Datastore Explorer doesn't support local files on {platform}.",
  installBuild:
    'You can still search portals. To open files, install the {platform} build from the Marketplace or Open VSX, or the VSIX file with {platform} in its name.',
} as const satisfies WordTable;

export const IMPORT_WORDS = {
  loading: 'Loading {name}',
  cancelled: 'Loading {name} was canceled.',
  failed: "Couldn't open {where}. {why}",
  fileUnchanged: "The file wasn't changed.",
  skipInvalid: 'Open Without Invalid Rows',
  changeOptions: 'Change Import Options…',
  crashed: 'The process that serves local files ended unexpectedly.',
  restarted: 'It was restarted. Open records stay open.',
  restarts: 'It restarts with the next search. Open records stay open.',
} as const satisfies WordTable;

/** Above the records of a local resource, and where it has none to show. */
export const LOCAL_NOTICE_WORDS = {
  partial: 'Loading… {share}. Showing the first {records} records; search covers only these.',
  cancel: 'Cancel',
  discarded: 'The {records} records loaded so far were discarded.',
  kept: 'The {records} records loaded before are kept.',
  tryAgain: 'Try Again',
  changed: '{name} has changed on disk.',
  reload: 'Reload',
  gone: '{name} no longer exists. Showing its records as last loaded.',
  missing: '{file} no longer exists.',
  restoreFile: 'Restore it, or remove it from the list.',
  removed: 'This resource was removed from Local files.',
  openAgain: 'Open its file again, or download the copy again.',
  skippedOne: '1 invalid row was skipped.',
  skipped: '{count} invalid rows were skipped.',
  showSkipped: 'Show Skipped Rows',
  noSkippedList: "Couldn't find the list of skipped rows.",
  reloadForList: 'Reload the file to create it.',
  oneTextColumn: "{name} is a text column because some values don't fit its type: {example}.",
  textColumns: "{count} columns are text because some values don't fit their types: {examples}.",
  misfit: { message: '"{text}" in row {row}', comment: ['A value that is no number, date…'] },
  misfitInLine: {
    message: '"{text}" in row {row} (line {line})',
    comment: ['A value that is no number, date…; the line is that of the file'],
  },
  copy: 'Copy of {host}, downloaded {time}.',
  refresh: 'Refresh',
} as const satisfies WordTable;

export const SCHEMA_FILE_WORDS = {
  onlyCsv: 'Schema files describe CSV files.',
  typedAlready: '{name} has types of its own.',
  replace: 'Replace {name}?',
  replaceDetail: "This overwrites the schema file. {name} itself isn't changed.",
  replaceButton: 'Replace',
  written: 'Saved the column types of {name} to {schema}.',
  open: 'Open',
  failed: "Couldn't write {schema} ({why}).",
} as const satisfies WordTable;

export const COPY_WORDS = {
  noPortal: "This resource doesn't belong to a portal.",
  onlyPortals: 'Only resources of portals can be downloaded.',
  downloading: 'Downloading {name}',
  refreshing: 'Refreshing {name}',
  progress: '{records} of {all} records',
  saving: 'Saving…',
  downloadedOne: 'Downloaded 1 record of "{name}" from {host}.',
  downloaded: 'Downloaded {records} records of "{name}" from {host}.',
  changesUnknown: "The previous copy couldn't be read, so the changes are unknown.",
  unchanged: '"{name}" hasn\'t changed since {since}.',
  sameRecords: 'No records of "{name}" have changed since {since}.',
  changed: 'Records of "{name}" since {since}: {counts}.',
  added: '{count} added',
  removed: '{count} removed',
  edited: '{count} changed',
  comparedWhole: 'This portal renumbers its records, so whole records were compared.',
  newFields: 'New fields: {names}.',
  goneFields: 'Removed fields: {names}.',
  retypedFields: 'Fields with another type: {names}.',
  open: 'Open',
  showChanges: 'Show Changes',
  notRefreshed: '"{name}" hasn\'t been refreshed yet.',
  refreshFirst: 'Refresh the copy to see what has changed since it was downloaded.',
  largeChanges: 'These changes are more than 20 MB of JSON, too large for an editor.',
  save: 'Save',
  notSaved: 'No copy was saved.',
  kept: 'The copy from {time} is kept.',
  setToken: 'Set API Token…',
  tryAgain: 'Try Again',
  portalRemoved: 'The portal at {host} was removed. Add it again?',
  needsPortal: 'Refreshing "{name}" needs its portal. The copy is kept either way.',
  addPortal: 'Add Portal…',
  diskFull: "This machine's disk doesn't have enough space for all records.",
  freeSpace: 'Free some space, for example with Clear Local Data…, and try again.',
} as const satisfies WordTable;

export const REMOVAL_WORDS = {
  nothing: 'There is no local data.',
  clear: 'Clear',
  askClear: 'Clear {size} of local data?',
  cleared: 'Cleared {size} of local data.',
  title: 'Clear Local Data ({size} in Total)',
  select: 'Select data to delete',
  createdHere: 'created here; there is no other copy',
  filesStay: "The files themselves aren't deleted and can be loaded again.",
  lost: "Can't be loaded again: {names}",
  closesTabs: 'Tabs that show this data are closed.',
  removed: 'Removed "{name}" from the list. The file isn\'t changed.',
  askData: 'Delete Data of "{name}"?',
  askCopy: 'Delete Local Copy "{name}"?',
  delete: 'Delete',
  downloaded: 'Downloaded {time} from {host}.',
  portalUnchanged: "The portal's resource isn't changed, but its records may have changed since.",
  fileGone: "{file} no longer exists, so it can't be loaded again.",
  lastChanged: 'Last changed {time}.',
  noOtherCopy: 'This data was created on this machine. There is no other copy.',
} as const satisfies WordTable;

export const IMPORT_OPTION_WORDS = {
  title: 'Import Options for {name}',
  titleOfSeveral: 'Import Options for {files} Files',
  hintOfSeveral: 'Press Enter to open all, or select a file to change its options',
  reload: 'Reload with These Options',
  use: 'Use These Options',
  openAll: 'Open All {files} Files',
  files: 'Files',
  gzip: '{format}, compressed (gzip)',
  format: 'Format',
  sheets: 'Sheets',
  tables: { message: 'Tables', comment: ['Those of a database file.'] },
  encoding: 'Encoding',
  delimiter: 'Delimiter',
  quote: 'Quotes',
  header: 'First row',
  unreadable: 'Invalid rows',
} as const satisfies WordTable;

/** The values of each import option that has the same ones for every file. */
export const OPTION_VALUE_WORDS = {
  encoding: {
    'utf-8': 'UTF-8',
    'utf-16le': 'UTF-16 LE',
    'utf-16be': 'UTF-16 BE',
    'windows-1252': 'Western (Windows 1252)',
    'iso-8859-1': 'Western (ISO 8859-1)',
  },
  delimiter: { ',': 'Comma', ';': 'Semicolon', '\t': 'Tab', '|': 'Vertical bar' },
  quote: { '"': 'Double quotes (")', "'": "Single quotes (')", '': 'None' },
  header: { true: 'Column names', false: 'Data' },
  unreadable: { refuse: 'Stop with an error', skip: 'Skip and list them' },
} as const satisfies Readonly<Record<string, WordTable>>;

/** Option and value in one, where the value alone would say nothing. */
export const FIRST_ROW_WORDS = {
  true: 'First row: Column names',
  false: 'First row: Data',
} as const satisfies WordTable;
