/**
 * How the engine is to compress the columns of a large table. Left to itself it tries every way on every value, which takes
 * longer than all else that an import does; the first records tell as well.
 */
import type { DuckDBConnection } from '@duckdb/node-api';
import { SEARCH_COLUMN, valueColumn } from '../layout.ts';

type Method = 'dictionary' | 'fsst' | 'uncompressed';

export type Packing = ReadonlyMap<string, Method>;

/** A smaller table is written as quickly as it can be looked into. */
const LARGE = 50_000;
const SAMPLE = 10_000;
/** In bytes, on average: texts that differ and are no longer gain too little. */
const SHORT = 16;

/** By the name of a column. Undefined for a small table; `records` may not be known. */
export async function columnPacking(
  connection: DuckDBConnection,
  fields: number,
  relation: string,
  records = Infinity,
): Promise<Packing | undefined> {
  if (records < LARGE || fields === 0) return undefined;
  const columns = Array.from({ length: fields }, (_, index) => valueColumn(index));
  const facts = columns.flatMap((column) => [
    `count(${column})`,
    `approx_count_distinct(${column})`,
    `coalesce(sum(strlen(${column})), 0)`,
  ]);
  const result = await connection.runAndReadAll(
    `select ${facts.join(', ')} from (select * from ${relation} limit ${String(SAMPLE)})`,
  );
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
