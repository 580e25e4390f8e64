/** The tables and views of one schema of a Trino catalog, for reading. */
import { resourceIdOf } from '../../resource/resourceId.ts';
import { quotedName } from '../../../base/quotes.ts';
import type { Datastore, Table, TableEntry, TableFacts } from '../datastore.ts';
import { textLiteral } from './trinoComparison.ts';
import { TrinoConnection, type TrinoAddress, type TrinoLimits } from './trinoConnection.ts';
import { type TrinoField, trinoFields } from './trinoFields.ts';
import { PAGE_MS, TrinoTable, type TableRelation } from './trinoTable.ts';

export interface TrinoOptions extends TrinoAddress, TrinoLimits {
  readonly catalog: string;
  readonly schema: string;
}

/** How long a list counts, of tables or of a table's fields; a table that it doesn't name is looked for at once. */
const LIST_MS = 10_000;

interface Listed<T> {
  readonly list: readonly T[];
  readonly at: number;
}

function isRecent(listed: Listed<unknown>, ageMs: number): boolean {
  return Date.now() - listed.at < ageMs;
}

export class TrinoDatastore implements Datastore {
  readonly #options: TrinoOptions;
  readonly #connection: TrinoConnection;
  #entries: Listed<TableEntry> | undefined;
  /** By the name of a table: each page of it asks for them. */
  readonly #fields = new Map<string, Listed<TrinoField>>();

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
    return this.#listed(LIST_MS);
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
    const fields = await this.#fieldsOf(entry.name, signal);
    if (fields.length === 0) return undefined;
    return { id: entry.id, catalog, schema, name: entry.name, fields };
  }

  /** None if the table is gone. */
  async #fieldsOf(table: string, signal: AbortSignal): Promise<readonly TrinoField[]> {
    const known = this.#fields.get(table);
    if (known !== undefined && isRecent(known, LIST_MS)) return known.list;
    const columns = await this.#described(
      'columns',
      ['column_name', 'data_type'],
      ` and table_name = ${textLiteral(table)} order by ordinal_position`,
      signal,
    );
    const list = trinoFields(columns.map(([name = '', type = '']) => ({ name, type })));
    this.#fields.set(table, { list, at: Date.now() });
    return list;
  }

  /** By id, or by its own name. */
  async #find(name: string): Promise<TableEntry | undefined> {
    const isIt = ({ id, name: own }: TableEntry): boolean => id === name || own === name;
    return (await this.#listed(LIST_MS)).find(isIt) ?? (await this.#listed(0)).find(isIt);
  }

  async #listed(ageMs: number): Promise<readonly TableEntry[]> {
    if (this.#entries !== undefined && isRecent(this.#entries, ageMs)) return this.#entries.list;
    const { origin, catalog, schema } = this.#options;
    const { host } = new URL(origin);
    const never = new AbortController().signal;
    const rows = await this.#described('tables', ['table_name'], ' order by table_name', never);
    const list = rows.map(([name = '']) => ({
      id: resourceIdOf(`trino://${host}`, JSON.stringify([catalog, schema, name])),
      ...{ name, file: '', size: 0, modified: undefined, isCreated: false, isActive: true },
    }));
    this.#entries = { list, at: Date.now() };
    return list;
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
