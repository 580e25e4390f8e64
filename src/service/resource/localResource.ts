import type { ColumnKind, ColumnReading, MissingCount } from './columnReading.ts';
import type { LeftOutPart, Reading, UnsurePart } from './reading.ts';
import type { Reason } from './reasons.ts';

/** A state of a file: if one of these differs, the file has changed. */
export interface FileEdition {
  /** Size of the file in bytes. */
  readonly size: number;
  /** Time of the last modification, in ms since 1970. */
  readonly modified: number;
  /** Size and time of each file beside a database (BESIDE_ENDINGS); 0 and 0 if it's missing or empty. */
  readonly beside?: readonly (readonly [size: number, modified: number])[];
}

export interface LocalResource extends FileEdition {
  /** UUIDv5 of the file's real path (and part), or of a copy's origin. */
  readonly id: string;
  readonly name: string;
  /** Real path; empty for a copy, which has no file. */
  readonly file: string;
  readonly records: number;
  /** How the file was read; undefined for a copy. */
  readonly reading?: Reading;
  /** Parts of `reading` that people chose. Undefined in resources of earlier versions, which don't say. */
  readonly chosen?: readonly string[];
  /** Number of records skipped on request. `<data>.skipped.jsonl` lists them (SkippedRecord). */
  readonly skipped?: number;
  /** Parts of `reading` that were guessed although another guess was almost as likely. */
  readonly unsure?: readonly UnsurePart[];
  /** What people should know about how the file was read. */
  readonly notices?: readonly Reason[];
  /** Sheets of the file that aren't resources, where this is the first one. */
  readonly leftOut?: readonly LeftOutPart[];
  /** Columns with values that don't fit the chosen type, or the type guessed from the first values. */
  readonly misfits?: readonly ColumnMisfits[];
  /** Columns in which usual words for NULL were taken for it. */
  readonly missing?: readonly MissingValues[];
  /** Columns left as text because all of their values could be two different numbers. */
  readonly ambiguous?: readonly AmbiguousColumn[];
  /** Columns of a sheet with cells that are NULL because they hold an error, or lack the result of their formula. */
  readonly lost?: readonly LostCells[];
  /** Only the first records are stored: the import is running, or stopped early. */
  readonly isPartial?: true;
  /** The portal resource that a local copy came from; undefined for files. */
  readonly origin?: CopyOrigin;
  /** Differences from the previous copy. `<data>.changes.jsonl` lists them (engine/duckdb/table/tableComparison.ts). */
  readonly changes?: CopyChanges;
  /** Bytes that the data takes on this machine's disk. */
  readonly stored: number;
}

export interface ColumnMisfits {
  readonly field: string;
  readonly kind: ColumnKind;
  /** Counts of the values that aren't NULL, and of those that fit. */
  readonly values: number;
  readonly fitting: number;
  /** `_id` of the first record with a value that doesn't fit. `text` is that value, cut to 100 UTF-16 units. */
  readonly record: number;
  /** Line of the file on which that record begins. Undefined in formats without lines. */
  readonly line?: number;
  readonly text: string;
  /** `text`: the whole column became text. `null`: the values that don't fit became NULL, as chosen. */
  readonly became: 'text' | 'null';
}

export interface MissingValues extends MissingCount {
  readonly field: string;
}

export interface LostCells {
  readonly field: string;
  readonly errors: number;
  readonly uncalculated: number;
  /** The first of them, for example `B7`. */
  readonly cell: string;
}

export interface AmbiguousColumn {
  readonly field: string;
  /** The first value that could be two numbers (`1.234`), cut to 100 UTF-16 units. */
  readonly text: string;
  /** Two readings, each of which fits all values. */
  readonly readings: readonly ColumnReading[];
}

export interface CopyOrigin {
  readonly portalId: string;
  /** The URL never contains a token. */
  readonly baseUrl: string;
  readonly resourceId: string;
  /** When the download ended (ISO 8601). */
  readonly downloaded: string;
}

export interface CopyChanges {
  /** When the previous copy was downloaded (ISO 8601). */
  readonly since: string;
  /** How records are matched. `content`: by all values, because the portal has no `_id` or renumbered all records. */
  readonly by: '_id' | 'content';
  readonly added: number;
  readonly removed: number;
  readonly changed: number;
  /** Fields that were added, removed or given another type. That alone doesn't make a record a changed one. */
  readonly newFields: readonly string[];
  readonly goneFields: readonly string[];
  readonly retypedFields: readonly string[];
}
