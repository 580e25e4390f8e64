/**
 * A table of CKAN's datastore, made and loaded as CKAN 2.11.6 and its XLoader do: ckanext/datastore/backend/postgres.py
 * (create_table, create_indexes, _create_fulltext_trigger), set_permissions.sql (populate_full_text_trigger), and XLoader's
 * loader.load_csv: indexes dropped, trigger off, COPY, one UPDATE for `_full_text`, indexes again. That is the quickest way
 * in; CKAN's own `datastore_create` with records inserts one by one through the trigger into nine GIN indexes.
 */
import type { PgConnection } from './pgConnection.ts';
import { FIELDS } from './records.ts';

const TRIGGER = 'zfulltext';

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
  const texts = FIELDS.filter(([, type]) => type === 'text').map(
    ([name]) => `to_tsvector('english', "${name}")`,
  );
  for (const [index, fields] of ['"_full_text"', ...texts].entries())
    await pg.run(`create index "${table}_${String(index)}" on "${table}" using gin(${fields})`);
}

/**
 * Reads the file into the table. `file` is read by PostgreSQL's own process, so that no client slows it down.
 * @param hasFullText false leaves `_full_text` empty and its indexes away: for sizes at which they take hours
 */
export async function loadTable(
  pg: PgConnection,
  table: string,
  file: string,
  hasFullText: boolean,
): Promise<void> {
  const read = await pg.query(
    `select indexname, indexdef from pg_indexes where tablename = '${table}' and indexdef like '%USING gin%'`,
  );
  const indexes = read()[0]?.rows ?? [];
  for (const [name] of indexes) await pg.run(`drop index "${String(name)}"`);
  await pg.run(`alter table "${table}" disable trigger ${TRIGGER}`);
  const names = FIELDS.map(([name]) => `"${name}"`);
  await pg.run(`copy "${table}" (${names.join(', ')}) from '${file}' with (format csv, header)`);
  if (hasFullText) {
    const words = names.map((name) => `coalesce(${name}::text, '')`);
    await pg.run(`update "${table}" set _full_text = to_tsvector(${words.join(` || ' ' || `)})`);
    for (const [, definition] of indexes) await pg.run(String(definition));
  }
  await pg.run(`alter table "${table}" enable trigger ${TRIGGER}`);
  await pg.run(`analyze "${table}"`);
}

/** What autovacuum does in time, so that no question meets the rows that the UPDATE left behind. Not part of loading. */
export async function tidyTable(pg: PgConnection, table: string): Promise<void> {
  await pg.run(`vacuum (full, analyze) "${table}"`);
  // Fills the visibility map, which a full vacuum leaves empty.
  await pg.run(`vacuum "${table}"`);
}
