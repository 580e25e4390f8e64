/**
 * Sort keys: texts whose byte order is the order of the values, and which are equal for equal values.
 *
 * The key of a decimal number (`1.5`, `1.50`, `15e-1`) is exact at any length; sorting by it takes 1.4 times as long as
 * by a double. It has the sign, the power of ten, and the digits without zeros at either end: `2` `Q` `15` is 0.15 *
 * 10^1. Power and digits of negative numbers are complemented, and a final `:` (above `9`) puts -1.2 after -1.23.
 */

/** A number as in JSON with an exponent of at most nine digits, which a `numeric` field holds. */
export const NUMBER_PATTERN = String.raw`-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]{1,9})?`;

/** PostgreSQL also reads `+5`, `007`, `.5` and `5.`, which JSON refuses. */
const number = /^([+-]?)(?=\.?\d)0*((?:[1-9]\d*)?)(?:\.(\d*))?(?:e([+-]?\d+))?$/i;

/** This is beyond the power of every stored number (NUMBER_PATTERN), so keys don't tell higher powers apart. */
const MAX_POWER = 5e9;

export function decimalKey(text: string): string | undefined {
  const match = number.exec(text);
  if (match === null) return undefined;
  const [, sign, whole = '', fraction = '', exponent = '0'] = match;
  const padded = whole + fraction;
  const digits = whole === '' ? padded.replace(/^0+/, '') : padded;
  const significant = digits.slice(0, lengthWithoutZeros(digits));
  if (significant === '') return '1';
  const exact = whole.length - (padded.length - digits.length) + Number(exponent);
  const power = Math.min(Math.max(exact, -MAX_POWER), MAX_POWER);
  return sign === '-' ? `0${powerKey(-power)}${complement(significant)}:` : `2${powerKey(power)}${significant}`;
}

/** Powers that people use take one character, the others 11. */
function powerKey(power: number): string {
  if (power > 40) return `~${String(power).padStart(10, '0')}`;
  if (power < -40) return `!${String(power + 1e10).padStart(10, '0')}`;
  return String.fromCharCode(80 + power);
}

function complement(digits: string): string {
  let result = '';
  for (let at = 0; at < digits.length; at += 1) result += String.fromCharCode(105 - digits.charCodeAt(at));
  return result;
}

/** This is a loop because `/0+$/` takes quadratic time on long runs of zeros (docs/security.md 17). */
function lengthWithoutZeros(digits: string): number {
  let length = digits.length;
  while (length > 0 && digits.charCodeAt(length - 1) === 0x30) length -= 1;
  return length;
}

/** NaN and the infinities of numeric and float fields, with their keys. PostgreSQL sorts NaN after Infinity. */
const notNumbers: readonly (readonly [RegExp, string, string])[] = [
  [/^-inf(inity)?$/i, '-Infinity', '/'],
  [/^\+?inf(inity)?$/i, 'Infinity', '3'],
  [/^nan$/i, 'NaN', '4'],
];

export const KEYS_OF_NO_NUMBERS: readonly string[] = notNumbers.map(([, , key]) => key);

/** PostgreSQL's spelling of NaN and infinities; undefined for other texts. */
export function notANumber(text: string): string | undefined {
  return notNumbers.find(([pattern]) => pattern.test(text.trim()))?.[1];
}

/** The key sorts below or above those of all numbers. Undefined for a number. */
export function keyOfNotANumber(stored: string): string | undefined {
  return notNumbers.find(([, name]) => stored === name)?.[2];
}

/** This end is below every character, so that a text sorts before a longer one. No text contains NUL. */
const END = '\u0001\u0001';

export function elementKey(key: string): string {
  return key.replaceAll('\u0001', '\u0001\u0002') + END;
}
