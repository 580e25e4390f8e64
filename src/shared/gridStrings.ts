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

  // Copy
  readonly copied: string;
  readonly notCopied: string;
}
