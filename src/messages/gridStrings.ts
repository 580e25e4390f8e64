import type { Words, WordTable } from '../base/words.ts';
import { CONDITION_STRINGS } from '../datastore/query/conditionStrings.ts';
import { CHART_STRINGS } from './chartStrings.ts';
import { type GridAction, GRID_ACTIONS } from './gridActions.ts';
import { SUMMARY_STRINGS } from './summaryStrings.ts';

/** Every text of the records panel's page in English. The page fills in `{0}` and `{1}`. */
export const GRID_STRINGS = {
  ...CONDITION_STRINGS,
  ...SUMMARY_STRINGS,
  ...CHART_STRINGS,

  /** Drawn for NULL, so that it differs from an empty text. */
  null: { message: 'NULL', comment: ['Drawn in a cell that holds no value.'] },
  digits: { message: '{0} digits', comment: ['Stands in a cell for a number too long to draw.'] },
  rowNumber: 'Row number',
  noName: { message: '(no name)', comment: ['Stands for the name of a field.'] },
  notLoaded: 'Not loaded',

  // In the texts about columns, {0} is the field's name unless a comment says otherwise.
  menuOf: { message: 'Menu of {0}', comment: ['The name of a field follows.'] },
  /** Part of a header's accessible name. {0} is the position of the field among the sort keys. */
  sortKey: { message: 'sort key {0}', comment: ['Part of the name of a field that records are sorted by.'] },
  filtered: { message: 'filtered', comment: ['Part of the name of a field.'] },
  fieldSized: '{0} is {1} pixels wide.',
  fieldFitted: 'Auto-fitted {0}.',
  fieldHidden: '{0} is hidden.',
  lastFieldStays: "The last visible column can't be hidden.",
  /** Titles of changes, as Undo names them. */
  resizeField: 'Resize {0}',
  autoFitField: 'Auto-fit {0}',
  moveField: 'Move {0}',
  hideThis: 'Hide {0}',
  freezeColumns: 'Freeze Columns',
  /** {0} is the title of a change, such as "Hide station_id". */
  undoChange: 'Undo {0}',
  redoChange: 'Redo {0}',
  undone: 'Undid: {0}',
  redone: 'Redid: {0}',
  nothingToUndo: 'Nothing to undo.',
  nothingToRedo: 'Nothing to redo.',
  oneFieldFrozen: '1 column is frozen.',
  fieldsFrozen: '{0} columns are frozen.',
  /** {1} columns should be frozen, but only {0} fit. */
  fewerFieldsFrozen: "{0} of {1} columns are frozen. There's no room for more.",
  noFieldFrozen: 'No columns are frozen.',
  fieldsReset: 'Reset the column layout.',
  /** Shown in the status line. A click opens the fields pane. */
  oneHiddenField: '1 hidden column',
  hiddenFields: '{0} hidden columns',

  editQuery: 'Edit Query',
  exportJson: 'Export to JSON Editor',
  exportRecords: 'Export Records…',
  moreActions: 'More Actions…',
  cancel: 'Cancel',

  /** {0} is the earlier value of a cell. */
  before: 'Before: {0}',
  /** Buttons that show only these records of a comparison. {0} is their number. */
  added: '{0} added',
  removed: '{0} removed',
  changed: '{0} changed',
  changes: 'Changes',

  loading: 'Loading records…',
  cancelling: 'Canceling…',
  noRecords: 'No records match.',
  noRecordsHint: 'Change the search, the filters or the limit.',
  isWithoutRecords: '{0} has no records.',
  clearFilters: 'Clear Filters',
  clearSearch: 'Clear Search',
  noFields: 'This resource has no fields to show.',
  runAgain: 'Run Again',
  someNotLoaded: "Some records couldn't be loaded. Press Enter on a row, or click it, to try again.",

  record: 'Record {0}',
  closeRecord: 'Close Record',
  emptyText: 'empty text',
  findInRecord: 'Find a field or value',
  noneInRecord: 'No such field or value.',
  recordNotLoaded: "Couldn't load this record.",
  partShown: 'Showing {0} of {1} characters.',
  showMore: 'Show More',
  previousRecord: 'Previous Record',
  nextRecord: 'Next Record',
  openInEditor: 'Open Record in Editor',
  copyValue: { message: 'Copy Value of {0}', comment: ['The name of a field follows.'] },
  filterByThis: { message: 'Filter by This Value of {0}', comment: ['The name of a field follows.'] },
  hiddenField: 'hidden in the grid',
  paneWidth: 'Width of the record pane',

  find: 'Find in loaded records',
  findNext: 'Next Match (Enter)',
  findPrevious: 'Previous Match (Shift+Enter)',
  findClose: 'Close (Escape)',
  /** A button. Its keyboard shortcut is Alt+Enter. */
  findOnServer: 'Search All Records',
  finding: 'Searching…',
  findFailed: "Couldn't search the loaded records.",
  findPlace: '{0} of {1} matches',
  findMatch: '1 match',
  findMatches: '{0} matches',
  findNone: 'No matches',
  findLoaded: 'in the {0} loaded records of {1}',
  findSome: 'in the {0} loaded records',
  findAll: 'in {0} records',
  findAllOne: 'in 1 record',
  findAt: 'record {0}, {1}',

  goToRow: 'Go to row',
  goToRowHint: '1 to {0}, -1 for the last row, or a percentage such as 50%',
  goToRowBeyond: 'The last row is {0}.',
  goToRowUnclear: 'Enter a row from 1 to {0}, -1 for the last row, or a percentage such as 50%.',

  valuesRaw: 'Showing raw values.',
  valuesFormatted: 'Showing formatted values.',
  /** Shown while the scrollbar is dragged: {0} is the first visible row, {1} the number of rows. */
  rowOf: 'Row {0} of {1}',
  rowAt: 'Row {0}',

  endOfRecords: 'End of records',
  endOfGroups: 'End of groups',
  limitReached: 'Limit of {0} records reached',

  goBack: 'Previous Query',
  goForward: 'Next Query',
  searchAllRecords: 'Search all records',
  searchField: 'Search {0}',
  searchByEnter: 'Press Enter to search.',
  /** Accessible name of the line of chips. */
  question: 'Search, filters and sort order',
  searchChip: 'Search "{0}"',
  filterChip: 'Filter {0}: {1}',
  /** Shown for filters that need more than a condition for each field. */
  rawFilters: 'Filters as JSON',
  sortedUp: '{0}, ascending',
  sortedDown: '{0}, descending',
  /** A chip of the sort order; pressing it reverses the direction. {0} is the field with its direction. */
  turnSort: 'Sorted by {0}. Press to reverse',
  removeChip: 'Remove {0}',
  clearAll: 'Clear All',
  sortedBy: 'Sorted by {0}',
  unsorted: 'Sort cleared',
  oneFilter: '1 filter',
  manyFilters: '{0} filters',
  noFilters: 'No filters',
  /** Descriptions of a search for text {0}. In the last one, {1} is searched for in field {0}. */
  searchStartsWith: 'starts with {0}',
  searchExpression: 'expression {0}',
  searchInField: '{0}: {1}',
  searchedFor: 'Searched for "{0}"',
  noSearch: 'Search cleared',
  summaryTitle: 'Summarize',
  summaryApply: 'Summarize',
  removeSummary: 'Remove Summary',
  /** A chip with a part of the summary in words. */
  summaryChip: 'Summary {0}. Press to change',
  summarized: 'Summarized {0}',
  noSummary: 'Summary removed',
  notOfRecords: 'Only columns with values of the records can filter them.',
  howComputed: 'How It Was Computed',
  /** Accessible name of the menu of field {0}. */
  fieldMenu: 'Column {0}',
  ...titlesOf(
    'sortAscending',
    'sortDescending',
    'addSortAscending',
    'addSortDescending',
    'clearSort',
    'filterField',
    'filterBySummary',
    'clearFieldFilter',
    'summarize',
    'summarizeBy',
    'sumBy',
    'fitField',
    'moveFieldLeft',
    'moveFieldRight',
    'hideField',
    'freezeFields',
    'resetFields',
    'showFields',
    'findInRecords',
  ),
  goToRowTool: GRID_ACTIONS.goToRow.title,
  filterOf: 'Filter {0}',
  filterContainsNote: 'Ignores upper and lower case.',
  filterWordsNote: "Finds whole words, as this portal's search does.",
  filterValue: 'Value',
  filterValueHint: 'Enter a value or search the list',
  /** Accessible name of the list of values. */
  filterList: 'Most frequent values',
  filterTyped: 'Exactly "{0}"',
  filterCounting: 'Counting values…',
  filterCounted: 'Counts cover all {0} matching records.',
  filterCountedLoaded: 'Counts cover a sample: the {0} loaded records.',
  filterSearched: 'All values are searched.',
  filterMore: 'Most frequent values shown. Type to filter by another value.',
  filterNotCounted: "Couldn't count the values.",
  filterApply: 'Apply',
  filterClear: 'Clear Filter',
  filterClose: 'Close',
  notNumber: '"{0}" isn\'t a number. Enter one.',
  notBoolean: 'Enter true or false.',
  reversed: '"From" is greater than "To". Swap the values.',
  filterImpossible: "You can't filter by a list or an object. A datastore compares single values only.",

  fields: 'Fields',
  closeFields: 'Close Fields',
  fieldsShown: { message: '{0} of {1} shown', comment: ['Fields in the grid, of all fields.'] },
  findField: 'Find a field',
  noFieldFound: 'No such field.',
  fieldsMatch: { message: 'Found {0} of {1}', comment: ['How many fields match, of all fields.'] },
  fieldOrder: 'Order of the fields',
  inTableOrder: { message: 'As in table', comment: ['An order of fields: that of the columns.'] },
  byName: { message: 'By name', comment: ['An order of fields.'] },
  byType: { message: 'By type', comment: ['An order of fields.'] },
  byMissing: { message: 'By missing values', comment: ['An order of fields.'] },
  showField: 'Show {0}',
  /** Announced after a field was moved: {0} is its name, {1} its new position, {2} the number of columns. */
  fieldMoved: 'Moved {0} to column {1} of {2}.',
  overLoaded: 'Sample: {0} loaded records',
  overLoadedOne: 'Sample: 1 loaded record',
  overFirst: 'Sample: first {0} records',
  overAll: 'All {0} records',
  overAllOne: '1 record',
  countAll: 'Count All {0} Records',
  countAllUnknown: 'Count All Records',
  counting: 'Counting…',
  countedSoFar: 'Counting… {0} records',
  emptyShare: { message: 'Empty', comment: ['Share of records that hold no value in a field, or an empty text.'] },
  emptyTextShare: { message: 'Empty text', comment: ['Share of records that hold an empty text in a field.'] },
  nullShare: { message: 'NULL', comment: ['Share of records that hold no value in a field.'] },
  distinctValues: { message: 'Distinct', comment: ['How many different values a field has.'] },
  leastValue: { message: 'Min', comment: ['Least value of a field.'] },
  quartile1: { message: 'Lower quartile', comment: ["A quarter of a field's numbers are at most this number."] },
  medianValue: { message: 'Median', comment: ["The middle one of a field's numbers."] },
  quartile3: { message: 'Upper quartile', comment: ["Three quarters of a field's numbers are at most this number."] },
  greatestValue: { message: 'Max', comment: ['Greatest value of a field.'] },
  meanValue: { message: 'Mean', comment: ["Average of a field's numbers."] },
  deviation: { message: 'Standard deviation', comment: ["Of a field's numbers, as of a sample."] },
  roundedValue: { message: '{0} (rounded)', comment: ['A number.'] },
  otherValues: 'Other values',
  noValues: 'No values.',
  allDifferent: 'All values are different.',
  /** Accessible name of a bar: {0} is the value, {1} the number of records. */
  barOf: '{0}: {1} records',
  barOfOne: '{0}: 1 record',
  /** Title of a menu that lists the bars. {0} is the field's name. */
  summaryMenu: 'Filter {0} by',
  noSummaryFilter: 'No values of this column to filter by.',
  barRange: { message: '{0} to {1}', comment: ['Two ends of a range of values.'] },

  tryingAgain: { message: 'Trying again in {0} s', comment: ['Seconds, counted down.'] },
  tryingAgainIn: { message: 'Trying again in {0}', comment: ['A time such as 12:05, counted down.'] },

  /** A button, shown while the sums cover only the loaded records of the selection. */
  sumAll: 'Sum All Selected Records',
  copied: 'Copied.',
  notCopied: "Couldn't copy the value.",
} as const satisfies WordTable;

export type GridStrings = Words<typeof GRID_STRINGS>;

/** Menu items have the titles of their commands. */
function titlesOf<K extends GridAction>(...actions: readonly K[]): Readonly<Record<K, string>> {
  return Object.fromEntries(actions.map((action) => [action, GRID_ACTIONS[action].title])) as Record<K, string>;
}
