/** How a file is read. Every part is a guess that a person may change before the import. */
import type { ColumnInspection, ColumnReading } from './columnReading.ts';
import type { FileFormat } from './fileKinds.ts';
import type { Reason } from './reasons.ts';

/** Names of the Encoding Standard, and `iso-8859-1` for what it is (there the standard means windows-1252). */
export const FILE_ENCODINGS = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252', 'iso-8859-1'] as const;
export type FileEncoding = (typeof FILE_ENCODINGS)[number];

export interface Reading {
  readonly format: FileFormat;
  /** `gzip`: the format is that of what is inside. */
  readonly compression: 'none' | 'gzip';
  /** Of CSV and JSON. A byte order mark is never part of the data. */
  readonly encoding?: FileEncoding;
  /** Of CSV: `,` `;` `|` or a tab. */
  readonly delimiter?: string;
  /** Of CSV: `"`, `'`, or an empty text where nothing is quoted. */
  readonly quote?: string;
  /** Of CSV and sheets: the first record names the fields. Otherwise they are `field 1`, `field 2`, … */
  readonly header?: boolean;
  /** The sheet or table, where a file can have several. */
  readonly part?: string;
  /** What to do with records that can't be read. `skip` lists them; nothing is dropped without a word. */
  readonly unreadable: 'refuse' | 'skip';
  /** What people decided of single columns, each at most once; the others are guessed. */
  readonly columns?: readonly ColumnReading[];
  /** Texts that stand for NULL, in any column. The empty text stands for it in any case, unless it is quoted. */
  readonly nullWords?: readonly string[];
  /** Those are of a schema file beside the data, and nobody chose them. */
  readonly hasSchemaNullWords?: true;
}

/** What a person has decided; the rest is guessed from the file. */
export type ReadingChoices = Partial<Reading>;

/** What a file looks like when it is read in one way, from its beginning. */
export interface Inspection {
  readonly reading: Reading;
  /** Sheets or tables, in the file's order; absent where a file is one resource. */
  readonly parts?: readonly string[];
  /** Names as they would become ids. */
  readonly fields: readonly string[];
  /** Of the first few records, as text, cut to 100 UTF-16 units. */
  readonly sample: readonly (readonly (string | null)[])[];
  /** In the order of `fields`. */
  readonly columns: readonly ColumnInspection[];
}

export const SAMPLE_RECORDS = 5;
/** Of files that are no text: so many show what their columns are. */
export const LOOKED_AT_RECORDS = 1000;
export const SAMPLE_LENGTH = 100;

export function sampleText<Value extends string | null>(value: Value): Value;
export function sampleText(value: string | null): string | null {
  return value === null ? null : cutText(value, SAMPLE_LENGTH);
}

/** The beginning of a text, at most `length` UTF-16 units, as a text of its own: a slice would keep the whole text in memory. */
export function cutText(text: string, length: number): string {
  const cut = text.length > length ? Buffer.from(text.slice(0, length), 'utf16le').toString('utf16le') : text;
  return cut.toWellFormed();
}

/** The most text that is kept of a record that is left out, in UTF-16 units; each takes at most three bytes in UTF-8. */
export const MAX_SKIPPED_TEXT = 1000;

/** A record that was left out on request. */
export interface SkippedRecord {
  /** From 1; of the text after decompression. Absent in files without lines. */
  readonly line?: number;
  readonly field?: string;
  /** A sentence in lists that were written before reasons had codes. */
  readonly reason: Reason | string;
  /** The record as it stands in the file, cut to 1,000 UTF-16 units. */
  readonly text: string;
}
