import { quotedText } from '../../../../base/quotes.ts';
import type { ColumnReading } from '../../../resource/columnReading.ts';
import { decimalType } from '../decimalOrder.ts';
import { MONTH_NAMES } from '../../../resource/monthNames.ts';
import {
  CLOCK_PATTERN,
  dateFormat,
  datePattern,
  escaped,
  fitsNothing,
  HALF_DAY_PATTERN,
  MINUS_PATTERN,
  NAME_PATTERN,
  SPACE,
  ZONE_PATTERN,
  thousandsPattern,
  valuePattern,
} from '../../../resource/valuePattern.ts';
import { NULL_PATTERN, takesUsualWords } from '../../../resource/usualNullWords.ts';

/** SQL of the text to store (as in reading/sourceTextValue.ts), NULL if none. `hundredth` is hundredthSql's column. */
export function sourceTextSql(reading: ColumnReading, text: string, hundredth?: string): string {
  if (fitsNothing(reading)) return 'null::varchar';
  const pattern = valuePattern(reading);
  if (pattern === undefined) return reading.kind === 'boolean' ? wordSql(reading, text) : text;
  const matches = (each: string): string => `regexp_full_match(${text}, ${quotedText(each)})`;
  const isNumberName = reading.isGuess === true && reading.kind === 'number';
  const fits = `when ${matches(pattern)}${isNumberName ? ` and not ${matches(NAME_PATTERN)}` : ''} then`;
  if (reading.kind === 'number')
    return `case ${plainNumberSql(reading, text, hundredth)} ${fits} ${numberSql(reading, text)} end`;
  return `case ${fits} ${momentSql(reading, text)} end`;
}

export function isValueSql(reading: ColumnReading, text: string, nullWords: readonly string[]): string {
  const words = [...nullWords, ...(reading.nullWords ?? [])];
  if (words.length === 0) return `${text} is not null`;
  return `${text} not in (${words.map(quotedText).join(', ')})`;
}

/** For texts of isValueSql that have no value by sourceTextSql. */
export function isUsualNullSql(reading: ColumnReading, text: string): string {
  return takesUsualWords(reading) ? `regexp_full_match(${text}, ${quotedText(NULL_PATTERN)})` : 'false';
}

/** Like sourceTextSql, but NULL for words that mean NULL. */
export function sourceTextValueSql(
  reading: ColumnReading,
  text: string,
  nullWords: readonly string[],
  hundredth?: string,
): string {
  const value = sourceTextSql(reading, text, hundredth);
  const isOne = isValueSql(reading, text, nullWords);
  return isOne.endsWith('is not null') ? value : `case when ${isOne} then ${value} end`;
}

/** A number of sourceTextSql as DECIMAL, NULL if it has more than `scale` digits after the point. */
export function decimalSql({ thousands = '' }: ColumnReading, number: string, scale: number): string {
  const point = `strpos(${number}, '.')`;
  const fits = `(${point} = 0 or strlen(${number}) - ${point} <= ${String(scale)})`;
  // Numbers with thousands marks have no exponent.
  const isWritten = thousands === '' ? ` and not contains(lower(${number}), 'e')` : '';
  return `case when ${fits}${isWritten} then try_cast(${number} as ${decimalType(scale)}) end`;
}

function wordSql({ trueWords = [], falseWords = [] }: ColumnReading, text: string): string {
  const cases = [
    ...trueWords.map((word) => `when ${quotedText(word)} then 'true'`),
    ...falseWords.map((word) => `when ${quotedText(word)} then 'false'`),
  ];
  return cases.length === 0 ? 'null::varchar' : `case lower(trim(${text})) ${cases.join(' ')} end`;
}

