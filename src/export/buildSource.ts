/**
 * Formats built from records that are stored on this machine, because a binary file can't be continued after a failure.
 */
import type { RecordRow } from '../base/cells.ts';
import type { Field } from '../base/field.ts';
import type { FormatNote } from './formatNote.ts';
import type { FormatOptions } from './formatOptions.ts';

export interface BuildSource {
  readonly fields: readonly Field[];
  /** All records from the first one on. May be called several times. */
  batches(): AsyncIterable<readonly RecordRow[]>;
  readonly records: number;
}

/** Writes the whole file, replacing an existing one. Rejects with the signal's reason, or with a file system error. */
export type Build = (
  source: BuildSource,
  path: string,
  signal: AbortSignal,
  options?: FormatOptions,
) => Promise<readonly FormatNote[]>;
