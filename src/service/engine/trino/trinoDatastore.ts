/** The tables and views of one schema of a Trino catalog, for reading. */
import { resourceIdOf } from '../../resource/resourceId.ts';
import { DataUnavailable } from '../../store/dataUnavailable.ts';
import { quotedName } from '../../../base/quotes.ts';
import type { Datastore, TableEntry, TableFacts } from '../datastore.ts';
import { textLiteral } from './trinoComparison.ts';
import { TrinoConnection, type TrinoAddress, type TrinoLimits } from './trinoConnection.ts';
import { trinoFields } from './trinoFields.ts';
import type { TrinoRelation } from './trinoStatement.ts';
import { PAGE_MS, TrinoSize } from './trinoSize.ts';
import { TrinoTable } from './trinoTable.ts';

export interface TrinoOptions extends TrinoAddress, TrinoLimits {
  readonly catalog: string;
  readonly schema: string;
}

/** How long what Trino said counts, of its tables and of one of them; a table that it didn't name is looked for at once. */
const KNOWN_MS = 10_000;
/** How long it counts how large a table is: without statistics, ten million records are counted for it. */
const SIZE_MS = 600_000;
const never = new AbortController().signal;

interface Known<T> {
  readonly value: T;
  readonly at: number;
}

function isRecent({ at }: Known<unknown>, ageMs: number): boolean {
  return Date.now() - at < ageMs;
}

export class TrinoDatastore implements Datastore {
  readonly #options: TrinoOptions;
  readonly #connection: TrinoConnection;
  #entries: Known<readonly TableEntry[]> | undefined;
  /** By name: page after page is asked of the same ones. */
  readonly #tables = new Map<string, Known<TrinoTable>>();
  readonly #sizes = new Map<string, Known<TrinoSize>>();

  private constructor(options: TrinoOptions) {
    this.#options = options;
    this.#connection = new TrinoConnection(options, options, `${options.catalog}.${options.schema}`);
  }

  /** Throws DataUnavailable where Trino can't be reached, or does not let us in. */
  static async open(options: TrinoOptions): Promise<TrinoDatastore> {
    const datastore = new TrinoDatastore(options);
    try {
      if ((await datastore.list()).length === 0) await datastore.#requireSchema();
      return datastore;
    } catch (error) {
      if (error instanceof DataUnavailable && error.refusal !== undefined) throw error;
      // Its words are left out, as those of every database.
      throw new DataUnavailable('unreachable', options.catalog, 'failed');
    }
  }

  list(): Promise<readonly TableEntry[]> {
    return this.#listed(KNOWN_MS);
  }

  async entry(id: string): Promise<TableEntry | undefined> {
    return this.#find(id);
  }

  /** Undefined if there is none, or none any more. */
  async open(name: string, signal: AbortSignal): Promise<TrinoTable | undefined> {
    const entry = await this.#find(name);
    if (entry === undefined) return undefined;
    const known = this.#tables.get(entry.name);
    if (known !== undefined && isRecent(known, KNOWN_MS) && !known.value.isOutdated) return known.value;
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
    const size = this.#sizeOf(relation, known?.value.isOutdated !== true);
    const value = new TrinoTable(relation, this.#connection, size);
    this.#tables.set(entry.name, { value, at: Date.now() });
    return value;
  }

  /** `isSame`: nothing says that it is another table than before. */
  #sizeOf(relation: TrinoRelation, isSame: boolean): TrinoSize {
    const known = this.#sizes.get(relation.name);
    if (known !== undefined && isSame && isRecent(known, SIZE_MS)) return known.value;
    const value = new TrinoSize(relation, this.#connection);
    this.#sizes.set(relation.name, { value, at: Date.now() });
    return value;
  }

  /** Trino's tables have no such list that is like a table. */
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

  /** By id, or by its own name. */
  async #find(name: string): Promise<TableEntry | undefined> {
    const isIt = ({ id, name: own }: TableEntry): boolean => id === name || own === name;
    return (await this.#listed(KNOWN_MS)).find(isIt) ?? (await this.#listed(0)).find(isIt);
  }

  async #listed(ageMs: number): Promise<readonly TableEntry[]> {
    if (this.#entries !== undefined && isRecent(this.#entries, ageMs)) return this.#entries.value;
    const { origin, catalog, schema } = this.#options;
    const { host } = new URL(origin);
    const rows = await this.#described('tables', ['table_name'], ' order by table_name', never);
    const value = rows.map(([name = '']) => ({
      id: resourceIdOf(`trino://${host}`, JSON.stringify([catalog, schema, name])),
      ...{ name, file: '', size: 0, modified: undefined, isCreated: false, isActive: true },
    }));
    this.#entries = { value, at: Date.now() };
    return value;
  }

  /** A schema without tables and none at all are listed alike. */
  async #requireSchema(): Promise<void> {
    const { catalog, schema } = this.#options;
    const found = await this.#described('schemata', ['schema_name'], '', never);
    if (found.length === 0) throw new DataUnavailable('unreachable', `${catalog}.${schema}`, 'noSchema');
  }

  /** Of information_schema, what is said of this schema. */
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
