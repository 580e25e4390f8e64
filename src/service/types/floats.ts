/** Doubles and singles have the shortest text that reads back as the same number, in PostgreSQL's spelling. */
import { decimalKey, keyOfNotANumber, notANumber } from './sortKeys.ts';
import { invalidSyntax, outOfRange } from './invalidValue.ts';
import type { ScalarType } from './scalarType.ts';

const NUMBER = /^[+-]?(?=\.?\d)\d*(?:\.\d*)?(?:e[+-]?\d+)?$/i;

/** PostgreSQL leaves the reading to C, which knows hexadecimal numbers. */
const HEX = /^([+-]?)(0x[\da-f]+)$/i;

interface Precision {
  readonly native: string;
  readonly round: (value: number) => number;
  /** The shortest digits with an exponent, such as `1.5e+7`. */
  readonly exponential: (value: number) => string;
  /** PostgreSQL writes an exponent from this power of ten on. */
  readonly exponentFrom: number;
}

function floatType({ native, round, exponential, exponentFrom }: Precision): ScalarType {
  const read = (text: string): string => {
    const special = notANumber(text);
    if (special !== undefined) return special;
    const given = text.trim();
    const [, sign, hex] = HEX.exec(given) ?? [];
    if (hex === undefined && !NUMBER.test(given)) throw invalidSyntax(native, text);
    const value = round(hex === undefined ? Number(given) : Number(hex) * (sign === '-' ? -1 : 1));
    const isLost = value === 0 && hex === undefined && /[1-9]/.test(given.replace(/e.*/i, ''));
    if (!Number.isFinite(value) || isLost) throw outOfRange(native, given);
    return numberText(value);
  };
  const numberText = (value: number): string => {
    const [mantissa = '', exponent = ''] = exponential(value).split('e');
    const power = Number(exponent);
    if (power < -4 || power >= exponentFrom)
      return `${mantissa}e${power < 0 ? '-' : '+'}${String(Math.abs(power)).padStart(2, '0')}`;
    if (Object.is(value, -0)) return '-0';
    return positional(mantissa, power);
  };
  return {
    native,
    wire: 'json',
    key: (stored) => keyOfNotANumber(stored) ?? decimalKey(String(round(Number(stored)))),
    parse: read,
    fromNumber: ({ text }) => read(text),
    // PostgreSQL compares a single with a number as a double.
    keyOfNumber: ({ text }) => {
      const key = decimalKey(String(Number(text)));
      if (key === undefined) throw outOfRange('double precision', text);
      return key;
    },
  };
}

/** Moves the point by the power: `-1.25` and 1 are `-12.5`. */
function positional(mantissa: string, power: number): string {
  const sign = mantissa.startsWith('-') ? '-' : '';
  const digits = mantissa.replace(/[-.]/g, '');
  if (power < 0) return `${sign}0.${'0'.repeat(-power - 1)}${digits}`;
  const whole = digits.slice(0, power + 1).padEnd(power + 1, '0');
  const fraction = digits.slice(power + 1);
  return sign + whole + (fraction === '' ? '' : `.${fraction}`);
}

export function shortestSingle(value: number): string {
  for (let digits = 0; digits < 9; digits += 1) {
    const text = value.toExponential(digits);
    if (Math.fround(Number(text)) === value) return text;
  }
  return value.toExponential();
}

export const float8 = floatType({
  native: 'double precision',
  round: (value) => value,
  exponential: (value) => value.toExponential(),
  exponentFrom: 15,
});
export const float4 = floatType({ native: 'real', round: Math.fround, exponential: shortestSingle, exponentFrom: 6 });
