import type { StoredField } from '../store/layout.ts';
import type { SkippedRecord } from './reading.ts';

/** A file, read and judged, ready to be written. */
export interface ImportSource {
  /** SQL for the `from` clause; its columns are `c0`, `c1`, … as text. */
  readonly relation: string;
  readonly fields: readonly StoredField[];
  readonly records: number;
  /** Records that were left out on request. */
  readonly skipped: readonly SkippedRecord[];
}
