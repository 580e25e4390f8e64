/** Records as text: an array of objects in field order, laid out as `JSON.stringify(records, null, 2)` would. */
import { stringifyExact } from '../base/exactJson.ts';
import type { Field } from '../base/field.ts';
import type { RecordRow } from '../base/cells.ts';
import { memberColumns } from './memberColumns.ts';
import type { RecordWriter } from './recordWriter.ts';

const INDENT = '  ';

export class JsonWriter implements RecordWriter {
  #columns: ReturnType<typeof memberColumns> = [];
  #isEmpty = true;

  begin(fields: readonly Field[]): string {
    this.#columns = memberColumns(fields);
    return '[';
  }

  rows(rows: readonly RecordRow[]): string {
    const texts = rows.map((row) => this.#record(row));
    if (texts.length === 0) return '';
    const separator = this.#isEmpty ? '\n' : ',\n';
    this.#isEmpty = false;
    return separator + texts.join(',\n');
  }

  end(): string {
    return this.#isEmpty ? ']\n' : '\n]\n';
  }

  #record(row: RecordRow): string {
    const newline = `\n${INDENT}${INDENT}`;
    const members = this.#columns.map(
      ({ key, column }) => `${newline}${key}: ${stringifyExact(row[column] ?? null, INDENT, newline)}`,
    );
    return members.length === 0 ? `${INDENT}{}` : `${INDENT}{${members.join(',')}\n${INDENT}}`;
  }
}
