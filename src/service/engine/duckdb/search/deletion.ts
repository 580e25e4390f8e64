/** Deleting the records that filters match, or all of them. */
import type { DuckDBConnection } from '@duckdb/node-api';
import { Bindings } from '../bindings.ts';
import { columnsOf, type Column, type Columns } from '../columns.ts';
import type { EngineRow } from '../engine.ts';
import { TABLE } from '../layout.ts';
import type { Description } from '../../../store/description.ts';
import { filterOperation, type FilterOperation } from './filterOperation.ts';
import { filterCondition } from './filterCondition.ts';
import type { ExactValue } from '../../../../base/cells.ts';

export class Deletion {
  /** How the filters were understood. */
  readonly filter: FilterOperation | undefined;
  readonly #columns: Columns;
  readonly #bindings = new Bindings();
  readonly #where: string;

  /** Throws ActionError. */
  constructor({ fields, ids }: Pick<Description, 'fields' | 'ids'>, filters: ExactValue) {
    this.#columns = columnsOf(fields, ids);
    this.filter = filterOperation(filters, (name) => this.#columns.has(name));
    this.#where =
      this.filter === undefined
        ? ''
        : ` where ${filterCondition(this.filter, this.#columns, this.#bindings)}`;
  }

  /** What the values of `matching` are. */
  get columns(): readonly Column[] {
    return [...this.#columns.values()];
  }

  /** The first of them, by `_id`. */
  async matching(
    connection: DuckDBConnection,
    database: string,
    limit: number,
  ): Promise<readonly EngineRow[]> {
    const values = this.columns.map(deletedValue).join(', ');
    const order = this.#columns.get('_id')?.order ?? '1';
    const sql = `select ${values} ${this.#from(database)} order by ${order} limit ${String(limit)}`;
    const { values: bound, types } = this.#bindings;
    const reader = await connection.runAndReadAll(sql, [...bound], [...types]);
    return reader.getRows();
  }

  async run(connection: DuckDBConnection, database: string): Promise<void> {
    const { values, types } = this.#bindings;
    await connection.run(`delete ${this.#from(database)}`, [...values], [...types]);
  }

  #from(database: string): string {
    return `from ${database}.${TABLE}${this.#where}`;
  }
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
