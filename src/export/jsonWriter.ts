/** Records as JSON, each an object with its fields in order and every digit as it was sent. */
import type { RecordRow } from '../base/cells.ts';
import { stringifyExact } from '../base/exactJson.ts';
import type { Field } from '../base/field.ts';
import type { RecordWriter } from './recordWriter.ts';

const INDENT = '  ';

/** One array, laid out as `JSON.stringify(records, null, 2)` would. */
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

/** A line for each record. */
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

interface MemberColumn {
  /** The field's id as JSON text. */
  readonly key: string;
  readonly column: number;
}

/** Which value of a row stands under which key. A field that was asked for twice has equal values, and an object one place for them. */
export function memberColumns(fields: readonly Field[]): readonly MemberColumn[] {
  const columns = new Map<string, number>();
  for (const [column, { id }] of fields.entries()) if (!columns.has(id)) columns.set(id, column);
  return [...columns].map(([id, column]) => ({ key: JSON.stringify(id), column }));
}
