/** How DuckDB writes records as rows of an Excel sheet, with the cells that export/built/xlsxCell.ts makes. */
import { fieldKind } from '../../../../base/field.ts';
import {
  CELL_STYLE,
  columnLetters,
  EPOCH_DAY,
  FIRST_EXACT_DAY,
  MAX_CELL_DIGITS,
  MAX_CELL_TEXT,
} from '../../../../base/sheets/sheetCell.ts';
import type { Column } from '../columns.ts';
import { isNotFinite } from './recordLines.ts';
import { DATE_PATTERN, TIME_PATTERN } from './writtenRecords.ts';

export interface SheetRowSql {
  readonly xml: string;
  /** A number above 0 for a record that JavaScript must write. */
  readonly isOdd: string;
  /** For each column 1 if its value became a text, though its field is of another kind. */
  readonly asText: readonly string[];
}

/**
 * SQL of a record as a row. `row` is SQL of its number. `shown` are the columns with the values that people see, `own`
 * the same ones with the types of their fields. DuckDB finds the same cell in several expressions once, except within
 * CASE, AND and OR; hence the sums.
 */
export function sheetRowSql(own: readonly Column[], shown: readonly Column[], row: string): SheetRowSql {
  const cells = shown.map((column, at) => cellSql(column, own[at] ?? column, `'<c r="${columnLetters(at)}', ${row}`));
  const lacksCell = cells.map((cell, at) => `(${cell} is null)::int - (${shown[at]?.value ?? ''} is null)::int`);
  const texts = `concat(${["''", ...shown.flatMap(({ isJson, value }) => (isJson ? [] : value))].join(', ')})`;
  const isOddText = [
    `regexp_matches(${texts}, '${UNSAYABLE}')::int`,
    `(strlen(${texts}) > ${String(MAX_CELL_TEXT)})::int`,
  ];
  const asText = own.map(({ type }, at) => {
    const isUsual = ['text', 'json'].includes(fieldKind(type));
    return isUsual ? '0' : `suffix(${cells[at] ?? ''}, '</is></c>')::int`;
  });
  return {
    xml: `concat(${[`'<row r="', ${row}, '">'`, ...cells, `'</row>'`].join(', ')})`,
    isOdd: [...isOddText, ...lacksCell].join(' + '),
    asText,
  };
}

/** What JavaScript escapes as `_xHHHH_`, except CR. */
const UNSAYABLE = String.raw`[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x{9f}\x{fffe}\x{ffff}]|_x[0-9a-fA-F]{4}_`;

/** NULL for NULL and for a value that JavaScript must write. */
function cellSql(column: Column, own: Column, begin: string): string {
  const { isJson, type } = column;
  const kind = fieldKind(type);
  const value = type === 'int' ? `(${column.value})::varchar` : column.value;
  const cell = (attributes: string, content: string): string =>
    `concat(${begin}, '"${attributes}><v>', ${content}, '</v></c>')`;
  const text = `concat(${begin}, '" t="inlineStr"><is><t xml:space="preserve">', ${isJson ? value : escaped(value)}, '</t></is></c>')`;
  if (isJson && kind === 'number')
    return `case when ${isNumberCell(value, type)} then ${cell('', value)} when ${isNumberText(value, type)} then ${text} end`;
  if (isJson && kind === 'boolean')
    return `case ${value} when 'true' then ${cell(' t="b"', `'1'`)} when 'false' then ${cell(' t="b"', `'0'`)} end`;
  const hasMoment = own.type === 'date' || own.type.startsWith('timestamp');
  // JavaScript parses nested values and numbers that are sent as texts, and counts times of day.
  if (isJson || kind === 'json' || kind === 'number' || kind === 'boolean' || (kind === 'date' && !hasMoment))
    return 'null::varchar';
  const moment = hasMoment ? momentSql(value, own.type, cell) : [];
  return `case ${[...moment, `when ${value} is not null then ${text}`].join(' ')} end`;
}

function escaped(value: string): string {
  const escapes = [
    ['&', '&amp;'],
    ['<', '&lt;'],
    ['>', '&gt;'],
  ].reduce((text, [sign = '', escape = '']) => `replace(${text}, '${sign}', '${escape}')`, value);
  // Most texts have none of these signs.
  return `case when regexp_matches(${value}, '[&<>\\r]') then replace(${escapes}, chr(13), '_x000D_') else ${value} end`;
}

const PLAIN = String.raw`-?\d+(?:\.\d+)?`;
const isPlain = (value: string): string => `regexp_full_match(${value}, '${PLAIN}')`;
const isWhole = (value: string): string => String.raw`regexp_full_match(${value}, '-?\d{1,18}')`;
const isFloat = (type: string): boolean => type.startsWith('float');

function significantDigits(value: string): string {
  return `strlen(trim(translate(${value}, '-.', ''), '0'))`;
}

function isNumberCell(value: string, type: string): string {
  const isShort = `strlen(${value}) <= ${String(MAX_CELL_DIGITS)} and ${isPlain(value)}`;
  if (type === 'int') return isShort;
  if (isFloat(type)) return `${isShort} or try_cast(${value} as double)::varchar = ${value}`;
  // Doubles hold such fractions, and whole numbers if they come back from them.
  const isFew = `${significantDigits(value)} <= ${String(MAX_CELL_DIGITS)}`;
  const isFraction = `strpos(${value}, '.') > 0 and strpos(${value}, '.') <= ${String(MAX_CELL_DIGITS + 1)} and strlen(${value}) <= 40`;
  const isExact = `try_cast(${value} as bigint) = try_cast(try_cast(${value} as bigint)::double as bigint)`;
  return `(${isShort}) or (${isPlain(value)} and ${isFew} and (${isFraction} or (${isWhole(value)} and ${isExact})))`;
}

function isNumberText(value: string, type: string): string {
  if (type === 'int') return 'false';
  const isLong = `${isPlain(value)} and ${significantDigits(value)} > ${String(MAX_CELL_DIGITS)}`;
  return isFloat(type) ? isNotFinite(value) : `${isNotFinite(value)} or ${isWhole(value)} or (${isLong})`;
}

/** WHEN clauses for dates and timestamps that Excel can count. Other values are texts. */
function momentSql(
  value: string,
  type: string,
  cell: (attributes: string, content: string) => string,
): readonly string[] {
  const look = (style: number): string => ` s="${String(style)}"`;
  const days = `datediff('day', date '1970-01-01', try_cast(left(${value}, 10) as date)) + ${String(EPOCH_DAY)}`;
  const fits = (pattern: string): string =>
    `regexp_full_match(${value}, '${pattern}') and left(${value}, 4) <> '0000' and ${days} >= ${String(FIRST_EXACT_DAY)}`;
  if (type === 'date') return [`when ${fits(DATE_PATTERN)} then ${cell(look(CELL_STYLE.date), days)}`];
  const micros = `epoch_us(try_cast(substr(${value}, 12) as time))`;
  const share = `(${days})::double + (${micros})::double / 86400000000::double`;
  const serial = `case when ${micros} = 0 then (${days})::varchar else (${share})::varchar end`;
  const moment = `when ${fits(`${DATE_PATTERN}[T ]${TIME_PATTERN}`)} and ${micros}`;
  return [
    `${moment} % 1000000 = 0 then ${cell(look(CELL_STYLE.timestamp), serial)}`,
    `${moment} % 1000 = 0 then ${cell(look(CELL_STYLE.exactTimestamp), serial)}`,
  ];
}
