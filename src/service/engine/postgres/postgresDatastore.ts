/** The tables and views of one schema of a PostgreSQL database, for reading. */
import { resourceIdOf } from '../../resource/resourceId.ts';
import { DataUnavailable } from '../../store/dataUnavailable.ts';
import type { Datastore, Table, TableEntry, TableFacts } from '../datastore.ts';
import { Parameters } from './parameters.ts';
import { PostgresConnections, type PostgresAddress, type PostgresRow } from './postgresConnections.ts';
import { postgresFields } from './postgresFields.ts';
import { PostgresPages } from './postgresPages.ts';
import { PAGE_MS, PostgresTable, type RelationFacts } from './postgresTable.ts';

export interface PostgresOptions extends PostgresAddress {
  readonly schema: string;
}

/** What is known of a relation without looking at its fields. */
interface ListedRelation {
  readonly id: string;
  readonly oid: string;
  readonly name: string;
  /** pg_class.relkind */
  readonly kind: string;
  readonly estimate: number;
  readonly bytes: number;
}

/** How long a list of the tables counts; a table that it doesn't name is looked for at once. */
const LIST_MS = 10_000;

const LIST =
  'select c.oid::text, c.relname::text, c.relkind::text, c.reltuples::bigint::text,' +
  " (case when c.relkind in ('r', 'm') then pg_total_relation_size(c.oid) else 0 end)::text" +
  ' from pg_class c join pg_namespace n on n.oid = c.relnamespace' +
  " where c.relkind in ('r', 'p', 'v', 'm', 'f') and has_table_privilege(c.oid, 'select') and n.nspname = ";

const SCHEMA = 'select 1 from pg_namespace where nspname = ';

const FIELDS =
  'select a.attname::text, coalesce(b.typname, y.typname)::text, coalesce(b.typcategory, y.typcategory)::text,' +
  " format_type(coalesce(b.oid, y.oid), case y.typtype when 'd' then y.typtypmod else a.atttypmod end)" +
  ' from pg_attribute a join pg_type y on y.oid = a.atttypid' +
  " left join pg_type b on b.oid = y.typbasetype and y.typtype = 'd'" +
  ' where a.attnum > 0 and not a.attisdropped and a.attrelid = ';

const PRIMARY_KEY =
  'select a.attname::text from pg_index i cross join lateral unnest(i.indkey) with ordinality k(number, place)' +
  ' join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.number' +
  ' where i.indisprimary and i.indrelid = ';

export class PostgresDatastore implements Datastore {
  readonly #options: PostgresOptions;
  readonly #connections: PostgresConnections;
  readonly #pages = new PostgresPages();
  #listed: { readonly relations: readonly ListedRelation[]; readonly at: number } | undefined;

  private constructor(options: PostgresOptions) {
    this.#options = options;
    this.#connections = new PostgresConnections(options);
  }

  /** Throws DataUnavailable where the database can't be reached, or does not let us in. */
  static async open(options: PostgresOptions): Promise<PostgresDatastore> {
    const datastore = new PostgresDatastore(options);
    try {
      if ((await datastore.list()).length === 0) await datastore.#requireSchema();
      return datastore;
    } catch (error) {
      await datastore.close();
      if (error instanceof DataUnavailable && error.refusal !== undefined) throw error;
      // Its words are left out: they may repeat what it was sent, a password too.
      throw new DataUnavailable('unreachable', options.database, 'failed');
    }
  }

