import { compare, type ExactDecimal, parseDecimal } from '../../base/exactDecimal.ts';

const INT64 = 1n << 63n;
/** Most digits of a decimal in 16 bytes, in Parquet as in Arrow and DuckDB. */
const MAX_PRECISION = 38;

export type NumberType =
  | { readonly type: 'int64' | 'double' }
  | { readonly type: 'decimal'; readonly precision: number; readonly scale: number };

/** CKAN's texts for values that aren't numbers (docs/network.md 47). */
const NOT_FINITE = new Map([
  ['NaN', NaN],
  ['Infinity', Infinity],
  ['-Infinity', -Infinity],
]);

export function notFinite(text: string): number | undefined {
  return NOT_FINITE.get(text);
}

/** Whether a PostgreSQL type is binary floating point. Its texts are the shortest that identify a double. */
export function isFloatType(type: string): boolean {
  return /^(float\d*|real|double.*)$/.test(type.toLowerCase());
}

/** The double whose shortest decimal text equals this number. Undefined if there is none. */
export function namedDouble(text: string, value = parseDecimal(text)): number | undefined {
  const double = Number(text);
  if (value === undefined || !Number.isFinite(double)) return undefined;
  const shortest = parseDecimal(String(double));
  return shortest !== undefined && compare(shortest, value) === 0 ? double : undefined;
}

/** Like `namedDouble`, but a whole number must equal the double exactly, which rules out 1e23. */
export function exactDouble(text: string, value: ExactDecimal | undefined = parseDecimal(text)): number | undefined {
  const double = namedDouble(text, value);
  if (double === undefined || value === undefined || !Number.isInteger(double)) return double;
  return BigInt(double) * 10n ** BigInt(value.scale) === value.digits ? double : undefined;
}

/** Looks at all numbers of a column, then names a type that holds each exactly. */
export class NumberSurvey {
  readonly #isFloat: boolean;
  #fitsInt64 = true;
  #fitsDecimal = true;
  #fitsDouble = true;
  #scale = 0;
  #whole = 1;

  constructor(isFloat: boolean) {
    this.#isFloat = isFloat;
  }

  add(text: string): void {
    const value = parseDecimal(text);
    // A decimal can't express negative zero.
    const isNegativeZero = value?.digits === 0n && text.startsWith('-');
    if (value === undefined || isNegativeZero) this.#fitsInt64 = this.#fitsDecimal = false;
    else this.#measure(value);
    const double = this.#isFloat ? namedDouble : exactDouble;
    this.#fitsDouble &&= double(text, value) !== undefined;
  }

  /** Adds NaN or an infinity, which only doubles have. */
  addNotFinite(): void {
    this.#fitsInt64 = this.#fitsDecimal = false;
  }

  /** The type for all numbers added so far. Undefined if no type holds them exactly. */
  get type(): NumberType | undefined {
    if (this.#isFloat && this.#fitsDouble) return { type: 'double' };
    if (this.#fitsInt64) return { type: 'int64' };
    const precision = this.#whole + this.#scale;
    if (this.#fitsDecimal && precision <= MAX_PRECISION) return { type: 'decimal', precision, scale: this.#scale };
    return this.#fitsDouble ? { type: 'double' } : undefined;
  }

  #measure({ digits, scale }: ExactDecimal): void {
    this.#fitsInt64 &&= scale === 0 && digits >= -INT64 && digits < INT64;
    const length = String(digits < 0n ? -digits : digits).length;
    this.#scale = Math.max(this.#scale, scale);
    this.#whole = Math.max(this.#whole, length - scale);
  }
}
