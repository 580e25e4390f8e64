/** How DuckDB writes records for each format of `src/export`, byte for byte as the writers there do. */
import { type Delimiter, DELIMITERS, quotedText } from '../../../../base/quotes.ts';
import { fieldKind } from '../../../../base/field.ts';
import type { WrittenForm } from '../../../question/tableQuestion.ts';
import type { Bindings } from '../bindings.ts';
import { type Column, withFileText } from '../columns.ts';
import { hasDifferingEscape, jsonValueSql, needsQuotes, quoted } from './recordLines.ts';

/** SQL of a record's text, and of its values if JavaScript must write it, which is so for single rows of a sheet. */
export function writtenSql(
  columns: readonly Column[],
  form: WrittenForm,
  bindings: Bindings,
): readonly [line: string, values: string] {
  const shown = shownColumns(columns, form);
  const whole = columns.map((column) => withFileText(column, form.isTyped ? undefined : 'beside'));
  const values = whole.map(({ value }) => `(${value})::varchar`).join(', ');
  if (form.kind === 'xlsx') return [`''`, `[${values}]`];
  const odd = form.kind === 'lists' ? [] : shown.flatMap((column) => oddSql(column, form));
  const line = lineOfForm(form.kind === 'lists' ? whole : shown, form, bindings);
  if (form.kind !== 'csv' && form.kind !== 'tsv') odd.push(hasDifferingEscape(line));
  const isOdd = odd.length === 0 ? 'false' : odd.join(' or ');
  return [line, `case when ${isOdd} then [${values}] end`];
}

export function shownColumns(columns: readonly Column[], { isTyped }: WrittenForm): readonly Column[] {
  return columns.map((column) => withFileText(column, isTyped ? undefined : 'alone'));
}

function lineOfForm(columns: readonly Column[], form: WrittenForm, bindings: Bindings): string {
  switch (form.kind) {
    case 'csv':
      return delimitedLine(columns, form.delimiter, form.lineEnd, true);
    case 'tsv':
      return delimitedLine(columns, DELIMITERS.tsv, '\n', false);
    case 'ndjson':
      return jsonLine(oncePerKey(columns), bindings, { open: '{', colon: ':', comma: ',', close: '}\n' });
    case 'json': {
      const member = '\n    ';
      const layout = { open: `,\n  {${member}`, colon: ': ', comma: `,${member}`, close: '\n  }' };
      return jsonLine(oncePerKey(columns), bindings, layout);
    }
    case 'lists':
    case 'parquet':
    case 'xlsx':
      return jsonLine(columns, bindings, { open: ',[', comma: ',', close: ']' });
  }
}

/** A field that is selected twice is one member. */
export function oncePerKey(columns: readonly Column[]): readonly Column[] {
  return [...new Map(columns.map((column) => [column.id, column])).values()];
}

interface JsonLayout {
  readonly open: string;
  readonly colon?: string;
  readonly comma: string;
  readonly close: string;
}

function jsonLine(columns: readonly Column[], bindings: Bindings, layout: JsonLayout): string {
  const { open, colon, comma, close } = layout;
  const parts = columns.flatMap((column, at) => {
    const key = colon === undefined ? '' : JSON.stringify(column.id) + colon;
    return [bindings.text((at === 0 ? open : comma) + key), jsonValueSql(column)];
  });
  return `concat(${[...parts, bindings.text(close)].join(', ')})`;
}

function delimitedLine(
  columns: readonly Column[],
  delimiter: Delimiter,
  lineEnd: string,
  quotesEmpty: boolean,
): string {
  const values = columns.map((column) => delimitedValueSql(column, delimiter, quotesEmpty));
  return `concat(${[values.join(`, ${quotedText(delimiter)}, `), quotedText(lineEnd)].join(', ')})`;
}

function delimitedValueSql({ isJson, value }: Column, delimiter: Delimiter, quotesEmpty: boolean): string {
  if (isJson) return `coalesce((${value})::varchar, '')`;
  const isQuoted = `${quotesEmpty ? `${value} = '' or ` : ''}${needsQuotes(value, delimiter)}`;
  return `case when ${isQuoted} then ${quoted(value)} else coalesce(${value}, '') end`;
}

/** The beginning of a text that no spreadsheet runs. The writer looks at all other texts. */
const SURELY_SAFE = `'^(?:[0-9A-Za-z\u00c0-\u024f]|$)'`;

