/** The records of recordsText.ts, made by the engine: large pages would hold up everybody else while JavaScript makes them. */
import type { Bindings } from '../bindings.ts';
import type { Column } from '../columns.ts';

/**
 * SQL of a record's JSON text, and of the list of its values where only JavaScript spells them as we do. Undefined where it
 * has to spell all of them.
 */
export function jsonLineSql(
  columns: readonly Column[],
  format: 'objects' | 'lists',
  bindings: Bindings,
): readonly [line: string, values: string] | undefined {
  if (columns.length === 0 || columns.some(isComputed)) return undefined;
  const [open, close] = format === 'objects' ? ['{', '}'] : ['[', ']'];
  const parts = columns.flatMap((column, index) => {
    const before = index === 0 ? open : ',';
    const key = format === 'objects' ? `${JSON.stringify(column.id)}:` : '';
    return [bindings.text(before + key), valueSql(column)];
  });
  const line = `concat(${[...parts, `'${close}'`].join(', ')})`;
  const values = columns.map(({ value }) => `(${value})::varchar`).join(', ');
  // The engine escapes control characters by capital digits.
  return [line, `case when contains(${line}, '\\u00') then [${values}] end`];
}

/** A rank: it is no stored text, and the engine spells such numbers otherwise. */
export function isComputed({ type }: Column): boolean {
  return type === 'float';
}

function valueSql({ isJson, value }: Column): string {
  const quoted = `to_json(${value})::varchar`;
  if (!isJson) return `coalesce(${quoted}, 'null')`;
  const text = `(${value})::varchar`;
  // JSON has no word for NaN and Infinity.
  return `coalesce(case when left(ltrim(${text}, '-'), 1) in ('N', 'I') then ${quoted} else ${text} end, 'null')`;
}
