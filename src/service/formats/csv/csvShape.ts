/** What there is to say about a CSV file. */
import type { ColumnFacts } from './columnFacts.ts';
import type { SkippedRange } from '../../reading/skippedRecords.ts';
import type { BlockIndexWriter } from '../../engine/duckdb/blockIndex.ts';

export interface CsvDialect {
  /** One character of ASCII. */
  readonly delimiter: string;
  /** One character of ASCII, or empty. */
  readonly quote: string;
  /** The first record names the fields. */
  readonly header: boolean;
}

export interface CsvShape {
  /** Names as they stand in the first record; empty texts without a header. */
  readonly names: readonly string[];
  readonly records: number;
  readonly fields: readonly ColumnFacts[];
  readonly longestRecord: number;
  /** What ends the lines; `mixed` is LF and CRLF. */
  readonly lineEnd: '\n' | '\r\n' | '\r' | 'mixed';
}

/** What a scanner reports to. */
export interface CsvListener {
  /** Called in the order of the file, instead of refusing a record. Lines of names can't be left out. */
  readonly onSkip?: ((range: SkippedRange) => void) | undefined;
  /** Gets every value. */
  readonly blocks?: Pick<BlockIndexWriter, 'push' | 'pushByte' | 'endValue' | 'endRecord'>;
}
