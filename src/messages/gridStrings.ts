import type { Words, WordTable } from '../base/words.ts';
import { CONDITION_STRINGS } from '../datastore/query/conditionStrings.ts';
import { type GridAction, GRID_ACTIONS } from './gridActions.ts';

/** Every text of the records panel's page, in English; `{0}`, `{1}` are filled in by the page. */
export const GRID_STRINGS = {
  ...CONDITION_STRINGS,

  // In cells
  /** Drawn for null, so that it is unlike an empty text. */
  null: { message: 'NULL', comment: ['Drawn in a cell that holds no value.'] },
  /** Stands for a number too long for a cell; {0} is how many digits it has. */
  digits: { message: '{0} digits', comment: ['Stands in a cell for a number too long to draw.'] },
  /** Name of the first column, which numbers the records. */
  rowNumber: 'Row number',
  /** Stands for the name of a field whose name is empty. */
  noName: { message: '(no name)', comment: ['Stands for the name of a field.'] },
  /** In place of a record that could not be loaded. */
  notLoaded: 'Not loaded',

  // Fields: {0} is a field's name where nothing else is said
  /** Name of the button in a header. */
  menuOf: { message: 'Menu of {0}', comment: ['The name of a field follows.'] },
  /** Part of a header's name: {0} counts the fields that the records are sorted by. */
  sortKey: {
    message: 'sort key {0}',
    comment: ['Part of the name of a field that records are sorted by.'],
  },
  /** Part of a header's name. */
  filtered: { message: 'filtered', comment: ['Part of the name of a field.'] },
  /** {1} is a number of pixels. */
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
  /** {0} is how many. */
  fieldsFrozen: '{0} columns are frozen.',
  /** {0} of the {1} that were wanted. */
  fewerFieldsFrozen: "{0} of {1} columns are frozen. There's no room for more.",
  noFieldFrozen: 'No columns are frozen.',
  fieldsReset: 'Reset the column layout.',
  /** In the status line; opens the fields pane. */
  oneHiddenField: '1 hidden column',
  /** {0} is how many. */
  hiddenFields: '{0} hidden columns',

  // Bar
  editQuery: 'Edit Query',
  exportJson: 'Export to JSON Editor',
  exportRecords: 'Export Records…',
  moreActions: 'More Actions…',
  cancel: 'Cancel',

  // States
  loading: 'Loading records…',
  cancelling: 'Canceling…',
  noRecords: 'No records match.',
  noRecordsHint: 'Change the search, the filters or the limit.',
  /** {0} is the resource, which has no records at all. */
  isWithoutRecords: '{0} has no records.',
  clearFilters: 'Clear Filters',
  clearSearch: 'Clear Search',
  noFields: 'This resource has no fields to show.',
  runAgain: 'Run Again',
  /** Said when a window of records failed; Enter on one of them, or a click, asks again. */
  someNotLoaded: "Some records couldn't be loaded. Press Enter on a row, or click it, to try again.",

  // Record pane
  /** {0} is the record's number. */
  record: 'Record {0}',
  closeRecord: 'Close Record',
  emptyText: 'empty text',
  findInRecord: 'Find a field or value',
  noneInRecord: 'No such field or value.',
  recordNotLoaded: "Couldn't load this record.",
  /** {0} characters of {1} are shown. */
  partShown: 'Showing {0} of {1} characters.',
  showMore: 'Show More',
  previousRecord: 'Previous Record',
  nextRecord: 'Next Record',
  openInEditor: 'Open Record in Editor',
  /** {0} is the field's name. */
  copyValue: { message: 'Copy Value of {0}', comment: ['The name of a field follows.'] },
  filterByThis: { message: 'Filter by This Value of {0}', comment: ['The name of a field follows.'] },
  /** Mark of a field that the grid does not show. */
  hiddenField: 'hidden in the grid',
  paneWidth: 'Width of the record pane',

  // Find
  find: 'Find in loaded records',
  findNext: 'Next Match (Enter)',
  findPrevious: 'Previous Match (Shift+Enter)',
  findClose: 'Close (Escape)',
  /** A button; the keys are Alt+Enter. */
  findOnServer: 'Search All Records',
  finding: 'Searching…',
  findFailed: "Couldn't search the loaded records.",
  /** {0} is which match the cursor is on, {1} how many there are. */
  findPlace: '{0} of {1} matches',
  findMatch: '1 match',
  findMatches: '{0} matches',
  findNone: 'No matches',
  /** {0} records are loaded, of {1}. */
  findLoaded: 'in the {0} loaded records of {1}',
  /** The same where the end is not known. */
  findSome: 'in the {0} loaded records',
  findAll: 'in {0} records',
  findAllOne: 'in 1 record',
  /** Where the cursor went: {0} is the record's number, {1} the field. */
  findAt: 'record {0}, {1}',

  // Go to row
  goToRow: 'Go to row',
  /** {0} is the last row's number. */
  goToRowHint: '1 to {0}, -1 for the last row, or a percentage such as 50%',
  goToRowBeyond: 'The last row is {0}.',
  goToRowUnclear: 'Enter a row from 1 to {0}, -1 for the last row, or a percentage such as 50%.',

  // Look
  /** Said when numbers, dates and booleans are drawn as they came, and when they are not any more. */
  valuesRaw: 'Showing raw values.',
  valuesFormatted: 'Showing formatted values.',
  /** While the scrollbar is dragged: {0} is the first row in view, {1} how many there are. */
  rowOf: 'Row {0} of {1}',
  /** The same where the end is not known. */
  rowAt: 'Row {0}',

  // Below the last row
  endOfRecords: 'End of records',
  /** {0} is the limit. */
  limitReached: 'Limit of {0} records reached',

  // Question: chips, menu of a field, filter of a field
  /** Buttons of the bar: to the question before, and to the one after it. */
  goBack: 'Previous Query',
  goForward: 'Next Query',
  /** The box above the records. */
  searchAllRecords: 'Search all records',
  /** {0} is the field that is searched. */
  searchField: 'Search {0}',
  /** For screen readers. */
  searchByEnter: 'Press Enter to search.',
  /** Accessible name of the line of chips. */
  question: 'Search, filters and sort order',
  /** {0} is what was searched for. */
  searchChip: 'Search "{0}"',
  /** {0} is the field, {1} its condition. */
  filterChip: 'Filter {0}: {1}',
  /** Filters that say more than a condition for each field. */
  rawFilters: 'Filters as JSON',
  /** {0} is the field. */
  sortedUp: '{0}, ascending',
  sortedDown: '{0}, descending',
  /** A chip of the order: pressing it turns the order around. {0} is the field with its direction. */
  turnSort: 'Sorted by {0}. Press to reverse',
  /** {0} is what the chip says. */
  removeChip: 'Remove {0}',
  clearAll: 'Clear All',
  /** Said when the order changed: {0} is a list of fields with their directions. */
  sortedBy: 'Sorted by {0}',
  unsorted: 'Sort cleared',
  oneFilter: '1 filter',
  manyFilters: '{0} filters',
  noFilters: 'No filters',
  /** What is searched for: {0} begins words, {0} is an expression, and {1} is searched for in field {0}. */
  searchStartsWith: 'starts with {0}',
  searchExpression: 'expression {0}',
  searchInField: '{0}: {1}',
  searchedFor: 'Searched for "{0}"',
  noSearch: 'Search cleared',
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
  /** Title of the filter of field {0}. */
  filterOf: 'Filter {0}',
  filterContainsNote: 'Ignores upper and lower case.',
  filterWordsNote: "Finds whole words, as this portal's search does.",
  filterValue: 'Value',
  filterValueHint: 'Enter a value or search the list',
  /** Accessible name of the list to pick from. */
  filterList: 'Most frequent values',
  /** A choice: exactly the text {0}. */
  filterTyped: 'Exactly "{0}"',
  filterCounting: 'Counting values…',
  /** Over how many records the counts go, and which. */
  filterCounted: 'Counts cover all {0} matching records.',
  filterCountedLoaded: 'Counts cover a sample: the {0} loaded records.',
  /** The list has the values that contain what was typed. */
  filterSearched: 'All values are searched.',
  /** There are more different values than the list has. */
  filterMore: 'Most frequent values shown. Type to filter by another value.',
  filterNotCounted: "Couldn't count the values.",
  filterApply: 'Apply',
  filterClear: 'Clear Filter',
  filterClose: 'Close',
  /** {0} is what was typed. */
  notNumber: '"{0}" isn\'t a number. Enter one.',
  notBoolean: 'Enter true or false.',
  /** The ends of a range. */
  reversed: '"From" is greater than "To". Swap the values.',
  filterImpossible: "You can't filter by a list or an object. A datastore compares single values only.",

  // Fields pane
  fields: 'Fields',
  closeFields: 'Close Fields',
  /** {0} fields of {1} are shown. */
  fieldsShown: { message: '{0} of {1} shown', comment: ['Fields in the grid, of all fields.'] },
  findField: 'Find a field',
  noFieldFound: 'No such field.',
  /** {0} is the field's name: a check box. */
  showField: 'Show {0}',
  /** Said after a field was moved: {0} is its name, {1} its new place, {2} how many there are. */
  fieldMoved: 'Moved {0} to column {1} of {2}.',
  /** {0} is how many. */
  overLoaded: 'Sample: {0} loaded records',
  overLoadedOne: 'Sample: 1 loaded record',
  overFirst: 'Sample: first {0} records',
  overAll: 'All {0} records',
  overAllOne: '1 record',
  countAll: 'Count All {0} Records',
  /** The same where nobody knows how many there are. */
  countAllUnknown: 'Count All Records',
  counting: 'Counting…',
  /** {0} records were read so far. */
  countedSoFar: 'Counting… {0} records',
  emptyShare: {
    message: 'Empty',
    comment: ['Share of records that hold no value in a field, or an empty text.'],
  },
  emptyTextShare: {
    message: 'Empty text',
    comment: ['Share of records that hold an empty text in a field.'],
  },
  nullShare: { message: 'NULL', comment: ['Share of records that hold no value in a field.'] },
  distinctValues: { message: 'Distinct', comment: ['How many different values a field has.'] },
  leastValue: { message: 'Min', comment: ['Least value of a field.'] },
  greatestValue: { message: 'Max', comment: ['Greatest value of a field.'] },
  meanValue: { message: 'Mean', comment: ["Average of a field's numbers."] },
  otherValues: 'Other values',
  noValues: 'No values.',
  allDifferent: 'All values are different.',
  /** A bar: {0} is the value, {1} how many records. */
  barOf: '{0}: {1} records',
  barOfOne: '{0}: 1 record',
  /** A menu of bars: {0} is the field's name. */
  summaryMenu: 'Filter {0} by',
  noSummaryFilter: 'No values of this column to filter by.',
  /** Spoken for "10 – 20". */
  barRange: { message: '{0} to {1}', comment: ['Two ends of a range of values.'] },

  // What goes on
  /** {0} is a number of seconds. */
  tryingAgain: { message: 'Trying again in {0} s', comment: ['Seconds, counted down.'] },
  /** {0} is a longer time, such as 12:05. */
  tryingAgainIn: { message: 'Trying again in {0}', comment: ['A time such as 12:05, counted down.'] },

  // Selection
  /** A button: of what is selected, only the loaded records are summed up. */
  sumAll: 'Sum All Selected Records',
  copied: 'Copied.',
  notCopied: "Couldn't copy the value.",
} as const satisfies WordTable;

export type GridStrings = Words<typeof GRID_STRINGS>;

/** A menu's items are called as their commands. */
function titlesOf<K extends GridAction>(...actions: readonly K[]): Readonly<Record<K, string>> {
  return Object.fromEntries(actions.map((action) => [action, GRID_ACTIONS[action].title])) as Record<
    K,
    string
  >;
}
