/** Patterns of the texts that fit a column's reading, valid in JavaScript and in DuckDB (RE2). */
import type { ColumnReading } from './columnReading.ts';
import { MONTH_PATTERN } from './monthNames.ts';

/** Spaces of several widths separate thousands. */
export const SPACE = '[ \u00a0\u2009\u202f]';
const SIGN = '[+\u2212-]';
/** What makes a number negative in a form of NEGATIVE_FORMS. */
export const MINUS_PATTERN = '[()\u2212-]';
/** A year has four digits and isn't 0000. */
const YEAR = '([1-9][0-9]{3}|0[1-9][0-9]{2}|00[1-9][0-9]|000[1-9])';
/** The half of the day in a 12-hour clock: `AM`, `pm`, `a.m.`, `a. m.`; without anchors. */
export const HALF_DAY_PATTERN = `${SPACE}?([AaPp])(?:[.]${SPACE}?)?[Mm][.]?`;
/** The groups of a time. */
export const CLOCK_PATTERN = `(?:T|,? )([0-9]{1,2}):([0-9]{2})(?::([0-9]{2})(?:[.,]([0-9]{1,6}))?)?(?:${HALF_DAY_PATTERN})?`;

/** A zone behind a time, in a group; without anchors. */
export const ZONE_PATTERN = `${SPACE}?([Zz]|UTC|GMT|${SIGN}(?:0[0-9]|1[0-5])(?::?[0-5][0-9])?)`;

/** This pattern matches no text in JavaScript and RE2. */
const NOTHING = '\\b\\B';

