/** Operands get exact places among a field's values: casts of columns could round, overflow, or read all partitions. */
import type { ExactValue } from '../../../base/cells.ts';
import { type ExactDecimal, decimalText, parseDecimal } from '../../../base/exactDecimal.ts';
import { stringifyExact } from '../../../base/exactJson.ts';
import { quotedText } from '../../../base/quotes.ts';
import { invalidQuery } from '../../ckan/actionError.ts';
import { decimalKey, keyOfNotANumber, notANumber } from '../../types/sortKeys.ts';
import { scalarTypes } from '../../types/typeName.ts';
import type { Comparator, Operand } from '../../question/tableQuestion.ts';

type Place =
  | { readonly kind: 'at'; readonly sql: string }
  /** Between this value and the next one. */
  | { readonly kind: 'behind'; readonly sql: string }
  | { readonly kind: 'below' | 'above' };

export interface TrinoComparison {
  readonly subject: string;
  readonly placeOf: (operand: Operand) => Place;
  /** The field may have NaN, which equals itself and exceeds all others, as in PostgreSQL. */
  readonly hasNaN?: boolean;
}

export function compareSql(comparison: TrinoComparison, comparator: Comparator, operand: Operand): string {
  const { subject, hasNaN = false } = comparison;
  const place = comparison.placeOf(operand);
  const isMore = comparator.startsWith('>');
  const orNaN = (sql: string): string => (hasNaN && isMore ? `(${sql} or is_nan(${subject}))` : sql);
  switch (place.kind) {
    case 'at':
      return orNaN(`${subject} ${comparator} ${place.sql}`);
    case 'behind':
      return comparator === '=' ? 'false' : `${subject} ${isMore ? '>' : '<='} ${place.sql}`;
    case 'below':
      return isMore ? `${subject} is not null` : 'false';
    case 'above':
      return hasNaN ? nanSql(subject, comparator) : comparator.startsWith('<') ? `${subject} is not null` : 'false';
  }
}

/** In a field of floats, only the operand `NaN` is above all values. */
function nanSql(subject: string, comparator: Comparator): string {
  if (comparator === '>') return 'false';
  if (comparator === '<=') return `${subject} is not null`;
  return comparator === '<' ? `not is_nan(${subject})` : `is_nan(${subject})`;
}

export function oneOfSql(comparison: TrinoComparison, operands: readonly Operand[]): string {
  const { subject, hasNaN = false } = comparison;
  const places = operands.map((operand) => comparison.placeOf(operand));
  const values = places.flatMap((place) => (place.kind === 'at' ? [place.sql] : []));
  const isNaN = hasNaN && places.some(({ kind }) => kind === 'above') ? [`is_nan(${subject})`] : [];
  const conditions = [...(values.length > 0 ? [`${subject} in (${values.join(', ')})`] : []), ...isNaN];
  return conditions.length === 0 ? 'false' : `(${conditions.join(' or ')})`;
}

/** Throws ActionError for a text that can't be encoded in UTF-8. */
export function textLiteral(text: string): string {
  if (!text.isWellFormed()) throw invalidQuery('invalid byte sequence for encoding "UTF8"');
  return quotedText(text);
}

export function textComparison(subject: string): TrinoComparison {
  return { subject, placeOf: ({ given }) => ({ kind: 'at', sql: textLiteral(textOf(given)) }) };
}

/** Blanks at the end of `char` values don't count. */
export function paddedComparison(column: string): TrinoComparison {
  const trimmed = (sql: string): string => `trim(trailing ' ' from ${sql})`;
  return {
    subject: trimmed(`cast(${column} as varchar)`),
    placeOf: ({ given }) => ({ kind: 'at', sql: trimmed(textLiteral(textOf(given))) }),
  };
}

/** For types whose values are parsed as in PostgreSQL, and then have one spelling that Trino reads. */
export function literalComparison(subject: string, type: 'bool' | 'uuid', keyword: string): TrinoComparison {
  return { subject, placeOf: ({ given }) => ({ kind: 'at', sql: `${keyword} ${textLiteral(parsed(type, given))}` }) };
}

