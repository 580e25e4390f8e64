import type { Words, WordTable } from '../base/words.ts';

/** Every text of the page of import options in English. The page fills in `{0}` and `{1}`. */
export const OPTIONS_STRINGS = {
  importOptions: 'Import Options',
  cancel: 'Cancel',
  skipFile: 'Skip This File',
  file: 'File',
  openSimilar: { message: 'Use for Similar Files…', comment: ['Files in the same folder with the same columns.'] },
  wrongOption: 'Correct the marked option first.',
  resetToDetected: 'Reset to Detected',
  /** Folds options away, and lists them with their values. */
  more: 'More: {0}',
  typedValue: { message: '{0}: value', comment: ['Label of the field for another value of the option {0}.'] },
  inspecting: 'Inspecting the file…',
  noneSelected: 'Select at least one.',

  nullWords: 'Words for missing values',
  nullWordsHint: 'For example: NA, n/a',

  preview: 'Preview',
  fileLines: { message: 'Lines of the file', comment: ['The first lines as they stand in the file.'] },
  beginHere: 'Begin the table at line {0}',
  endHere: 'End the table at line {0}',
  clickLine: 'Click a line number to begin or end the table there. Struck-out lines are left out.',
  leftOut: 'left out',
  /** Accessible name of the table, which has `{0}` rows. */
  firstRows: 'First {0} rows',
  null: 'NULL',
  noRows: 'No rows.',

  columns: 'Columns',
  findColumn: 'Find column',
  someColumns: 'Showing {0} of {1} columns. Use Find column to see others.',
  noColumns: 'No matching columns.',
  noName: { message: '(no name)', comment: ['Stands for the name of a column.'] },

  type: 'Type',
  text: 'Text',
  number: 'Number',
  date: 'Date',
  timestamp: 'Date and time',
  boolean: 'True/false',

  decimal: 'Decimal mark',
  thousands: 'Thousands mark',
  sign: 'Unit',
  signHint: { message: '%, €, …', comment: ['Signs that can stand beside a number.'] },
  negative: 'Negative numbers',
  none: 'None',
  point: 'Point (.)',
  comma: 'Comma (,)',
  space: 'Space',
  apostrophe: "Apostrophe (')",
  order: 'Date order',
  ymd: 'Year, month, day',
  dmy: 'Day, month, year',
  mdy: 'Month, day, year',
  pivot: 'Two-digit years',
  trueWords: 'True',
  falseWords: 'False',

  /** `{0}` is the share of values that fit a type. */
  fit: '{0} fit',
  fitOf: '{0} of {1} values fit',
  misfit: '"{0}" doesn\'t fit.',
  misfitInLine: 'Line {1}: "{0}" doesn\'t fit.',
  /** `{0}` is a number of values, `{1}` the words that they are. */
  missing: { message: '{0} NULL: {1}', comment: ['For example: 12 NULL: "NA", "-"'] },
  dateOrderUnclear: "Day and month can't be told apart.",
  decimalMarkUnclear: "Decimal mark and thousands mark can't be told apart.",
  bracketsUnclear: 'Brackets may mean negative or uncertain.',
  leadingZeros: 'Some numbers start with a zero.',
  declaredText: 'The file stores these values as text.',
  staysText: 'The column stays text.',
  nullMisfits: "Import values that don't fit as NULL",
  /** Applies the type of most values: Number, Date … */
  useType: 'Use {0}',
  useDetected: 'Use Detected Type',
} as const satisfies WordTable;

export type OptionsStrings = Words<typeof OPTIONS_STRINGS>;
