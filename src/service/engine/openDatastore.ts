/** Which engine a command opens. The process for databases has its own (process/databaseMain.ts). */
import type { Datastore } from './datastore.ts';
import type { EngineOptions } from './duckdb/engine.ts';
import type { PostgresOptions } from './postgres/postgresDatastore.ts';
import type { TrinoOptions } from './trino/trinoDatastore.ts';

export type { EngineOptions } from './duckdb/engine.ts';
export type { PostgresOptions } from './postgres/postgresDatastore.ts';
export type { TrinoOptions } from './trino/trinoDatastore.ts';

/** Its engine is loaded here, because it takes 15 MB which a process in front of a database does without. */
export async function openFolder(options: EngineOptions): Promise<Datastore> {
  const { DuckdbDatastore } = await import('./duckdb/duckdbDatastore.ts');
  return DuckdbDatastore.open(options);
}

/** Its client is loaded here, because who serves files needs none. Throws DataUnavailable. */
export async function openPostgres(options: PostgresOptions): Promise<Datastore> {
  const { PostgresDatastore } = await import('./postgres/postgresDatastore.ts');
  return PostgresDatastore.open(options);
}

/** Throws DataUnavailable. */
export async function openTrino(options: TrinoOptions): Promise<Datastore> {
  const { TrinoDatastore } = await import('./trino/trinoDatastore.ts');
  return TrinoDatastore.open(options);
}
