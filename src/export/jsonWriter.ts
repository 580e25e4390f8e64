/** Records as JSON, each an object with its fields in order and every digit as it was sent. */
import type { RecordRow } from '../base/cells.ts';
import { stringifyExact } from '../base/exactJson.ts';
import type { Field } from '../base/field.ts';
import type { WrittenBefore, RecordWriter } from './recordWriter.ts';

const INDENT = '  ';

/** One array, laid out as `JSON.stringify(records, null, 2)` would. */
export class JsonWriter implements RecordWriter {
  #columns: ReturnType<typeof memberColumns> = [];
  #isEmpty = true;

  begin(fields: readonly Field[], before?: WrittenBefore): string {
    this.#columns = memberColumns(fields);
    this.#isEmpty = !before?.records;
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

/** Records that become one text before they are joined: each joins in one go, and none is made of too many parts. */
const BLOCK = 16;

/** A line for each record. */
export class NdjsonWriter implements RecordWriter {
  #members: readonly { readonly head: string; readonly column: number }[] = [];

  begin(fields: readonly Field[]): string {
    this.#members = memberColumns(fields).map(({ key, column }, at) => ({
      head: `${at === 0 ? '{' : ','}${key}:`,
      column,
    }));
    return '';
  }

  rows(rows: readonly RecordRow[]): string {
    const blocks: string[] = [];
    for (let first = 0; first < rows.length; first += BLOCK) blocks.push(this.#block(rows, first));
    return blocks.join('');
  }

  end(): string {
    return '';
  }

  /** Added up piece by piece: lists of members, made for each record, would be most of what there is to throw away. */
  #block(rows: readonly RecordRow[], first: number): string {
    const end = this.#members.length === 0 ? '{}\n' : '}\n';
    let text = '';
    for (const row of rows.slice(first, first + BLOCK)) {
      for (const { head, column } of this.#members) text += head + stringifyExact(row[column] ?? null);
      text += end;
    }
    return text;
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
