/** Which texts fit a column's reading: one regular expression for JavaScript and for the engine (RE2). */
import type { ColumnReading } from './columnReading.ts';

/** Of any width. */
export const SPACE = '[ \u00a0\u2009\u202f]';
const SIGN = '[+\u2212-]';
/** Not 0000. */
const YEAR = '([1-9][0-9]{3}|0[1-9][0-9]{2}|00[1-9][0-9]|000[1-9])';
const CLOCK = '[T ]([0-9]{1,2}):([0-9]{2})(?::([0-9]{2})(?:[.,]([0-9]{1,6}))?)?';

/** Matches no text, in JavaScript and RE2. */
const NOTHING = '\\b\\B';

/** Signs that could be taken for a part of the number, or that no text has: digits, marks, spaces, control characters. */
const UNUSABLE_SIGN = /^[.e]+$|[\p{Nd}\p{Cc}\p{Cs}\s,+'\u2019\u2212-]/iu;
/** In UTF-16 units. RE2 refuses patterns that are very long. */
const MAX_SIGN_LENGTH = 64;

/** Whether the reading contradicts itself, so that no text is such a value and the column stays text. */
export function fitsNothing(reading: ColumnReading): boolean {
  const { kind, decimal = '.', thousands = '', sign = '' } = reading;
  if (reading.fitsNothing === true) return true;
  if (kind === 'boolean') return reading.trueWords?.length === 0 && reading.falseWords?.length === 0;
  return (
    kind === 'number' && (decimal === thousands || sign.length > MAX_SIGN_LENGTH || UNUSABLE_SIGN.test(sign))
  );
}

/**
 * Of a number, a date, or a date with a time, without anchors; a date's groups are its parts as `order` has them, and those of the
 * time. Undefined for what is compared with words.
 */
export function valuePattern(reading: ColumnReading): string | undefined {
  if (fitsNothing(reading)) return NOTHING;
  switch (reading.kind) {
    case 'number':
      return ` *${numberPattern(reading)} *`;
    case 'date':
      return ` *${datePattern(reading)} *`;
    case 'timestamp':
      return ` *${datePattern(reading)}${CLOCK} *`;
    case 'text':
    case 'boolean':
      return undefined;
  }
}

/**
 * Zeros in front stand in article numbers, postcodes and phone numbers, a plus in phone numbers: `007`, `-01`, `0 800 123`,
 * `€ 05`, `+41 79`. Of numbers that fit a reading, without anchors.
 */
export const NAME_PATTERN = `[^0-9]*0(?:${SPACE}|['\u2019])?[0-9].*|${SPACE}*[+](?:[0-9]|${SPACE})+`;

/**
 * Plain numbers that thousands with points may be too: `1.234`, and `999` or `0` beside it. `1234` isn't one of them, because
 * where thousands have points it would be `1.234`. Without anchors.
 */
export const POINTED_PATTERN = '-?(?:[1-9][0-9]{0,2}(?:[.][0-9]{3})?|0)';

function numberPattern({ decimal = '.', thousands = '', sign = '' }: ColumnReading): string {
  // The engine works out hundredths as decimals.
  const [whole, groups, digits] = sign === '%' ? ['{1,18}', '{1,5}', '{1,8}'] : ['+', '+', '+'];
  // `0.123` is a decimal number wherever a point or a comma may be a decimal mark.
  const first = thousands === '.' || thousands === ',' ? '[1-9][0-9]{0,2}' : '[0-9]{1,3}';
  const grouped =
    thousands === ''
      ? `[0-9]${whole}`
      : `(?:[0-9]${whole}|${first}(?:${thousandsPattern(thousands)}[0-9]{3})${groups})`;
  const number = `${grouped}(?:${escaped(decimal)}[0-9]${digits})?`;
  const exponent = thousands === '' ? '(?:[eE][+-]?[0-9]{1,9})?' : '';
  if (sign === '') return `${SIGN}?${number}${exponent}`;
  const mark = escaped(sign);
  const behind = `${SPACE}?${mark}`;
  const inFront = `(?:${SIGN}?${mark}${SPACE}?|${mark}${SPACE}?${SIGN})${number}`;
  // A number without a percent sign may be a share of one or of a hundred.
  return `(?:${inFront}|${SIGN}?${number}${sign === '%' ? behind : `(?:${behind})?`})`;
}

export function thousandsPattern(mark: string): string {
  if (mark === ' ') return SPACE;
  return mark === "'" ? "['\u2019]" : escaped(mark);
}

function datePattern({ order = 'ymd', separator = '-' }: ColumnReading): string {
  const parts = Array.from(order, (part) => (part === 'y' ? YEAR : '([0-9]{1,2})'));
  return parts.join(escaped(separator));
}

/** Of a date, as strptime and Table Schemas write it: `%d.%m.%Y`. */
export function dateFormat({ order = 'ymd', separator = '-' }: ColumnReading): string {
  return Array.from(order, (part) => `%${part === 'y' ? 'Y' : part}`).join(separator);
}

/** Any text as a part of a pattern. */
export function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}
