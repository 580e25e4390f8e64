import type { DatabaseRefusal } from '../resource/databaseReasons.ts';

/** The records of a resource can't be had now. */
export class DataUnavailable extends Error {
  override readonly name = 'DataUnavailable';
  readonly reason: UnavailableReason;
  /** The name of the resource, or its id. */
  readonly resource: string;
  /** Of a database that lets nobody in: why, as far as that is known. */
  readonly refusal: DatabaseRefusal | undefined;

  constructor(reason: UnavailableReason, resource: string, refusal?: DatabaseRefusal) {
    super(`${resource}: ${refusal ?? reason}`);
    this.reason = reason;
    this.resource = resource;
    this.refusal = refusal;
  }
}

/**
 * `gone`: the data file is not there. `damaged`: its
 * description can't be understood; its data may be there. `unreachable`: it is in a database that does not answer, or not to us.
 * `dropped`: it was in a database that has no such table any more.
 */
export type UnavailableReason = 'gone' | 'damaged' | 'unreachable' | 'dropped';

/** Whether something failed because there is no room left on the disk, as the system or the engine says it. */
export function isDiskFull(error: unknown): boolean {
  const { code, message } = error as { readonly code?: string; readonly message?: string };
  return code === 'ENOSPC' || /No space left|disk full/i.test(message ?? '');
}
