import type { DatabaseRefusal } from '../resource/databaseReasons.ts';

/** Thrown if the records of a resource can't be read at present. */
export class DataUnavailable extends Error {
  override readonly name = 'DataUnavailable';
  readonly reason: UnavailableReason;
  /** The name of the resource, or its id. */
  readonly resource: string;
  /** Why a database refused, as far as known. */
  readonly refusal: DatabaseRefusal | undefined;

  constructor(reason: UnavailableReason, resource: string, refusal?: DatabaseRefusal) {
    super(`${resource}: ${refusal ?? reason}`);
    this.reason = reason;
    this.resource = resource;
    this.refusal = refusal;
  }
}

/**
 * `gone`: the data file is missing. `damaged`: the description can't be read, but the data may exist. `unreachable`:
 * the database doesn't answer, or refuses us. `dropped`: the database no longer has the table.
 */
export type UnavailableReason = 'gone' | 'damaged' | 'unreachable' | 'dropped';

/** Whether an error of the system or of DuckDB means that the disk is full. */
export function isDiskFull(error: unknown): boolean {
  const { code, message } = error as { readonly code?: string; readonly message?: string };
  return code === 'ENOSPC' || /No space left|disk full/i.test(message ?? '');
}
