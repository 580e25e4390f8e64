/**
 * Sentences that say why a file or a record can't be read, or how a file was read in spite of a fault. Readers report a code and its details; the command line and
 * VS Code make the sentence in the language of their users. A library's own words come last, in quotes.
 */
import { basename } from 'node:path';
import { ENGLISH, type Translate } from '../../base/words.ts';
import { PROCESS_END_REASONS } from './processEndings.ts';

export const REASONS = {
  missing: "The file doesn't exist.",
  permission: "You don't have permission to read the file.",
  linkLoop: 'The link leads back to itself.',
  folder: 'This is a folder, not a file.',
  notFile: "This isn't a file.",
  changed: 'The file changed while it was read. Open it again.',
  busy: 'Another program is writing to the file. Close it there and try again.',
  diskFull: PROCESS_END_REASONS.import.diskFull,
  diskQuota: 'The disk quota is used up.',
  tooLarge: 'The data is larger than the largest file that this disk allows.',
  memory: 'This needs more memory than local data can use. Increase the memory limit in the settings.',
  failed: 'The file couldn\'t be read ("{0}").',
  empty: 'The file is empty.',
  noWholeRecord: 'The beginning of the file has no complete record.',
  incomplete: 'The file is incomplete: its end is missing.',
  damagedText: "The file is damaged: its text isn't in the encoding that it declares.",
  damagedXml: 'The file is damaged: invalid XML ("{0}").',
  damagedZip: 'The file is damaged: invalid ZIP archive ("{0}").',
  documentType: 'The file is damaged: its XML has a document type declaration.',
  damagedDepth: 'The file is damaged: its XML is nested more than {0} levels deep.',
  encrypted: 'The file is encrypted.',
  password: 'The file is protected by a password. Save it without one and open it again.',
  noFields: 'The file has no fields.',
  manyFields: 'There are more than {0} fields.',
  manyValues: 'The records have {0} different fields, which is too many for a file of this size.',
  valueLength: 'A record or a value is larger than {0} MiB.',
  textRatio: 'Its values are more than {0} times as large as the file, which is too much.',
  noSuchSheet: 'The file has no such sheet.',
  noSuchTable: 'The file has no such table.',
  noTables: "The file has no tables and no views. Virtual tables aren't read.",
  viewOutside: "The view reads more than its own file, which isn't allowed.",
  viewsStopped: "Too many of the file's views had to be stopped.",
  viewSize: 'The view has far more values than a file of this size should have.',
  tooManySkipped: "More than {0} records can't be read. The last one: {1}",

  unknownFormat: "Files of the format {0} can't be read.",
  misnamed: 'The format of the file is {0}, but its name ends in {1}. Select that format, or rename the file.',
  pdf: "PDF documents can't be read.",
  word: "Word documents can't be read. Copy the table into a spreadsheet, save that as .xlsx and open it.",
  shape: 'This file has shapes without their records. Open the .dbf file beside it, which has the records.',
  numbers: "Numbers documents can't be read. Export it as .xlsx or .csv and open that.",
  oldXml: 'This is an XML file of Excel 2003. Open it in Excel or LibreOffice, save it as .xlsx and open that.',
  mhtml: 'This is a web page that Excel saved (MHTML). Open it in Excel, save it as .xlsx and open that.',
  foreign: "{0} files ({1}) can't be read. Save the data as .csv with {2} and open that.",
  binary:
    'This file has neither text nor a kind of data that can be read. Open it in its own program and save it as .csv.',
  oldOffice: "Excel and Word files from before 2007 can't be read. Save it as .xlsx or .csv and open that.",
  zip: "The ZIP archive has no file of records that can be read. Unpack it and open what's inside.",
  inZip: 'It is packed together with other files. Unpack the archive and open it.',
  zstdDamaged: 'The compressed data is damaged or incomplete. Get the whole file and open it again.',
  packed: "This kind of compression isn't supported. Unpack the file and open what's inside.",
  webPage: 'This is a web page. Open its address in a browser to see why.',
  xml: "XML files can't be read.",

  unpackedRoom: 'Unpacked, the file is larger than half of the free disk space.',
  unpackedSize: 'Unpacked, the file is larger than {0} GiB.',
  unpackedRatio: 'Unpacked, the file is more than {0} times as large, which is too much.',
  gzipIncomplete: 'The gzip data is incomplete. Get the whole file and open it again.',
  gzipDamaged: 'The gzip data is damaged, or other data follows it.',
  gzipTrailing: 'Other data follows the gzip data.',
  zipEntries: 'There are too many files inside.',
  zipSize: '{0} inside would unpack to {1} MiB, which is too much.',

  nulByte: 'The text has a NUL byte.',
  encoding: "These bytes aren't {0} text. Select the file's encoding.",
  surrogate: "A text has half of a surrogate pair, which UTF-8 can't hold.",
  recordLength: 'The record is larger than {0} MiB.',

  quotesOff: '{0} If quotes are ordinary characters in this file, set the option Quotes to None.',
  quoteNeverEnds: 'A quoted value begins here and never ends.',
  textAfterQuote: 'Text follows the closing quote of a value.',
  quoteAfterSpace: 'A quote follows a space at the beginning of a value.',
  carriageReturn: 'A carriage return is in the middle of a line.',
  firstLineEmpty: 'The first line is empty.',
  firstLineNoNames: 'The first line is empty. It must name the fields.',
  notAsNamed: 'The row has {0} values, but the header has {1}.',
  oneNotAsNamed: 'The row has 1 value, but the header has {1}.',
  notAsFirst: 'The row has {0} values, but the first row has {1}.',
  oneNotAsFirst: 'The row has 1 value, but the first row has {1}.',
  belowTable: 'The line stands below the table.',
  readingsDiffer: 'Two ways of reading the file gave different results, so nothing was imported.',

  invalidJson: 'Invalid JSON ("{0}").',
  notJson: 'The file is neither an array of objects nor JSON Lines.',
  noRecordFields: 'No record has a field.',
  recordNeverEnds: 'The file ends in the middle of a record.',
  arrayNeverEnds: 'The array never ends. The file may be incomplete.',
  textAfterArray: 'Text follows the end of the array.',
  noComma: 'A comma is missing between two records.',
  notObject: "A record isn't an object.",
  notList: "A record isn't a list.",
  keyTwice: 'A record has this key twice.',
  nesting: 'Values are nested more than {0} levels deep.',
  noSuchList: 'The file has no list {0}.',
  namesDiffer: 'The texts of the file name different fields.',
  noFeatures: 'The file has no features.',
  notFeature: "A record isn't a feature.",
  featureProperties: "The properties of a feature aren't an object.",

  xlsb: "Binary workbooks (.xlsb) can't be read. Save it as .xlsx and open that.",
  oldExcel:
    "This is an Excel file from before 2007 (.xls), or it's protected by a password. Save it as .xlsx without a password and open that.",
  noHtmlTable: 'The page has no table with a row.',
  notWorkbook: 'This is not an Excel workbook, or it has no sheets.',
  notOpenDocument: "This isn't an OpenDocument spreadsheet, or it has no sheets.",
  repeated: 'Repeated cells would make the sheet too large.',
  sheetEmpty: 'The sheet is empty.',
  sheetHidden: 'The sheet is hidden. Select it to read it.',
  rowOrder: "The number of the next row isn't higher, or is too high.",
  cellOrder: "A cell isn't to the right of the one before it, or is too far to the right.",
  sharedText: "A text isn't among the texts of the file.",

  decimalDigits: 'Decimal numbers have {0} digits. Up to {1} can be read exactly.',
  nestedNanoseconds: 'Times in a structure are in nanoseconds and would be cut to microseconds.',
  int96Nanoseconds: 'Times of the old kind INT96 are in nanoseconds and would be cut to microseconds.',
  parquetFooter: "The file is damaged: its footer can't be read.",
  parquetSchema: "The file is damaged: its schema isn't a tree.",
  sameMember: 'Two members of a structure differ by case alone.',
  noSqlite: 'SQLite files need a newer VS Code, one with Node.js 22.15 or later.',
  notSqlite: "This isn't an SQLite file, or it's encrypted.",
  sqliteDamaged: "The file is damaged: SQLite can't read all of it.",
  notDuckdb: "This isn't a DuckDB file.",
  duckdbVersion: 'The file was written by another version of DuckDB ("{0}").',

  cellnumber: "The value isn't a number, so it became NULL.",
  celldate: "The value isn't a date in the form of the column, so it became NULL.",
  celltimestamp: "The value isn't a date with a time in the form of the column, so it became NULL.",
  cellboolean: "The value isn't a word for true or false, so it became NULL.",
  celltext: 'The value became NULL.',

  overLines: 'A quoted value begins in line {0} and goes over several lines, each with as many values as the header.',
  headerAgain: 'Lines that repeat the header, as in files that were joined, were left out: {0}, first line {1}.',
  readOtherwise: 'The file has changed and is read in another way: {0} is {1} instead of {2}.',
  partEncoding: 'the encoding',
  partDelimiter: 'the delimiter',
  partQuote: 'the quote',
  partComment: 'the mark of remarks',
  partHeader: 'the header',
  partHeaderLine: 'the first row',
  partHeaderSeparator: 'the text between names of two rows',
  partRecords: 'the place of the records',
  dbaseHeader: "The file is damaged, or of dBase 7: its header doesn't fit its records.",
  oneDeleted: '1 record that is marked as deleted was left out.',
  deleted: '{0} records that are marked as deleted were left out.',
  noMemos: 'The long texts are NULL, because the .dbt or .fpt file beside {0} is missing.',

  looseJson: "Line {0} has {1}, which JSON doesn't allow. It was read as it was meant.",
  looseComma: 'a comma at the end',
  looseComment: 'a comment',
  looseQuote: 'single quotes',
  looseName: 'a name without quotes',
  looseWord: "another program's word for true, false or null",
  oneNotFinite: '1 value is NaN or infinite, which JSON has no numbers for. It became NULL.',
  notFinite: '{0} values are NaN or infinite, which JSON has no numbers for. They became NULL.',
  otherLists: 'The records are those of {0}. The file has other lists: {1}.',
  listLeftOut: 'The list {0} beside the records was left out.',

  withoutFirst: 'All records have one value more than there are names, so the first field has no name.',
  withoutLast: 'All records end with a delimiter that the names lack. It was left out.',
  oneMore: 'All records have one value fewer than there are names, so the last field is NULL.',
  twoHeaderRows: 'Two rows name the fields. Their names were joined by "{0}".',

  line: 'line {0}',
  row: 'row {0}',
  field: 'field {0}',
} as const;

