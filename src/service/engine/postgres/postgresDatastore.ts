/** Serves the tables and views of one schema of a PostgreSQL database, read-only. */
import { resourceIdOf } from '../../resource/resourceId.ts';
import { DataUnavailable } from '../../store/dataUnavailable.ts';
import type { Datastore, Table, TableEntry, TableFacts } from '../../question/datastore.ts';
import { Remembered } from '../remembered.ts';
import { Parameters } from './parameters.ts';
import { PostgresConnections, type PostgresAddress } from './postgresConnections.ts';
import type { PostgresRow } from './statementCursor.ts';
import { postgresFields, type AttributeRow } from './postgresFields.ts';
import { PostgresPages } from './postgresPages.ts';
import { PAGE_MS, PostgresTable, type RelationFacts } from './postgresTable.ts';

export interface PostgresOptions extends PostgresAddress {
  readonly schema: string;
}

/** A relation as listed, without its fields. */
interface ListedRelation {
  readonly id: string;
  readonly oid: string;
  readonly name: string;
  /** The letter in pg_class.relkind, such as `v` for a view. */
  readonly kind: string;
  readonly estimate: number;
  readonly bytes: number;
  readonly comment: string;
}

/**
 * PostgreSQL's estimate of the records of a relation `c`, or -1. Under row-level security a role sees fewer. A table's
 * estimate leaves out tables that inherit from it, and partitions are summed up.
 */
const ESTIMATE =
  'case when row_security_active(c.oid) then -1' +
  " when c.relkind = 'p' then (select case when min(l.reltuples) >= 0 then sum(l.reltuples::float8) else -1 end" +
  ' from pg_partition_tree(c.oid) part join pg_class l on l.oid = part.relid where part.isleaf)' +
  ' when c.relhassubclass then -1 else c.reltuples end';

const LIST =
  `select c.oid::text, c.relname::text, c.relkind::text, (${ESTIMATE})::bigint::text,` +
  " (case when c.relkind in ('r', 'm') then pg_total_relation_size(c.oid) else 0 end)::text," +
  " obj_description(c.oid, 'pg_class')" +
  ' from pg_class c join pg_namespace n on n.oid = c.relnamespace' +
  " where c.relkind in ('r', 'p', 'v', 'm', 'f') and has_table_privilege(c.oid, 'select') and n.nspname = ";

const SCHEMA = 'select 1 from pg_namespace where nspname = ';

/** The type below all domains of an attribute `a`, with the modifier of the first one that has one. */
const BASE_TYPE =
  'with recursive domains as (select a.atttypid as type, a.atttypmod as modifier union all' +
  ' select y.typbasetype, case modifier when -1 then y.typtypmod else modifier end' +
  " from domains join pg_type y on y.oid = type where y.typtype = 'd')" +
  " select y.oid, y.typname, y.typcategory, modifier from domains join pg_type y on y.oid = type where y.typtype <> 'd'";

/**
 * Smaller estimates aren't shown: PostgreSQL analyzes a table again after 50 changed records and a tenth of all
 * (autovacuum_analyze_threshold, autovacuum_analyze_scale_factor), which can be most of a small table.
 */
const LEAST_ESTIMATE = 1000;

/** The operators that sort a type `b`, if an extension has defined them: the search path may not include it. */
const OPERATORS =
  "select json_object_agg((array['<', '<=', '=', '>=', '>'])[m.amopstrategy]," +
  " format('operator(%I.%s)', n.nspname, o.oprname))::text" +
  ' from pg_opclass c join pg_am on pg_am.oid = c.opcmethod join pg_amop m on m.amopfamily = c.opcfamily' +
  ' and m.amoplefttype = c.opcintype and m.amoprighttype = c.opcintype' +
  ' join pg_operator o on o.oid = m.amopopr join pg_namespace n on n.oid = o.oprnamespace' +
  " where pg_am.amname = 'btree' and c.opcdefault and c.opcintype = b.oid and n.nspname <> 'pg_catalog'";

