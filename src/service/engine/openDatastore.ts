/** Opens the engine of a command. The process for databases chooses by itself (process/databaseMain.ts). */
import type { Datastore } from '../question/datastore.ts';
import type { EngineOptions } from './duckdb/engine.ts';
import type { PostgresOptions } from './postgres/postgresDatastore.ts';
import type { TrinoOptions } from './trino/trinoDatastore.ts';

export type { EngineOptions } from './duckdb/engine.ts';
export type { PostgresOptions } from './postgres/postgresDatastore.ts';
export type { TrinoOptions } from './trino/trinoDatastore.ts';

/** DuckDB is loaded on demand, because it takes 15 MB that a process for databases doesn't need. */
export async function openFolder(options: EngineOptions): Promise<Datastore> {
  const { DuckdbDatastore } = await import('./duckdb/duckdbDatastore.ts');
  return DuckdbDatastore.open(options);
}

/** The client is loaded on demand, because serving files doesn't need it. Throws DataUnavailable. */
export async function openPostgres(options: PostgresOptions): Promise<Datastore> {
  const { PostgresDatastore } = await import('./postgres/postgresDatastore.ts');
  return PostgresDatastore.open(options);
}

/** Opens a Trino catalog. Throws DataUnavailable. */
export async function openTrino(options: TrinoOptions): Promise<Datastore> {
  const { TrinoDatastore } = await import('./trino/trinoDatastore.ts');
  return TrinoDatastore.open(options);
}