export type ReasonCode = keyof typeof REASONS;
/** A detail can be another reason, as in `tooManySkipped`. */
type Detail = string | Reason;
type Details<Text extends string> = Text extends `${string}{${number}}${infer Rest}`
  ? readonly [detail: Detail, ...rest: Details<Rest>]
  : readonly [];

export interface Reason {
  readonly code: ReasonCode;
  readonly details?: readonly Detail[];
}

export function reason<Code extends ReasonCode>(code: Code, ...details: Details<(typeof REASONS)[Code]>): Reason {
  return details.length === 0 ? { code } : { code, details };
}

/** Thrown if a file can't be read; this error doesn't name the file. */
export class ReasonError extends Error {
  override readonly name: string = 'ReasonError';
  readonly reason: Reason;

  constructor(why: Reason) {
    super(reasonText(why));
    this.reason = why;
  }
}

export function reasonText({ code, details = [] }: Reason, translate: Translate = ENGLISH.translate): string {
  const texts = details.map((detail) => (typeof detail === 'string' ? detail : reasonText(detail, translate)));
  return translate(REASONS[code], ...texts);
}

export function skippedReason(why: Reason | string, translate?: Translate): string {
  return typeof why === 'string' ? why : reasonText(why, translate);
}

export interface FilePlace {
  readonly part?: string;
  /** Line of a text or row of a sheet, from 1. The record there can be skipped. */
  readonly line?: number;
  /** Row of a sheet beyond which nothing can be read, so that skipping it doesn't help. */
  readonly row?: number;
  readonly field?: string;
}