/** The form of nearly all numbers is handled in a third of the time. */
function plainNumberSql(
  { decimal = '.', thousands = '', sign = '', negative }: ColumnReading,
  text: string,
  hundredth?: string,
): string {
  if (thousands === ' ' || thousands === "'" || negative !== undefined) return '';
  if (sign === '%') return plainHundredthSql(decimal, text, hundredth);
  const grouped = thousands === '' ? '' : `|[1-9][0-9]{0,2}(?:${escaped(thousands)}[0-9]{3})+`;
  const number = `-?(?:0|[1-9][0-9]*${grouped})(?:${escaped(decimal)}[0-9]+)?`;
  const pattern = sign === '' ? number : `${number} ?${escaped(sign)}`;
  const bare = sign === '' ? text : `rtrim(replace(${text}, ${quotedText(sign)}, ''), ' ')`;
  const joined = thousands === '' ? bare : `replace(${bare}, ${quotedText(thousands)}, '')`;
  const value = decimal === '.' ? joined : `replace(${joined}, ${quotedText(decimal)}, '.')`;
  return `when regexp_full_match(${text}, ${quotedText(pattern)}) then ${value}`;
}

/** With SHORT_DIGITS, a percentage's hundredth fits into 64 bits; 128 take DuckDB twenty times as long. */
const SHORT_DIGITS = 16;
const LONG_DIGITS = 28;
const MOST_PLACES = 8;

/** SQL of a plain percentage as DECIMAL, NULL if it has more than `places` digits after the point. */
export function hundredthSql(reading: ColumnReading, text: string, places: number): string | undefined {
  const { decimal = '.', sign, negative } = reading;
  if (sign !== '%' || negative !== undefined || places > MOST_PLACES || fitsNothing(reading)) return undefined;
  return `case ${shortHundredthSql(decimal, text, places)} end`;
}

function plainHundredthSql(decimal: string, text: string, hundredth: string | undefined): string {
  const found =
    hundredth === undefined
      ? ''
      : `when suffix(${hundredth}, '0') then ${withoutZeros(hundredth)} when ${hundredth} is not null then ${hundredth} `;
  return found + shortHundredthSql(decimal, text, MOST_PLACES, withoutZeros);
}

function shortHundredthSql(decimal: string, text: string, places: number, shown = (value: string) => value): string {
  const fraction = places === 0 ? '' : `(?:${escaped(decimal)}[0-9]{1,${String(places)}})?`;
  const pattern = `-?(?:0|[1-9][0-9]{0,${String(SHORT_DIGITS - places - 1)}})${fraction} ?%`;
  const bare = `replace(${text}, '%', '')`;
  const number = decimal === '.' ? bare : `replace(${bare}, ${quotedText(decimal)}, '.')`;
  return (
    `when regexp_full_match(${text}, ${quotedText(pattern)}) ` +
    `then ${shown(dividedSql(number, SHORT_DIGITS, places))}`
  );
}

function dividedSql(number: string, digits: number, places: number): string {
  return `(${number}::decimal(${String(digits)}, ${String(places)}) * 0.01::decimal(2, 2))::varchar`;
}

function withoutZeros(text: string): string {
  return `regexp_replace(${text}, '\\.?0+$', '')`;
}

function numberSql({ negative, ...reading }: ColumnReading, written: string): string {
  const { decimal = '.', thousands = '', sign = '' } = reading;
  const minus = quotedText(MINUS_PATTERN);
  const text =
    negative === undefined
      ? written
      : `if(regexp_matches(${written}, ${minus}), '-', '') || regexp_replace(${written}, ${minus}, '', 'g')`;
  const dropped = [SPACE, ...(thousands === '' || thousands === ' ' ? [] : [thousandsPattern(thousands)])];
  const unsigned = sign === '' ? `(${text})` : `replace(${text}, ${quotedText(sign)}, '')`;
  const joined = `regexp_replace(${unsigned}, ${quotedText(dropped.join('|'))}, '', 'g')`;
  const pointed = `replace(replace(${joined}, ${quotedText(decimal)}, '.'), '\u2212', '-')`;
  const number = `regexp_replace(ltrim(${pointed}, '+'), '^(-?)0+([0-9])', '\\1\\2')`;
  return sign === '%' ? withoutZeros(dividedSql(number, LONG_DIGITS, MOST_PLACES)) : number;
}

