/** Serves the tables and views of a PostgreSQL database, of one schema or of all, read-only. */
import { ALL_SCHEMAS, tableAmongSchemas } from '../../resource/databaseSchemas.ts';
import { resourceIdOf } from '../../resource/resourceId.ts';
import type { TableEntry } from '../../question/datastore.ts';
import { DatabaseDatastore, LEAST_ESTIMATE } from '../databaseDatastore.ts';
import { PAGE_MS } from '../databaseTable.ts';
import { Parameters } from './parameters.ts';
import { PostgresConnections, type PostgresAddress } from './postgresConnections.ts';
import { postgresFields, type AttributeRow } from './postgresFields.ts';
import { PostgresPages } from './postgresPages.ts';
import { PostgresTable } from './postgresTable.ts';

export interface PostgresOptions extends PostgresAddress {
  readonly schema: string;
}

/** PostgreSQL looks here for names without a schema, unless told otherwise. */
const USUAL_SCHEMA = 'public';

interface ListedRelation extends TableEntry {
  readonly schema: string;
  readonly table: string;
  readonly oid: string;
  readonly hasRowIds: boolean;
  readonly estimate: number;
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
  " obj_description(c.oid, 'pg_class'), n.nspname::text" +
  ' from pg_class c join pg_namespace n on n.oid = c.relnamespace' +
  " where c.relkind in ('r', 'p', 'v', 'm', 'f') and has_table_privilege(c.oid, 'select') and ";

const SCHEMA = 'select 1 from pg_namespace n where ';

/** Follows a schema's name in the SQL. PostgreSQL keeps names that begin with pg_ for its own schemas. */
const IS_MEANT =
  " in (n.nspname::text, case when n.nspname !~ '^(pg_|information_schema$)' and has_schema_privilege(n.oid, 'usage')" +
  ` then '${ALL_SCHEMAS}' end)`;

/** The type below all domains of an attribute `a`, with the modifier of the first one that has one. */
const BASE_TYPE =
  'with recursive domains as (select a.atttypid as type, a.atttypmod as modifier union all' +
  ' select y.typbasetype, case modifier when -1 then y.typtypmod else modifier end' +
  " from domains join pg_type y on y.oid = type where y.typtype = 'd')" +
  " select y.oid, y.typname, y.typcategory, modifier from domains join pg_type y on y.oid = type where y.typtype <> 'd'";

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

const ORDERED_BY =
  'unnest(i.indkey) with ordinality k(number, place) join pg_attribute a' +
  ' on a.attrelid = i.indrelid and a.attnum = k.number and k.place <= i.indnkeyatts';

/**
 * Fields that identify a record: the primary key, or the shortest unique index without NULL, in the order of the
 * fields' own types and collations. A table that others inherit from has none: it shows their records, too.
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

export class PostgresDatastore extends DatabaseDatastore<ListedRelation, PostgresTable> {
  readonly #options: PostgresOptions;
  readonly #connections: PostgresConnections;
  readonly #pages = new PostgresPages();

  private constructor(options: PostgresOptions) {
    super({ database: options.database, schema: options.database });
    this.#options = options;
    this.#connections = new PostgresConnections(options);
  }

  /** Throws DataUnavailable if the database can't be reached or refuses access. */
  static open(options: PostgresOptions): Promise<PostgresDatastore> {
    return new PostgresDatastore(options).opened();
  }

  async close(): Promise<void> {
    await this.#pages.close();
    await this.#connections.close();
  }

  protected async hasSchema(signal: AbortSignal): Promise<boolean> {
    return (await this.#all(SCHEMA, this.#options.schema, IS_MEANT, signal)).length > 0;
  }

  protected async tables(signal: AbortSignal): Promise<readonly ListedRelation[]> {
    const { host, port, database, schema } = this.#options;
    const order = ' order by n.nspname collate "C", c.relname collate "C"';
    const rows = await this.#all(LIST, schema, IS_MEANT + order, signal);
    return rows.map(([oid = '', table = '', kind = '', records, bytes, comment = '', own = '']) => {
      const estimate = Number(records);
      return {
        id: resourceIdOf(`postgresql://${host}:${String(port)}`, JSON.stringify([database, own, table])),
        ...{ name: schema === ALL_SCHEMAS ? tableAmongSchemas(own, table, USUAL_SCHEMA) : table, schema: own, table },
        ...{ oid, file: '', size: Number(bytes), modified: undefined, estimate },
        hasRowIds: kind === 'r' || kind === 'm',
        ...((kind === 'v' || kind === 'm') && { isView: true as const }),
        ...(comment !== '' && { description: comment }),
        ...(estimate >= LEAST_ESTIMATE && { estimatedRecords: estimate }),
      };
    });
  }

  protected async describe(listed: ListedRelation, signal: AbortSignal): Promise<PostgresTable | undefined> {
    const { id, oid, name: alias, table: name, schema, size, estimate, hasRowIds } = listed;
    const [attributes, keys] = await Promise.all([
      this.#all(FIELDS, oid, '::oid order by a.attnum', signal),
      this.#all(KEY_OF, oid, KEY_IN_ORDER, signal),
    ]);
    if (attributes.length === 0) return undefined;
    const rows = attributes.map(
      ([column = '', type = '', category = '', declared = '', operators = '', comment = '']) => ({
        ...{ name: column, type, category, declared, comment },
        operators: JSON.parse(operators === '' ? '{}' : operators) as AttributeRow['operators'],
      }),
    );
    const shape = { fields: postgresFields(rows), key: keys.map(([column = '']) => column) };
    const relation = { ...{ id, alias, name, schema, bytes: size, estimate, hasRowIds }, ...shape };
    return new PostgresTable(relation, this.#connections, this.#pages, () => this.forget());
  }

  /** NULL is returned as an empty text. */
  async #all(sql: string, value: string, rest: string, signal: AbortSignal): Promise<readonly (readonly string[])[]> {
    const parameters = new Parameters();
    const statement = { sql: `${sql}${parameters.text(value)}${rest}`, values: parameters.values };
    const rows = await this.#connections.all(statement, PAGE_MS, signal);
    return rows.map((row) => row.map((text) => text ?? ''));
  }
}