export interface Unreadable {
  readonly file: string;
  readonly reason: Reason;
  readonly place: FilePlace;
}

/** Formats a message, for example `a.csv, line 3: A record isn't an object.` */
export function unreadableText({ file, reason, place }: Unreadable, translate?: Translate): string {
  return `${placeText(file, place, translate)}: ${reasonText(reason, translate)}`;
}

export function placeText(file: string, { part, line, row, field }: FilePlace, translate?: Translate): string {
  return [
    basename(file),
    ...(part === undefined ? [] : [JSON.stringify(part)]),
    ...(line === undefined ? [] : [reasonText(reason('line', String(line)), translate)]),
    ...(row === undefined ? [] : [reasonText(reason('row', String(row)), translate)]),
    ...(field === undefined ? [] : [reasonText(reason('field', JSON.stringify(field)), translate)]),
  ].join(', ');
}

/** Thrown if a file can't become a resource without changing or losing something. */
export class UnreadableFile extends Error implements Unreadable {
  override readonly name = 'UnreadableFile';
  readonly file: string;
  readonly reason: Reason;
  readonly place: FilePlace;

  constructor(file: string, reason: Reason, place: FilePlace = {}) {
    super(unreadableText({ file, reason, place }));
    this.file = file;
    this.reason = reason;
    this.place = place;
  }
}
