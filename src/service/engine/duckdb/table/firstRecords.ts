/** What the first records show of all: how many digits numbers have, and how the engine is to compress each column. */
import type { DuckDBConnection, DuckDBValue } from '@duckdb/node-api';
import { SEARCH_COLUMN, valueColumn } from '../layout.ts';

const SAMPLE = 10_000;

export interface Measure {
  readonly name: string;
  /** Of the relation's columns. */
  readonly sql: string;
}

/** Answers to questions about the measured first records, which are read once. */
export async function askFirstRecords(
  connection: DuckDBConnection,
  relation: string,
  measures: readonly Measure[],
  asked: readonly string[],
): Promise<readonly DuckDBValue[]> {
  if (asked.length === 0) return [];
  const list = measures.map(({ name, sql }) => `${sql} ${name}`).join(', ');
  const firsts = `select ${list} from (from ${relation} limit ${String(SAMPLE)})`;
  const result = await connection.runAndReadAll(
    `with firsts as materialized (${firsts}) select ${asked.join(', ')} from firsts`,
  );
  return [...(result.getRows()[0] ?? [])];
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

/** What to ask for columnPacking, of packingMeasures. */
export function packingFacts(fields: number): readonly string[] {
  return Array.from({ length: fields }, (_, index) => valueColumn(index)).flatMap((column) => [
    `count(l_${column})`,
    `approx_count_distinct(h_${column})`,
    `coalesce(sum(l_${column}), 0)`,
  ]);
}

/**
 * How the engine is to compress each column, by the answers to packingFacts. Left to itself it tries every way on every
 * value, which takes longer than all else that an import does; the first records show it as well.
 */
export function columnPacking(answers: readonly DuckDBValue[]): Packing {
  const found = answers.map(Number);
  const packing = new Map<string, Method>([[SEARCH_COLUMN, 'fsst']]);
  for (let index = 0; 3 * index < found.length; index += 1) {
    const [values = 0, distinct = 0, bytes = 0] = found.slice(3 * index, 3 * index + 3);
    // Of a column without values, nothing is known.
    if (values === 0) continue;
    const isShort = bytes <= SHORT * values;
    const method = 2 * distinct < values ? 'dictionary' : isShort ? 'uncompressed' : 'fsst';
    packing.set(valueColumn(index), method);
  }
  return packing;
}
