import type { ColumnKind, ColumnReading } from './columnReading.ts';
import type { Reading } from './reading.ts';

/** When these differ, the file has changed. */
export interface FileEdition {
  /** In bytes. */
  readonly size: number;
  /** When it was last modified, in ms. */
  readonly modified: number;
  /** The size and time of each file beside a database (BESIDE_ENDINGS), 0 and 0 for one that is missing or empty. */
  readonly beside?: readonly (readonly [size: number, modified: number])[];
}

/** One resource of the embedded datastore, with the edition of its file. */
export interface LocalResource extends FileEdition {
  /** UUIDv5 of the file's real path (and part), or of a copy's origin. */
  readonly id: string;
  readonly name: string;
  /** Real path; empty where there is no file (a copy). */
  readonly file: string;
  readonly records: number;
  /** How the file was read; absent where there is no file. */
  readonly reading?: Reading;
  /** How many records were left out on request; `<data>.skipped.jsonl` lists them (SkippedRecord). */
  readonly skipped?: number;
  /** Columns with values that don't fit what was chosen, or what the first values looked like. */
  readonly misfits?: readonly ColumnMisfits[];
  /** Columns that are text because all of their values are numbers in two ways. */
  readonly ambiguous?: readonly AmbiguousColumn[];
  /** Only the first records are here: the import goes on, or ended before its time. */
  readonly isPartial?: true;
  /** Of a local copy. */
  readonly origin?: CopyOrigin;
  /** Against the copy that was there before; `<data>.changes.jsonl` lists them (engine/duckdb/table/tableComparison.ts). */
  readonly changes?: CopyChanges;
  /** Bytes on this machine's disk. */
  readonly stored: number;
}

export interface ColumnMisfits {
  readonly field: string;
  readonly kind: ColumnKind;
  /** How many are not NULL, and how many of them fit. */
  readonly values: number;
  readonly fitting: number;
  /** `_id` of the first record with a value that doesn't fit, and that value, cut to 100 UTF-16 units. */
  readonly record: number;
  /** In which line of the file that record begins. Absent in files without lines. */
  readonly line?: number;
  readonly text: string;
  /** `text`: the whole column was left as text. `null`: those values are NULL, as was chosen. */
  readonly became: 'text' | 'null';
}

export interface AmbiguousColumn {
  readonly field: string;
  /** The first value that could be two numbers (`1.234`), cut to 100 UTF-16 units. */
  readonly text: string;
  /** Two, each of which all values fit. */
  readonly readings: readonly ColumnReading[];
}

/** Where a local copy came from. */
export interface CopyOrigin {
  readonly portalId: string;
  /** Never holds a token. */
  readonly baseUrl: string;
  readonly resourceId: string;
  /** When the download ended, ISO 8601. */
  readonly downloaded: string;
}

export interface CopyChanges {
  /** When the copy before was downloaded, ISO 8601. */
  readonly since: string;
  /** How records are told apart. `content`: only as wholes, because the portal gives no `_id`, or gave new ones to all. */
  readonly by: '_id' | 'content';
  readonly added: number;
  readonly removed: number;
  readonly changed: number;
  /** Fields that came, went, or have another type. They alone make no record a changed one. */
  readonly newFields: readonly string[];
  readonly goneFields: readonly string[];
  readonly retypedFields: readonly string[];
}
