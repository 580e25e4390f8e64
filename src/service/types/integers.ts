import { decimalKey } from './decimalKey.ts';
import { InvalidValue, invalidSyntax } from './invalidValue.ts';
import { roundDecimal } from './numeric.ts';
import type { ScalarType } from './scalarType.ts';

/** Undefined for one that no field can hold: a million digits are not worth the time. */
function integerOf(text: string): bigint | undefined {
  const digits = text.replace(/^([+-]?)0*(?=\d)/, '$1');
  return digits.length > 20 ? undefined : BigInt(digits.replace('+', ''));
}

function integerType(native: 'smallint' | 'integer' | 'bigint', bits: number): ScalarType {
  const fits = (value: bigint): boolean => BigInt.asIntN(bits, value) === value;
  return {
    native,
    wire: 'json',
    order: 'key',
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
      const value = integerOf(roundDecimal(text, 0));
      if (value === undefined || !fits(value)) throw new InvalidValue(`${native} out of range`);
      return String(value);
    },
    keyOfNumber: ({ text }) => decimalKey(text) ?? '',
  };
}

export const int2 = integerType('smallint', 16);
export const int4 = integerType('integer', 32);
export const int8 = integerType('bigint', 64);
