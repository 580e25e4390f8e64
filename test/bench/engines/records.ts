/**
 * The records of the benchmark: one SELECT that DuckDB and Trino read alike, so that each makes its own; PostgreSQL and our
 * service read them from a file that DuckDB writes. All arithmetic is on whole numbers below 2^63.
 */
import fs from 'node:fs';
import path from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { quotedText } from '../../../src/base/quotes.ts';

/** In the order of the file, with PostgreSQL's types. */
export const FIELDS = [
  ['nr', 'bigint'],
  ['code', 'varchar'],
  ['name', 'varchar'],
  ['city', 'varchar'],
  ['category', 'varchar'],
  ['status', 'varchar'],
  ['amount', 'decimal(12,2)'],
  ['qty', 'integer'],
  ['created', 'date'],
  ['flag', 'boolean'],
  ['note', 'varchar'],
] as const;

export const TABLE = 'records';
/** In one of this many notes. */
const RARE_EVERY = 20_011;
export const RARE_WORD = 'quetzal';
/** How many rows one statement makes. Trino limits the length of the list that `sequence` returns. */
export const STEP = 10_000;

const FIRST_NAMES = 'Ada Boris Chloé Dmitri Elif Farid Greta Hugo Ines Jonas Kofi Lena Mira Nils Olga Pavel';
const LAST_NAMES = 'Abel Brandt Costa Dvořák Evans Fischer García Hansen Ivanov Jensen Kaya Lopez Meyer';
const PREFIXES = 'North South East West Upper Lower Old New Great Little Long Stone Green White Black Red Mill';
const SUFFIXES = 'ford ton ham ley field wick bury gate bridge mouth dale wood haven stead minster well cliff';
const CATEGORIES =
  'water water water roads roads parks schools Café transport energy housing waste health culture taxes';
const STATUSES = 'open closed pending archived';
const WORDS =
  'river market bridge harbour school garden winter summer council report meeting budget street letter annual ' +
  'survey result notice public local water light power ground winter green stone north south plan permit review ' +
  'request answer supply demand service transport energy building heritage culture museum library station traffic ' +
  'parking cycle footpath drainage planting repair painting cleaning lighting signage paving fencing safety noise ' +
  'air';

/** One of a list, by a number. */
function pick(list: string, number: string): string {
  const words = list.split(' ');
  return `(array[${words.map(quotedText).join(', ')}])[cast(${number} % ${String(words.length)} + 1 as integer)]`;
}

/** `count` records; `source` gives the numbers `i` from 1 on. */
export function recordsSelect(source: string): string {
  const values: Readonly<Record<(typeof FIELDS)[number][0], string>> = {
    nr: 'i',
    code: `lpad(cast(a % 100003 as varchar), 6, '0')`,
    name: `${pick(FIRST_NAMES, 'b % 1009')} || ' ' || ${pick(LAST_NAMES, 'c')}`,
    city: `${pick(PREFIXES, 'c % 2003')} || ${pick(SUFFIXES, 'b % 1013')}`,
    category: pick(CATEGORIES, 'b'),
    status: pick(STATUSES, 'c % 1019'),
    amount: `case when a % 101 = 0 then null else cast(cast(b % 99991 as varchar) || '.' || lpad(cast(c % 97 as varchar), 2, '0') as decimal(12,2)) end`,
    qty: 'cast(c % 1000 as integer)',
    created: `cast(date '2015-01-01' + (b % 3650) * interval '1' day as date)`,
    flag: 'a % 3 = 0',
    note:
      [`a % 1031`, 'b % 1033', 'c % 1039', 'd % 1049', 'd % 1051', 'c % 1061', 'b % 1063', 'a % 1069']
        .map((number) => pick(WORDS, number))
        .join(` || ' ' || `) + ` || case when i % ${String(RARE_EVERY)} = 0 then ' ${RARE_WORD}' else '' end`,
  };
  const columns = FIELDS.map(([name]) => `${values[name]} as ${name}`);
  const mixed = (from: string): string => `(${from} * 1103515245 + 12345) % 2147483648`;
  return (
    `select ${columns.join(', ')} from (select i, a, b, c, ${mixed('c')} as d from ` +
    `(select i, a, b, ${mixed('b')} as c from (select i, a, ${mixed('a')} as b from ` +
    `(select i, (i * 2654435761) % 4294967296 as a from ${source}) t1) t2) t3) t4`
  );
}

/** Writes the CSV file, unless it is there. @returns its path */
export async function recordsFile(folder: string, count: number): Promise<string> {
  const file = path.join(folder, `${TABLE}-${String(count)}.csv`);
  if (fs.existsSync(file)) return file;
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  const select = recordsSelect(`(select range as i from range(1, ${String(count + 1)})) t0`);
  await connection.run(`copy (${select}) to ${quotedText(`${file}.part`)} (format csv, header)`);
  connection.closeSync();
  instance.closeSync();
  fs.renameSync(`${file}.part`, file);
  return file;
}
