/** DuckDB writes records as text: JavaScript would block other requests, and dumps would take five times as long. */
import type { RecordsFormat } from '../../../question/tableQuestion.ts';
import type { Bindings } from '../bindings.ts';
import type { Column } from '../columns.ts';
import { type Delimiter, DELIMITERS, quotedText } from '../../../../base/quotes.ts';

/** SQL of a record's text, and of its values if JavaScript must write some records. Undefined if it must write all. */
export function lineSql(
  columns: readonly Column[],
  format: RecordsFormat,
  bindings: Bindings,
): readonly string[] | undefined {
  if (columns.length === 0 || columns.some(isRank)) return undefined;
  return format === 'objects' || format === 'lists'
    ? jsonLineSql(columns, format, bindings)
    : copyLineSql(columns, DELIMITERS[format]);
}

/** A rank isn't a stored text, and DuckDB writes doubles differently. */
function isRank({ type }: Column): boolean {
  return type === 'float';
}

function jsonLineSql(
  columns: readonly Column[],
  format: 'objects' | 'lists',
  bindings: Bindings,
): readonly [line: string, values: string] {
  const [open, close] = format === 'objects' ? ['{', '}'] : ['[', ']'];
  const parts = columns.flatMap((column, index) => {
    const before = index === 0 ? open : ',';
    const key = format === 'objects' ? `${JSON.stringify(column.id)}:` : '';
    return [bindings.text(before + key), jsonValueSql(column)];
  });
  const line = `concat(${[...parts, `'${close}'`].join(', ')})`;
  const values = columns.map(({ value }) => `(${value})::varchar`).join(', ');
  return [line, `case when ${hasDifferingEscape(line)} then [${values}] end`];
}

/** DuckDB escapes control characters with capital digits, so JavaScript writes such records. */
export function hasDifferingEscape(line: string): string {
  return `contains(${line}, '\\u00')`;
}

export function jsonValueSql({ isJson, value }: Column): string {
  const quoted = `to_json(${value})::varchar`;
  if (!isJson) return `coalesce(${quoted}, 'null')`;
  const text = `(${value})::varchar`;
  // JSON has no NaN and Infinity, which alone begin with a letter from I to N. Comparisons joined by `in`, `or` or
  // `between` would take DuckDB's optimizer 50 ms a column, and functions a third of a statement's time.
  const cases = [`>= 'O' then ${text}`, `>= 'I' then ${quoted}`, `>= '.' then ${text}`, `>= '-I' then ${quoted}`];
  return `coalesce(case ${cases.map((each) => `when ${text} ${each}`).join(' ')} else ${text} end, 'null')`;
}

/** The text includes the line's end. */
function copyLineSql(columns: readonly Column[], delimiter: Delimiter): readonly [string] | undefined {
  // A single value may equal the mark for the end of data, and times with a zone are rewritten.
  if (columns.length < 2 || columns.some(({ type }) => type.startsWith('timestamptz'))) return undefined;
  const values = columns.map((column) => copyValueSql(column, delimiter));
  return [`concat(${[values.join(`, ${quotedText(delimiter)}, `), 'chr(10)'].join(', ')})`];
}

/** Values of these types have no delimiter, quote or line end. */
const PLAIN = new Set('int int2 int4 int8 numeric float4 float8 date time timestamp uuid'.split(' '));

function copyValueSql({ type, value }: Column, delimiter: Delimiter): string {
  const isNested = type === 'json' || type.startsWith('_');
  const ofNull = quotedText(isNested ? 'null' : '');
  if (type === 'bool') return `coalesce(left(${value}, 1), '')`;
  if (PLAIN.has(type)) return `coalesce((${value})::varchar, '')`;
  const quotes = needsQuotes(value, delimiter);
  return `case when ${value} is null then ${ofNull} when ${value} = '' or ${quotes} then ${quoted(value)} else ${value} end`;
}

export function needsQuotes(value: string, delimiter: Delimiter): string {
  const special = [quotedText(delimiter), `'"'`, 'chr(10)', 'chr(13)'];
  return special.map((sign) => `contains(${value}, ${sign})`).join(' or ');
}

export function quoted(value: string): string {
  return `'"' || replace(${value}, '"', '""') || '"'`;
}
