/** What a scan has found out about the values of each field: enough to know its type, and to prove a second reading. */
import { EVERY_CLASS, TIMESTAMP, typeOfClasses } from './valueClasses.ts';

/** Of one field. */
export interface FieldFacts {
  readonly type: ReturnType<typeof typeOfClasses>;
  /** How many are not NULL. */
  readonly values: number;
  /** Of all values together, in UTF-8. */
  readonly bytes: number;
}

/** Columns of numbers, because a file can have millions of values. A record counts only when it is whole. */
export class FieldTally {
  readonly #fields: number;
  /** Of the record that is being read; a length of -1 is NULL. */
  readonly #lengths: Int32Array;
  readonly #classes: Uint8Array;
  readonly #values: Float64Array;
  readonly #bytes: Float64Array;
  readonly #common: Uint8Array;
  /** Timestamps of one field have one spelling, or the order of their texts is not that of time. */
  readonly #timeLengths: Int32Array;

  constructor(fields: number) {
    this.#fields = fields;
    this.#lengths = new Int32Array(fields);
    this.#classes = new Uint8Array(fields);
    this.#values = new Float64Array(fields);
    this.#bytes = new Float64Array(fields);
    this.#common = new Uint8Array(fields).fill(EVERY_CLASS);
    this.#timeLengths = new Int32Array(fields);
  }

  note(field: number, length: number, classes: number): void {
    if (field >= this.#fields) return;
    this.#lengths[field] = length;
    this.#classes[field] = classes;
  }

  /** The values that were noted are a record. */
  commit(): void {
    for (let field = 0; field < this.#fields; field += 1) {
      const length = this.#lengths[field] ?? -1;
      if (length < 0) continue;
      const classes = this.#classes[field] ?? 0;
      this.#values[field] = (this.#values[field] ?? 0) + 1;
      this.#bytes[field] = (this.#bytes[field] ?? 0) + length;
      this.#common[field] = (this.#common[field] ?? 0) & classes;
      if (classes === TIMESTAMP) this.#commitTime(field, length);
    }
  }

  facts(): readonly FieldFacts[] {
    return Array.from(this.#values, (values, field) => ({
      type: values === 0 ? 'text' : typeOfClasses(this.#common[field] ?? 0),
      values,
      bytes: this.#bytes[field] ?? 0,
    }));
  }

  #commitTime(field: number, length: number): void {
    if (this.#timeLengths[field] === 0) this.#timeLengths[field] = length;
    else if (this.#timeLengths[field] !== length) this.#common[field] = 0;
  }
}
