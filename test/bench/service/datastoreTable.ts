/**
 * A table of CKAN's datastore, made and loaded as CKAN 2.11.6 and its XLoader do: ckanext/datastore/backend/postgres.py
 * (create_table, create_indexes, _create_fulltext_trigger), set_permissions.sql (populate_full_text_trigger), and XLoader's
 * loader.load_csv: indexes dropped, trigger off, COPY, one UPDATE for `_full_text`, indexes again.
 */
import type { PgConnection } from './pgConnection.ts';
import { ALL_TEXT } from './questions.ts';
import { FIELDS } from './records.ts';

const TRIGGER = 'zfulltext';
const NAMES = FIELDS.map(([name]) => `"${name}"`);
/** The expression by which XLoader fills the full-text column. */
const WORDS = `to_tsvector(${NAMES.map((name) => `coalesce(${name}::text, '')`).join(` || ' ' || `)})`;

const TRIGGER_FUNCTION = `
  create or replace function populate_full_text_trigger() returns trigger as $body$
    begin
      if new._full_text is not null then return new; end if;
      new._full_text := (select to_tsvector(string_agg(value, ' '))
        from json_each_text(row_to_json(new.*)) where key not like '\\_%');
      return new;
    end;
  $body$ language plpgsql`;

/** What `datastore_create` makes out of fields. */
export async function createTable(pg: PgConnection, table: string): Promise<void> {
  const columns = ['"_id" serial primary key', '"_full_text" tsvector'];
  for (const [name, type] of FIELDS) columns.push(`"${name}" ${type}`);
  await pg.run(TRIGGER_FUNCTION);
  await pg.run(`drop table if exists "${table}"`);
  await pg.run(`create table "${table}" (${columns.join(', ')})`);
  await pg.run(
    `create trigger ${TRIGGER} before insert or update on "${table}"
     for each row execute procedure populate_full_text_trigger()`,
  );
  const texts = FIELDS.filter(([, type]) => type === 'text').map(([name]) => `to_tsvector('english', "${name}")`);
  for (const [index, fields] of ['"_full_text"', ...texts].entries())
    await pg.run(`create index "${table}_${String(index)}" on "${table}" using gin(${fields})`);
}

/** Reads the file through the trigger, into nine GIN indexes, by one COPY. @returns how long it took, in ms */
export async function loadThroughTrigger(pg: PgConnection, table: string, file: string): Promise<number> {
  return (await timed(() => pg.run(`copy "${table}" (${NAMES.join(', ')}) from '${file}' with (format csv, header)`)))
    .ms;
}

/**
 * Reads the file into the table as XLoader does. PostgreSQL's own process reads it, so that no client slows it down.
 * @param hasFullText false leaves `_full_text` empty and its indexes away: for sizes at which they take hours
 * @returns how long it took, in ms. What the UPDATE left behind is taken away in between, and that is not counted: with time
 * autovacuum does it, and no question shall meet it.
 */
export async function loadTable(pg: PgConnection, table: string, file: string, hasFullText: boolean): Promise<number> {
  const filled = await timed(async () => {
    const indexes = await dropIndexes(pg, table);
    await pg.run(`copy "${table}" (${NAMES.join(', ')}) from '${file}' with (format csv, header)`);
    if (hasFullText) await pg.run(`update "${table}" set _full_text = ${WORDS}`);
    return indexes;
  });
  await pg.run(`vacuum full "${table}"`);
  const indexed = await timed(() => finish(pg, table, hasFullText ? filled.result : []));
  return filled.ms + indexed.ms;
}

/** Fills a table whose loading isn't measured. It is quicker than `loadTable`, because nothing is written twice. */
export async function fillTable(pg: PgConnection, table: string, file: string): Promise<void> {
  const indexes = await dropIndexes(pg, table);
  const columns = FIELDS.map(([name, type]) => `"${name}" ${type}`);
  // COPY fills gaps of earlier pages with short records, so their places don't tell their order.
  await pg.run(`create temporary table staged ("_id" serial, ${columns.join(', ')})`);
  await pg.run(`copy staged (${NAMES.join(', ')}) from '${file}' with (format csv, header)`);
  const given = ['"_id"', ...NAMES].join(', ');
  await pg.run(`insert into "${table}" (${given}, _full_text) select ${given}, ${WORDS} from staged order by "_id"`);
  await pg.run('drop table staged');
  await finish(pg, table, indexes);
}

/**
 * Lays the records out as an administrator would who has seen the questions: b-trees for fields that are filtered or
 * sorted by, and one text of all values with an index of trigrams (pg_trgm) for texts contained anywhere.
 * @returns how long the indexes took, in ms
 */
export async function createIndexedTable(pg: PgConnection, from: string, table: string): Promise<number> {
  const texts = NAMES.map((name) => `${name}::text`).join(', ');
  await pg.run('create extension if not exists pg_trgm');
  await pg.run(
    `create table "${table}" as select "_id", ${NAMES.join(', ')}, concat_ws(chr(31), ${texts}) as ${ALL_TEXT}
     from "${from}" order by "_id"`,
  );
  const { ms } = await timed(async () => {
    await pg.run(`set maintenance_work_mem = '1GB'`);
    await pg.run(`alter table "${table}" add primary key ("_id")`);
    for (const fields of ['"city"', '"category", "status"', '"code"', '"amount" desc, "_id"'])
      await pg.run(`create index on "${table}" (${fields})`);
    await pg.run(`create index on "${table}" using gin (${ALL_TEXT} gin_trgm_ops)`);
  });
  await pg.run(`vacuum (analyze) "${table}"`);
  return ms;
}

/** @returns their definitions. The trigger is off from here on. */
async function dropIndexes(pg: PgConnection, table: string): Promise<readonly string[]> {
  const read = await pg.query(
    `select indexname, indexdef from pg_indexes where tablename = '${table}' and indexdef like '%USING gin%'`,
  );
  const indexes = read()[0]?.rows ?? [];
  for (const [name] of indexes) await pg.run(`drop index "${String(name)}"`);
  await pg.run(`alter table "${table}" disable trigger ${TRIGGER}`);
  return indexes.map(([, definition]) => String(definition));
}

async function finish(pg: PgConnection, table: string, indexes: readonly string[]): Promise<void> {
  await pg.run(`set maintenance_work_mem = '512MB'`);
  for (const definition of indexes) await pg.run(definition);
  await pg.run(`alter table "${table}" enable trigger ${TRIGGER}`);
  await pg.run(`vacuum (analyze) "${table}"`);
}

async function timed<T>(work: () => Promise<T>): Promise<{ readonly ms: number; readonly result: T }> {
  const started = performance.now();
  const result = await work();
  return { ms: performance.now() - started, result };
}
