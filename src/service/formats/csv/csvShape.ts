import type { ColumnFacts } from './columnFacts.ts';
import type { SkippedRange } from '../../reading/skippedRecords.ts';
import type { BlockIndexWriter } from '../../engine/duckdb/blockIndex.ts';

export interface CsvDialect {
  /** One or several characters delimit the values. */
  readonly delimiter: string;
  /** A single ASCII character, or empty. */
  readonly quote: string;
  /** A character before a quote that belongs to a quoted value. A doubled quote does, in any case. */
  readonly escape?: string;
  readonly header: boolean;
  /** Text between the names of two header rows. Empty or undefined for one row. */
  readonly headerSeparator?: string;
  /** The line of the first record, from 1. What stands above it is left out. */
  readonly headerLine?: number;
  /** Lines that begin with this text are left out. */
  readonly comment?: string;
  /** Number of lines at the end of the file that are left out. */
  readonly skipEnd?: number;
}

/** How many names the first record has, beside the values of all others: as many, or one fewer or more. */
export type NamesFit = 'even' | 'withoutFirst' | 'withoutLast' | 'oneMore';

export interface CsvShape {
  /** Names as in the first record; empty without a header. */
  readonly names: readonly string[];
  readonly records: number;
  readonly fields: readonly ColumnFacts[];
  readonly longestRecord: number;
  /** Line ends of the file; `mixed` means LF and CRLF. */
  readonly lineEnd: '\n' | '\r\n' | '\r' | 'mixed';
}

export interface CsvListener {
  /** Called for each skipped record in the file's order. If undefined, such records are refused. */
  readonly onSkip?: ((range: SkippedRange) => void) | undefined;
  readonly blocks?: Pick<BlockIndexWriter, 'push' | 'endRecord'>;
}
