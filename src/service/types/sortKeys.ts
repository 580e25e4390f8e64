/**
 * Sort keys: texts whose order by bytes is the order of the values, and which are equal for equal values.
 *
 * That of a decimal number (`1.5`, `1.50`, `15e-1`) is exact at any length; sorting by it costs 1.4 times as much as by a
 * double. Sign, then the power of ten, then the digits without zeros at either end: `2` `Q` `15` is 0.15 * 10^1. For a negative
 * number power and digits are complemented, and a `:` (behind `9`) puts -1.2 behind -1.23.
 */

/** A number as JSON writes it, its exponent of at most nine digits: what a `numeric` field holds. */
export const NUMBER_PATTERN = String.raw`-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]{1,9})?`;

/** Wider than JSON, as PostgreSQL reads a number: `+5`, `007`, `.5`, `5.` too. */
const number = /^([+-]?)(?=\.?\d)0*((?:[1-9]\d*)?)(?:\.(\d*))?(?:e([+-]?\d+))?$/i;

/** Beyond the power of every stored number (NUMBER_PATTERN). All numbers beyond it have the same power in their keys. */
const MAX_POWER = 5e9;

/** Undefined for a text that is not a number. */
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
  return sign === '-'
    ? `0${powerKey(-power)}${complement(significant)}:`
    : `2${powerKey(power)}${significant}`;
}

/** One character for what people use, 11 for the rest. */
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

/** A loop, because `/0+$/` takes quadratic time on long runs of zeros (docs/security.md 17). */
function lengthWithoutZeros(digits: string): number {
  let length = digits.length;
  while (length > 0 && digits.charCodeAt(length - 1) === 0x30) length -= 1;
  return length;
}

/** NaN and the infinities of numeric and float fields, with their keys. Infinity is greatest but for NaN. */
const notNumbers: readonly (readonly [RegExp, string, string])[] = [
  [/^-inf(inity)?$/i, '-Infinity', '/'],
  [/^\+?inf(inity)?$/i, 'Infinity', '3'],
  [/^nan$/i, 'NaN', '4'],
];

export const KEYS_OF_NO_NUMBERS: readonly string[] = notNumbers.map(([, , key]) => key);

/** PostgreSQL's spelling; undefined for what may be a number. */
export function notANumber(text: string): string | undefined {
  return notNumbers.find(([pattern]) => pattern.test(text.trim()))?.[1];
}

/** It sorts between and around the keys of numbers. */
export function keyOfNotANumber(stored: string): string | undefined {
  return notNumbers.find(([, name]) => stored === name)?.[2];
}

/** Ends with what is below every character, so that a text comes before a longer one. NUL is in no text. */
const END = '\u0001\u0001';

/** The sort key of a list is those of its elements in a row. */
export function elementKey(key: string): string {
  return key.replaceAll('\u0001', '\u0001\u0002') + END;
}
