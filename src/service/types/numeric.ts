/** A numeric keeps all its digits, trailing zeros included, because they are part of its scale. */
import { decimalKey, keyOfNotANumber, notANumber } from './sortKeys.ts';
import { InvalidValue, invalidSyntax } from './invalidValue.ts';
import type { ScalarType } from './scalarType.ts';

const NUMBER = /^([+-]?)(?=\.?\d)(\d*)(?:\.(\d*))?(?:e([+-]?\d+))?$/i;
/** PostgreSQL's limits for digits before and after the point. */
const MAX_WHOLE = 131_072;
const MAX_SCALE = 16_383;

export const numeric: ScalarType = {
  native: 'numeric',
  wire: 'json',
  key: (stored) => keyOfNotANumber(stored) ?? decimalKey(stored),
  parse: (text) => notANumber(text) ?? decimal(text),
  fromNumber: ({ text }) => decimal(text),
  // Imported files may have numbers that PostgreSQL can't store (1e999999999), and filters must find them.
  keyOfText,
  keyOfNumber: ({ text }) => keyOfText(text),
};

function keyOfText(text: string): string {
  const key = keyOfNotANumber(notANumber(text) ?? '') ?? decimalKey(text.trim());
  if (key === undefined) throw invalidSyntax('numeric', text);
  return key;
}

/** Writes a number without an exponent: `1e5` is 100000, `1.50e1` is 15.0, `.5` is 0.5, `-0` is 0. */
function decimal(text: string): string {
  const match = NUMBER.exec(text.trim());
  if (match === null) throw invalidSyntax('numeric', text);
  const [, sign, whole = '', fraction = '', exponent = '0'] = match;
  const shift = Number(exponent);
  const scale = Math.max(0, fraction.length - shift);
  const digits = whole + fraction;
  if (Math.abs(shift) > MAX_WHOLE || digits.length + Math.max(0, shift) > MAX_WHOLE + MAX_SCALE || scale > MAX_SCALE)
    throw new InvalidValue('value overflows numeric format');
  const moved = digits + '0'.repeat(Math.max(0, shift - fraction.length));
  const padded = moved.padStart(scale + 1, '0');
  const point = padded.length - scale;
  const before = padded.slice(0, point).replace(/^0+(?=\d)/, '');
  const result = scale === 0 ? before : `${before}.${padded.slice(point)}`;
  return sign === '-' && /[1-9]/.test(result) ? `-${result}` : result;
}

/** Rounds half away from zero. */
function rounded(text: string): string {
  const [whole = '', fraction = ''] = decimal(text).split('.');
  if (!/^[5-9]/.test(fraction)) return whole;
  return String(BigInt(whole) + (whole.startsWith('-') ? -1n : 1n));
}

/** Undefined for over 20 digits: no field holds them, and BigInt takes long for a million. */
function integerOf(text: string): bigint | undefined {
  const digits = text.replace(/^([+-]?)0*(?=\d)/, '$1');
  return digits.length > 20 ? undefined : BigInt(digits.replace('+', ''));
}

function integerType(native: 'smallint' | 'integer' | 'bigint', bits: number): ScalarType {
  const fits = (value: bigint): boolean => BigInt.asIntN(bits, value) === value;
  return {
    native,
    wire: 'json',
    key: decimalKey,
    parse: (text) => {
      const digits = text.trim();
      if (!/^[+-]?\d+$/.test(digits)) throw invalidSyntax(native, text);
      const value = integerOf(digits);
      if (value === undefined || !fits(value))
        throw new InvalidValue(`value "${text}" is out of range for type ${native}`);
      return String(value);
    },
    // PostgreSQL rounds a number with a fraction when it is put into an integer field.
    fromNumber: ({ text }) => {
      if (/^-?[1-9]\d{0,3}$/.test(text)) return text;
      const value = integerOf(rounded(text));
      if (value === undefined || !fits(value)) throw new InvalidValue(`${native} out of range`);
      return String(value);
    },
    keyOfNumber: ({ text }) => decimalKey(text) ?? '',
  };
}

export const int2 = integerType('smallint', 16);
export const int4 = integerType('integer', 32);
export const int8 = integerType('bigint', 64);
