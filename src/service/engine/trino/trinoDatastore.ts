/** The tables and views of one schema of a Trino catalog, for reading. */
import { resourceIdOf } from '../../resource/resourceId.ts';
import { quotedName } from '../../../base/quotes.ts';
import type { Datastore, Table, TableEntry, TableFacts } from '../datastore.ts';
import { textLiteral } from './trinoComparison.ts';
import { TrinoConnection, type TrinoAddress, type TrinoLimits } from './trinoConnection.ts';
import { trinoFields } from './trinoFields.ts';
import { PAGE_MS, TrinoTable, type TableRelation } from './trinoTable.ts';

export interface TrinoOptions extends TrinoAddress, TrinoLimits {
  readonly catalog: string;
  readonly schema: string;
}

/** How long a list of the tables counts; a table that it doesn't name is looked for at once. */
const LIST_MS = 10_000;

export class TrinoDatastore implements Datastore {
  readonly #options: TrinoOptions;
  readonly #connection: TrinoConnection;
  #listed: { readonly entries: readonly TableEntry[]; readonly at: number } | undefined;

  private constructor(options: TrinoOptions) {
    this.#options = options;
    this.#connection = new TrinoConnection(options, options, `${options.catalog}.${options.schema}`);
  }

  /** Throws DataUnavailable where Trino can't be reached, or does not let us in. */
  static async open(options: TrinoOptions): Promise<TrinoDatastore> {
    const datastore = new TrinoDatastore(options);
    await datastore.list();
    return datastore;
  }

  list(): Promise<readonly TableEntry[]> {
    return this.#entries(LIST_MS);
  }

  async entry(id: string): Promise<TableEntry | undefined> {
    return this.#find(id);
  }

  async open(name: string, signal: AbortSignal): Promise<Table | undefined> {
    const relation = await this.#relation(name, signal);
    return relation && new TrinoTable(relation, this.#connection);
  }

  /** Trino's tables have no such list that is like a table. */
  names(): Promise<undefined> {
    return Promise.resolve(undefined);
  }

  async facts(name: string, signal: AbortSignal): Promise<TableFacts | undefined> {
    const relation = await this.#relation(name, signal);
    if (relation === undefined) return undefined;
    const { id, fields } = relation;
    const table = new TrinoTable(relation, this.#connection);
    return {
      id,
      fields: fields
        .filter(({ id: field }) => field !== '_id')
        .map(({ id: field, type }) => ({ id: field, type })),
      records: () => table.count(signal),
      aliases: [relation.name],
      indexes: [],
      size: () => Promise.resolve(0),
    };
  }

  close(): Promise<void> {
    return Promise.resolve();
  }

  /** Undefined if there is none, or none any more. */
  async #relation(name: string, signal: AbortSignal): Promise<TableRelation | undefined> {
    const entry = await this.#find(name);
    if (entry === undefined) return undefined;
    const { catalog, schema } = this.#options;
    const columns = await this.#described(
      'columns',
      ['column_name', 'data_type'],
      ` and table_name = ${textLiteral(entry.name)} order by ordinal_position`,
      signal,
    );
    if (columns.length === 0) return undefined;
    const fields = trinoFields(columns.map(([column = '', type = '']) => ({ name: column, type })));
    return { id: entry.id, catalog, schema, name: entry.name, fields };
  }

  /** By id, or by its own name. */
  async #find(name: string): Promise<TableEntry | undefined> {
    const isIt = ({ id, name: own }: TableEntry): boolean => id === name || own === name;
    return (await this.#entries(LIST_MS)).find(isIt) ?? (await this.#entries(0)).find(isIt);
  }

  async #entries(ageMs: number): Promise<readonly TableEntry[]> {
    if (this.#listed !== undefined && Date.now() - this.#listed.at < ageMs) return this.#listed.entries;
    const { origin, catalog, schema } = this.#options;
    const { host } = new URL(origin);
    const never = new AbortController().signal;
    const rows = await this.#described('tables', ['table_name'], ' order by table_name', never);
    const entries = rows.map(([name = '']) => ({
      id: resourceIdOf(`trino://${host}`, JSON.stringify([catalog, schema, name])),
      ...{ name, file: '', size: 0, modified: undefined, isCreated: false, isActive: true },
    }));
    this.#listed = { entries, at: Date.now() };
    return entries;
  }

  /** Of information_schema, what is said of this schema. */
  async #described(
    view: 'tables' | 'columns',
    columns: readonly string[],
    rest: string,
    signal: AbortSignal,
  ): Promise<readonly (readonly string[])[]> {
    const { catalog, schema } = this.#options;
    const sql =
      `select ${columns.join(', ')} from ${quotedName(catalog)}.information_schema.${view}` +
      ` where table_schema = ${textLiteral(schema)}${rest}`;
    const rows = await this.#connection.all(sql, PAGE_MS, signal);
    return rows.map((row) => row.map(String));
  }
}