/** SQL that is true for a value that JavaScript must write. */
function oddSql({ type, isJson, value }: Column, { kind, isSafe }: WrittenForm): readonly string[] {
  if (type === 'int') return [];
  // Writers parse nested values, and numbers that are sent as texts.
  if (fieldKind(type) === 'json' || (fieldKind(type) === 'number' && !isJson)) return [`${value} is not null`];
  const mayRun = kind === 'csv' && isSafe;
  // Copies of portals' tables have some values of such fields as JSON texts.
  if (isJson) return [`starts_with(${value}, '"')`, ...(mayRun ? [`starts_with(${value}, '-I')`] : [])];
  return mayRun ? [`not regexp_matches(${value}, ${SURELY_SAFE})`] : [];
}

export const TIME_PATTERN = String.raw`(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,6})?`;
export const DATE_PATTERN = String.raw`\d{4}-\d\d-\d\d`;
const MOMENTS: ReadonlyMap<string, readonly [target: string, pattern: string]> = new Map([
  ['date', ['date', DATE_PATTERN]],
  ['time', ['time', TIME_PATTERN]],
  ['timestamp', ['timestamp', `${DATE_PATTERN}[T ]${TIME_PATTERN}`]],
  ['timestamptz', ['timestamptz', String.raw`${DATE_PATTERN}[T ]${TIME_PATTERN}(?:Z|[+-]\d\d(?::?\d\d)?)`]],
]);

const NOT_FINITE = `('NaN', 'Infinity', '-Infinity')`;

/** The name of a shown column in a statement. */
export function shownName(at: number): string {
  return `x${String(at)}`;
}

/**
 * SQL of the type of a Parquet column as export/built/parquet.ts chooses it: the one that holds all values exactly. NULL
 * if only that can tell.
 */
export function parquetTypeSql({ type }: Column, shown: Column, at: number): string {
  const value = `${shownName(at)}::varchar`;
  const kind = fieldKind(type);
  const all = (condition: string): string => `coalesce(bool_and(${value} is null or (${condition})), true)`;
  const none = `count(${value}) = 0`;
  const moment = MOMENTS.get(type);
  if (moment !== undefined) {
    const [target, pattern] = moment;
    const fits = `regexp_full_match(${value}, '${pattern}')`;
    const isReal = `try_cast(${value} as ${target}) is not null and left(${value}, 4) <> '0000'`;
    return `case when ${all(`${fits} and ${isReal}`)} then '${target}' when not ${all(fits)} then 'varchar' end`;
  }
  if (kind === 'text') return `'varchar'`;
  if (kind === 'json') return `case when ${none} then 'json' end`;
  const isFloat = type.startsWith('float');
  if (shown.type !== type) {
    const empty = kind === 'boolean' ? 'boolean' : isFloat ? 'double' : 'bigint';
    return `case when ${none} then '${empty}' when not ${all(`${value} in ${NOT_FINITE}`)} then 'varchar' end`;
  }
  if (!shown.isJson) return 'null';
  if (kind === 'boolean') return `case when ${all(`${value} in ('true', 'false')`)} then 'boolean' end`;
  if (isFloat) {
    const isShort = `regexp_full_match(${value}, '-?\\d+(?:\\.\\d+)?') and length(translate(${value}, '-.', '')) <= 15`;
    const isDouble = `${value} in ${NOT_FINITE} or ${isShort} or try_cast(${value} as double)::varchar = ${value}`;
    return `case when ${all(isDouble)} then 'double' end`;
  }
  const isPlain = `typeof(${shownName(at)}) = 'BIGINT' or regexp_full_match(${value}, '0|-?(?:[1-9]\\d*(?:\\.\\d+)?|0\\.\\d*[1-9]\\d*)')`;
  const scale = `coalesce(max(length(split_part(${value}, '.', 2))), 0)`;
  const digits = `coalesce(max(length(split_part(ltrim(${value}, '-'), '.', 1))), 1) + ${scale}`;
  const isWhole = `${scale} = 0 and ${all(`try_cast(${value} as bigint) is not null`)}`;
  return (
    `case when not ${all(isPlain)} then null when ${isWhole} then 'bigint' ` +
    `when ${digits} <= 38 then concat('decimal(', ${digits}, ',', ${scale}, ')') end`
  );
}
