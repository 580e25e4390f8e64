import type { PostgresOptions } from '../engine/openDatastore.ts';
import type { DatabaseKind } from '../resource/databaseReasons.ts';
import { type PostgresUrl, type PostgresUrlProblem, readPostgresUrl } from './postgresUrl.ts';
import { readTrinoUrl, type TrinoUrl, type TrinoUrlProblem } from './trinoUrl.ts';

/** A schema whose tables are served. For Trino, `database` is the catalog, and `any` means `verify`. */
export interface DatabaseOptions extends PostgresOptions {
  readonly kind: DatabaseKind;
}

const READERS = { postgres: readPostgresUrl, trino: readTrinoUrl } as const;

export function readDatabaseUrl(
  kind: DatabaseKind,
  text: string,
): PostgresUrl | TrinoUrl | PostgresUrlProblem | TrinoUrlProblem {
  return READERS[kind](text);
}