/** NULL for a day that isn't in the calendar. */
function momentSql(reading: ColumnReading, text: string): string {
  const { kind, hasMonthNames, pivot, hasZone } = reading;
  if (hasZone === true && kind === 'timestamp') return zonedSql(reading, `trim(${text})`);
  if (hasMonthNames === true || pivot !== undefined) return momentSql({ field: '', kind }, plainDateSql(reading, text));
  const date = dateFormat(reading);
  // DuckDB ignores spaces around the text.
  if (reading.kind === 'date') return `try_strptime(${text}, ${quotedText(date)})::date::varchar`;
  const moment = (plain: string, clocks: readonly string[]): string =>
    `try_strptime(${plain}, [${clocks.map((clock) => quotedText(`${date} ${clock}`)).join(', ')}])`;
  const plain = `translate(trim(replace(${text}, ', ', ' ')), 'T,', ' .')`;
  const half = `upper(regexp_replace(${plain}, ${quotedText(`${HALF_DAY_PATTERN}$`)}, ' \\1M'))`;
  const halves = moment(half, ['%I:%M %p', '%I:%M:%S %p', '%I:%M:%S.%f %p']);
  const whole = moment(plain, ['%H:%M', '%H:%M:%S', '%H:%M:%S.%f']);
  const hasHalf = `contains('Mm.', right(rtrim(${text}, ' '), 1))`;
  return `replace((case when ${hasHalf} then ${halves} else ${whole} end)::varchar, ' ', 'T')`;
}

/** A time in UTC. NULL if that isn't in a year of four digits. */
function zonedSql({ hasZone: _, ...reading }: ColumnReading, text: string): string {
  const zone = `regexp_extract(${text}, ${quotedText(`${ZONE_PATTERN}$`)}, 1)`;
  const local = momentSql(reading, `regexp_replace(${text}, ${quotedText(`${ZONE_PATTERN}$`)}, '')`);
  const part = (at: string): string =>
    `coalesce(try_cast(regexp_extract(${zone}, ${quotedText(at)}, 1) as integer), 0)`;
  const ahead = `if(${zone} ~ '[-\u2212].*', -1, 1) * (60 * ${part('([0-9]{2})')} + ${part('([0-9]{2})$')} * (length(${zone}) > 3)::integer)`;
  const time = `(try_cast(${local} as timestamp) - to_minutes(${ahead}))`;
  return `case when year(${time}) between 1 and 9999 then replace(${time}::varchar, ' ', 'T') || '+00:00' end`;
}

/** The date of a matching text as year, month and day in digits, with the time as it is. NULL if no month has the name. */
function plainDateSql({ order = 'ymd', kind, pivot, ...reading }: ColumnReading, text: string): string {
  const date = datePattern({ ...reading, kind, order, ...(pivot !== undefined && { pivot }) });
  const whole = quotedText(`^ *${date}${kind === 'date' ? '()' : `(${CLOCK_PATTERN})`} *$`);
  const part = (place: string): string => `regexp_extract(${text}, ${whole}, ${String(order.indexOf(place) + 1)})`;
  const year = part('y');
  const century =
    pivot === undefined ? '' : `case when try_cast(${year} as integer) < ${String(pivot)} then '20' else '19' end || `;
  const month = reading.hasMonthNames === true ? monthSql(part('m')) : part('m');
  return `(${century}${year} || '-' || ${month} || '-' || ${part('d')} || regexp_extract(${text}, ${whole}, 4))`;
}

function monthSql(name: string): string {
  const numbers = [...new Set(MONTH_NAMES.values())];
  const cases = numbers.map((number) => {
    const names = [...MONTH_NAMES].filter(([, month]) => month === number).map(([each]) => quotedText(each));
    return `when x in (${names.join(', ')}) then '${String(number)}'`;
  });
  return `list_transform([lower(strip_accents(${name}))], lambda x: case ${cases.join(' ')} end)[1]`;
}
