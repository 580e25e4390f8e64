import type { DatabaseRefusal } from '../resource/databaseReasons.ts';

/** The database was reached in vain, or not at all. */
export class DatabaseRefused extends Error {
  override readonly name = 'DatabaseRefused';
  readonly refusal: DatabaseRefusal;

  constructor(refusal: DatabaseRefusal) {
    super(`The database can't be used: ${refusal}.`);
    this.refusal = refusal;
  }
}