const FIELDS =
  'select a.attname::text, b.typname::text, b.typcategory::text, format_type(b.oid, b.modifier),' +
  ` (${OPERATORS}), col_description(a.attrelid, a.attnum) from pg_attribute a cross join lateral (${BASE_TYPE}) b` +
  ' where a.attnum > 0 and not a.attisdropped and a.attrelid = ';

/** Columns by which an index `i` sorts; it may include others. */
const ORDERED_BY =
  'unnest(i.indkey) with ordinality k(number, place) join pg_attribute a' +
  ' on a.attrelid = i.indrelid and a.attnum = k.number and k.place <= i.indnkeyatts';

/**
 * Fields that identify a record: the primary key, or the shortest unique index of columns that are never NULL. Pages
 * are sorted by the fields' types and collations, so an index of another order isn't used. A table that others inherit
 * from has no key, because it shows their records, too.
 */
const KEY_OF =
  'select a.attname::text from (select i.* from pg_index i join pg_class c on c.oid = i.indrelid' +
  ' where i.indisunique and i.indisvalid and i.indpred is null and i.indexprs is null' +
  " and (c.relkind = 'p' or not c.relhassubclass)" +
  ` and not exists (select from ${ORDERED_BY} join pg_opclass o on o.oid = i.indclass[k.place - 1]` +
  ' where not (a.attnotnull and o.opcdefault and i.indcollation[k.place - 1] = a.attcollation)) and c.oid = ';
const KEY_IN_ORDER =
  '::oid order by i.indisprimary desc, i.indnkeyatts, i.indexrelid limit 1) i' +
  ` cross join lateral ${ORDERED_BY} order by k.place`;

/** Fields and key of a relation. */
type Shape = Pick<RelationFacts, 'fields' | 'key'>;

export class PostgresDatastore implements Datastore {
  readonly #options: PostgresOptions;
  readonly #connections: PostgresConnections;
  readonly #pages = new PostgresPages();
  /** The list of relations, by schema. */
  readonly #listed = new Remembered<readonly ListedRelation[]>();
  /** Shapes by oid, because another table of the same name has another one. */
  readonly #shapes = new Remembered<Shape>();

  private constructor(options: PostgresOptions) {
    this.#options = options;
    this.#connections = new PostgresConnections(options);
  }

  /** Throws DataUnavailable if the database can't be reached or refuses access. */
  static async open(options: PostgresOptions): Promise<PostgresDatastore> {
    const datastore = new PostgresDatastore(options);
    try {
      if ((await datastore.list()).length === 0) await datastore.#requireSchema();
      return datastore;
    } catch (error) {
      await datastore.close();
      if (error instanceof DataUnavailable && error.refusal !== undefined) throw error;
      // The message is left out, because it may repeat what was sent, even a password.
      throw new DataUnavailable('unreachable', options.database, 'failed');
    }
  }

