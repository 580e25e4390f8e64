import type { DatabaseRefusal } from '../resource/databaseReasons.ts';

/** Thrown if the database can't be reached or refuses access. */
export class DatabaseRefused extends Error {
  override readonly name = 'DatabaseRefused';
  readonly refusal: DatabaseRefusal;

  constructor(refusal: DatabaseRefusal) {
    super(`The database can't be used: ${refusal}.`);
    this.refusal = refusal;
  }
}
