/** Columns without a value among the first records: they get their types when all of them have been written. */
import type { DuckDBConnection } from '@duckdb/node-api';
import type { StoredField } from '../../../store/description.ts';
import { textColumn, valueColumn } from '../layout.ts';
import { typedFields, withNewKey, type Spelling } from './spelledFields.ts';
import { spelledValueSql } from './spelledSql.ts';

/** So many values show what a column is; then all of them are counted. */
const SHOWN = 10_000;

/** The fields of a table that has been filled, each that is typed now with its values and its texts. */
export async function withLateFields(
  connection: DuckDBConnection,
  table: string,
  fields: readonly StoredField[],
  { nullWords, late }: Spelling,
): Promise<readonly StoredField[]> {
  if (late === undefined) return fields;
  const typed = [...fields];
  for (const [index, field] of fields.entries()) {
    if (field.type !== 'text' || !late.fields.has(field.id)) continue;
    const [value, text] = [valueColumn(index), textColumn(index)];
    const found = await connection.runAndReadAll(
      `select ${value} from ${table} where ${value} is not null limit ${String(SHOWN)}`,
    );
    const texts = found.getRows().map(([each]) => String(each));
    const reading = texts.length === 0 ? undefined : late.guess(field.id, texts);
    if (reading === undefined) continue;
    if (field.spelling === undefined) {
      await connection.run(`alter table ${table} rename column ${value} to ${text}`);
      await connection.run(`alter table ${table} add column ${value} varchar`);
    }
    await connection.run(`update ${table} set ${value} = ${spelledValueSql(reading, text, nullWords)}`);
    const [column = field] = typedFields([field], { columns: [reading], nullWords });
    typed[index] = await withNewKey(connection, table, column, index);
  }
  return typed;
}
