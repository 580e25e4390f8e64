/** Many records at once on their way into a created resource: by the appender, then by one statement. */
import { BIGINT, DuckDBDataChunk, VARCHAR, type DuckDBConnection, type DuckDBValue } from '@duckdb/node-api';
import type { StoredValue } from '../../types/fieldTypes.ts';
import { giveWay, mapInSteps } from '../../../base/timeSlice.ts';
import {
  hasKeyColumn,
  ID_COLUMN,
  orderColumn,
  SEARCH_COLUMN,
  TABLE,
  valueColumn,
  VECTOR_SIZE,
} from './layout.ts';
import type { StoredField } from '../../store/description.ts';
import { searchableJson } from '../../ckan/pythonJson.ts';
import { quotedText } from '../../../base/quotes.ts';
import type { Values } from '../datastore.ts';
import type { ChangingRecords, StoredRecord } from '../tableChanges.ts';
import type { RecordCondition } from '../tableQuestion.ts';
import { SEPARATOR } from '../wordPattern.ts';
import { Bindings } from './bindings.ts';
import { deleteMatching, firstMatching } from './search/deletion.ts';
import type { Engine } from './engine.ts';

type ColumnType = typeof BIGINT | typeof VARCHAR;

const TEXT = { type: 'text' };
const STAGE = 'stage';

/** Of records that go through JavaScript and back. */
const PART = 10_000;

export class TableRows implements ChangingRecords {
  readonly #connection: DuckDBConnection;
  readonly #fields: readonly StoredField[];
  readonly #table: string;
  /** Places of the fields whose type has a key column. */
  readonly #keyed: readonly number[];
  /** Columns of the table but for `i` and `s`. */
  readonly #columns: readonly string[];

