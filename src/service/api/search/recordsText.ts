import type { OutputField, Value, Values } from '../../question/datastore.ts';
import { isJsonFormat, type RecordsFormat } from '../../question/tableQuestion.ts';
import { copyLine, textOfValue } from './copyText.ts';
import { DELIMITERS } from '../../../base/quotes.ts';

/** Maximum length of a page in UTF-16 units, because clients refuse answers of more than 64 MiB. */
const MAX_LENGTH = 1 << 24;
const PIECE = 1 << 16;

/** Collects records for an answer. Pieces are encoded one by one, because all at once would block other requests. */
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

  /** Returns false if the record doesn't fit any more. The first one always fits. */
  add(record: string): boolean {
    if (this.#count > 0 && this.#length + record.length > MAX_LENGTH) return false;
    if (!this.#isJson) this.#open += JSON.stringify(record).slice(1, -1);
    else this.#open += this.#count === 0 ? record : `,${record}`;
    this.#count += 1;
    this.#length += record.length;
    if (this.#open.length >= PIECE) this.#close();
    return true;
  }

  /** Call this once, at the end. */
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

export function recordWriter(columns: readonly OutputField[], format: RecordsFormat): (values: Values) => string {
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

/** JSON has no NaN and Infinity, so PostgreSQL quotes them. */
function valueText(column: OutputField, value: Value): string {
  if (value === null) return 'null';
  if (column.isExact === true) return value as string;
  const text = textOfValue(column, value);
  return column.isJson && !/^-?[NI]/.test(text) ? text : JSON.stringify(text);
}
