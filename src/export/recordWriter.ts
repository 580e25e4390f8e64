import type { CellValue, RecordRow } from '../base/cells.ts';
import { valueText } from '../base/exactJson.ts';
import type { Field } from '../base/field.ts';
import type { FormatNote } from './formatNote.ts';

/** The beginning of a file that broke off. */
export interface WrittenBefore {
  readonly records: number;
}

/**
 * Turns records into chunks of text: `begin` once, `rows` for each batch, `end` once. What it gives for a batch depends on
 * earlier ones only in how many there were, so that a file that broke off can be continued.
 */
export interface RecordWriter {
  /** `before`: of a file that is continued, which has the text that this gives. */
  begin(fields: readonly Field[], before?: WrittenBefore): string;
  rows(rows: readonly RecordRow[]): string;
  end(): string;
  /** Of what was written so far. */
  readonly notes?: readonly FormatNote[];
}

/** A value as plain text, nothing for NULL. */
export function cellText(value: CellValue): string {
  return value === null ? '' : valueText(value);
}
