/** Encloses DuckDB, so that it reads the named files and nothing else; no later SQL can change that. */
import { rm, statfs } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import dataAccessors from '@duckdb/node-api/lib/vectors/dataAccessors.js';
import { quotedText } from '../../../base/quotes.ts';
import { shortText } from './shortText.ts';
import { spillFolder } from './spill.ts';

const { getString } = dataAccessors;
Object.assign(dataAccessors, {
  // The package's decoder drops U+FEFF from the beginning of texts; this one keeps it, and takes half of the time.
  textDecoder: {
    decode: ({ buffer, byteOffset, byteLength }: Uint8Array) => Buffer.from(buffer, byteOffset, byteLength).toString(),
  },
  getString: (view: DataView, offset: number) => shortText(view, offset) ?? getString(view, offset),
});

export interface Enclosure {
  readonly directories: readonly string[];
  readonly files: readonly string[];
  /** Takes what doesn't fit in memory; on the disk of the data. */
  readonly temporaryDirectory: string;
  readonly memoryLimitMb: number;
  /** Maximum number; if undefined, all processors but one. */
  readonly threads?: number;
  /** What must be done before external access ends. */
  readonly prepare?: (connection: DuckDBConnection) => Promise<void>;
  /** Settings that differ from the usual ones. */
  readonly settings?: Readonly<Record<string, string>>;
}

const MIN_SPILL_MB = 256;
const MAX_SPILL_MB = 32_000;
/** With less memory, a sort fails instead of spilling (seen with 40 MB and 16 threads). */
const MB_OF_A_THREAD = 40;
/** A join looks up as many rows by number as a page may have. For more, DuckDB reads all between first and last. */
const MAX_ROWS_BY_NUMBER = 32_000;

/** Half of the free space on that disk, so that no query can fill it, and 32 GB at most. */
async function spillLimitMb(directory: string): Promise<number> {
  const { bavail, bsize } = await statfs(dirname(directory)).catch(() => ({ bavail: 0, bsize: 0 }));
  return Math.max(MIN_SPILL_MB, Math.min(Math.floor((bavail * bsize) / 2e6), MAX_SPILL_MB));
}

/** The instance is in memory; data files are attached to it. */
export async function openEnclosed(enclosure: Enclosure): Promise<DuckDBInstance> {
  const instance = await DuckDBInstance.create(':memory:');
  const list = (paths: readonly string[]): string => `[${paths.map(quotedText).join(', ')}]`;
  const wanted = enclosure.threads ?? availableParallelism() - 1;
  const affordable = Math.floor(enclosure.memoryLimitMb / MB_OF_A_THREAD);
  const settings = {
    threads: String(Math.max(1, Math.min(wanted, affordable))),
    memory_limit: quotedText(`${String(enclosure.memoryLimitMb)}MB`),
    temp_directory: quotedText(enclosure.temporaryDirectory),
    max_temp_directory_size: quotedText(`${String(await spillLimitMb(enclosure.temporaryDirectory))}MB`),
    dynamic_or_filter_threshold: String(MAX_ROWS_BY_NUMBER),
    // Clients who write SQL expect PostgreSQL's behavior.
    TimeZone: quotedText('UTC'),
    integer_division: 'true',
    default_null_order: quotedText('nulls_last_on_asc_first_on_desc'),
    ...enclosure.settings,
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
    allow_community_extensions: 'false',
    allowed_directories: list(enclosure.directories),
    allowed_paths: list(enclosure.files),
    enable_external_access: 'false',
    lock_configuration: 'true',
  };
  try {
    await withConnection(instance, async (connection) => {
      await enclosure.prepare?.(connection);
      for (const [name, value] of Object.entries(settings)) await connection.run(`set global ${name} = ${value}`);
    });
    return instance;
  } catch (error) {
    instance.closeSync();
    throw error;
  }
}

/** Opens an instance that reads the files, with the `.wal` of each, and writes into `workDirectory` only. */
export function openAtWork(
  workDirectory: string,
  files: readonly string[],
  limits: Pick<Enclosure, 'memoryLimitMb' | 'threads'>,
): Promise<DuckDBInstance> {
  return openEnclosed({
    ...limits,
    directories: [`${workDirectory}/`],
    files: files.flatMap((file) => [file, `${file}.wal`]),
    temporaryDirectory: join(workDirectory, 'spill'),
  });
}

/** Closes the connection when `work` is done. */
export async function withConnection<T>(
  instance: DuckDBInstance,
  work: (connection: DuckDBConnection) => Promise<T>,
): Promise<T> {
  const connection = await instance.connect();
  try {
    return await work(connection);
  } finally {
    connection.disconnectSync();
  }
}

export interface SpillingInstance {
  readonly instance: DuckDBInstance;
  /** Closes it, and removes what it spilled. Nothing may be running. */
  readonly close: () => Promise<void>;
}

/** Opens an instance that spills into a folder of its own beside the data in `directory`. */
export async function openSpilling(
  directory: string,
  enclosure: Omit<Enclosure, 'temporaryDirectory'>,
): Promise<SpillingInstance> {
  const temporaryDirectory = spillFolder(directory);
  const instance = await openEnclosed({ ...enclosure, temporaryDirectory });
  return {
    instance,
    close: async () => {
      instance.closeSync();
      await rm(temporaryDirectory, { recursive: true, force: true });
    },
  };
}
