import type { DuckDBConnection } from '@duckdb/node-api';
import { openAtWork, withConnection } from '../duckdbInstance.ts';
import { valueColumn } from '../layout.ts';
import type { ImportSource } from './importSource.ts';
import { SAMPLE_LENGTH, sampleText, type TypedRecords } from '../../../resource/reading.ts';

const MEMORY_LIMIT_MB = 512;

/** Runs `work` with a DuckDB that can read only this file. */
export async function withEngine<T>(
  { path, workDirectory }: { readonly path: string; readonly workDirectory: string },
  work: (connection: DuckDBConnection) => Promise<T>,
): Promise<T> {
  const instance = await openAtWork(workDirectory, [path], { memoryLimitMb: MEMORY_LIMIT_MB });
  try {
    return await withConnection(instance, work);
  } finally {
    instance.closeSync();
  }
}

/** Reads a source of only the first records. Values are cut to SAMPLE_LENGTH. */
export async function inspectSource(
  connection: DuckDBConnection,
  { relation, fields }: ImportSource,
): Promise<TypedRecords> {
  const columns = fields.map((_, index) => `left(${valueColumn(index)}, ${String(SAMPLE_LENGTH)})`);
  const found = await connection.runAndReadAll(`select ${columns.join(', ')} from ${relation}`);
  const records = found.getRows().map((row) => ({ values: row.map((value) => sampleText(value as string | null)) }));
  return { fields: fields.map(({ id }) => id), types: fields.map(({ type }) => type), records };
}
