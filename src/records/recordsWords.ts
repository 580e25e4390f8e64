/** Texts of records panels, with a table for each topic. `{0}`, `{1}` … are a text's details. */
import type { WordTable } from '../base/words.ts';

export const PANEL_WORDS = {
  title: '{0} — Records',
  /** For two resources with the same name `{0}`. `{1}` is the portal, or says that this one is a local copy. */
  placed: '{0} ({1})',
  copy: 'copy',
  closed: 'Closed the tab "{0}", because its resource was removed.',
  cancelled: 'Canceled.',
  notLoaded: "The records of {0} aren't loaded.",
  restricted: "In Restricted Mode, the records of {0} aren't loaded until you select Run Again.",
  moved: 'These records are from the former address of {0}.',
  noRecords: 'This panel shows no records yet.',
  runFirst: 'Run its query, then export.',
} as const satisfies WordTable;

/** Buttons below a failure, or below a query that hasn't run. */
export const WAY_ON_WORDS = {
  runAgain: 'Run Again',
  tryAgain: 'Try Again',
  editQuery: 'Edit Query',
  setToken: 'Set API Token…',
  checkToken: 'Check API Token',
  back: 'Back',
  makeCopy: 'Make Local Copy…',
} as const satisfies WordTable;

/** A local copy for a summary that the portal can't compute. */
export const COPY_OFFER_WORDS = {
  measuring: 'Looking up the size of {0}',
  question: 'Download a local copy of {0}?',
  /** The copy has `{0}`. In the second text, `{1}` is its size, and `{2}` a time like `3 min`. */
  records: '{0}. Answers are then computed on this computer.',
  size: '{0}, about {1} and {2} to download. Answers are then computed on this computer.',
  unknown: "The portal doesn't say how many records there are. Answers are then computed on this computer.",
  download: 'Download',
} as const satisfies WordTable;

export const STATUS_WORDS = {
  oneGroup: '1 group',
  groups: '{0} groups',
  soFar: '{0} records so far',
  counting: '{0} records or more, counting…',
  /** The type `{0}` of a column with rounded values. */
  rounded: '{0}, rounded',
  /** The limit is `{0}`, and about `{1}` records match. */
  ofAbout: '{0} of about {1} records',
  about: 'about {0} records',
  of: '{0} of {1} matching records',
  one: '1 matching record',
  all: '{0} matching records',
  /** `{0}` of the `{1}` records of a file that are loaded so far. */
  ofLoaded: '{0} of {1} loaded records',
  loaded: '{0} loaded records',
  continued: "Now sorted by _id. The portal ranks search results, and can't keep that order beyond the first page.",
} as const satisfies WordTable;

/** How a summary was computed: over which records, where, and what was left out. `{0}` lists columns or counts. */
export const COMPUTED_WORDS = {
  over: 'Over {0}',
  overOf: 'Over {0} of {1} records',
  overLoaded: 'Over {0} loaded records',
  zone: 'times in {0}',
  others: '{0} more groups in (others)',
  notFinite: '{0} values left out (NaN, infinity)',
  tooLong: 'sums with too many digits left empty: {0}',
  rounded: 'rounded: {0}',
  /** The table in a document has the first `{0}` of `{1}` rows. */
  firstRows: 'The first {0} of {1} rows.',
  title: '{0} request',
  copying: 'Copying the result',
  copied: 'Copied the result with its source.',
} as const satisfies WordTable;

export const CHART_WORDS = {
  title: 'Save chart of {0}',
  select: 'Select a format and a size in pixels',
  save: 'Save',
  /** The name of the new file, and why there is none. */
  saved: 'Saved the chart as {0}.',
  notSaved: "Couldn't save {0}.",
  tooLarge: 'The picture is too large.',
} as const satisfies WordTable;

