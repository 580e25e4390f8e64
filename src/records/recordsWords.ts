/** What panels of records say: a table a topic. `{0}`, `{1}` are their details. */
import type { WordTable } from '../base/words.ts';

export const PANEL_WORDS = {
  /** Of resource `{0}`. */
  title: '{0} — Records',
  /** A resource of another portal has the same name `{0}`; `{1}`: the portal, or that this one is a local copy. */
  placed: '{0} ({1})',
  copy: 'copy',
  closed: 'Closed the tab "{0}", because its resource was removed.',
  cancelled: 'Canceled.',
  notLoaded: "The records of {0} aren't loaded.",
  restricted: "In Restricted Mode, the records of {0} aren't loaded until you select Run Again.",
  /** From server `{0}`. */
  moved: 'These records are from the former address of {0}.',
  noRecords: 'This panel shows no records yet.',
  runFirst: 'Run its query, then export.',
} as const satisfies WordTable;

/** The buttons below what went wrong, or was not asked yet. */
export const WAY_ON_WORDS = {
  runAgain: 'Run Again',
  tryAgain: 'Try Again',
  editQuery: 'Edit Query',
  setToken: 'Set API Token…',
  checkToken: 'Check API Token',
  back: 'Back',
} as const satisfies WordTable;

/** The status line: how many records are shown, of how many. */
export const STATUS_WORDS = {
  soFar: '{0} records so far',
  /** The limit `{0}`, where about `{1}` records match. */
  ofAbout: '{0} of about {1} records',
  about: 'about {0} records',
  of: '{0} of {1} matching records',
  one: '1 matching record',
  all: '{0} matching records',
  /** `{0}` of the `{1}` records of a file that are loaded so far. */
  ofLoaded: '{0} of {1} loaded records',
  loaded: '{0} loaded records',
  continued:
    "Now sorted by _id. The portal ranks search results, and can't keep that order beyond the first page.",
} as const satisfies WordTable;

/** Work that the status line shows. */
export const TASK_WORDS = {
  pause: 'Pause Export',
  resume: 'Resume Export',
  cancelExport: 'Cancel Export',
  paused: 'Export paused',
  /** Share `{0}`. */
  pausedAt: 'Export paused at {0}',
  cancel: 'Cancel',
  /** Portal `{0}`. */
  busy: '{0} is busy.',
  /** The sentence `{0}` says what went wrong. */
  failing: '{0} The request will be repeated.',
  /** Portal `{0}`. */
  waiting: 'Waiting for {0}',
  /** Portal `{0}`, for `{1}` seconds until now. */
  waitingFor: 'Waiting for {0}, {1} s',
} as const satisfies WordTable;

/** What changed in a panel, as Undo and Redo name it. */
export const CHANGE_TITLE_WORDS = {
  /** For `{0}`. */
  search: 'Search "{0}"',
  clearSearch: 'Clear Search',
  /** Field `{0}`. */
  filter: 'Filter {0}',
  filters: 'Change Filters',
  clearFilters: 'Clear All Filters',
  /** Field `{0}`. */
  sort: 'Sort by {0}',
  clearSort: 'Clear Sort',
  query: 'Change Query',
} as const satisfies WordTable;

/** Why a filter can't be asked for, by the problem of a change. */
export const CHANGE_WORDS = {
  null: "You can't filter by NULL. A datastore compares values, and NULL is equal to nothing.",
  json: "You can't filter by a list or an object. A datastore compares single values only.",
  range: "This portal can't filter by ranges. This requires CKAN 2.12 or later.",
  sql: "This portal can't exclude values or find empty ones. Local files and local copies can.",
  twoSearches: "This portal can't search all fields and one field at once. Clear one of the searches first.",
  sort: "This portal can't sort records. Local files and local copies can be sorted.",
  jsonText: 'The filters of this query must be a JSON object. Edit the query first.',
  /** File `{0}`, whose import was canceled or failed. */
  notLoaded: "{0} isn't loaded.",
  loadFirst: 'To query its records, select Try Again.',
  noField: 'This resource no longer has the field {0}.',
} as const satisfies WordTable;

export const STATISTICS_WORDS = {
  noRanges: "This portal can't filter by ranges.",
  longNumbers: "Some numbers have more than {0} digits. They're counted as text.",
  /** File `{0}`, share `{1}`. */
  stillLoading: "{0} isn't fully loaded ({1}).",
  countLater: 'Count all records once it has loaded.',
  onlySomeDistinct: 'This portal returns only some of the distinct records.',
  queryAll: 'Query all records to count them.',
  tooLarge: 'The values of this field are too large to count.',
  tooMany: "This portal doesn't count values, and more than {0} records match.",
  filterOrLoaded: 'Filter the records, or count the loaded ones.',
  mostFrequent: "This portal doesn't count values, and more than {0} records match. Filter them to see more.",
} as const satisfies WordTable;

/** One record, and the links in it. */
export const RECORD_WORDS = {
  noneSelected: 'No record is selected.',
  select: 'Select a record in the grid.',
  opening: 'Opening record {0}',
  missing: "Couldn't load record {0}. The portal returned no record there.",
  mayHaveChanged: 'The records may have changed. Run the query again.',
  tooLarge: 'Record {0} is too large for an editor.',
  copyValues: 'Copy single values from the record pane, or export the records.',
} as const satisfies WordTable;

export const SELECTION_WORDS = {
  noneSelected: 'No records are selected.',
  select: 'Select cells in the grid.',
  addingUp: 'Adding up the selected records',
  progress: '{0} of {1}',

  copyAs: 'Copy As',
  selectFormat: 'Select a format. Column names are copied too',
  copying: 'Copying records',
  tooLargeToCopy: 'The selection is too large for the clipboard.',
  copyFewer: 'Nothing was copied. Select fewer records, or export them.',
  exportRecords: 'Export Records…',
  /** As format `{0}`, of file `{1}`. */
  copiedOneLoading: "Copied 1 record as {0}: {1} isn't fully loaded.",
  copiedLoading: "Copied {0} records as {1}: {2} isn't fully loaded.",
  copiedOne: 'Copied 1 record as {0}.',
  copied: 'Copied {0} records as {1}.',

  reading: 'Reading the selected records',
  tooLargeToRead: 'The selection is too large for an editor.',
  selectFewer: 'Select fewer records.',
  record: 'Record {0}',
  oneField: '1 field',
  fields: '{0} fields',
  /** Of resource `{0}`: records `{1}`, fields `{2}`. */
  heading: 'Selection of {0}: {1}, {2}',
} as const satisfies WordTable;

/** What cells add up to: parts of one line. */
export const SUMMARY_WORDS = {
  cells: '{0} cells',
  oneLoaded: '1 loaded record',
  loaded: '{0} loaded records',
  values: '{0} values',
  sum: 'sum {0}',
  mean: 'mean {0}',
  min: 'min {0}',
  max: 'max {0}',
  oneLongNumber: '1 number with more than {0} digits left out',
  longNumbers: '{0} numbers with more than {1} digits left out',
  /** File `{0}`. */
  loading: "{0} isn't fully loaded",
} as const satisfies WordTable;
