/** How a file is read. Every part is guessed and can be changed before the import. */
import type { ColumnInspection, ColumnReading } from './columnReading.ts';
import type { FileFormat } from './fileKinds.ts';
import type { Reason } from './reasons.ts';

/**
 * Names of the Encoding Standard, except that `iso-8859-1` is that encoding (there it means windows-1252), and that it
 * has no UTF-32, IBM 850 and IBM 437.
 */
export const FILE_ENCODINGS = [
  ...(['utf-8', 'utf-16le', 'utf-16be', 'utf-32le', 'utf-32be'] as const),
  ...(['windows-1252', 'iso-8859-1', 'iso-8859-15', 'macintosh', 'ibm850', 'ibm437'] as const),
  ...(['windows-1250', 'iso-8859-2', 'windows-1251', 'iso-8859-5', 'koi8-r', 'koi8-u', 'ibm866'] as const),
  ...(['x-mac-cyrillic', 'windows-1253', 'iso-8859-7', 'windows-1254', 'windows-1257', 'iso-8859-4'] as const),
  ...(['iso-8859-13', 'iso-8859-3', 'iso-8859-10', 'iso-8859-14', 'iso-8859-16'] as const),
  ...(['windows-1255', 'iso-8859-8', 'windows-1256', 'iso-8859-6', 'windows-1258', 'windows-874'] as const),
  ...(['shift_jis', 'euc-jp', 'iso-2022-jp', 'gb18030', 'big5', 'euc-kr'] as const),
] as const;
export type FileEncoding = (typeof FILE_ENCODINGS)[number];

export interface Reading {
  readonly format: FileFormat;
  /** If it isn't `none`, `format` is that of the unpacked data. */
  readonly compression: 'none' | 'gzip' | 'zstd' | 'zip';
  /** Encoding of CSV and JSON. A byte order mark is never part of the data. */
  readonly encoding?: FileEncoding;
  /** Delimiter of CSV, one or several characters. */
  readonly delimiter?: string;
  /** Quote of CSV, one character, or empty if values aren't quoted. */
  readonly quote?: string;
  /** Character before a quote that belongs to a quoted value of CSV. */
  readonly escape?: string;
  /** Line of CSV, or row of a sheet, on which the table begins, from 1. */
  readonly headerLine?: number;
  /** Lines of CSV that begin with this text are left out. */
  readonly comment?: string;
  /** Number of lines at the end of a CSV file that are left out. Undefined if notes are found by their shape. */
  readonly skipEnd?: number;
  /** Whether the first record of CSV or a sheet, or the first list, names the fields (else `field 1`, …). */
  readonly header?: boolean;
  /** Text between the names of two header rows. Empty or undefined for one row. */
  readonly headerSeparator?: string;
  /** Keys of JSON, joined by points, that lead to the list of records. Empty: the text itself is the records. */
  readonly records?: string;
  /** Whether each member of a nested JSON object is a field (`address.city`), or the object one value of JSON. */
  readonly nested?: 'json' | 'fields';
  /** The sheet or table, if a file can have several. */
  readonly part?: string;
  /** What to do with records that can't be read: stop the import, or skip and list them (SkippedRecord). */
  readonly unreadable: 'refuse' | 'skip';
  /** Choices for single columns, at most one each. The other columns are guessed. */
  readonly columns?: readonly ColumnReading[];
  /** Texts that mean NULL in any column. The empty text always does, unless it's quoted. */
  readonly nullWords?: readonly string[];
  /** The NULL words come from a schema file beside the data, not from a person. */
  readonly hasSchemaNullWords?: true;
}

/** What a person chose; the rest is guessed from the file. */
export type ReadingChoices = Partial<Reading>;

export type UnsurePart = 'encoding';

export interface InspectedRecord {
  readonly values: readonly (string | null)[];
  /** The record's first line, in formats with lines. */
  readonly line?: number;
}

/** The beginning of a file that declares which values are texts. */
export interface TypedRecords {
  readonly fields: readonly string[];
  /** Types in the order of the fields. */
  readonly types: readonly string[];
  readonly records: readonly InspectedRecord[];
}

export interface LeftOutPart {
  readonly part: string;
  readonly reason: Reason;
}

export interface DialectEvidence {
  /** Number of values of most records, and the share of the first records that have as many, from 0 to 1. */
  readonly width: number;
  readonly share: number;
  /** Lines with text below the table. Undefined if the end of the file isn't looked at. */
  readonly linesBelow?: number;
}

/** A line of a text file, beside the table that is read from it. */
export interface InspectedLine {
  /** At most SAMPLE_LENGTH characters, without the line end. */
  readonly text: string;
  readonly role: 'names' | 'record' | 'leftOut';
}

export interface Inspection {
  readonly reading: Reading;
  /** Sheets or tables in the file's order; undefined if a file is one resource. */
  readonly parts?: readonly string[];
  /** The last of `parts`, if the file has views. Those that can't be read don't stand in the way of the tables. */
  readonly views?: readonly string[];
  /** Sheets that aren't among `parts`. A hidden one is read if it's chosen. */
  readonly leftOut?: readonly LeftOutPart[];
  /** Lists in a JSON object that can be the records, best first (`Reading.records`). */
  readonly recordLists?: readonly string[];
  /** The first records have nested JSON objects (`Reading.nested`). */
  readonly hasNested?: true;
  /** The first SHOWN_LINES lines of CSV. */
  readonly lines?: readonly InspectedLine[];
  /** What the guess of a CSV file's dialect stands on. */
  readonly evidence?: DialectEvidence;
  /** Parts of `reading` for which another guess was almost as likely. */
  readonly unsure?: readonly UnsurePart[];
  /** What people should know about the guesses. */
  readonly notices?: readonly Reason[];
  /** Ids that the fields would get (fieldIds). */
  readonly fields: readonly string[];
  /** Values of the first SAMPLE_RECORDS records as text, each cut to SAMPLE_LENGTH. */
  readonly sample: readonly (readonly (string | null)[])[];
  /** What each column looks like, in the order of `fields`. */
  readonly columns: readonly ColumnInspection[];
}

export const SAMPLE_RECORDS = 5;
export const SHOWN_LINES = 40;
/** How many records of a file that isn't text are read to guess its columns. */
export const LOOKED_AT_RECORDS = 1000;
export const SAMPLE_LENGTH = 100;

export function sampleText<Value extends string | null>(value: Value): Value;
export function sampleText(value: string | null): string | null {
  return value === null ? null : cutText(value, SAMPLE_LENGTH);
}

/** The first `length` UTF-16 units of a text, copied because a slice would keep the whole text in memory. */
export function cutText(text: string, length: number): string {
  const cut = text.length > length ? Buffer.from(text.slice(0, length), 'utf16le').toString('utf16le') : text;
  return cut.toWellFormed();
}

/** Maximum text kept of a skipped record, in UTF-16 units; each takes at most three bytes in UTF-8. */
export const MAX_SKIPPED_TEXT = 1000;

export interface SkippedRecord {
  /** Line of the unpacked text, from 1. Undefined in formats without lines. */
  readonly line?: number;
  /** The record's `_id`, if only the value of `field` was left out. */
  readonly row?: number;
  readonly field?: string;
  /** Lists of earlier versions have a sentence instead of a code. */
  readonly reason: Reason | string;
  /** The record, or its value, as written in the file, cut to MAX_SKIPPED_TEXT. */
  readonly text: string;
}
