/** Serves the tables and views of one schema of a Trino catalog, read-only. */
import { resourceIdOf } from '../../resource/resourceId.ts';
import { DataUnavailable } from '../../store/dataUnavailable.ts';
import { quotedName } from '../../../base/quotes.ts';
import type { Datastore, TableEntry, TableFacts } from '../../question/datastore.ts';
import { Remembered } from '../remembered.ts';
import { textLiteral } from './trinoComparison.ts';
import { TrinoConnection, type TrinoAddress, type TrinoLimits } from './trinoConnection.ts';
import { trinoFields } from './trinoFields.ts';
import { PAGE_MS, TrinoSize } from './trinoSize.ts';
import { TrinoTable } from './trinoTable.ts';

export interface TrinoOptions extends TrinoAddress, TrinoLimits {
  readonly catalog: string;
  readonly schema: string;
}

/** How long a table's size is reused. Without statistics, up to ten million records are counted for it. */
const SIZE_MS = 600_000;
const never = new AbortController().signal;

export class TrinoDatastore implements Datastore {
  readonly #options: TrinoOptions;
  readonly #connection: TrinoConnection;
  /** The list of tables, by schema. */
  readonly #entries = new Remembered<readonly TableEntry[]>();
  /** Described tables, by their names. */
  readonly #tables = new Remembered<TrinoTable>();
  readonly #sizes = new Remembered<TrinoSize>(SIZE_MS);

  private constructor(options: TrinoOptions) {
    this.#options = options;
    this.#connection = new TrinoConnection(options, options, `${options.catalog}.${options.schema}`);
  }

  /** Throws DataUnavailable if Trino can't be reached or refuses access. */
  static async open(options: TrinoOptions): Promise<TrinoDatastore> {
    const datastore = new TrinoDatastore(options);
    try {
      if ((await datastore.list()).length === 0) await datastore.#requireSchema();
      return datastore;
    } catch (error) {
      if (error instanceof DataUnavailable && error.refusal !== undefined) throw error;
      // The message is left out, as with every database.
      throw new DataUnavailable('unreachable', options.catalog, 'failed');
    }
  }

  async list(): Promise<readonly TableEntry[]> {
    return this.#entries.recall(this.#options.schema) ?? this.#listed();
  }

  async entry(id: string): Promise<TableEntry | undefined> {
    return this.#find(id);
  }

  /** Undefined if the table doesn't exist, or doesn't any more. */
  async open(name: string, signal: AbortSignal): Promise<TrinoTable | undefined> {
    const entry = await this.#find(name);
    if (entry === undefined) return undefined;
    const known = this.#tables.recall(entry.name);
    if (known !== undefined) return known;
    const { catalog, schema } = this.#options;
    const columns = await this.#described(
      'columns',
      ['column_name', 'data_type'],
      ` and table_name = ${textLiteral(entry.name)} order by ordinal_position`,
      signal,
    );
    if (columns.length === 0) return undefined;
    const fields = trinoFields(columns.map(([column = '', type = '']) => ({ name: column, type })));
    const relation = { id: entry.id, catalog, schema, name: entry.name, fields };
    const size =
      this.#sizes.recall(entry.name) ?? this.#sizes.keep(entry.name, new TrinoSize(relation, this.#connection));
    const forget = (): void => {
      this.#tables.forget(entry.name);
      this.#sizes.forget(entry.name);
    };
    return this.#tables.keep(entry.name, new TrinoTable(relation, this.#connection, size, forget));
  }

  /** Trino has no list of its tables like CKAN's. */
  names(): Promise<undefined> {
    return Promise.resolve(undefined);
  }

  async facts(name: string, signal: AbortSignal): Promise<TableFacts | undefined> {
    const table = await this.open(name, signal);
    if (table === undefined) return undefined;
    const fields = table.fields.filter(({ id }) => id !== '_id');
    return {
      id: table.id,
      fields: fields.map(({ id, type }) => ({ id, type })),
      records: () => table.count(signal),
      aliases: [table.name],
      indexes: [],
      size: () => Promise.resolve(0),
    };
  }

  close(): Promise<void> {
    return Promise.resolve();
  }

  /** Finds a table by id or name. */
  async #find(name: string): Promise<TableEntry | undefined> {
    const isIt = ({ id, name: own }: TableEntry): boolean => id === name || own === name;
    return (await this.list()).find(isIt) ?? (await this.#listed()).find(isIt);
  }

  async #listed(): Promise<readonly TableEntry[]> {
    const { origin, catalog, schema } = this.#options;
    const { host } = new URL(origin);
    const rows = await this.#described('tables', ['table_name', 'table_type'], ' order by table_name', never);
    const entries = rows.map(([name = '', type]) => ({
      id: resourceIdOf(`trino://${host}`, JSON.stringify([catalog, schema, name])),
      ...{ name, file: '', size: 0, modified: undefined },
      ...(type === 'VIEW' && { isView: true as const }),
    }));
    return this.#entries.keep(schema, entries);
  }

  /** A missing schema and an empty one list no tables alike. */
  async #requireSchema(): Promise<void> {
    const { catalog, schema } = this.#options;
    const found = await this.#described('schemata', ['schema_name'], '', never);
    if (found.length === 0) throw new DataUnavailable('unreachable', `${catalog}.${schema}`, 'noSchema');
  }

  /** Reads what information_schema says of this schema. */
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
