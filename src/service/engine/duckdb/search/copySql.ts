/** The lines of copyText.ts, made by the engine: a dump takes a fifth of the time when only whole lines leave it. */
import type { Column } from '../columns.ts';
import { quote } from '../layout.ts';
import { isComputed } from './jsonSql.ts';

export const DELIMITERS = { csv: ',', tsv: '\t' } as const;
export type Delimiter = (typeof DELIMITERS)[keyof typeof DELIMITERS];

/** Never with a delimiter, a quote or a line end in a value. */
const PLAIN = new Set('int int2 int4 int8 numeric float4 float8 date time timestamp uuid'.split(' '));

/** SQL of a record's line, with its end. Undefined where only JavaScript knows the spelling of a value. */
export function copyLineSql(columns: readonly Column[], delimiter: Delimiter): readonly [string] | undefined {
  // A single value may be one that would end the data, and some times are spelled anew.
  if (columns.length < 2 || columns.some(isComputed)) return undefined;
  if (columns.some(({ type }) => type.startsWith('timestamptz'))) return undefined;
  const values = columns.map((column) => valueSql(column, delimiter));
  return [`concat(${[values.join(`, ${quote(delimiter)}, `), 'chr(10)'].join(', ')})`];
}

function valueSql({ type, value }: Column, delimiter: Delimiter): string {
  const isNested = type === 'json' || type.startsWith('_');
  const ofNull = quote(isNested ? 'null' : '');
  if (type === 'bool') return `coalesce(left(${value}, 1), '')`;
  if (PLAIN.has(type)) return `coalesce((${value})::varchar, '')`;
  const special = [quote(delimiter), `'"'`, 'chr(10)', 'chr(13)'];
  const needsQuotes = special.map((sign) => `contains(${value}, ${sign})`).join(' or ');
  return (
    `case when ${value} is null then ${ofNull} when ${value} = '' or ${needsQuotes} ` +
    `then '"' || replace(${value}, '"', '""') || '"' else ${value} end`
  );
}
