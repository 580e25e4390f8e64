/** A table and its records as SQL for PostgreSQL, in one transaction, so that half a file leaves no changes. */
import { type CellValue, ExactNumber, isList, type RecordRow, writtenValue } from '../base/cells.ts';
import { stringifyExact, valueText } from '../base/exactJson.ts';
import type { Field } from '../base/field.ts';
import { quotedName, quotedText } from '../base/quotes.ts';
import { type FormatNote, NoteCounts } from './formatNote.ts';
import type { FormatOptions } from './formatOptions.ts';
import { memberColumns } from './jsonWriter.ts';
import type { RecordWriter } from './recordWriter.ts';

/** Most records of one statement. Servers parse a whole statement at once. */
const MAX_ROWS = 500;

/** PostgreSQL's types whose values the API returns in PostgreSQL's own notation. All other types become text. */
const TYPES =
  /^(smallint|int(eger)?|bigint|int[248]|numeric|decimal|real|double precision|float[48]|bool(ean)?|date|time(tz|stamp|stamptz)?|interval|uuid|jsonb?|text|varchar|(time|timestamp) with(out)? time zone)$/;

const JSON_TYPE = /^jsonb?$/;
const FLOAT = /^(real|double precision|float[48])$/;

interface SqlColumn {
  readonly field: Field;
  readonly at: number;
  readonly type: string;
}

export class SqlInsertWriter implements RecordWriter {
  readonly #table: string;
  readonly #notes = new NoteCounts();
  #columns: readonly SqlColumn[] = [];

  constructor({ name = '' }: FormatOptions = {}) {
    this.#table = quotedName(withoutNulCharacters(name) || 'records');
  }

  begin(fields: readonly Field[]): string {
    this.#columns = memberColumns(fields).flatMap(({ column }) => {
      const field = fields[column];
      return field === undefined ? [] : [{ field, at: column, type: columnType(field.type) }];
    });
    const columns = this.#columns.map(({ field, type }) => `  ${quotedName(withoutNulCharacters(field.id))} ${type}`);
    return `BEGIN;\nCREATE TABLE ${this.#table} (\n${columns.join(',\n')}\n);\n`;
  }

  rows(rows: readonly RecordRow[]): string {
    let text = '';
    for (let at = 0; at < rows.length; at += MAX_ROWS) {
      const records = rows.slice(at, at + MAX_ROWS).map((row) => `(${this.#record(row)})`);
      text += `INSERT INTO ${this.#table} VALUES\n${records.join(',\n')};\n`;
    }
    return text;
  }

  end(): string {
    return 'COMMIT;\n';
  }

  get notes(): readonly FormatNote[] {
    return this.#notes.notes;
  }

  #record(row: RecordRow): string {
    return this.#columns.map((column) => this.#literal(row[column.at] ?? null, column)).join(', ');
  }

  #literal(cell: CellValue, { type, field }: SqlColumn): string {
    const value = writtenValue(cell);
    if (value === null) return 'NULL';
    if (JSON_TYPE.test(type)) return this.#text(stringifyExact(value), field);
    if (typeof value === 'boolean') return String(value);
    // A text column keeps a number's digits only in quotes: unquoted, one server would cast it and another refuse it. A
    // bare -0.0 is numeric, which has no negative zero.
    if (typeof value === 'number' || value instanceof ExactNumber) {
      const text = valueText(value);
      const isQuoted = type === 'text' || (FLOAT.test(type) && /^-[0.]+(e|$)/i.test(text));
      return isQuoted ? quotedText(text) : text;
    }
    if (isList(value) && type.endsWith('[]'))
      return `${this.#array(value, type.slice(0, type.indexOf('[]')), field)}::${type}`;
    return this.#text(valueText(value), field);
  }

  #array(list: readonly CellValue[], type: string, field: Field): string {
    const items = list.map((item) =>
      Array.isArray(item) && !JSON_TYPE.test(type)
        ? this.#array(item, type, field)
        : this.#literal(item, { field, at: 0, type }),
    );
    return `ARRAY[${items.join(', ')}]`;
  }

  #text(text: string, { id }: Field): string {
    const plain = withoutNulCharacters(text);
    if (plain !== text) this.#notes.add('replaced', id);
    return quotedText(plain);
  }
}

/** PostgreSQL's texts are UTF-8 and can't contain U+0000. */
function withoutNulCharacters(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\ufffd');
}

function columnType(type: string): string {
  const name = type.toLowerCase();
  if (name.startsWith('_')) return `${columnType(name.slice(1))}[]`;
  return TYPES.test(name) ? name : 'text';
}
