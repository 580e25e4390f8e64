/** DuckDB, shut in: it reaches the named files and nothing else, and no later SQL can change that. */
import { availableParallelism } from 'node:os';
import { DuckDBInstance } from '@duckdb/node-api';
import { quote } from './layout.ts';
import './wholeTexts.ts';

export interface Enclosure {
  readonly directories: readonly string[];
  readonly files: readonly string[];
  /** For what does not fit in memory; on the disk of the data. */
  readonly temporaryDirectory: string;
  readonly memoryLimitMb: number;
  /** All processors but one, unless given. */
  readonly threads?: number;
}

/** In memory; data files are attached to it. */
export async function openEnclosed(enclosure: Enclosure): Promise<DuckDBInstance> {
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  const list = (paths: readonly string[]): string => `[${paths.map(quote).join(', ')}]`;
  const settings = {
    threads: String(enclosure.threads ?? Math.max(1, availableParallelism() - 1)),
    memory_limit: quote(`${String(enclosure.memoryLimitMb)}MB`),
    temp_directory: quote(enclosure.temporaryDirectory),
    // As PostgreSQL does, for those who write SQL.
    TimeZone: quote('UTC'),
    integer_division: 'true',
    default_null_order: quote('nulls_last_on_asc_first_on_desc'),
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
