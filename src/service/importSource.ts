import type { StoredField } from './layout.ts';

/** A file, read and judged, ready to be written. */
export interface ImportSource {
  /** SQL for the `from` clause; its columns are `c0`, `c1`, … as text. */
  readonly relation: string;
  readonly fields: readonly StoredField[];
  readonly records: number;
}
