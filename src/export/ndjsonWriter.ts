/** Records as lines of JSON, one object each, in field order. */
import { stringifyExact } from '../base/exactJson.ts';
import type { Field } from '../base/field.ts';
import type { RecordRow } from '../base/cells.ts';
import { memberColumns } from './memberColumns.ts';
import type { RecordWriter } from './recordWriter.ts';

export class NdjsonWriter implements RecordWriter {
  #columns: ReturnType<typeof memberColumns> = [];

  begin(fields: readonly Field[]): string {
    this.#columns = memberColumns(fields);
    return '';
  }

  rows(rows: readonly RecordRow[]): string {
    return rows.map((row) => `{${this.#members(row).join(',')}}\n`).join('');
  }

  end(): string {
    return '';
  }

  #members(row: RecordRow): readonly string[] {
    return this.#columns.map(({ key, column }) => `${key}:${stringifyExact(row[column] ?? null)}`);
  }
}