  async list(): Promise<readonly TableEntry[]> {
    return (await this.#relations()).map(entryOf);
  }

  async entry(id: string): Promise<TableEntry | undefined> {
    const relation = await this.#find(id);
    return relation && entryOf(relation);
  }

  async open(name: string, signal: AbortSignal): Promise<Table | undefined> {
    const relation = await this.#relation(name, signal);
    return relation && new PostgresTable(relation, this.#connections, this.#pages);
  }

  /** PostgreSQL's tables have no such list that is like a table. */
  names(): Promise<undefined> {
    return Promise.resolve(undefined);
  }

  async facts(name: string, signal: AbortSignal): Promise<TableFacts | undefined> {
    const relation = await this.#relation(name, signal);
    if (relation === undefined) return undefined;
    const { id, fields, primaryKey, bytes } = relation;
    const table = new PostgresTable(relation, this.#connections, this.#pages);
    return {
      id,
      fields: fields
        .filter(({ id: field }) => field !== '_id')
        .map(({ id: field, type, modifiers }) => ({ id: field, type, modifiers })),
      records: () => table.count(signal),
      aliases: [relation.name],
      indexes: primaryKey.length === 0 ? [] : [primaryKey],
      size: () => Promise.resolve(bytes),
    };
  }

  async close(): Promise<void> {
    await this.#pages.close();
    await this.#connections.close();
  }

  /** One without tables is as good as any; one that isn't there was mistyped. */
  async #requireSchema(): Promise<void> {
    const { schema, database } = this.#options;
    const found = await this.#all(SCHEMA, schema, '', new AbortController().signal);
    if (found.length === 0) throw new DataUnavailable('unreachable', database, 'noSchema');
  }

  async #relation(name: string, signal: AbortSignal): Promise<RelationFacts | undefined> {
    const listed = await this.#find(name);
    const known = listed && (await this.#factsOf(listed, signal));
    if (known !== undefined || listed === undefined) return known;
    // It went since it was listed, and another may have its name.
    const anew = await this.#find(name, 0);
    return anew && this.#factsOf(anew, signal);
  }

  /** Undefined if it is gone. */
  async #factsOf(listed: ListedRelation, signal: AbortSignal): Promise<RelationFacts | undefined> {
    const [attributes, key] = await Promise.all([
      this.#all(FIELDS, listed.oid, '::oid order by a.attnum', signal),
      this.#all(PRIMARY_KEY, listed.oid, '::oid order by k.place', signal),
    ]);
    if (attributes.length === 0) return undefined;
    const named = attributes.map(([name, type, category, declared]) => ({
      name: name ?? '',
      type: type ?? '',
      category: category ?? '',
      declared: declared ?? '',
    }));
    return {
      ...listed,
      schema: this.#options.schema,
      fields: postgresFields(named),
      primaryKey: key.map(([name]) => name ?? ''),
      hasRowIds: listed.kind === 'r' || listed.kind === 'm',
    };
  }

  /** By id, or by its own name. */
  async #find(name: string, ageMs = LIST_MS): Promise<ListedRelation | undefined> {
    const isIt = ({ id, name: own }: ListedRelation): boolean => id === name || own === name;
    return (await this.#relations(ageMs)).find(isIt) ?? (await this.#relations(0)).find(isIt);
  }

  async #relations(ageMs = LIST_MS): Promise<readonly ListedRelation[]> {
    const { host, port, database, schema } = this.#options;
    if (this.#listed !== undefined && Date.now() - this.#listed.at < ageMs) return this.#listed.relations;
    const never = new AbortController().signal;
    const rows = await this.#all(LIST, schema, ' order by c.relname collate "C"', never);
    const relations = rows.map(([oid, name, kind, estimate, bytes]) => ({
      id: resourceIdOf(
        `postgresql://${host}:${String(port)}`,
        JSON.stringify([database, schema, name ?? '']),
      ),
      oid: oid ?? '',
      name: name ?? '',
      kind: kind ?? '',
      estimate: Number(estimate),
      bytes: Number(bytes),
    }));
    this.#listed = { relations, at: Date.now() };
    return relations;
  }

  #all(sql: string, value: string, rest: string, signal: AbortSignal): Promise<readonly PostgresRow[]> {
    const parameters = new Parameters();
    const statement = { sql: `${sql}${parameters.text(value)}${rest}`, values: parameters.values };
    return this.#connections.all(statement, PAGE_MS, signal);
  }
}

function entryOf({ id, name, bytes }: ListedRelation): TableEntry {
  return { id, name, file: '', size: bytes, modified: undefined, isCreated: false, isActive: true };
}
