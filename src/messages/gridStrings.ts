import type { Words, WordTable } from '../base/words.ts';

/** Every text of the records panel's page, in English; `{0}`, `{1}` are filled in by the page. */
export const GRID_STRINGS = {
  // In cells
  /** Drawn for null, so that it is unlike an empty text. */
  null: { message: 'NULL', comment: ['Drawn in a cell that holds no value.'] },
  /** Stands for a number too long for a cell; {0} is how many digits it has. */
  digits: { message: '{0} digits', comment: ['Stands in a cell for a number too long to draw.'] },
  /** Name of the first column, which numbers the records. */
  rowNumber: 'Record number',
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
  fieldFitted: '{0} fits its values.',
  fieldHidden: '{0} is hidden.',
  lastFieldStays: 'The last field shown cannot be hidden.',
  oneFieldFrozen: '1 field is frozen.',
  /** {0} is how many. */
  fieldsFrozen: '{0} fields are frozen.',
  /** {0} of the {1} that were wanted. */
  fewerFieldsFrozen: '{0} of {1} fields are frozen: there is no room for more.',
  noFieldFrozen: 'No field is frozen.',
  fieldsReset: 'The fields are laid out as they came.',
  /** In the status line; opens the fields pane. */
  oneHiddenField: '1 field hidden',
  /** {0} is how many. */
  hiddenFields: '{0} fields hidden',

  // Bar
  editQuery: 'Edit query',
  exportJson: 'Export to JSON editor',
  refresh: 'Run again',
  cancel: 'Cancel',

  // States
  loading: 'Loading records…',
  cancelling: 'Cancelling…',
  noRecords: 'No records match.',
  noRecordsHint: 'Change the search, the filters or the limit.',
  noFields: 'This resource has no fields to show.',
  retry: 'Retry',
  runAgain: 'Run again',
  setToken: 'Set API token…',
  showLog: 'Show log',
  /** Said when a window of records failed; Enter on one of them, or a click, asks again. */
  someNotLoaded: 'Some records could not be loaded. Press Enter on one, or click it, to try again.',

  // Record pane
  /** {0} is the record's number. */
  record: 'Record {0}',
  closeRecord: 'Close record',
  emptyText: 'empty text',
  recordNotLoaded: 'This record could not be loaded.',
  /** {0} characters of {1} are shown. */
  partShown: '{0} of {1} characters are shown.',
  showMore: 'Show more',
  previousRecord: 'Previous record',
  nextRecord: 'Next record',
  openInEditor: 'Open record in editor',
  /** {0} is the field's name. */
  copyValue: { message: 'Copy value of {0}', comment: ['The name of a field follows.'] },
  filterByThis: { message: 'Filter by this value of {0}', comment: ['The name of a field follows.'] },
  /** Mark of a field that the grid does not show. */
  hiddenField: 'hidden in the grid',
  paneWidth: 'Width of the record pane',

  // Find
  find: 'Find in loaded records',
  findNext: 'Next match (Enter)',
  findPrevious: 'Previous match (Shift+Enter)',
  findClose: 'Close (Escape)',
  /** A button; the keys are Alt+Enter. */
  findOnServer: 'Search all records',
  finding: 'Finding…',
  findFailed: 'Finding did not work.',
  /** {0} is which match the cursor is on, {1} how many there are. */
  findPlace: '{0} of {1} matches',
  findMatch: '1 match',
  findMatches: '{0} matches',
  findNone: 'No matches',
  /** {0} records are loaded, of {1}. */
  findLoaded: 'in the {0} loaded records of {1}',
  /** The same where the end is not known. */
  findSome: 'in the {0} loaded records',
  findAll: 'in all {0} records shown',
  /** Where the cursor went: {0} is the record's number, {1} the field. */
  findAt: 'record {0}, {1}',

  // Go to row
  goToRow: 'Go to row',
  /** {0} is the last row's number. */
  goToRowHint: '1 to {0}, -1 for the last, or a share such as 50%',
  goToRowBeyond: 'The last row is {0}.',
  goToRowUnclear: 'This is no row. Type 1 to {0}, -1 for the last, or a share such as 50%.',

  // Look
  /** Said when numbers, dates and booleans are drawn as they came, and when they are not any more. */
  valuesRaw: 'Values are shown raw.',
  valuesFormatted: 'Values are shown formatted.',
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
  goBack: 'Previous query',
  goForward: 'Next query',
  /** Accessible name of the line of chips. */
  question: 'Search, filters and order',
  /** {0} is what was searched for. */
  searchChip: 'Search “{0}”',
  /** {0} is the field, {1} its condition. */
  filterChip: 'Filter {0}: {1}',
  /** Filters that say more than a condition for each field. */
  rawFilters: 'Filters as JSON',
  /** {0} is the field. */
  sortedUp: '{0}, ascending',
  sortedDown: '{0}, descending',
  /** A chip of the order: pressing it turns the order around. {0} is the field with its direction. */
  turnSort: 'Order: {0}. Press to turn around',
  /** {0} is what the chip says. */
  removeChip: 'Remove {0}',
  clearAll: 'Clear all',
  /** Conditions in a chip: from {0} to {1}. */
  rangeBetween: '{0} to {1}',
  rangeFrom: 'from {0}',
  rangeTo: 'to {0}',
  /** Said when the order changed: {0} is a list of fields with their directions. */
  sortedBy: 'Sorted by {0}',
  unsorted: 'Not sorted any more',
  oneFilter: '1 filter',
  manyFilters: '{0} filters',
  noFilters: 'No filters',
  searchedFor: 'Searched for “{0}”',
  noSearch: 'No search any more',
  /** Accessible name of the menu of field {0}. */
  fieldMenu: 'Field {0}',
  sortAscending: 'Sort ascending',
  sortDescending: 'Sort descending',
  addSortAscending: 'Add to sort, ascending',
  addSortDescending: 'Add to sort, descending',
  clearSort: 'Clear sort',
  filterField: 'Filter…',
  clearFieldFilter: 'Clear filter',
  fitField: 'Fit to values',
  moveFieldLeft: 'Move left',
  moveFieldRight: 'Move right',
  hideField: 'Hide field',
  freezeFields: 'Freeze up to here',
  resetFields: 'Reset field layout',
  showFields: 'Fields and statistics',
  /** Title of the filter of field {0}. */
  filterOf: 'Filter {0}',
  filterValue: 'Value',
  filterValueHint: 'Type a value, or search in the list',
  /** Accessible name of the list to pick from. */
  filterList: 'Most frequent values',
  /** A choice: exactly the text {0}. */
  filterTyped: 'Equals “{0}”',
  filterCounting: 'Counting values…',
  /** Over how many records the counts go, and which. */
  filterCounted: 'Counted over all {0} matching records.',
  filterCountedLoaded: 'Counted over the {0} loaded records.',
  /** There are more different values than the list has. */
  filterMore: 'There are more values: type one.',
  filterNoValues: 'No other value.',
  filterNotCounted: 'The values could not be counted.',
  /** {0} values are chosen. */
  filterChosen: '{0} chosen',
  /** The ends of a range. */
  filterFrom: 'From',
  filterTo: 'To',
  filterApply: 'Apply',
  filterClear: 'Clear filter',
  filterClose: 'Close',
  /** {0} is what was typed. */
  notNumber: '“{0}” isn’t a number. Enter one.',
  notBoolean: 'Enter true or false.',
  filterImpossible: 'Lists and objects cannot be filtered by: a datastore compares single values.',

  // Fields pane
  fields: 'Fields',
  closeFields: 'Close fields',
  /** {0} fields of {1} are shown. */
  fieldsShown: { message: '{0} of {1} shown', comment: ['Fields in the grid, of all fields.'] },
  findField: 'Find a field',
  noFieldFound: 'No field is called so.',
  /** {0} is the field's name: a check box. */
  showField: 'Show {0}',
  /** Said after a field was moved: {0} is its name, {1} its new place, {2} how many there are. */
  fieldMoved: '{0} is field {1} of {2} now.',
  /** {0} is how many. */
  overLoaded: 'Over the {0} loaded records',
  overLoadedOne: 'Over the one loaded record',
  overAll: 'Over all {0} records',
  overAllOne: 'Over the one record',
  countAll: 'Count all {0} records',
  /** The same where nobody knows how many there are. */
  countAllUnknown: 'Count all records',
  counting: 'Counting…',
  /** {0} records were read so far. */
  countedSoFar: 'Counting… {0} records',
  nullShare: { message: 'NULL', comment: ['Share of records that hold no value in a field.'] },
  distinctValues: { message: 'Distinct', comment: ['How many different values a field has.'] },
  leastValue: { message: 'Min', comment: ['Least value of a field.'] },
  greatestValue: { message: 'Max', comment: ['Greatest value of a field.'] },
  meanValue: { message: 'Mean', comment: ['Average of a field’s numbers.'] },
  otherValues: 'Other values',
  noValues: 'There are no values.',
  /** A bar: {0} is the value, {1} how many records. */
  barOf: '{0}: {1} records',
  barOfOne: '{0}: 1 record',
  /** Spoken for "10 – 20". */
  barRange: { message: '{0} to {1}', comment: ['Two ends of a range of values.'] },

  // Selection
  /** A button: of what is selected, only the loaded records are summed up. */
  sumAll: 'Sum all selected records',
  copied: 'Copied.',
  notCopied: 'The value could not be copied.',
} as const satisfies WordTable;

export type GridStrings = Words<typeof GRID_STRINGS>;
