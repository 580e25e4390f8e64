/** How DuckDB writes records as rows of an Excel sheet, with the cells that export/built/xlsxCell.ts makes. */
import { type FieldKind, fieldKind } from '../../../../base/field.ts';
import {
  CELL_STYLE,
  columnLetters,
  EPOCH_DAY,
  FIRST_EXACT_DAY,
  MAX_CELL_DIGITS,
  MAX_CELL_TEXT,
} from '../../../../base/sheets/sheetCell.ts';
import type { WrittenForm } from '../../../question/tableQuestion.ts';
import type { Column } from '../columns.ts';
import { DATE_PATTERN, oncePerKey, shownColumns, TIME_PATTERN } from './writtenRecords.ts';

/** What JavaScript escapes as `_xHHHH_`, except CR. */
const UNSAYABLE = String.raw`[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x{9f}\x{fffe}\x{ffff}]|_x[0-9a-fA-F]{4}_`;

/**
 * SQL of a record as a row, of a number above 0 if JavaScript must write it, and for each field of 1 if its value became
 * a text, although the field is of another kind. `row` is SQL of the row's number. DuckDB makes a cell once that several
 * expressions have in common, except within CASE, AND and OR.
 */
export function sheetRowSql(columns: readonly Column[], form: WrittenForm, row: string): readonly string[] {
  const own = oncePerKey(columns);
  const shown = shownColumns(own, form).map((column, at) => {
    const { type: fieldType } = own[at] ?? column;
    return { ...column, fieldType, kind: fieldKind(fieldType) };
  });
  const cells = shown.map((column, at) => cellSql(column, `'<c r="${columnLetters(at)}', ${row}`));
  const lacksCell = shown.map(({ value }, at) => `(${cells[at] ?? ''} is null)::int - (${value} is null)::int`);
  const texts = `concat('', ${shown.map(({ isJson, value }) => (isJson ? `''` : value)).join(', ')})`;
  const isOddText = `regexp_matches(${texts}, '${UNSAYABLE}')::int + (strlen(${texts}) > ${String(MAX_CELL_TEXT)})::int`;
  return [
    `concat('<row r="', ${row}, '">', ${cells.join(', ')}, '</row>')`,
    `${isOddText} + contains(concat('', ${lacksCell.join(', ')}), '1')::int`,
    ...shown.map(({ kind }, at) =>
      kind === 'text' || kind === 'json' ? '0' : `suffix(${cells[at] ?? ''}, '</is></c>')::int`,
    ),
  ];
}

/** A shown column with the type of its field, whose texts it may show. */
type SheetColumn = Column & { readonly fieldType: string; readonly kind: FieldKind };

/** NULL for NULL and for what JavaScript must write: nested values, times of day, values that aren't of their type. */
function cellSql({ isJson, type, fieldType, kind, value: sql }: SheetColumn, begin: string): string {
  const value = type === 'int' ? `(${sql})::varchar` : sql;
  const cell = (attributes: string, content: string): string =>
    `concat(${begin}, '"${attributes}><v>', ${content}, '</v></c>')`;
  const text = `concat(${begin}, '" t="inlineStr"><is><t xml:space="preserve">', ${isJson ? value : escaped(value)}, '</t></is></c>')`;
  if (isJson && kind === 'number')
    return `case when ${isNumber(value, type)} then ${cell('', value)} when ${isNumberText(value, type)} then ${text} end`;
  if (isJson && kind === 'boolean')
    return `case ${value} when 'true' then ${cell(' t="b"', `'1'`)} when 'false' then ${cell(' t="b"', `'0'`)} end`;
  const isMoment = fieldType === 'date' || fieldType.startsWith('timestamp');
  if (isJson || (!isMoment && kind !== 'text' && type !== 'text') || (kind === 'date' && !isMoment))
    return 'null::varchar';
  return `case ${isMoment ? momentSql(value, fieldType, cell) : ''} when ${value} is not null then ${text} end`;
}

/** Looking for the signs one by one is quicker than by an expression, and most texts have none. */
function escaped(value: string): string {
  const escapes = Object.entries({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '\r': '_x000D_' });
  const isSpecial = escapes.map(([sign]) => `contains(${value}, '${sign}')`).join(' or ');
  const text = escapes.reduce((sql, [sign, escape]) => `replace(${sql}, '${sign}', '${escape}')`, value);
  return `case when ${isSpecial} then ${text} else ${value} end`;
}

const matches = (value: string, pattern: string): string => `regexp_full_match(${value}, '${pattern}')`;
const isPlain = (value: string): string => matches(value, String.raw`-?\d+(?:\.\d+)?`);
const isWhole = (value: string): string => matches(value, String.raw`-?\d{1,18}`);
const hasFewDigits = (value: string): string =>
  `strlen(trim(translate(${value}, '-.', ''), '0')) <= ${String(MAX_CELL_DIGITS)}`;

/** Doubles hold such fractions, and whole numbers if they come back from them. */
function isNumber(value: string, type: string): string {
  const isShort = `strlen(${value}) <= ${String(MAX_CELL_DIGITS)} and ${isPlain(value)}`;
  if (type === 'int') return isShort;
  if (type.startsWith('float')) return `${isShort} or try_cast(${value} as double)::varchar = ${value}`;
  const comesBack = `try_cast(${value} as bigint) = try_cast(try_cast(${value} as bigint)::double as bigint)`;
  const isHeld = `${matches(value, String.raw`-?\d{1,15}\.\d{1,30}`)} or (${isWhole(value)} and ${comesBack})`;
  return `(${isShort}) or (${hasFewDigits(value)} and (${isHeld}))`;
}

/** Whether a value that isn't a number of Excel surely becomes a text. */
function isNumberText(value: string, type: string): string {
  if (type === 'int') return 'false';
  const isLong = `${isWhole(value)} or (${isPlain(value)} and not ${hasFewDigits(value)})`;
  return type.startsWith('float') ? isNoJsonNumber(value) : `${isNoJsonNumber(value)} or ${isLong}`;
}

/** WHEN clauses for dates and timestamps that Excel can count. Other values are texts. */
function momentSql(value: string, type: string, cell: (attributes: string, content: string) => string): string {
  const look = (style: number): string => ` s="${String(style)}"`;
  const days = `datediff('day', date '1970-01-01', try_cast(left(${value}, 10) as date)) + ${String(EPOCH_DAY)}`;
  const fits = (pattern: string): string =>
    `${matches(value, pattern)} and left(${value}, 4) <> '0000' and ${days} >= ${String(FIRST_EXACT_DAY)}`;
  if (type === 'date') return `when ${fits(DATE_PATTERN)} then ${cell(look(CELL_STYLE.date), days)}`;
  const micros = `epoch_us(try_cast(substr(${value}, 12) as time))`;
  const share = `(${days})::double + (${micros})::double / 86400000000::double`;
  const serial = `case when ${micros} = 0 then (${days})::varchar else (${share})::varchar end`;
  const moment = `when ${fits(`${DATE_PATTERN}[T ]${TIME_PATTERN}`)} and ${micros}`;
  return [
    `${moment} % 1000000 = 0 then ${cell(look(CELL_STYLE.timestamp), serial)}`,
    `${moment} % 1000 = 0 then ${cell(look(CELL_STYLE.exactTimestamp), serial)}`,
  ].join(' ');
}

/**
 * JSON has no NaN and Infinity. Comparisons joined by `in`, `or` or `between` would take DuckDB's optimizer 50 ms a
 * column.
 */
function isNoJsonNumber(text: string): string {
  return `contains('NI', left(ltrim(${text}, '-'), 1))`;
}
