/** DuckDB, shut in: it reaches the named files and nothing else, and no later SQL can change that. */
import { statfs } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { dirname } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import dataAccessors from '@duckdb/node-api/lib/vectors/dataAccessors.js';
import { quotedText } from '../../../base/quotes.ts';

// The package decodes texts with a decoder that drops U+FEFF from their beginning; from here on it keeps them whole.
Object.assign(dataAccessors, { textDecoder: new TextDecoder('utf-8', { ignoreBOM: true }) });

export interface Enclosure {
  readonly directories: readonly string[];
  readonly files: readonly string[];
  /** For what does not fit in memory; on the disk of the data. */
  readonly temporaryDirectory: string;
  readonly memoryLimitMb: number;
  /** At most; all processors but one, unless given. */
  readonly threads?: number;
}

const MIN_SPILL_MB = 256;
const MAX_SPILL_MB = 32_000;
/** With less, a sort fails instead of spilling (seen with 40 MB and 16 threads). */
const MB_OF_A_THREAD = 40;
/**
 * A join looks up so many rows by their numbers, as many as a page may have. Of more it reads all that lies between the first
 * and the last.
 */
const MAX_ROWS_BY_NUMBER = 32_000;

/** What may be spilled: half of what is free on that disk, so that no question can fill it, and 32 GB at most. */
async function spillLimitMb(directory: string): Promise<number> {
  const { bavail, bsize } = await statfs(dirname(directory)).catch(() => ({ bavail: 0, bsize: 0 }));
  return Math.max(MIN_SPILL_MB, Math.min(Math.floor((bavail * bsize) / 2e6), MAX_SPILL_MB));
}

/** In memory; data files are attached to it. */
export async function openEnclosed(enclosure: Enclosure): Promise<DuckDBInstance> {
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  const list = (paths: readonly string[]): string => `[${paths.map(quotedText).join(', ')}]`;
  const wanted = enclosure.threads ?? availableParallelism() - 1;
  const affordable = Math.floor(enclosure.memoryLimitMb / MB_OF_A_THREAD);
  const settings = {
    threads: String(Math.max(1, Math.min(wanted, affordable))),
    memory_limit: quotedText(`${String(enclosure.memoryLimitMb)}MB`),
    temp_directory: quotedText(enclosure.temporaryDirectory),
    max_temp_directory_size: quotedText(`${String(await spillLimitMb(enclosure.temporaryDirectory))}MB`),
    dynamic_or_filter_threshold: String(MAX_ROWS_BY_NUMBER),
    // As PostgreSQL does, for those who write SQL.
    TimeZone: quotedText('UTC'),
    integer_division: 'true',
    default_null_order: quotedText('nulls_last_on_asc_first_on_desc'),
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
    allow_community_extensions: 'false',
    allowed_directories: list(enclosure.directories),
    allowed_paths: list(enclosure.files),
    enable_external_access: 'false',
    lock_configuration: 'true',
  };
  for (const [name, value] of Object.entries(settings)) await connection.run(`set global ${name} = ${value}`);
  connection.disconnectSync();
  return instance;
}
