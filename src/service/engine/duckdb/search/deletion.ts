/** Deleting the records that match, or all of them. */
import type { DuckDBConnection } from '@duckdb/node-api';
import type { StoredField } from '../../../store/description.ts';
import type { Value, Values } from '../../datastore.ts';
import type { RecordCondition } from '../../tableQuestion.ts';
import { Bindings } from '../bindings.ts';
import { columnsOf, type Column, type Columns } from '../columns.ts';
import { filterCondition } from './filterCondition.ts';

/** A created resource within a transaction. */
interface Changing {
  readonly connection: DuckDBConnection;
  /** SQL. */
  readonly table: string;
  readonly fields: readonly StoredField[];
}

/** By `_id`: it and the values of each. */
export async function firstMatching(
  where: RecordCondition | undefined,
  limit: number,
  { connection, table, fields }: Changing,
): Promise<readonly Values[]> {
  const columns = columnsOf(fields, 'stored');
  const bindings = new Bindings();
  const values = [...columns.values()].map(deletedValue).join(', ');
  const order = columns.get('_id')?.order ?? '1';
  const sql = `select ${values} ${fromSql(table, where, columns, bindings)} order by ${order} limit ${String(limit)}`;
  const reader = await connection.runAndReadAll(sql, bindings.values, bindings.types);
  // Texts and numbers only.
  return reader.getRows() as readonly (readonly Value[])[];
}

export async function deleteMatching(
  where: RecordCondition | undefined,
  { connection, table, fields }: Changing,
): Promise<void> {
  const bindings = new Bindings();
  const sql = `delete ${fromSql(table, where, columnsOf(fields, 'stored'), bindings)}`;
  await connection.run(sql, bindings.values, bindings.types);
}

function fromSql(
  table: string,
  where: RecordCondition | undefined,
  columns: Columns,
  bindings: Bindings,
): string {
  const condition = where === undefined ? '' : ` where ${filterCondition(where, columns, bindings)}`;
  return `from ${table}${condition}`;
}

/** Here CKAN gives out all the digits of a timestamp, which the key has. */
function deletedValue({ type, value, order }: Column): string {
  if (type !== 'timestamp') return value;
  const digits = `regexp_replace(${order}, '\\.0+$', '')`;
  return (
    `case when not regexp_matches(${order}, '^\\d{4}-') then ${value} ` +
    `when contains(${digits}, '.') then rpad(${digits}, 26, '0') else ${digits} end`
  );
}
