/** Numbers with few digits sort by DuckDB's DECIMAL, which is as exact as a sort key, and several times faster. */
import { decimalText } from '../../../base/exactDecimal.ts';

/** DuckDB holds this many digits in 64 bits. */
export const DECIMAL_DIGITS = 18;

export function decimalType(scale: number): string {
  return `decimal(${String(DECIMAL_DIGITS)}, ${String(scale)})`;
}

/** A number's place among the decimals of a scale: below or above all of them, at `floor`, or just after it. */
export type DecimalPlace = 'below' | 'above' | { readonly floor: string; readonly isExact: boolean };

/** `key` comes from decimalKey, or is that of NaN or an infinity. */
export function decimalPlace(key: string, scale: number): DecimalPlace {
  // These are the keys of -Infinity, Infinity and NaN.
  if (key === '/') return 'below';
  if (key === '3' || key === '4') return 'above';
  if (key === '1') return { floor: '0', isExact: true };
  const isNegative = key.startsWith('0');
  const { power, digits } = partsOf(key, isNegative);
  const length = power + scale;
  if (length > DECIMAL_DIGITS) return isNegative ? 'below' : 'above';
  const units = length > 0 ? BigInt(digits.slice(0, length).padEnd(length, '0')) : 0n;
  const isExact = length > 0 && digits.length <= length;
  if (!isNegative) return { floor: decimalText({ digits: units, scale }), isExact };
  const floor = isExact ? units : units + 1n;
  return floor >= 10n ** BigInt(DECIMAL_DIGITS) ? 'below' : { floor: decimalText({ digits: -floor, scale }), isExact };
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

/** SQL of the most digits before (with sign) and after the point, `12,2`. NULL without numbers or with exponents. */
export function digitsSql(column: string): string {
  const point = `instr(${column}, '.')`;
  const isPlain = `bool_and(translate(${column}, '0123456789', '') in ('', '-', '.', '-.'))`;
  const whole = `max(case ${point} when 0 then strlen(${column}) else ${point} - 1 end)`;
  const scale = `max(case ${point} when 0 then 0 else strlen(${column}) - ${point} end)`;
  return `case when ${isPlain} then ${whole} || ',' || ${scale} end`;
}

/** The scale at which a DECIMAL holds all numbers of a column, by the result of digitsSql. Undefined if none does. */
export function scaleOf(digits: unknown): number | undefined {
  if (typeof digits !== 'string') return undefined;
  const [whole = 0, scale = 0] = digits.split(',').map(Number);
  return whole + scale <= DECIMAL_DIGITS ? scale : undefined;
}
