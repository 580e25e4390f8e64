/**
 * Loads records as `datastore_create` and `datastore_upsert` do: upsert_data in ckanext/datastore/backend/postgres.py executes
 * `INSERT INTO "id" ("a", "b") VALUES (…)` with a list of records, which psycopg2 sends as one statement a record.
 */
import fs from 'node:fs/promises';
import type { PgConnection } from './pgConnection.ts';
import { FIELDS } from './records.ts';

/** Records of one call of the action, one transaction: quicker than the 250 of DataPusher. */
const AT_ONCE = 5000;
const CELL = /(?:"((?:[^"]|"")*)"|([^,\n]*))([,\n])/y;

/**
 * Through the trigger and into the live indexes. psycopg2 waits for each statement's answer; here those of a call go out
 * together and are made while the ones before run, so that no client and no network is part of the time.
 * @returns how long it took, in ms
 */
export async function loadByInserts(pg: PgConnection, table: string, file: string): Promise<number> {
  const names = FIELDS.map(([name]) => `"${name}"`).join(', ');
  const into = `insert into "${table}" (${names}) values `;
  const texts = calls(await fs.readFile(file, 'utf8'), into);
  const started = performance.now();
  let next = texts.next();
  while (next.done !== true) {
    const running = pg.run(next.value);
    next = texts.next();
    await running;
  }
  return performance.now() - started;
}

function* calls(csv: string, into: string): Generator<string> {
  CELL.lastIndex = csv.indexOf('\n') + 1;
  let statements: string[] = [];
  let values: string[] = [];
  for (let found = CELL.exec(csv); found; found = CELL.exec(csv)) {
    const [, quoted, plain = '', end] = found;
    const value = quoted?.replaceAll('""', '"') ?? plain;
    values.push(value === '' ? 'null' : `'${value.replaceAll("'", "''")}'`);
    if (end === ',') continue;
    statements.push(`${into}(${values.join(', ')});`);
    values = [];
    if (statements.length < AT_ONCE) continue;
    yield statements.join('\n');
    statements = [];
  }
  if (statements.length > 0) yield statements.join('\n');
}
