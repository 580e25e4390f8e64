/** Numbers with all their digits, trailing zeros included: the scale of a numeric is part of it. */
import { decimalKey } from './decimalKey.ts';
import { InvalidValue, invalidSyntax } from './invalidValue.ts';
import { keyOfNotANumber, notANumber } from './notANumber.ts';
import type { Modifiers, ScalarType } from './scalarType.ts';

const NUMBER = /^([+-]?)(?=\.?\d)(\d*)(?:\.(\d*))?(?:e([+-]?\d+))?$/i;
/** Digits in front of and behind the point that PostgreSQL holds. */
const MAX_WHOLE = 131_072;
const MAX_SCALE = 16_383;

export const numeric: ScalarType = {
  native: 'numeric',
  wire: 'json',
  order: 'key',
  key: (stored) => keyOfNotANumber(stored) ?? decimalKey(stored),
  parse: (text, modifiers) => notANumber(text) ?? rounded(decimal(text), modifiers),
  fromNumber: ({ text }, modifiers) => rounded(decimal(text), modifiers),
  keyOfNumber: ({ text }) => decimalKey(text) ?? '',
};

/** Without an exponent: `1e5` is 100000, `1.50e1` is 15.0, `.5` is 0.5, `-0` is 0. */
function decimal(text: string): string {
  const match = NUMBER.exec(text.trim());
  if (match === null) throw invalidSyntax('numeric', text);
  const [, sign, whole = '', fraction = '', exponent = '0'] = match;
  const shift = Number(exponent);
  const scale = Math.max(0, fraction.length - shift);
  const digits = whole + fraction;
  if (
    Math.abs(shift) > MAX_WHOLE ||
    digits.length + Math.max(0, shift) > MAX_WHOLE + MAX_SCALE ||
    scale > MAX_SCALE
  )
    throw new InvalidValue('value overflows numeric format');
  const moved = digits + '0'.repeat(Math.max(0, shift - fraction.length));
  const padded = moved.padStart(scale + 1, '0');
  const point = padded.length - scale;
  const before = padded.slice(0, point).replace(/^0+(?=\d)/, '');
  const result = scale === 0 ? before : `${before}.${padded.slice(point)}`;
  return sign === '-' && /[1-9]/.test(result) ? `-${result}` : result;
}

/** To `scale` digits behind the point, half away from zero. */
export function roundDecimal(text: string, scale: number): string {
  const value = decimal(text);
  const [whole = '', fraction = ''] = value.replace('-', '').split('.');
  const kept = whole + fraction.slice(0, scale).padEnd(scale, '0');
  const up = (fraction[scale] ?? '0') >= '5' ? 1n : 0n;
  const digits = String(BigInt(kept) + up).padStart(scale + 1, '0');
  const point = digits.length - scale;
  const result = scale === 0 ? digits : `${digits.slice(0, point)}.${digits.slice(point)}`;
  return value.startsWith('-') && /[1-9]/.test(result) ? `-${result}` : result;
}

function rounded(value: string, [precision, scale = 0]: Modifiers): string {
  if (precision === undefined) return value;
  const result = roundDecimal(value, scale);
  const whole = result.replace(/^-?0*/, '').split('.')[0] ?? '';
  if (whole.length > precision - scale) throw new InvalidValue('numeric field overflow');
  return result;
}
