/** Every text of the records grid. The host fills it with `l10n.t` (records/gridStrings.ts). */
export interface GridStrings {
  // In cells
  /** Drawn for null, so that it is unlike an empty text. */
  readonly null: string;
  /** Stands for a number too long for a cell; {0} is how many digits it has. */
  readonly digits: string;
  /** Name of the first column, which numbers the records. */
  readonly rowNumber: string;
  /** Stands for the name of a field whose name is empty. */
  readonly noName: string;
  /** In place of a record that could not be loaded. */
  readonly notLoaded: string;

  // Fields: {0} is a field's name where nothing else is said
  /** Name of the button in a header. */
  readonly menuOf: string;
  /** Part of a header's name: {0} counts the fields that the records are sorted by. */
  readonly sortKey: string;
  /** Part of a header's name. */
  readonly filtered: string;
  /** {1} is a number of pixels. */
  readonly fieldSized: string;
  readonly fieldFitted: string;
  readonly fieldHidden: string;
  readonly lastFieldStays: string;
  readonly oneFieldFrozen: string;
  /** {0} is how many. */
  readonly fieldsFrozen: string;
  /** {0} of the {1} that were wanted. */
  readonly fewerFieldsFrozen: string;
  readonly noFieldFrozen: string;
  readonly fieldsReset: string;
  /** In the status line; opens the fields pane. */
  readonly oneHiddenField: string;
  /** {0} is how many. */
  readonly hiddenFields: string;

  // Bar
  readonly editQuery: string;
  readonly exportJson: string;
  readonly refresh: string;
  readonly cancel: string;

  // States
  readonly loading: string;
  readonly cancelling: string;
  readonly noRecords: string;
  readonly noRecordsHint: string;
  readonly noFields: string;
  readonly retry: string;
  readonly runAgain: string;
  readonly setToken: string;
  readonly showLog: string;
  /** Said when a window of records failed; Enter on one of them, or a click, asks again. */
  readonly someNotLoaded: string;

  // Record pane
  /** {0} is the record's number. */
  readonly record: string;
  readonly closeRecord: string;
  readonly emptyText: string;
  readonly recordNotLoaded: string;
  /** {0} characters of {1} are shown. */
  readonly partShown: string;
  readonly showMore: string;
  readonly previousRecord: string;
  readonly nextRecord: string;
  readonly openInEditor: string;
  /** {0} is the field's name. */
  readonly copyValue: string;
  readonly filterByThis: string;
  /** Mark of a field that the grid does not show. */
  readonly hiddenField: string;
  readonly paneWidth: string;

  // Find
  readonly find: string;
  readonly findNext: string;
  readonly findPrevious: string;
  readonly findClose: string;
  /** A button; the keys are Alt+Enter. */
  readonly findOnServer: string;
  readonly finding: string;
  readonly findFailed: string;
  /** {0} is which match the cursor is on, {1} how many there are. */
  readonly findPlace: string;
  readonly findMatch: string;
  readonly findMatches: string;
  readonly findNone: string;
  /** {0} records are loaded, of {1}. */
  readonly findLoaded: string;
  /** The same where the end is not known. */
  readonly findSome: string;
  readonly findAll: string;
  /** Where the cursor went: {0} is the record's number, {1} the field. */
  readonly findAt: string;

  // Go to row
  readonly goToRow: string;
  /** {0} is the last row's number. */
  readonly goToRowHint: string;
  readonly goToRowBeyond: string;
  readonly goToRowUnclear: string;

  // Look
  /** Said when numbers, dates and booleans are drawn as they came, and when they are not any more. */
  readonly valuesRaw: string;
  readonly valuesFormatted: string;
  /** While the scrollbar is dragged: {0} is the first row in view, {1} how many there are. */
  readonly rowOf: string;
  /** The same where the end is not known. */
  readonly rowAt: string;

  // Below the last row
  readonly endOfRecords: string;
  /** {0} is the limit. */
  readonly limitReached: string;

