/** What the first records show of all: how many digits numbers have, and how the engine is to compress each column. */
import type { DuckDBConnection } from '@duckdb/node-api';
import { SEARCH_COLUMN, valueColumn } from '../layout.ts';

const SAMPLE = 10_000;

export interface Measure {
  readonly name: string;
  /** Of the relation's columns. */
  readonly sql: string;
}

/**
 * `use` gets SQL of the measured first records, for the `from` clause. `isRepeated`: they are kept for several questions, because
 * reading them takes longer; then a thousand long expressions are written out once, too.
 */
export async function withFirstRecords<Result>(
  connection: DuckDBConnection,
  relation: string,
  measures: readonly Measure[],
  isRepeated: boolean,
  use: (firsts: string) => Promise<Result>,
): Promise<Result> {
  const list = measures.map(({ name, sql }) => `${sql} ${name}`).join(', ');
  const query = `select ${list} from (from ${relation} limit ${String(SAMPLE)})`;
  if (!isRepeated) return use(`(${query})`);
  await connection.run(`create or replace temp table firsts as ${query}`);
  const result = await use('firsts');
  await connection.run('drop table firsts');
  return result;
}

type Method = 'dictionary' | 'fsst' | 'uncompressed';

/** By the column's name. */
export type Packing = ReadonlyMap<string, Method>;

/** In bytes, on average: texts that differ and are no longer gain too little. */
const SHORT = 16;

/** The texts themselves may be long. */
export function packingMeasures(fields: number): readonly Measure[] {
  return Array.from({ length: fields }, (_, index) => valueColumn(index)).flatMap((column) => [
    { name: `l_${column}`, sql: `strlen(${column})` },
    { name: `h_${column}`, sql: `case when ${column} is not null then hash(${column}) end` },
  ]);
}

/**
 * How the engine is to compress each column, by packingMeasures of the first records. Left to itself it tries every way on every
 * value, which takes longer than all else that an import does; the first records show it as well.
 */
export async function columnPacking(
  connection: DuckDBConnection,
  fields: number,
  firsts: string,
): Promise<Packing> {
  const columns = Array.from({ length: fields }, (_, index) => valueColumn(index));
  const facts = columns.flatMap((column) => [
    `count(l_${column})`,
    `approx_count_distinct(h_${column})`,
    `coalesce(sum(l_${column}), 0)`,
  ]);
  const result = await connection.runAndReadAll(`select ${facts.join(', ')} from ${firsts}`);
  const found = (result.getRows()[0] ?? []).map(Number);
  const packing = new Map<string, Method>([[SEARCH_COLUMN, 'fsst']]);
  columns.forEach((column, index) => {
    const [values = 0, distinct = 0, bytes = 0] = found.slice(3 * index, 3 * index + 3);
    // Of a column without values, nothing is known.
    if (values === 0) return;
    const isShort = bytes <= SHORT * values;
    packing.set(column, 2 * distinct < values ? 'dictionary' : isShort ? 'uncompressed' : 'fsst');
  });
  return packing;
}
