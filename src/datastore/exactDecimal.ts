/** Decimal numbers of any length: `digits` / 10^`scale`. Nothing is rounded but a quotient. */

export interface ExactDecimal {
  readonly digits: bigint;
  /** Digits behind the point: as many as the longest number that went in. */
  readonly scale: number;
}

const number = /^([+-]?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d{1,9}))?$/;
/** Beyond, sums would hold thousands of zeros (`1e400`). */
const MAX_EXPONENT = 400;

export const ZERO: ExactDecimal = { digits: 0n, scale: 0 };

/** Undefined for a text that is no number as JSON writes it, and for exponents beyond ±400. */
export function parseDecimal(text: string): ExactDecimal | undefined {
  const [, sign, whole = '', fraction = '', exponent = '0'] = number.exec(text) ?? [];
  if (whole === '' || Math.abs(Number(exponent)) > MAX_EXPONENT) return undefined;
  const digits = BigInt(`${sign === '-' ? '-' : ''}${whole}${fraction}`);
  const scale = fraction.length - Number(exponent);
  return scale >= 0 ? { digits, scale } : { digits: digits * 10n ** BigInt(-scale), scale: 0 };
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
  const shown = trim ? fraction.replace(/0{1,400}$/, '') : fraction;
  return sign + (shown === '' ? whole : `${whole}.${shown}`);
}

function scaled({ digits, scale }: ExactDecimal, to: number): bigint {
  return digits * 10n ** BigInt(to - scale);
}
