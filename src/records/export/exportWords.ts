/** Questions and messages of an export. `{0}`, `{1}` … are a text's details. */
import type { WordTable } from '../../base/words.ts';

export const EXPORT_WORDS = {
  title: 'Export Records of {0}',
  selectFormat: 'Select a format',
  /** `{0}` is a count: "250 records". */
  selectFormatFor: 'Select a format for {0}',
  /** The estimated size is `{0}`. */
  about: 'about {0}',
  /** This remark follows the format GeoJSON. */
  noGeometry: 'no geometry in the first records',
  fieldsButId: 'All Fields Except _id…',
  /** A heading for the two texts below. */
  instead: 'Instead of all records',
  selectedOnly: 'Selected Records Only…',
  loadedOnly: 'Loaded Records Only…',
  partGone: "The panel doesn't show the selected records anymore.",
  selectValues: 'Select how to write values',
  asInFile: 'As in the File',
  asInFileExample: { message: '17.308,38 or 24.07.2020', comment: ['Values as a file may have them.'] },
  typed: 'Typed Values',
  typedExample: { message: '17308.38 or 2020-07-24', comment: ['The same values by their types.'] },
  selectTarget: 'Select where to export the records',
  editor: 'New Editor',
  file: 'File…',
  clipboard: 'Clipboard',
  export: 'Export',
  /** This word is put in parentheses into a file's name. */
  copy: 'copy',

  /** The file is `{0}`, and its loaded share `{1}`. */
  stillLoading: '{0} is still loading ({1}).',
  oneLoaded: '1 record can be exported now.',
  loaded: '{0} records can be exported now.',
  wait: 'Wait for All Records',
  exportLoaded: 'Export What Is Loaded',
  waiting: 'Waiting for {0}: {1}',
  loadingCancelled: 'Loading {0} was canceled.',
  nothingExported: 'Nothing was exported.',

  exporting: 'Exporting records of {0}',
  progress: '{0} of {1} records',
  tooLargeToCopy: 'More than 64 MB of {0} is too large for the clipboard.',
  tooLargeToOpen: 'More than 20 MB of {0} is too large for an editor.',

  pace: '{0} records/s',
  /** The duration `{0}` reads like "3 min". */
  left: '{0} left',

  savedOne: 'Saved 1 record ({0}) to {1}.',
  saved: 'Saved {0} records ({1}) to {2}.',
  open: 'Open',
  reveal: 'Reveal',
  copyPath: 'Copy Path',
  changed: 'The data has changed: {0} records were shown, {1} were exported.',
  partial: "Not all records were exported, because {0} wasn't fully loaded.",
  /** Said when the export stopped there. */
  editorHas: 'The editor has only the first {0} records.',
  nothingCopied: 'Nothing was copied.',

  cancelled: 'The export to {0} was canceled. Its first {1} records are kept.',
  /** `{0}` is the file or resource, and `{1}` a sentence with the reason. */
  stopped: 'Export of {0} stopped. {1}',
  kept: 'The first {0} records are kept in {1}.',
  resume: 'Resume',
  discard: 'Discard',
  startOver: 'Start Over',
  continueAnyway: 'Continue Anyway',
  partExists: "An earlier export to {0} didn't finish.",
  partHas: 'It has the first {0} records.',
  otherPart: 'Starting over deletes {0}, which belongs to another export or program.',
  otherQuestion:
    "The unfinished export to {0} can't be resumed, because its query, its address or its data has changed, or because an earlier version of this extension began it.",
  partChanged: "The unfinished export to {0} can't be resumed, because {1} has changed.",
  running: '{0} is already being exported.',

  /** The format is `{0}`, and the finished share `{1}`. */
  building: 'Writing {0}… {1}',
  tooManyRecords: '{0} files hold at most {1} records, and there are more.',
  tooManyOfRecords: '{0} files hold at most {1} records. There are {2}.',
  fewerRecords: 'Export as CSV or Parquet, or narrow the query with filters or a limit.',
  tooManyFields: '{0} files hold at most {1} fields. There are {2}.',
  fewerFields: 'Export as CSV or Parquet, or select fewer fields in the query.',
} as const satisfies WordTable;

export const CSV_WORDS = {
  withOptions: 'CSV with Options…',
  selectDelimiter: 'Select a delimiter',
  comma: 'Comma',
  semicolon: 'Semicolon',
  tab: 'Tab',
  bar: 'Vertical Bar',
  selectOptions: 'Select options, or press Enter for none',
  bom: 'Byte Order Mark',
  bomDetail: 'Excel recognizes UTF-8 by it',
  lf: 'Line Feeds Only',
  lfDetail: 'Lines end in LF instead of CR LF',
  safe: 'Safe for Spreadsheets',
  safeDetail:
    "Puts an apostrophe before texts that begin with = + - @, also after spaces, or with a control character, so that they aren't run as formulas",
} as const satisfies WordTable;

/** The files are `{0}`, and the times `{1}`. */
export const VERIFY_WORDS = {
  title: 'Verify Export',
  select: 'Select an export to read its file again',
  otherFile: 'Other File…',
  verify: 'Verify',
  verifying: 'Verifying {0}',
  /** `{2}` is a count like "250 records", and `{3}` a size. */
  whole: '{0} is intact: {2}, {3}, exactly as exported on {1}.',
  doubtful: 'The export warned that records may be missing or repeated.',
  changed: '{0} has changed since it was exported on {1}.',
  otherSize: 'It had {0} bytes, and has {1} now.',
  otherContent: 'Its size is the same, but its content is different.',
  gone: "{0}, exported on {1}, isn't there anymore.",
  unknown: "{0} can't be verified. Only the last {1} exports to files can.",
} as const satisfies WordTable;
