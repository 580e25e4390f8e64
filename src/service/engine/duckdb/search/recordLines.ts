/**
 * Records as text (recordsText.ts, copyText.ts) that the engine makes: large pages would hold up everybody else while
 * JavaScript makes them, and a dump takes a fifth of the time when only whole lines leave the engine.
 */
import type { RecordsFormat } from '../../tableQuestion.ts';
import type { Bindings } from '../bindings.ts';
import type { Column } from '../columns.ts';
import { type Delimiter, DELIMITERS, quotedText } from '../../../../base/quotes.ts';

/**
 * SQL of a record's text; and of the list of its values, where JSON of some records is spelled by JavaScript alone.
 * Undefined where only JavaScript knows the spelling of a value.
 */
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

/** It is no stored text, and the engine spells such numbers otherwise. */
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
  // The engine escapes control characters by capital digits.
  return [line, `case when contains(${line}, '\\u00') then [${values}] end`];
}

function jsonValueSql({ isJson, value }: Column): string {
  const quoted = `to_json(${value})::varchar`;
  if (!isJson) return `coalesce(${quoted}, 'null')`;
  const text = `(${value})::varchar`;
  // JSON has no word for NaN and Infinity. Comparisons joined by `in`, `or` or `between` would take the engine's optimizer 50
  // ms a column.
  const isNoNumber = `contains('NI', left(ltrim(${text}, '-'), 1))`;
  return `coalesce(case when ${isNoNumber} then ${quoted} else ${text} end, 'null')`;
}

/** With the end of the line. */
function copyLineSql(columns: readonly Column[], delimiter: Delimiter): readonly [string] | undefined {
  // A single value may be one that would end the data, and some times are spelled anew.
  if (columns.length < 2 || columns.some(({ type }) => type.startsWith('timestamptz'))) return undefined;
  const values = columns.map((column) => copyValueSql(column, delimiter));
  return [`concat(${[values.join(`, ${quotedText(delimiter)}, `), 'chr(10)'].join(', ')})`];
}

/** Never with a delimiter, a quote or a line end in a value. */
const PLAIN = new Set('int int2 int4 int8 numeric float4 float8 date time timestamp uuid'.split(' '));

function copyValueSql({ type, value }: Column, delimiter: Delimiter): string {
  const isNested = type === 'json' || type.startsWith('_');
  const ofNull = quotedText(isNested ? 'null' : '');
  if (type === 'bool') return `coalesce(left(${value}, 1), '')`;
  if (PLAIN.has(type)) return `coalesce((${value})::varchar, '')`;
  const special = [quotedText(delimiter), `'"'`, 'chr(10)', 'chr(13)'];
  const needsQuotes = special.map((sign) => `contains(${value}, ${sign})`).join(' or ');
  return (
    `case when ${value} is null then ${ofNull} when ${value} = '' or ${needsQuotes} ` +
    `then '"' || replace(${value}, '"', '""') || '"' else ${value} end`
  );
}
