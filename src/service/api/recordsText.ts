/** Records as JSON text. Numbers, booleans and nested values go out as they are stored: as in the file. */
import type { Column } from '../store/columns.ts';
import type { Row } from '../store/engine.ts';

/** In UTF-16 units. Clients refuse answers of more than 64 MiB. */
const MAX_LENGTH = 1 << 24;

export class RecordsText {
  readonly #columns: readonly Column[];
  /** What stands in front of a value. */
  readonly #keys: readonly string[];
  readonly #isObject: boolean;
  readonly #records: string[] = [];
  #length = 0;

  constructor(columns: readonly Column[], format: 'objects' | 'lists') {
    this.#columns = columns;
    this.#isObject = format === 'objects';
    this.#keys = columns.map(({ id }) => (this.#isObject ? `${JSON.stringify(id)}:` : ''));
  }

  get count(): number {
    return this.#records.length;
  }

  /** False if this record does not fit any more; the first always does. */
  add(values: Row): boolean {
    const parts = this.#columns.map(({ isJson }, index) => {
      const value = values[index] ?? null;
      const key = this.#keys[index] ?? '';
      if (value === null) return `${key}null`;
      return key + (isJson ? String(value) : JSON.stringify(value));
    });
    const record = this.#isObject ? `{${parts.join(',')}}` : `[${parts.join(',')}]`;
    if (this.count > 0 && this.#length + record.length > MAX_LENGTH) return false;
    this.#records.push(record);
    this.#length += record.length;
    return true;
  }

  toString(): string {
    return `[${this.#records.join(',')}]`;
  }
}
