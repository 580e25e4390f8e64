import type { DuckDBConnection, DuckDBValue } from '@duckdb/node-api';
import { digitsSql, scaleOf } from '../decimalOrder.ts';
import { valueColumn } from '../layout.ts';
import type { FieldKey, StoredField } from '../../../store/description.ts';
import type { FieldType } from '../../../types/fieldTypes.ts';
import type { ImportSource } from './importSource.ts';

/** Lengths of a day, and of a day with a time to the second. No other text of these types is as long. */
const LENGTHS: ReadonlyMap<string, number> = new Map([
  ['date', 10],
  ['timestamp', 19],
]);

/** Asks DuckDB which fields need no sort key (FieldKey). A portal's date may be any text, but its numbers are numbers. */
export async function withKeys(
  connection: DuckDBConnection,
  source: ImportSource,
  types: readonly FieldType[] = ['numeric', ...LENGTHS.keys()],
): Promise<ImportSource> {
  const facts = source.fields.map((field, index) => (types.includes(field.type) ? factOf(field, index) : undefined));
  const asked = facts.filter((fact) => fact !== undefined);
  if (asked.length === 0) return source;
  const result = await connection.runAndReadAll(`select ${asked.join(', ')} from ${source.relation}`);
  const answers = [...(result.getRows()[0] ?? [])];
  const fields = source.fields.map((field, index): StoredField => {
    const key = facts[index] === undefined ? undefined : keyOf(field, answers.shift());
    return key === undefined ? field : { ...field, key };
  });
  return { ...source, fields };
}

function factOf({ type, key, spelling }: StoredField, index: number): string | undefined {
  const value = valueColumn(index);
  if (key !== undefined || spelling !== undefined) return undefined;
  if (type === 'numeric') return digitsSql(value);
  const length = LENGTHS.get(type);
  return length === undefined ? undefined : `bool_and(strlen(${value}) = ${String(length)})`;
}

function keyOf({ type }: StoredField, answer: DuckDBValue | undefined): FieldKey | undefined {
  return type === 'numeric' ? scaleOf(answer) : answer === true ? 'none' : undefined;
}