  constructor(connection: DuckDBConnection, database: string, fields: readonly StoredField[]) {
    this.#connection = connection;
    this.#fields = fields;
    this.#table = `${database}.${TABLE}`;
    this.#keyed = fields.flatMap((field, index) => (hasKeyColumn(field) ? [index] : []));
    this.#columns = [
      ...fields.map((_, index) => valueColumn(index)),
      ...this.#keyed.map((index) => orderColumn(index, fields[index] ?? TEXT)),
    ];
  }

  async create(): Promise<void> {
    const columns = [ID_COLUMN, ...this.#columns, SEARCH_COLUMN];
    const typed = columns.map((column) => `${column} ${column === ID_COLUMN ? 'bigint' : 'varchar'}`);
    await this.#connection.run(`create table ${this.#table} (${typed.join(', ')})`);
  }

  /** Columns of fields that came behind those that were there. */
  async addFields(known: number): Promise<void> {
    const isNew = (column: string): boolean => Number(column.slice(1)) >= known;
    // A process that was killed may have left them.
    for (const column of this.#columns.filter(isNew))
      await this.#connection.run(`alter table ${this.#table} add column if not exists ${column} varchar`);
  }

  async insert(records: readonly StoredRecord[]): Promise<void> {
    await this.#stage(records);
    const columns = [ID_COLUMN, ...this.#columns];
    await this.#connection.run(
      `insert into ${this.#table} (${[...columns, SEARCH_COLUMN].join(', ')})` +
        ` select ${columns.join(', ')}, lower(${SEARCH_COLUMN}) from ${STAGE}`,
    );
  }

  /** Records of these ids become what they are here. */
  async update(records: readonly StoredRecord[]): Promise<void> {
    await this.#stage(records);
    const changes = this.#columns.map((column) => `${column} = n.${column}`);
    changes.push(`${SEARCH_COLUMN} = lower(n.${SEARCH_COLUMN})`);
    await this.#connection.run(
      `update ${this.#table} t set ${changes.join(', ')} from ${STAGE} n where t.${ID_COLUMN} = n.${ID_COLUMN}`,
    );
  }

  /** Those that are there. */
  async withIds(ids: readonly number[]): Promise<readonly StoredRecord[]> {
    await this.#fill(
      'wanted',
      [`${ID_COLUMN} bigint`],
      [BIGINT],
      ids.map((id) => [BigInt(id)]),
    );
    return this.#read(`join wanted w on t.${ID_COLUMN} = w.${ID_COLUMN}`);
  }

  /** Those whose values of some fields, as they are compared, are one of these. */
  async withKeys(
    places: readonly number[],
    keys: readonly (readonly string[])[],
  ): Promise<readonly StoredRecord[]> {
    const names = places.map((_, index) => `w${String(index)}`);
    const declared = names.map((name) => `${name} varchar`);
    await this.#fill(
      'wanted',
      declared,
      places.map(() => VARCHAR),
      keys,
    );
    const conditions = places.map((place, index) => `t.${this.#order(place)} = w.w${String(index)}`);
    return this.#read(`join (select distinct * from wanted) w on ${conditions.join(' and ')}`);
  }

  /** Whether two records have the same values in these fields; NULL is like nothing else. */
  async hasDuplicates(places: readonly number[]): Promise<boolean> {
    const orders = places.map((place) => this.#order(place));
    const reader = await this.#connection.runAndReadAll(
      `select 1 from ${this.#table} where ${orders.map((order) => `${order} is not null`).join(' and ')}` +
        ` group by ${orders.join(', ')} having count(*) > 1 limit 1`,
    );
    return reader.currentRowCount > 0;
  }

  /** The table as it would be without some fields. `kept`: the places of the others. */
  async copyTo(database: string, kept: readonly number[]): Promise<void> {
    const fields = kept.flatMap((place) => this.#fields[place] ?? []);
    const target = new TableRows(this.#connection, database, fields);
    const values = kept.map((place) => `t.${valueColumn(place)}`);
    const keys = kept.flatMap((place) => (this.#keyed.includes(place) ? [`t.${this.#order(place)}`] : []));
    const texts = values.length === 0 ? "''" : `concat_ws(${quotedText(SEPARATOR)}, ${values.join(', ')})`;
    await this.#stageEscaped(kept, target);
    await target.create();
    await this.#connection.run(
      `insert into ${target.#table} (${[ID_COLUMN, ...target.#columns, SEARCH_COLUMN].join(', ')})` +
        ` select ${[`t.${ID_COLUMN}`, ...values, ...keys].join(', ')}, lower(coalesce(n.${SEARCH_COLUMN}, ${texts}))` +
        ` from ${this.#table} t left join ${STAGE} n on t.${ID_COLUMN} = n.${ID_COLUMN}`,
    );
  }

  /** Search texts of records with JSON in which something is escaped: only JavaScript can read that. */
  async #stageEscaped(kept: readonly number[], target: TableRows): Promise<void> {
    await this.#declare(STAGE, [`${ID_COLUMN} bigint`, `${SEARCH_COLUMN} varchar`]);
    const escaped = kept
      .filter((place) => this.#fields[place]?.type === 'json')
      .map((place) => `contains(t.${valueColumn(place)}, '\\u')`);
    if (escaped.length === 0) return;
    const last = await this.#connection.runAndReadAll(`select max(rowid) from ${this.#table}`);
    for (let from = 0; from <= Number(last.value(0, 0) ?? -1); from += PART) {
      const part = `t.rowid >= ${String(from)} and t.rowid < ${String(from + PART)}`;
      const records = await this.#read(`where ${part} and (${escaped.join(' or ')})`);
      await this.#append(
        STAGE,
        [BIGINT, VARCHAR],
        records.map(({ id, values }) => [
          BigInt(id),
          target.#searchText(kept.flatMap((place) => values[place] ?? [])),
        ]),
      );
    }
  }

  matching(where: RecordCondition | undefined, limit: number): Promise<readonly Values[]> {
    return firstMatching(where, limit, {
      connection: this.#connection,
      table: this.#table,
      fields: this.#fields,
    });
  }

  remove(where: RecordCondition | undefined): Promise<void> {
    return deleteMatching(where, { connection: this.#connection, table: this.#table, fields: this.#fields });
  }

  #order(place: number): string {
    return orderColumn(place, this.#fields[place] ?? TEXT);
  }

  /** As one JSON text a record, because the binding takes many times as long for single values. */
  async #read(rest: string): Promise<readonly StoredRecord[]> {
    const list =
      this.#columns.length === 0
        ? "'[]'"
        : `to_json([${this.#columns.map((column) => `t.${column}`).join(', ')}])`;
    const reader = await this.#connection.runAndReadAll(
      `select t.${ID_COLUMN}, ${list}::varchar from ${this.#table} t ${rest} order by t.${ID_COLUMN}`,
    );
    return mapInSteps(reader.getRows(), ([id, json]) => {
      const texts = JSON.parse(json as string) as (string | null)[];
      const keys = new Map(
        this.#keyed.map((place, index) => [place, texts[this.#fields.length + index] ?? null]),
      );
      const values = this.#fields.map((_, place) => ({
        value: texts[place] ?? null,
        key: keys.get(place) ?? null,
      }));
      return { id: Number(id), values };
    });
  }

  async #stage(records: readonly StoredRecord[]): Promise<void> {
    const columns = [...this.#columns, SEARCH_COLUMN];
    const rows = await mapInSteps(records, ({ id, values }) => [
      BigInt(id),
      ...values.map(({ value }) => value),
      ...this.#keyed.map((place) => values[place]?.key ?? null),
      this.#searchText(values),
    ]);
    const declared = [`${ID_COLUMN} bigint`, ...columns.map((column) => `${column} varchar`)];
    await this.#fill(STAGE, declared, [BIGINT, ...columns.map(() => VARCHAR)], rows);
  }

  async #fill(
    name: string,
    declared: readonly string[],
    types: readonly ColumnType[],
    rows: readonly (readonly DuckDBValue[])[],
  ): Promise<void> {
    await this.#declare(name, declared);
    await this.#append(name, types, rows);
  }

  async #declare(name: string, declared: readonly string[]): Promise<void> {
    await this.#connection.run(`create or replace temp table ${name} (${declared.join(', ')})`);
  }

  async #append(
    name: string,
    types: readonly ColumnType[],
    rows: readonly (readonly DuckDBValue[])[],
  ): Promise<void> {
    const appender = await this.#connection.createAppender(name);
    for (let from = 0; from < rows.length; from += VECTOR_SIZE) {
      const chunk = DuckDBDataChunk.create(types);
      chunk.setRows(rows.slice(from, from + VECTOR_SIZE).map((row) => [...row]));
      appender.appendDataChunk(chunk);
      appender.flushSync();
      await giveWay();
    }
    appender.closeSync();
  }

  #searchText(values: readonly StoredValue[]): string {
    const texts = values.flatMap(({ value }, index) => {
      if (value === null) return [];
      return [this.#fields[index]?.type === 'json' ? searchableJson(value) : value];
    });
    return texts.join(SEPARATOR);
  }
}

/** The `_id`s of the records from this one on. */
export async function idsFrom(
  first: number,
  engine: Engine,
  database: string,
  signal: AbortSignal,
): Promise<readonly number[]> {
  const sql = `select ${ID_COLUMN} from ${database}.${TABLE} where ${ID_COLUMN} >= ${String(first)}`;
  const ids: number[] = [];
  for await (const rows of engine.rows(sql, new Bindings(), signal))
    ids.push(...rows.map(([id]) => Number(id)));
  return ids;
}