  // Question: chips, menu of a field, filter of a field
  /** Buttons of the bar: to the question before, and to the one after it. */
  readonly goBack: string;
  readonly goForward: string;
  /** Accessible name of the line of chips. */
  readonly question: string;
  /** {0} is what was searched for. */
  readonly searchChip: string;
  /** {0} is the field, {1} its condition. */
  readonly filterChip: string;
  /** Filters that say more than a condition for each field. */
  readonly rawFilters: string;
  /** {0} is the field. */
  readonly sortedUp: string;
  readonly sortedDown: string;
  /** A chip of the order: pressing it turns the order around. {0} is the field with its direction. */
  readonly turnSort: string;
  /** {0} is what the chip says. */
  readonly removeChip: string;
  readonly clearAll: string;
  /** Conditions in a chip: from {0} to {1}. */
  readonly rangeBetween: string;
  readonly rangeFrom: string;
  readonly rangeTo: string;
  /** Said when the order changed: {0} is a list of fields with their directions. */
  readonly sortedBy: string;
  readonly unsorted: string;
  readonly oneFilter: string;
  readonly manyFilters: string;
  readonly noFilters: string;
  readonly searchedFor: string;
  readonly noSearch: string;
  /** Accessible name of the menu of field {0}. */
  readonly fieldMenu: string;
  readonly sortAscending: string;
  readonly sortDescending: string;
  readonly addSortAscending: string;
  readonly addSortDescending: string;
  readonly clearSort: string;
  readonly filterField: string;
  readonly clearFieldFilter: string;
  readonly fitField: string;
  readonly moveFieldLeft: string;
  readonly moveFieldRight: string;
  readonly hideField: string;
  readonly freezeFields: string;
  readonly resetFields: string;
  readonly showFields: string;
  /** Title of the filter of field {0}. */
  readonly filterOf: string;
  readonly filterValue: string;
  readonly filterValueHint: string;
  /** Accessible name of the list to pick from. */
  readonly filterList: string;
  /** A choice: exactly the text {0}. */
  readonly filterTyped: string;
  readonly filterCounting: string;
  /** Over how many records the counts go, and which. */
  readonly filterCounted: string;
  readonly filterCountedLoaded: string;
  /** There are more different values than the list has. */
  readonly filterMore: string;
  readonly filterNoValues: string;
  readonly filterNotCounted: string;
  /** {0} values are chosen. */
  readonly filterChosen: string;
  /** The ends of a range. */
  readonly filterFrom: string;
  readonly filterTo: string;
  readonly filterApply: string;
  readonly filterClear: string;
  readonly filterClose: string;
  readonly filterImpossible: string;

  // Fields pane
  readonly fields: string;
  readonly closeFields: string;
  /** {0} fields of {1} are shown. */
  readonly fieldsShown: string;
  readonly findField: string;
  readonly noFieldFound: string;
  /** {0} is the field's name: a check box. */
  readonly showField: string;
  /** Said after a field was moved: {0} is its name, {1} its new place, {2} how many there are. */
  readonly fieldMoved: string;
  /** {0} is how many. */
  readonly overLoaded: string;
  readonly overLoadedOne: string;
  readonly overAll: string;
  readonly overAllOne: string;
  readonly countAll: string;
  /** The same where nobody knows how many there are. */
  readonly countAllUnknown: string;
  readonly counting: string;
  /** {0} records were read so far. */
  readonly countedSoFar: string;
  readonly nullShare: string;
  readonly distinctValues: string;
  readonly leastValue: string;
  readonly greatestValue: string;
  readonly meanValue: string;
  readonly otherValues: string;
  readonly noValues: string;
  /** A bar: {0} is the value, {1} how many records. */
  readonly barOf: string;
  readonly barOfOne: string;
  /** Spoken for "10 – 20". */
  readonly barRange: string;

  // Selection
  /** A button: of what is selected, only the loaded records are summed up. */
  readonly sumAll: string;
  readonly copied: string;
  readonly notCopied: string;
}
