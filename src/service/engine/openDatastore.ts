/** The only place that chooses an engine. */
import type { Datastore } from './datastore.ts';
import { DuckdbDatastore } from './duckdb/duckdbDatastore.ts';
import type { FolderOptions } from './duckdb/servedFolder.ts';

export type DatastoreOptions = FolderOptions;

/** Throws FolderInUse. */
export function openDatastore(options: DatastoreOptions): Promise<Datastore> {
  return DuckdbDatastore.open(options);
}
