/** Decimal numbers of up to 2,000 digits: `digits` / 10^`scale`. Nothing is rounded but a quotient. */

export interface ExactDecimal {
  readonly digits: bigint;
  /** Digits behind the point: as many as the longest number that went in. */
  readonly scale: number;
}

const number = /^([+-]?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d{1,9}))?$/;
/** Of a number as it is written without an exponent. Beyond, it would take too long: the time grows with their square. */
export const MAX_DIGITS = 2000;
/** With sign, point and exponent. Servers may send texts of any length. */
const MAX_LENGTH = MAX_DIGITS + 13;

export const ZERO: ExactDecimal = { digits: 0n, scale: 0 };

/** Undefined for a text that is no number as JSON writes it, and for more than MAX_DIGITS digits. */
export function parseDecimal(text: string): ExactDecimal | undefined {
  if (text.length > MAX_LENGTH) return undefined;
  const [, sign, whole = '', fraction = '', exponent = '0'] = number.exec(text) ?? [];
  const scale = fraction.length - Number(exponent);
  if (whole === '' || Math.max(1, whole.length + Number(exponent)) + Math.max(0, scale) > MAX_DIGITS)
    return undefined;
  const digits = BigInt(`${sign === '-' ? '-' : ''}${whole}${fraction}`);
  return scale >= 0 ? { digits, scale } : { digits: digits * 10n ** BigInt(-scale), scale: 0 };
}

/** A number as JSON writes it that `parseDecimal` doesn't take. */
export function isLongNumber(text: string): boolean {
  return text.length > MAX_LENGTH
    ? /^[+-]?\d/.test(text)
    : number.test(text) && parseDecimal(text) === undefined;
}

export function add(one: ExactDecimal, other: ExactDecimal): ExactDecimal {
  const scale = Math.max(one.scale, other.scale);
  return { digits: scaled(one, scale) + scaled(other, scale), scale };
}

/** Below, at or above 0, as one is less than, equal to or greater than the other. */
export function compare(one: ExactDecimal, other: ExactDecimal): number {
  const scale = Math.max(one.scale, other.scale);
  const difference = scaled(one, scale) - scaled(other, scale);
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

/** Rounded half away from zero, to at most `places` behind the point. Throws RangeError for a divisor of 0. */
export function divide({ digits, scale }: ExactDecimal, divisor: number, places: number): ExactDecimal {
  const by = BigInt(divisor);
  if (by === 0n) throw new RangeError('Division by zero');
  const numerator = scaled({ digits, scale }, Math.max(scale, places));
  const excess = 10n ** BigInt(Math.max(0, scale - places));
  const whole = by * excess;
  const half = (whole < 0n ? -whole : whole) / 2n;
  return { digits: (numerator + (numerator < 0n ? -half : half)) / whole, scale: places };
}

/** Without zeros at the end of a quotient only: `trim`. */
export function decimalText({ digits, scale }: ExactDecimal, trim = false): string {
  const sign = digits < 0n ? '-' : '';
  const all = String(digits < 0n ? -digits : digits).padStart(scale + 1, '0');
  const whole = all.slice(0, all.length - scale);
  const fraction = all.slice(all.length - scale);
  const shown = trim ? fraction.slice(0, fraction.length - zerosAtEnd(fraction)) : fraction;
  return sign + (shown === '' ? whole : `${whole}.${shown}`);
}

function zerosAtEnd(digits: string): number {
  let end = digits.length;
  while (digits[end - 1] === '0') end -= 1;
  return digits.length - end;
}

function scaled({ digits, scale }: ExactDecimal, to: number): bigint {
  return digits * 10n ** BigInt(to - scale);
}
