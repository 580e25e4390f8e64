/** Serves the tables and views of one schema of a Trino catalog, read-only. */
import { resourceIdOf } from '../../resource/resourceId.ts';
import { quotedName } from '../../../base/quotes.ts';
import type { TableEntry } from '../../question/datastore.ts';
import { DatabaseDatastore } from '../databaseDatastore.ts';
import { PAGE_MS } from '../databaseTable.ts';
import { ExpiringCache } from '../expiringCache.ts';
import { textLiteral } from './trinoComparison.ts';
import { TrinoConnection, type TrinoAddress, type TrinoLimits } from './trinoConnection.ts';
import { trinoFields } from './trinoFields.ts';
import { TrinoSize } from './trinoSize.ts';
import { TrinoTable } from './trinoTable.ts';

export interface TrinoOptions extends TrinoAddress, TrinoLimits {
  readonly catalog: string;
  readonly schema: string;
}

/** How long a table's size is reused. Without statistics, up to ten million records are counted for it. */
const SIZE_MS = 600_000;

export class TrinoDatastore extends DatabaseDatastore<TableEntry, TrinoTable> {
  readonly #options: TrinoOptions;
  readonly #connection: TrinoConnection;
  readonly #sizes = new ExpiringCache<TrinoSize>(SIZE_MS);

  private constructor(options: TrinoOptions) {
    const place = `${options.catalog}.${options.schema}`;
    super({ database: options.catalog, schema: place });
    this.#options = options;
    this.#connection = new TrinoConnection(options, options, place);
  }

  /** Throws DataUnavailable if Trino can't be reached or refuses access. */
  static open(options: TrinoOptions): Promise<TrinoDatastore> {
    return new TrinoDatastore(options).opened();
  }

  close(): Promise<void> {
    return Promise.resolve();
  }

  /** A missing schema and an empty one list no tables alike. */
  protected async hasSchema(signal: AbortSignal): Promise<boolean> {
    return (await this.#described('schemata', ['schema_name'], '', signal)).length > 0;
  }

  protected async tables(signal: AbortSignal): Promise<readonly TableEntry[]> {
    const { origin, catalog, schema } = this.#options;
    const { host } = new URL(origin);
    const rows = await this.#described('tables', ['table_name', 'table_type'], ' order by table_name', signal);
    return rows.map(([name = '', type]) => ({
      id: resourceIdOf(`trino://${host}`, JSON.stringify([catalog, schema, name])),
      ...{ name, file: '', size: 0, modified: undefined },
      ...(type === 'VIEW' && { isView: true as const }),
    }));
  }

  protected async describe(listed: TableEntry, signal: AbortSignal): Promise<TrinoTable | undefined> {
    const { id, name } = listed;
    const { catalog, schema } = this.#options;
    const columns = await this.#described(
      'columns',
      ['column_name', 'data_type'],
      ` and table_name = ${textLiteral(name)} order by ordinal_position`,
      signal,
    );
    if (columns.length === 0) return undefined;
    const fields = trinoFields(columns.map(([column = '', type = '']) => ({ name: column, type })));
    // Trino doesn't know which fields identify a record.
    const relation = { id, catalog, schema, name, fields, key: [], bytes: 0 };
    const size = this.#sizes.recall(name) ?? this.#sizes.keep(name, new TrinoSize(relation, this.#connection));
    return new TrinoTable(relation, this.#connection, size, () => {
      this.forgetTable(listed);
      this.#sizes.forget(name);
    });
  }

  async #described(
    view: 'schemata' | 'tables' | 'columns',
    columns: readonly string[],
    rest: string,
    signal: AbortSignal,
  ): Promise<readonly (readonly string[])[]> {
    const { catalog, schema } = this.#options;
    const sql =
      `select ${columns.join(', ')} from ${quotedName(catalog)}.information_schema.${view}` +
      ` where ${view === 'schemata' ? 'schema_name' : 'table_schema'} = ${textLiteral(schema)}${rest}`;
    const rows = await this.#connection.all(sql, PAGE_MS, signal);
    return rows.map((row) => row.map(String));
  }
}
