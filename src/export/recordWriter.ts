import type { Field } from '../base/field.ts';
import type { RecordRow } from '../base/cells.ts';

/** Turns records into chunks of text: `begin` once, `rows` for each batch, `end` once. */
export interface RecordWriter {
  begin(fields: readonly Field[]): string;
  rows(rows: readonly RecordRow[]): string;
  end(): string;
}