/** Signs that could be taken for part of the number, or that no text has: digits, marks, spaces, control characters. */
const UNUSABLE_SIGN = /^[.e]+$|[\p{Nd}\p{Cc}\p{Cs}\s,+'\u2019\u2212-]/iu;
/** The length is in UTF-16 units. RE2 refuses very long patterns. */
const MAX_SIGN_LENGTH = 64;

/** Whether the reading contradicts itself, so that no value fits and the column stays text. */
export function fitsNothing(reading: ColumnReading): boolean {
  const { kind, decimal = '.', thousands = '', sign = '', negative } = reading;
  if (reading.fitsNothing === true || (negative !== undefined && /[()]/.test(sign))) return true;
  if (kind === 'boolean') return reading.trueWords?.length === 0 && reading.falseWords?.length === 0;
  return kind === 'number' && (decimal === thousands || sign.length > MAX_SIGN_LENGTH || UNUSABLE_SIGN.test(sign));
}

/** The pattern has no anchors. Groups are a date's parts by `order`, then the time's. Undefined if words decide. */
export function valuePattern(reading: ColumnReading): string | undefined {
  if (fitsNothing(reading)) return NOTHING;
  switch (reading.kind) {
    case 'number':
      return ` *${numberPattern(reading)} *`;
    case 'date':
      return ` *${datePattern(reading)} *`;
    case 'timestamp':
      return ` *${datePattern(reading)}${CLOCK_PATTERN}${reading.hasZone === true ? ZONE_PATTERN : ''} *`;
    case 'text':
    case 'boolean':
      return undefined;
  }
}

/**
 * Matches numbers that are probably names, because article numbers, postcodes and phone numbers begin with zeros or a
 * plus: `007`, `-01`, `0 800 123`, `€ 05`, `+41 79`. For texts that fit a number; without anchors.
 */
export const NAME_PATTERN = `[^0-9]*0(?:${SPACE}|['\u2019])?[0-9].*|${SPACE}*[+](?:[0-9]|${SPACE})+`;

/**
 * Plain numbers whose point may also separate thousands: `1.234`, and beside it `999` or `0`. `1234` isn't among them,
 * because it would be written `1.234`. Without anchors.
 */
export const POINTED_PATTERN = '-?(?:[1-9][0-9]{0,2}(?:[.][0-9]{3})?|0)';

function numberPattern({ decimal = '.', thousands = '', sign = '', negative }: ColumnReading): string {
  // DuckDB divides percentages as DECIMAL, which limits their digits.
  const [whole, groups, digits] = sign === '%' ? ['{1,18}', '{1,5}', '{1,8}'] : ['+', '+', '+'];
  // `0.123` is always a decimal number, so grouped thousands don't begin with 0.
  const first = thousands === '.' || thousands === ',' ? '[1-9][0-9]{0,2}' : '[0-9]{1,3}';
  const grouped =
    thousands === ''
      ? `[0-9]${whole}`
      : `(?:[0-9]${whole}|${first}(?:${thousandsPattern(thousands)}[0-9]{3})${groups})`;
  const number = `${grouped}(?:${escaped(decimal)}[0-9]${digits})?`;
  if (negative !== undefined) return negativePattern(number, sign, negative);
  const exponent = thousands === '' ? '(?:[eE][+-]?[0-9]{1,9})?' : '';
  if (sign === '') return `${SIGN}?${number}${exponent}`;
  const mark = escaped(sign);
  const behind = `${SPACE}?${mark}`;
  const inFront = `(?:${SIGN}?${mark}${SPACE}?|${mark}${SPACE}?${SIGN})${number}`;
  // A number without a percent sign could be a share of 1 or of 100, so every value needs the sign.
  return `(?:${inFront}|${SIGN}?${number}${sign === '%' ? behind : `(?:${behind})?`})`;
}

/** No number has its minus in front. */
function negativePattern(number: string, sign: string, negative: 'behind' | 'brackets'): string {
  const mark = escaped(sign);
  const front = sign === '' || sign === '%' ? '' : `(?:${mark}${SPACE}?)?`;
  const back = sign === '' ? '' : `(?:${SPACE}?${mark})${sign === '%' ? '' : '?'}`;
  if (negative === 'behind')
    return `${front}(?:${number}${back}|${number}${SPACE}?[\u2212-]${back}|${number}${back}${SPACE}?[\u2212-])`;
  return `(?:${front}${number}${back}|[(]${front}${number}${back}[)]|${front}[(]${number}[)]${back})`;
}

export function thousandsPattern(mark: string): string {
  if (mark === ' ') return SPACE;
  return mark === "'" ? "['\u2019]" : escaped(mark);
}

/** Has a group for each part of the date, in their order. */
export function datePattern({ order = 'ymd', separator = '-', hasMonthNames, pivot }: ColumnReading): string {
  const year = pivot === undefined ? YEAR : '([0-9]{2})';
  const day = separator === '' ? '([0-9]{2})' : '([0-9]{1,2})';
  if (hasMonthNames !== true) return Array.from(order, (part) => (part === 'y' ? year : day)).join(escaped(separator));
  const gap = `(?:[-/]|${SPACE}|[.]${SPACE}?)`;
  const of = '(?:[dD][eE][lL]? |[oO][fF] )?';
  const name = `${MONTH_PATTERN}[.]?`;
  const nth = `${day}(?:[sS][tT]|[nN][dD]|[rR][dD]|[tT][hH]|[eE][rR]|[\u00ba\u00b0])?`;
  if (order === 'ymd') return `${year}${gap}${name}${gap}${day}`;
  return order === 'mdy'
    ? `${name}${gap}${nth}(?:,${SPACE}?|${gap})${year}`
    : `${nth}${gap}${of}${name}(?:,${SPACE}|${gap})${of}${year}`;
}

/** A date's format as in strptime and Table Schema, for example `%d.%m.%Y`. */
export function dateFormat({ order = 'ymd', separator = '-', hasMonthNames, pivot }: ColumnReading): string {
  const letters = { y: pivot === undefined ? 'Y' : 'y', m: hasMonthNames === true ? 'B' : 'm', d: 'd' };
  return Array.from(order, (part) => `%${letters[part as 'y' | 'm' | 'd']}`).join(hasMonthNames ? ' ' : separator);
}

export function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}