  async list(): Promise<readonly TableEntry[]> {
    const known = this.#listed.recall(this.#options.schema);
    return (known ?? (await this.#relations())).map(entryOf);
  }

  async entry(id: string): Promise<TableEntry | undefined> {
    const relation = await this.#find(id);
    return relation && entryOf(relation);
  }

  async open(name: string, signal: AbortSignal): Promise<Table | undefined> {
    const relation = await this.#relation(name, signal);
    return relation && this.#tableOf(relation);
  }

  #tableOf(relation: RelationFacts & ListedRelation): PostgresTable {
    const forget = (): void => {
      this.#listed.forget(this.#options.schema);
      this.#shapes.forget(relation.oid);
    };
    return new PostgresTable(relation, this.#connections, this.#pages, forget);
  }

  /** PostgreSQL has no list of its tables like CKAN's. */
  names(): Promise<undefined> {
    return Promise.resolve(undefined);
  }

  async facts(name: string, signal: AbortSignal): Promise<TableFacts | undefined> {
    const relation = await this.#relation(name, signal);
    if (relation === undefined) return undefined;
    const { id, fields, key, bytes } = relation;
    const table = this.#tableOf(relation);
    return {
      id,
      fields: fields
        .filter(({ id: field }) => field !== '_id')
        .map(({ id: field, type, modifiers }) => ({ id: field, type, modifiers })),
      records: () => table.count(signal),
      aliases: [relation.name],
      indexes: key.length === 0 ? [] : [key],
      size: () => Promise.resolve(bytes),
    };
  }

  async close(): Promise<void> {
    await this.#pages.close();
    await this.#connections.close();
  }

  /** A schema may be empty, but one that doesn't exist was mistyped. */
  async #requireSchema(): Promise<void> {
    const { schema, database } = this.#options;
    const found = await this.#all(SCHEMA, schema, '', new AbortController().signal);
    if (found.length === 0) throw new DataUnavailable('unreachable', database, 'noSchema');
  }

  async #relation(name: string, signal: AbortSignal): Promise<(RelationFacts & ListedRelation) | undefined> {
    const listed = await this.#find(name);
    const known = listed && (await this.#factsOf(listed, signal));
    if (known !== undefined || listed === undefined) return known;
    // The table was dropped since it was listed, and another may have its name.
    const anew = (await this.#relations()).find(named(name));
    return anew && this.#factsOf(anew, signal);
  }

  /** Undefined if the relation was dropped. */
  async #factsOf(listed: ListedRelation, signal: AbortSignal): Promise<(RelationFacts & ListedRelation) | undefined> {
    const shape = this.#shapes.recall(listed.oid) ?? (await this.#shape(listed.oid, signal));
    if (shape === undefined) return undefined;
    const { schema } = this.#options;
    return { ...listed, ...shape, schema, hasRowIds: listed.kind === 'r' || listed.kind === 'm' };
  }

  /** Undefined if the relation was dropped. */
  async #shape(oid: string, signal: AbortSignal): Promise<Shape | undefined> {
    const [attributes, key] = await Promise.all([
      this.#all(FIELDS, oid, '::oid order by a.attnum', signal),
      this.#all(KEY_OF, oid, KEY_IN_ORDER, signal),
    ]);
    if (attributes.length === 0) return undefined;
    const rows = attributes.map(([name, type, category, declared, operators, comment]) => ({
      name: name ?? '',
      type: type ?? '',
      category: category ?? '',
      declared: declared ?? '',
      operators: JSON.parse(operators ?? '{}') as AttributeRow['operators'],
      comment: comment ?? '',
    }));
    return this.#shapes.keep(oid, {
      fields: postgresFields(rows),
      key: key.map(([name]) => name ?? ''),
    });
  }

  async #find(name: string): Promise<ListedRelation | undefined> {
    const known = this.#listed.recall(this.#options.schema)?.find(named(name));
    return known ?? (await this.#relations()).find(named(name));
  }

  async #relations(): Promise<readonly ListedRelation[]> {
    const { host, port, database, schema } = this.#options;
    const never = new AbortController().signal;
    const rows = await this.#all(LIST, schema, ' order by c.relname collate "C"', never);
    const relations = rows.map(([oid, name, kind, estimate, bytes, comment]) => ({
      id: resourceIdOf(`postgresql://${host}:${String(port)}`, JSON.stringify([database, schema, name ?? ''])),
      oid: oid ?? '',
      name: name ?? '',
      kind: kind ?? '',
      estimate: Number(estimate),
      bytes: Number(bytes),
      comment: comment ?? '',
    }));
    return this.#listed.keep(schema, relations);
  }

  #all(sql: string, value: string, rest: string, signal: AbortSignal): Promise<readonly PostgresRow[]> {
    const parameters = new Parameters();
    const statement = { sql: `${sql}${parameters.text(value)}${rest}`, values: parameters.values };
    return this.#connections.all(statement, PAGE_MS, signal);
  }
}

/** Matches a relation by id or name. */
function named(name: string): (relation: Pick<ListedRelation, 'id' | 'name'>) => boolean {
  return ({ id, name: own }) => id === name || own === name;
}

function entryOf({ id, name, bytes, kind, comment, estimate }: ListedRelation): TableEntry {
  return {
    ...{ id, name, file: '', size: bytes, modified: undefined },
    ...((kind === 'v' || kind === 'm') && { isView: true }),
    ...(comment !== '' && { description: comment }),
    ...(estimate >= LEAST_ESTIMATE && { estimatedRecords: estimate }),
  };
}
