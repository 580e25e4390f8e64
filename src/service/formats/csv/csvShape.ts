import type { ColumnFacts } from './columnFacts.ts';
import type { SkippedRange } from '../../reading/skippedRecords.ts';
import type { BlockIndexWriter } from '../../engine/duckdb/blockIndex.ts';

export interface CsvDialect {
  /** A single ASCII character delimits the values. */
  readonly delimiter: string;
  /** A single ASCII character, or empty. */
  readonly quote: string;
  readonly header: boolean;
}

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
  readonly blocks?: Pick<BlockIndexWriter, 'push' | 'pushByte' | 'endValue' | 'endRecord'>;
}
