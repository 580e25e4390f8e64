/** Records as JSON objects, with fields in order and every digit as the server sent it. */
import type { RecordRow } from '../base/cells.ts';
import { isBareText, stringifyExact } from '../base/exactJson.ts';
import type { Field } from '../base/field.ts';
import type { WrittenBefore, RecordWriter } from './recordWriter.ts';

const INDENT = '  ';

/** A list with a line or more for each record. */
export abstract class ListWriter implements RecordWriter {
  protected columns: ReturnType<typeof memberColumns> = [];
  protected abstract readonly brackets: readonly [open: string, close: string];
  #isEmpty = true;

  protected abstract record(row: RecordRow): string;

  begin(fields: readonly Field[], before?: WrittenBefore): string {
    this.columns = memberColumns(fields);
    this.#isEmpty = !before?.records;
    return this.brackets[0];
  }

  rows(rows: readonly RecordRow[]): string {
    const texts = rows.map((row) => this.record(row));
    if (texts.length === 0) return '';
    const separator = this.#isEmpty ? '\n' : ',\n';
    this.#isEmpty = false;
    return separator + texts.join(',\n');
  }

  end(): string {
    return `${this.#isEmpty ? '' : '\n'}${this.brackets[1]}\n`;
  }
}

/** One array, formatted like `JSON.stringify(records, null, 2)`. */
export class JsonWriter extends ListWriter {
  protected readonly brackets = ['[', ']'] as const;

  protected record(row: RecordRow): string {
    return INDENT + recordJson(this.columns, row, `\n${INDENT}`);
  }
}

/** A record like `JSON.stringify(record, null, 2)`, whose lines are indented as far as `newline` says. */
export function recordJson(columns: readonly MemberColumn[], row: RecordRow, newline = '\n'): string {
  const deeper = newline + INDENT;
  const members = columns.map(
    ({ key, column }) => `${deeper}${key}: ${stringifyExact(row[column] ?? null, INDENT, deeper)}`,
  );
  return members.length === 0 ? '{}' : `{${members.join(',')}${newline}}`;
}

export class NdjsonWriter implements RecordWriter {
  #members: readonly { readonly head: string; readonly textHead: string; readonly column: number }[] = [];
  /** Texts of a batch, joined at its end. Adding texts one by one would create twice as much garbage. */
  readonly #parts: string[] = [];

  begin(fields: readonly Field[]): string {
    this.#members = memberColumns(fields).map(({ key, column }, at) => {
      const head = `${at === 0 ? '{' : ','}${key}:`;
      return { head, textHead: `${head}"`, column };
    });
    return '';
  }

  rows(rows: readonly RecordRow[]): string {
    const parts = this.#parts;
    const end = this.#members.length === 0 ? '{}\n' : '}\n';
    let count = 0;
    const add = (part: string): void => {
      parts[count++] = part;
    };
    for (const row of rows) {
      for (const { head, textHead, column } of this.#members) {
        const value = row[column] ?? null;
        if (isBareText(value)) {
          add(textHead);
          add(value);
          add('"');
        } else {
          add(head);
          add(stringifyExact(value));
        }
      }
      add(end);
    }
    parts.length = count;
    return parts.join('');
  }

  end(): string {
    return '';
  }
}

interface MemberColumn {
  /** The field's id as JSON text. */
  readonly key: string;
  readonly column: number;
}

/** The column for each key. A field that the query names twice has one key, because both columns have equal values. */
export function memberColumns(fields: readonly Field[]): readonly MemberColumn[] {
  const columns = new Map<string, number>();
  for (const [column, { id }] of fields.entries()) if (!columns.has(id)) columns.set(id, column);
  return [...columns].map(([id, column]) => ({ key: JSON.stringify(id), column }));
}
