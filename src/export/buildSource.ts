/** Formats whose file is made of records that lie on this machine already: a binary file can't be continued where it broke off. */
import type { RecordRow } from '../base/cells.ts';
import type { Field } from '../base/field.ts';
import type { FormatNote } from './formatNote.ts';
import type { FormatOptions } from './formatOptions.ts';

export interface BuildSource {
  readonly fields: readonly Field[];
  /** All records from the first one, each time it is called. */
  batches(): AsyncIterable<readonly RecordRow[]>;
  readonly records: number;
}

/** Writes the whole file, over one that is there. Rejects with the signal's reason when it is aborted. */
export type Build = (
  source: BuildSource,
  path: string,
  signal: AbortSignal,
  options?: FormatOptions,
) => Promise<readonly FormatNote[]>;
