/** The first records show digits of numbers, and how to compress columns. */
import type { DuckDBConnection, DuckDBValue } from '@duckdb/node-api';
import { SEARCH_COLUMN, valueColumn } from '../layout.ts';

const SAMPLE = 10_000;

export interface ColumnMeasure {
  readonly name: string;
  readonly sql: string;
}

/** Evaluates `asked` over measures of the first records, which are read once. */
export async function askFirstRecords(
  connection: DuckDBConnection,
  relation: string,
  measures: readonly ColumnMeasure[],
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

export type Packing = ReadonlyMap<string, Method>;

/** Different texts of at most this many bytes on average are hardly worth compressing. */
const SHORT = 16;

/** Measures lengths and hashes, because the texts themselves may be long. */
export function packingMeasures(fields: number): readonly ColumnMeasure[] {
  return Array.from({ length: fields }, (_, index) => valueColumn(index)).flatMap((column) => [
    { name: `l_${column}`, sql: `strlen(${column})` },
    { name: `h_${column}`, sql: `case when ${column} is not null then hash(${column}) end` },
  ]);
}

export function packingFacts(fields: number): readonly string[] {
  return Array.from({ length: fields }, (_, index) => valueColumn(index)).flatMap((column) => [
    `count(l_${column})`,
    `approx_count_distinct(h_${column})`,
    `coalesce(sum(l_${column}), 0)`,
  ]);
}

/** Chooses compression by results of packingFacts: DuckDB's own trials take longer than the rest of an import. */
export function columnPacking(answers: readonly DuckDBValue[]): Packing {
  const found = answers.map(Number);
  const packing = new Map<string, Method>([[SEARCH_COLUMN, 'fsst']]);
  for (let index = 0; 3 * index < found.length; index += 1) {
    const [values = 0, distinct = 0, bytes = 0] = found.slice(3 * index, 3 * index + 3);
    // A column without values shows nothing.
    if (values === 0) continue;
    const isShort = bytes <= SHORT * values;
    const method = 2 * distinct < values ? 'dictionary' : isShort ? 'uncompressed' : 'fsst';
    packing.set(valueColumn(index), method);
  }
  return packing;
}
