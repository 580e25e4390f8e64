import { join } from 'node:path';
import type { DuckDBConnection } from '@duckdb/node-api';
import { openEnclosed } from '../duckdbInstance.ts';
import { valueColumn } from '../layout.ts';
import type { ImportSource } from './importSource.ts';
import { SAMPLE_LENGTH, sampleText } from '../../../resource/reading.ts';

const MEMORY_LIMIT_MB = 512;

/** Runs `work` with a DuckDB that can read only this file. */
export async function withEngine<T>(
  { path, workDirectory }: { readonly path: string; readonly workDirectory: string },
  work: (connection: DuckDBConnection) => Promise<T>,
): Promise<T> {
  const instance = await openEnclosed({
    directories: [`${workDirectory}/`],
    files: [path, `${path}.wal`],
    temporaryDirectory: join(workDirectory, 'spill'),
    memoryLimitMb: MEMORY_LIMIT_MB,
  });
  const connection = await instance.connect();
  try {
    return await work(connection);
  } finally {
    connection.disconnectSync();
    instance.closeSync();
  }
}

export interface SourceBeginning {
  readonly fields: readonly string[];
  readonly types: readonly string[];
  /** Values of the first records, each cut to SAMPLE_LENGTH. */
  readonly texts: readonly (readonly (string | null)[])[];
}

/** `source` contains only the first records. */
export async function inspectSource(
  connection: DuckDBConnection,
  { relation, fields }: ImportSource,
): Promise<SourceBeginning> {
  const columns = fields.map((_, index) => `left(${valueColumn(index)}, ${String(SAMPLE_LENGTH)})`);
  const found = await connection.runAndReadAll(`select ${columns.join(', ')} from ${relation}`);
  const texts = found.getRows().map((row) => row.map((value) => sampleText(value as string | null)));
  return { fields: fields.map(({ id }) => id), types: fields.map(({ type }) => type), texts };
}
