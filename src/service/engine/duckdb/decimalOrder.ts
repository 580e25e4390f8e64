/**
 * Numbers of few digits, as most are, sort by a decimal number of the engine's in place of the text of sortKeys.ts: it is
 * made, sorted and compared several times as quickly, and as exact. What they are compared with may have any length.
 */
import { decimalText } from '../../../base/exactDecimal.ts';

/** What the engine holds in 64 bits. */
export const DECIMAL_DIGITS = 18;

/** Name of the engine's type. */
export function decimalType(scale: number): string {
  return `decimal(${String(DECIMAL_DIGITS)}, ${String(scale)})`;
}

/** Where a number stands among the decimals of a scale: `below` or `above` all of them, or else at or behind `floor`. */
export type DecimalPlace = 'below' | 'above' | { readonly floor: string; readonly isExact: boolean };

/** `key`: of decimalKey, or of NaN or an infinity. */
export function decimalPlace(key: string, scale: number): DecimalPlace {
  // The keys of -Infinity, Infinity and NaN.
  if (key === '/') return 'below';
  if (key === '3' || key === '4') return 'above';
  if (key === '1') return { floor: '0', isExact: true };
  const isNegative = key.startsWith('0');
  const { power, digits } = partsOf(key, isNegative);
  /** Of the number of units, each one at the last place behind the point. */
  const length = power + scale;
  if (length > DECIMAL_DIGITS) return isNegative ? 'below' : 'above';
  const units = length > 0 ? BigInt(digits.slice(0, length).padEnd(length, '0')) : 0n;
  const isExact = length > 0 && digits.length <= length;
  if (!isNegative) return { floor: decimalText({ digits: units, scale }), isExact };
  const floor = isExact ? units : units + 1n;
  return floor >= 10n ** BigInt(DECIMAL_DIGITS)
    ? 'below'
    : { floor: decimalText({ digits: -floor, scale }), isExact };
}

/** The number is 0.digits * 10^power, see sortKeys.ts. */
function partsOf(key: string, isNegative: boolean): { power: number; digits: string } {
  const first = key.charAt(1);
  const isShort = first !== '~' && first !== '!';
  const written = isShort ? key.charCodeAt(1) - 80 : Number(key.slice(2, 12)) - (first === '!' ? 1e10 : 0);
  const digits = key.slice(isShort ? 2 : 12);
  if (!isNegative) return { power: written, digits };
  const inverted = digits.slice(0, -1).replace(/\d/g, (digit) => String(9 - Number(digit)));
  return { power: -written, digits: inverted };
}

/**
 * SQL of the digits of a column of numbers: `12,2` for at most so many in front of the point (a sign counts as one) and behind
 * it. NULL if a number has an exponent, and where there is none.
 */
export function digitsSql(column: string): string {
  const point = `instr(${column}, '.')`;
  const isPlain = `bool_and(translate(${column}, '0123456789', '') in ('', '-', '.', '-.'))`;
  const whole = `max(case ${point} when 0 then strlen(${column}) else ${point} - 1 end)`;
  const scale = `max(case ${point} when 0 then 0 else strlen(${column}) - ${point} end)`;
  return `case when ${isPlain} then ${whole} || ',' || ${scale} end`;
}