export const TASK_WORDS = {
  pause: 'Pause Export',
  resume: 'Resume Export',
  cancelExport: 'Cancel Export',
  paused: 'Export paused',
  /** The finished share is `{0}`. */
  pausedAt: 'Export paused at {0}',
  cancel: 'Cancel',
  busy: '{0} is busy.',
  /** The sentence `{0}` says what went wrong. */
  failing: '{0} The request will be repeated.',
  waiting: 'Waiting for {0}',
  waitingFor: 'Waiting for {0}, {1} s',
} as const satisfies WordTable;

/** Changes in a panel, as Undo and Redo name them. */
export const CHANGE_TITLE_WORDS = {
  search: 'Search "{0}"',
  clearSearch: 'Clear Search',
  filter: 'Filter {0}',
  filters: 'Change Filters',
  clearFilters: 'Clear All Filters',
  sort: 'Sort by {0}',
  clearSort: 'Clear Sort',
  /** The words of a summary are `{0}`: "by canton, year of reported". */
  summary: 'Summarize {0}',
  clearSummary: 'Remove Summary',
  group: 'Show Records of This Group',
  query: 'Change Query',
} as const satisfies WordTable;

/** Why a filter can't be applied, by the problem of a change. */
export const CHANGE_WORDS = {
  null: "You can't filter by NULL. A datastore compares values, and NULL is equal to nothing.",
  json: "You can't filter by a list or an object. A datastore compares single values only.",
  range: "This portal can't filter by ranges. This requires CKAN 2.12 or later.",
  sql: "This portal can't exclude values or find empty ones. Local files and local copies can.",
  twoSearches: "This portal can't search all fields and one field at once. Clear one of the searches first.",
  sort: "This portal can't sort records. Local files and local copies can be sorted.",
  jsonText: 'The filters of this query must be a JSON object. Edit the query first.',
  /** The import of file `{0}` was cancelled or failed. */
  notLoaded: "{0} isn't loaded.",
  loadFirst: 'To query its records, select Try Again.',
  noField: 'This resource no longer has the field {0}.',
  noValue: 'Only a value of a group can filter records. To show the records of a row, press Enter.',
} as const satisfies WordTable;

/** Why the records of a group can't be shown. `{0}` is the field that the records are grouped by. */
export const GROUP_WORDS = {
  others: '(others) are the records of many groups. No single query shows them. Show more groups to see them apart.',
  weekday: 'Records of one weekday are in no single range of {0}, so no query shows them. Group by day to see them.',
  hour: 'Records of one hour of the day are in no single range of {0}, so no query shows them. Group by day to see them.',
  json: "Records can't be filtered by the lists or objects of {0}.",
  noField: 'This resource no longer has the field {0}.',
  date: "The records of this date can't be filtered by {0}: clocks or the calendar have no clear beginning there.",
  together:
    "This portal can't filter {0} by this group and by the present filter at once. Clear the filter of {0} first.",
} as const satisfies WordTable;

export const STATISTICS_WORDS = {
  noRanges: "This portal can't filter by ranges.",
  longNumbers: "Some numbers have more than {0} digits. They're counted as text.",
  /** The file is `{0}`, and its loaded share `{1}`. */
  stillLoading: "{0} isn't fully loaded ({1}).",
  countLater: 'Count all records once it has loaded.',
  onlySomeDistinct: 'This portal returns only some of the distinct records.',
  queryAll: 'Query all records to count them.',
  tooLarge: 'The values of this field are too large to count.',
  tooMany: "This portal doesn't count values, and more than {0} records match.",
  filterOrLoaded: 'Filter the records, or count the loaded ones.',
  mostFrequent: "This portal doesn't count values, and more than {0} records match. Filter them to see more.",
} as const satisfies WordTable;

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
  /** The resource is `{0}`, `{1}` counts its records and `{2}` its fields. */
  heading: 'Selection of {0}: {1}, {2}',
} as const satisfies WordTable;

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
  loading: "{0} isn't fully loaded",
} as const satisfies WordTable;
