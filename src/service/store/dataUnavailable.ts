import type { DatabaseRefusal } from '../resource/databaseReasons.ts';

/** Thrown if the records of a resource can't be read at present. */
export class DataUnavailable extends Error {
  override readonly name = 'DataUnavailable';
  readonly reason: UnavailableReason;
  readonly resource: string;
  readonly refusal: DatabaseRefusal | undefined;

  constructor(reason: UnavailableReason, resource: string, refusal?: DatabaseRefusal) {
    super(`${resource}: ${refusal ?? reason}`);
    this.reason = reason;
    this.resource = resource;
    this.refusal = refusal;
  }
}

/** `gone`: no data file. `damaged`: no readable description. `unreachable`: no database access. `dropped`: no table. */
export type UnavailableReason = 'gone' | 'damaged' | 'unreachable' | 'dropped';

export function isDiskFull(error: unknown): boolean {
  const { code, message } = error as { readonly code?: string; readonly message?: string };
  return code === 'ENOSPC' || /No space left|disk full/i.test(message ?? '');
}
