/** A decimal number of up to 2,000 digits: `digits` / 10^`scale`. Only `divide`, `roundedText` and `wholeRoot` round. */

export interface ExactDecimal {
  readonly digits: bigint;
  /** Number of decimal places: the greatest of those of the inputs. */
  readonly scale: number;
}

/** Most numbers. Their digits need no groups of an expression, which take much longer. */
const PLAIN = /^-?\d{1,40}(?:\.\d{1,40})?$/;
const number = /^([+-]?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d{1,9}))?$/;
/** Longest number to calculate with, in digits without an exponent. The time grows with the square of this length. */
export const MAX_DIGITS = 2000;
/** Longest text, including sign, point and exponent. Servers may send texts of any length. */
const MAX_LENGTH = MAX_DIGITS + 13;

export const ZERO: ExactDecimal = { digits: 0n, scale: 0 };

const POWERS = Array.from({ length: 80 }, (_, power) => 10n ** BigInt(power));

/** Summaries need the same powers thousands of times, so they are made once. Throws RangeError below 0. */
export function powerOfTen(power: number): bigint {
  return POWERS[power] ?? 10n ** BigInt(power);
}

/** Parses a number as JSON writes it. Undefined for any other text, and for more than MAX_DIGITS digits. */
export function parseDecimal(text: string): ExactDecimal | undefined {
  if (text.length > MAX_LENGTH) return undefined;
  if (PLAIN.test(text)) {
    const point = text.indexOf('.');
    if (point < 0) return { digits: BigInt(text), scale: 0 };
    return { digits: BigInt(text.slice(0, point) + text.slice(point + 1)), scale: text.length - point - 1 };
  }
  const [, sign, whole = '', fraction = '', exponent = '0'] = number.exec(text) ?? [];
  const scale = fraction.length - Number(exponent);
  if (whole === '' || Math.max(1, whole.length + Number(exponent)) + Math.max(0, scale) > MAX_DIGITS) return undefined;
  const digits = BigInt(`${sign === '-' ? '-' : ''}${whole}${fraction}`);
  return scale >= 0 ? { digits, scale } : { digits: digits * powerOfTen(-scale), scale: 0 };
}

/** Whether a text is a JSON number that `parseDecimal` rejects as too long. */
export function isLongNumber(text: string): boolean {
  return text.length > MAX_LENGTH ? /^[+-]?\d/.test(text) : number.test(text) && parseDecimal(text) === undefined;
}

/** The exact sum, with the greater scale of both. */
export function add(one: ExactDecimal, other: ExactDecimal): ExactDecimal {
  const scale = Math.max(one.scale, other.scale);
  return { digits: scaled(one, scale) + scaled(other, scale), scale };
}

/** Negative, 0 or positive if `one` is less than, equal to or greater than `other`. */
export function compare(one: ExactDecimal, other: ExactDecimal): number {
  const scale = Math.max(one.scale, other.scale);
  const difference = scaled(one, scale) - scaled(other, scale);
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

/** Divides, rounding half away from zero to at most `places` decimal places. Throws RangeError if `divisor` is 0. */
export function divide({ digits, scale }: ExactDecimal, divisor: number, places: number): ExactDecimal {
  const by = BigInt(divisor) * powerOfTen(Math.max(0, scale - places));
  if (by === 0n) throw new RangeError('Division by zero');
  return { digits: roundedQuotient(scaled({ digits, scale }, Math.max(scale, places)), by), scale: places };
}

/** A quotient of integers, rounded half away from zero. */
export function roundedQuotient(digits: bigint, by: bigint): bigint {
  const half = (by < 0n ? -by : by) / 2n;
  return (digits + (digits < 0n ? -half : half)) / by;
}

/** The number without an exponent, rounded half away from zero to this many significant digits. */
export function roundedText({ digits, scale }: ExactDecimal, significant: number): string {
  const excess = Math.max(0, String(digits < 0n ? -digits : digits).length - significant);
  const unit = powerOfTen(excess);
  return decimalText({ digits: roundedQuotient(digits, unit) * unit, scale }, true);
}

/** The square root of a whole number without its decimal places. */
export function wholeRoot(square: bigint): bigint {
  if (square < 2n) return square;
  for (let root = 1n << BigInt(square.toString(16).length * 2); ;) {
    const next = (root + square / root) / 2n;
    if (next >= root) return root;
    root = next;
  }
}

/** The number without an exponent. `trim` also removes trailing zeros, which only quotients need. */
export function decimalText({ digits, scale }: ExactDecimal, trim = false): string {
  const sign = digits < 0n ? '-' : '';
  const all = String(digits < 0n ? -digits : digits).padStart(scale + 1, '0');
  const whole = all.slice(0, all.length - scale);
  const fraction = all.slice(all.length - scale);
  const shown = trim ? fraction.slice(0, fraction.length - zerosAtEnd(fraction)) : fraction;
  return sign + (shown === '' ? whole : `${whole}.${shown}`);
}

export function zerosAtEnd(digits: string): number {
  let end = digits.length;
  while (digits[end - 1] === '0') end -= 1;
  return digits.length - end;
}

/** The digits of the number with `to` decimal places, at least as many as it has. */
export function scaled({ digits, scale }: ExactDecimal, to: number): bigint {
  return digits * powerOfTen(to - scale);
}
