/** Records as JSON text. Numbers, booleans and nested values go out as they are stored: as in the file. */
import { DuckDBListValue } from '@duckdb/node-api';
import type { Column } from '../../engine/duckdb/columns.ts';
import type { EngineRow } from '../../engine/duckdb/engine.ts';
import type { RecordsFormat } from '../../engine/duckdb/search/recordLines.ts';
import { copyLine, textOfValue } from './copyText.ts';
import { DELIMITERS } from '../../../base/quotes.ts';

/** In UTF-16 units. Clients refuse answers of more than 64 MiB. */
const MAX_LENGTH = 1 << 24;

export class RecordsText {
  readonly #isJson: boolean;
  readonly #write: (values: EngineRow) => string;
  readonly #text = new TextPieces();
  #count = 0;
  #length = 0;

  constructor(columns: readonly Column[], format: RecordsFormat) {
    this.#isJson = format === 'objects' || format === 'lists';
    this.#write = recordWriter(columns, format);
    this.#text.add(this.#isJson ? '[' : '"');
  }

  get count(): number {
    return this.#count;
  }

  /** False if this record does not fit any more; the first always does. */
  add(values: EngineRow): boolean {
    return this.#add(this.#write(values));
  }

  /** One that the engine has made; with its values where it could not (recordLines.ts). */
  addLine([line, values]: EngineRow): boolean {
    return values instanceof DuckDBListValue ? this.add(values.items) : this.#add(String(line));
  }

  /** To be asked once, in the end. */
  pieces(): readonly Buffer[] {
    this.#text.add(this.#isJson ? ']' : '"');
    return this.#text.end();
  }

  #add(record: string): boolean {
    if (this.#count > 0 && this.#length + record.length > MAX_LENGTH) return false;
    if (this.#isJson) this.#text.add(this.#count === 0 ? record : `,${record}`);
    else this.#text.add(JSON.stringify(record).slice(1, -1));
    this.#count += 1;
    this.#length += record.length;
    return true;
  }
}

export function recordWriter(
  columns: readonly Column[],
  format: RecordsFormat,
): (values: EngineRow) => string {
  switch (format) {
    case 'csv':
    case 'tsv':
      return (values) => copyLine(columns, values, DELIMITERS[format]);
    case 'lists':
      return (values) => listText(columns, values);
    case 'objects': {
      const keys = columns.map(({ id }) => `${JSON.stringify(id)}:`);
      return (values) =>
        `{${columns.map((column, index) => (keys[index] ?? '') + valueText(column, values[index] ?? null)).join(',')}}`;
    }
  }
}

export function listText(columns: readonly Column[], values: EngineRow): string {
  return `[${columns.map((column, index) => valueText(column, values[index] ?? null)).join(',')}]`;
}

/** JSON has no word for NaN and Infinity: PostgreSQL quotes them. */
function valueText({ isJson }: Column, value: EngineRow[number]): string {
  if (value === null) return 'null';
  const text = textOfValue(value);
  return isJson && !/^-?[NI]/.test(text) ? text : JSON.stringify(text);
}

/** A long text on its way out: becomes bytes piece by piece, because at once that would hold up everybody else. */
const PIECE = 1 << 16;

export class TextPieces {
  readonly #pieces: Buffer[] = [];
  #open = '';

  add(text: string): void {
    this.#open += text;
    if (this.#open.length >= PIECE) this.#close();
  }

  end(): readonly Buffer[] {
    this.#close();
    return this.#pieces;
  }

  #close(): void {
    this.#pieces.push(Buffer.from(this.#open));
    this.#open = '';
  }
}
