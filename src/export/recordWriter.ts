import type { CellValue, RecordRow } from '../base/cells.ts';
import { valueText } from '../base/exactJson.ts';
import type { Field } from '../base/field.ts';
import type { FormatNote } from './formatNote.ts';

export interface WrittenBefore {
  readonly records: number;
}

/** The text of a batch may depend on the number of earlier records only, so that an unfinished file can go on. */
export interface RecordWriter {
  /** The text before the first record. An unfinished file described by `before` already has it. */
  begin(fields: readonly Field[], before?: WrittenBefore): string;
  rows(rows: readonly RecordRow[]): string;
  end(): string;
  readonly notes?: readonly FormatNote[];
}

/** A value as plain text. NULL is an empty text. */
export function cellText(value: CellValue): string {
  return value === null ? '' : valueText(value);
}
