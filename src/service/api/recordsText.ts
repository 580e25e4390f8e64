/** Records as JSON text. Numbers, booleans and nested values go out as they are stored: as in the file. */
import type { Column } from '../store/columns.ts';
import type { Row } from '../store/engine.ts';
import { copyLine } from './copyText.ts';
import { textOfValue } from './valueText.ts';

export const RECORDS_FORMATS = ['objects', 'lists', 'csv', 'tsv'] as const;
export type RecordsFormat = (typeof RECORDS_FORMATS)[number];

/** In UTF-16 units. Clients refuse answers of more than 64 MiB. */
const MAX_LENGTH = 1 << 24;

export class RecordsText {
  readonly #columns: readonly Column[];
  readonly #format: RecordsFormat;
  readonly #records: string[] = [];
  readonly #recordText: (values: Row) => string;
  #length = 0;

  constructor(columns: readonly Column[], format: RecordsFormat) {
    this.#columns = columns;
    this.#format = format;
    this.#recordText = this.#writer();
  }

  get count(): number {
    return this.#records.length;
  }

  /** False if this record does not fit any more; the first always does. */
  add(values: Row): boolean {
    const record = this.#recordText(values);
    if (this.count > 0 && this.#length + record.length > MAX_LENGTH) return false;
    this.#records.push(record);
    this.#length += record.length;
    return true;
  }

  toString(): string {
    const isJson = this.#format === 'objects' || this.#format === 'lists';
    return isJson ? `[${this.#records.join(',')}]` : JSON.stringify(this.#records.join(''));
  }

  #writer(): (values: Row) => string {
    const columns = this.#columns;
    switch (this.#format) {
      case 'csv':
        return (values) => copyLine(columns, values, ',');
      case 'tsv':
        return (values) => copyLine(columns, values, '\t');
      case 'lists':
        return (values) => listText(columns, values);
      case 'objects': {
        const keys = columns.map(({ id }) => `${JSON.stringify(id)}:`);
        return (values) =>
          `{${columns.map((column, index) => (keys[index] ?? '') + valueText(column, values[index] ?? null)).join(',')}}`;
      }
    }
  }
}

export function listText(columns: readonly Column[], values: Row): string {
  return `[${columns.map((column, index) => valueText(column, values[index] ?? null)).join(',')}]`;
}

/** JSON has no word for NaN and Infinity: PostgreSQL quotes them. */
function valueText({ isJson }: Column, value: Row[number]): string {
  if (value === null) return 'null';
  const text = textOfValue(value);
  return isJson && !/^-?[NI]/.test(text) ? text : JSON.stringify(text);
}
