/** Records as JSON text. Numbers, booleans and nested values go out as they are stored: as in the file. */
import type { OutputField, Value, Values } from '../../engine/datastore.ts';
import { isJsonFormat, type RecordsFormat } from '../../engine/tableQuestion.ts';
import { copyLine, textOfValue } from './copyText.ts';
import { DELIMITERS } from '../../../base/quotes.ts';

/** In UTF-16 units. Clients refuse answers of more than 64 MiB. */
const MAX_LENGTH = 1 << 24;
const PIECE = 1 << 16;

/**
 * Records on their way out, as many as an answer may hold: a list of JSON, or one text. It becomes bytes piece by piece, because
 * at once that would hold up everybody else.
 */
export class RecordsText {
  readonly #isJson: boolean;
  readonly #pieces: Buffer[] = [];
  #open: string;
  #count = 0;
  #length = 0;

  constructor(format: RecordsFormat) {
    this.#isJson = isJsonFormat(format);
    this.#open = this.#isJson ? '[' : '"';
  }

  get count(): number {
    return this.#count;
  }

  /** False if this record does not fit any more; the first always does. */
  add(record: string): boolean {
    if (this.#count > 0 && this.#length + record.length > MAX_LENGTH) return false;
    if (!this.#isJson) this.#open += JSON.stringify(record).slice(1, -1);
    else this.#open += this.#count === 0 ? record : `,${record}`;
    this.#count += 1;
    this.#length += record.length;
    if (this.#open.length >= PIECE) this.#close();
    return true;
  }

  /** To be asked once, in the end. */
  pieces(): readonly Buffer[] {
    this.#open += this.#isJson ? ']' : '"';
    this.#close();
    return this.#pieces;
  }

  #close(): void {
    this.#pieces.push(Buffer.from(this.#open));
    this.#open = '';
  }
}

export function recordWriter(
  columns: readonly OutputField[],
  format: RecordsFormat,
): (values: Values) => string {
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

export function listText(columns: readonly OutputField[], values: Values): string {
  return `[${columns.map((column, index) => valueText(column, values[index] ?? null)).join(',')}]`;
}

/** JSON has no word for NaN and Infinity: PostgreSQL quotes them. */
function valueText(column: OutputField, value: Value): string {
  if (value === null) return 'null';
  const text = textOfValue(column, value);
  return column.isJson && !/^-?[NI]/.test(text) ? text : JSON.stringify(text);
}
