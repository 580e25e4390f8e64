/** What a scan found about the values of each field: enough to know its type, and to check a second reading. */
import type { FieldKey } from '../../store/description.ts';
import { DECIMAL_DIGITS } from '../../engine/duckdb/decimalOrder.ts';
import { BEYOND, EVERY_CLASS, NUMERIC, TIMESTAMP, typeOfClasses } from '../../reading/valueClasses.ts';

/** Length of a timestamp without a fraction. */
const SECONDS = 19;

/** Facts about the values of one field. */
export interface ColumnFacts {
  readonly type: ReturnType<typeof typeOfClasses>;
  /** The number of values that aren't NULL. */
  readonly values: number;
  /** Total length of all values in UTF-8. */
  readonly bytes: number;
  /** In a field of numbers, the most digits before the point (a sign counts as one) and after it, or BEYOND. */
  readonly whole: number;
  readonly scale: number;
  /** In a field of timestamps, the length of each. */
  readonly timeLength: number;
}

/** How the table can store the field's sort key; undefined for a key by its type's rules. */
export function keyOfFacts({ type, whole, scale, timeLength }: ColumnFacts): FieldKey | undefined {
  if (type === 'numeric') return scale < BEYOND && whole + scale <= DECIMAL_DIGITS ? scale : undefined;
  return type === 'date' || (type === 'timestamp' && timeLength === SECONDS) ? 'none' : undefined;
}

/** Typed arrays hold the counts, because a file may have millions of values. A record counts once it's complete. */
export class FieldTally {
  readonly #fields: number;
  /** Values of the current record; a length of -1 is NULL. */
  readonly #lengths: Int32Array;
  readonly #classes: Uint8Array;
  readonly #scales: Uint8Array;
  readonly #values: Float64Array;
  readonly #bytes: Float64Array;
  readonly #common: Uint8Array;
  /** Texts of timestamps sort by time only if a field's all have the same length. */
  readonly #timeLengths: Int32Array;
  readonly #whole: Int32Array;
  readonly #scale: Uint8Array;

  constructor(fields: number) {
    this.#fields = fields;
    this.#lengths = new Int32Array(fields);
    this.#classes = new Uint8Array(fields);
    this.#scales = new Uint8Array(fields);
    this.#values = new Float64Array(fields);
    this.#bytes = new Float64Array(fields);
    this.#common = new Uint8Array(fields).fill(EVERY_CLASS);
    this.#timeLengths = new Int32Array(fields);
    this.#whole = new Int32Array(fields);
    this.#scale = new Uint8Array(fields);
  }

  note(field: number, length: number, classes: number, scale: number): void {
    if (field >= this.#fields) return;
    this.#scales[field] = scale;
    this.#lengths[field] = length;
    this.#classes[field] = classes;
  }

  /** Adds the noted values as a record. */
  commit(): void {
    for (let field = 0; field < this.#fields; field += 1) {
      const length = this.#lengths[field] ?? -1;
      if (length < 0) continue;
      const classes = this.#classes[field] ?? 0;
      this.#values[field] = (this.#values[field] ?? 0) + 1;
      this.#bytes[field] = (this.#bytes[field] ?? 0) + length;
      this.#common[field] = (this.#common[field] ?? 0) & classes;
      if (classes === NUMERIC) this.#commitNumber(field, length);
      else if (classes === TIMESTAMP) this.#commitTime(field, length);
    }
  }

  facts(): readonly ColumnFacts[] {
    return Array.from(this.#values, (values, field) => ({
      type: values === 0 ? 'text' : typeOfClasses(this.#common[field] ?? 0),
      values,
      bytes: this.#bytes[field] ?? 0,
      whole: this.#whole[field] ?? 0,
      scale: this.#scale[field] ?? 0,
      timeLength: this.#timeLengths[field] ?? 0,
    }));
  }

  #commitNumber(field: number, length: number): void {
    const scale = this.#scales[field] ?? 0;
    const whole = scale === 0 ? length : length - scale - 1;
    if (whole > (this.#whole[field] ?? 0)) this.#whole[field] = whole;
    if (scale > (this.#scale[field] ?? 0)) this.#scale[field] = scale;
  }

  #commitTime(field: number, length: number): void {
    if (this.#timeLengths[field] === 0) this.#timeLengths[field] = length;
    else if (this.#timeLengths[field] !== length) this.#common[field] = 0;
  }
}
