/** The address of a database of any kind, as people write it. */
import type { PostgresOptions } from '../engine/openDatastore.ts';
import type { DatabaseKind } from '../resource/databaseReasons.ts';
import { type PostgresUrl, type PostgresUrlProblem, readPostgresUrl } from './postgresUrl.ts';
import { readTrinoUrl, type TrinoUrl, type TrinoUrlProblem } from './trinoUrl.ts';

/** A schema whose tables are served. Of Trino, `database` is the catalog, and `any` is `verify`. */
export interface DatabaseOptions extends PostgresOptions {
  readonly kind: DatabaseKind;
}

const READERS = { postgres: readPostgresUrl, trino: readTrinoUrl } as const;

/** What the address leaves out is asked for. */
export function readDatabaseUrl(
  kind: DatabaseKind,
  text: string,
): PostgresUrl | TrinoUrl | PostgresUrlProblem | TrinoUrlProblem {
  return READERS[kind](text);
}
