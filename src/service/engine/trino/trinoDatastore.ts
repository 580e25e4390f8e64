/** Serves the tables and views of a Trino catalog, of one schema or of all, read-only. */
import { ALL_SCHEMAS, tableAmongSchemas } from '../../resource/databaseSchemas.ts';
import { resourceIdOf } from '../../resource/resourceId.ts';
import { quotedName } from '../../../base/quotes.ts';
import type { TableEntry } from '../../question/datastore.ts';
import { DatabaseDatastore, LEAST_ESTIMATE } from '../databaseDatastore.ts';
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

/** Some catalogs open each table for its comment, which may take minutes. */
const COMMENTS_MS = 5000;

interface ListedTable extends TableEntry {
  readonly schema: string;
  readonly table: string;
}

export class TrinoDatastore extends DatabaseDatastore<ListedTable, TrinoTable> {
  readonly #options: TrinoOptions;
  readonly #connection: TrinoConnection;
  readonly #sizes = new ExpiringCache<TrinoSize>(SIZE_MS);
  readonly #comments = new ExpiringCache<ReadonlyMap<string, string>>(SIZE_MS);

  private constructor(options: TrinoOptions) {
    const { catalog, schema } = options;
    const place = schema === ALL_SCHEMAS ? catalog : `${catalog}.${schema}`;
    super({ database: catalog, schema: place });
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
    const { schema } = this.#options;
    return (await this.#described('schemata', ['schema_name'], isMeant('schema_name', schema), signal)).length > 0;
  }

  protected async tables(signal: AbortSignal): Promise<readonly ListedTable[]> {
    const { origin, catalog, schema } = this.#options;
    const { host } = new URL(origin);
    const columns = ['table_name', 'table_type', 'table_schema'];
    const where = `${isMeant('table_schema', schema)} order by table_schema, table_name`;
    const [rows, comments] = await Promise.all([
      this.#described('tables', columns, where, signal),
      this.#commentsByPlace(signal),
    ]);
    return rows.map(([table = '', type, own = schema]) => {
      const place = JSON.stringify([catalog, own, table]);
      const name = schema === ALL_SCHEMAS ? tableAmongSchemas(own, table) : table;
      const [description, estimate = 0] = [comments.get(place), this.#sizes.recall(name)?.estimated];
      return {
        ...{ id: resourceIdOf(`trino://${host}`, place), name, schema: own, table },
        ...{ file: '', size: 0, modified: undefined },
        ...(type === 'VIEW' && { isView: true as const }),
        ...(estimate >= LEAST_ESTIMATE && { estimatedRecords: estimate }),
        ...(description !== undefined && { description }),
      };
    });
  }

  /** Comments by place. Empty for some minutes after Trino has refused them, or was too slow: tables are listed anyway. */
  async #commentsByPlace(signal: AbortSignal): Promise<ReadonlyMap<string, string>> {
    const { catalog, schema } = this.#options;
    const kept = this.#comments.recall(catalog);
    if (kept !== undefined) return kept;
    const sql =
      'select schema_name, table_name, comment from system.metadata.table_comments' +
      ` where catalog_name = ${textLiteral(catalog)} and ${isMeant('schema_name', schema)} and comment <> ''`;
    const rows = await this.#connection.all(sql, COMMENTS_MS, signal).catch(() => []);
    const texts = rows.map((row) => row.map(String));
    const entries = texts.map(
      ([own, table, comment = '']) => [JSON.stringify([catalog, own, table]), comment] as const,
    );
    return this.#comments.keep(catalog, new Map(entries));
  }

  protected async describe(listed: ListedTable, signal: AbortSignal): Promise<TrinoTable | undefined> {
    const { id, name: alias, schema, table: name } = listed;
    const { catalog } = this.#options;
    const columns = await this.#described(
      'columns',
      ['column_name', 'data_type', "coalesce(comment, '')"],
      `table_schema = ${textLiteral(schema)} and table_name = ${textLiteral(name)} order by ordinal_position`,
      signal,
    );
    if (columns.length === 0) return undefined;
    const fields = trinoFields(
      columns.map(([column = '', type = '', comment = '']) => ({ name: column, type, comment })),
    );
    // Trino doesn't know which fields identify a record.
    const relation = { ...{ id, alias, catalog, schema, name, fields }, key: [], bytes: 0 };
    const size = this.#sizes.recall(alias) ?? this.#sizes.keep(alias, new TrinoSize(relation, this.#connection));
    return new TrinoTable(relation, this.#connection, size, () => {
      this.forgetTable(listed);
      this.#sizes.forget(alias);
    });
  }

  async #described(
    view: 'schemata' | 'tables' | 'columns',
    columns: readonly string[],
    where: string,
    signal: AbortSignal,
  ): Promise<readonly (readonly string[])[]> {
    const from = `${quotedName(this.#options.catalog)}.information_schema.${view}`;
    const rows = await this.#connection.all(
      `select ${columns.join(', ')} from ${from} where ${where}`,
      PAGE_MS,
      signal,
    );
    return rows.map((row) => row.map(String));
  }
}

function isMeant(column: string, schema: string): string {
  return schema === ALL_SCHEMAS ? `${column} <> 'information_schema'` : `${column} = ${textLiteral(schema)}`;
}