/** For numbers from -`most` to `most` with as many digits after the point as `most`. */
export function numberComparison(subject: string, keyword: 'bigint' | 'decimal', most: string): TrinoComparison {
  const { digits, scale } = decimalOf(most);
  const highest = decimalKey(most) ?? '';
  const lowest = decimalKey(decimalText({ digits: keyword === 'bigint' ? -digits - 1n : -digits, scale })) ?? '';
  return {
    subject,
    placeOf: ({ given }) => {
      const text = textOf(given).trim();
      const special = notANumber(text);
      const key = (special === undefined ? decimalKey(text) : keyOfNotANumber(special)) ?? '';
      if (key < lowest) return { kind: 'below' };
      if (key > highest) return { kind: 'above' };
      const value = decimalOf(text);
      const below = floor(value, scale);
      const sql = `${keyword} ${quotedText(decimalText(below))}`;
      return { kind: decimalKey(decimalText(below)) === key ? 'at' : 'behind', sql };
    },
  };
}

function decimalOf(text: string): ExactDecimal {
  const value = parseDecimal(text.replace(/^([+-]?)\./, '$10.').replace(/\.(?!\d)/, ''));
  if (value === undefined) throw invalidQuery('value overflows numeric format');
  return value;
}

/** The greatest number up to this one with `places` digits after the point. */
function floor({ digits, scale }: ExactDecimal, places: number): ExactDecimal {
  if (scale <= places) return { digits: digits * 10n ** BigInt(places - scale), scale: places };
  const unit = 10n ** BigInt(scale - places);
  const quotient = digits / unit;
  return { digits: digits < 0n && digits % unit !== 0n ? quotient - 1n : quotient, scale: places };
}

/** A number is compared as a double, a text as the field's type. */
export function floatComparison(subject: string, type: 'float4' | 'float8'): TrinoComparison {
  return {
    subject,
    hasNaN: true,
    placeOf: ({ given }) => {
      const isText = typeof given === 'string';
      const text = isText ? parsed(type, given) : String(Number(textOf(given)));
      if (text === 'NaN') return { kind: 'above' };
      return { kind: 'at', sql: `${isText && type === 'float4' ? 'real' : 'double'} ${quotedText(text)}` };
    },
  };
}

/** Operands from here on exceed all of Trino's values, whose calendar ends before PostgreSQL's and begins earlier. */
const BEYOND = {
  date: 'infinity',
  time: '24:00:00',
  timestamp: '294247-01-10 04:00:54.775808',
  timestamptz: '073326-09-11 20:14:45.248',
} as const;
/** PostgreSQL's parser rounds to microseconds; Trino has six digits more. */
const MICROSECONDS = /(\.\d{6})(\d+)/;

export function momentComparison(subject: string, type: keyof typeof BEYOND): TrinoComparison {
  return {
    subject,
    placeOf: ({ given }) => {
      const text = textOf(given);
      const [, , further = ''] = (type === 'date' ? null : MICROSECONDS.exec(text)) ?? [];
      const read = parsed(type, text.replace(MICROSECONDS, '$1'));
      if (read === '-infinity') return { kind: 'below' };
      const [micros = '', era] = read.replace('T', ' ').split(/(?:\+00:00)?( BC)?$/);
      const moment = further === '' ? micros : withDigits(micros, further.slice(0, 6));
      if (era === undefined && moment.replace(/^\d+(?=-)/, paddedYear) >= BEYOND[type]) return { kind: 'above' };
      const literal = era === undefined ? moment : moment.replace(/^\d+/, trinoYearOf);
      const [keyword, zone] = type === 'timestamptz' ? ['timestamp', ' UTC'] : [type, ''];
      return { kind: /[1-9]/.test(further.slice(6)) ? 'behind' : 'at', sql: `${keyword} '${literal}${zone}'` };
    },
  };
}

function withDigits(moment: string, further: string): string {
  const [seconds = '', fraction = ''] = moment.split('.');
  return `${seconds}.${fraction.padEnd(6, '0')}${further}`;
}

function paddedYear(year: string): string {
  return year.padStart(6, '0');
}

/** Trino counts 1 BC as the year 0. */
function trinoYearOf(yearBc: string): string {
  return String(1 - Number(yearBc)).replace(/\d+/, (year) => year.padStart(4, '0'));
}

/** The operand was parsed when the question was made, so this doesn't fail. */
function parsed(type: string, given: ExactValue): string {
  return scalarTypes.get(type)?.parse(textOf(given)) ?? textOf(given);
}

function textOf(given: ExactValue): string {
  return typeof given === 'string' ? given : stringifyExact(given);
}
