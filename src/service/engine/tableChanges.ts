/** How tables are made and changed, by an engine that lets them be. */
import type { CreatedTable, Description, StoredField } from '../store/description.ts';
import type { StoredValue } from '../types/fieldTypes.ts';
import type { Values } from './datastore.ts';
import type { RecordCondition } from './tableQuestion.ts';

/** A record as it is kept. Its values change while an upsert goes through its records. */
export interface StoredRecord {
  readonly id: number;
  /** In the order of the fields. */
  readonly values: StoredValue[];
}

/** The records of one table within a transaction. */
export interface ChangingRecords {
  insert(records: readonly StoredRecord[]): Promise<void>;
  /** Records of these ids become what they are here. */
  update(records: readonly StoredRecord[]): Promise<void>;
  /** Those that are there. */
  withIds(ids: readonly number[]): Promise<readonly StoredRecord[]>;
  /** Those whose values of some fields, as they are compared, are one of these. */
  withKeys(places: readonly number[], keys: readonly (readonly string[])[]): Promise<readonly StoredRecord[]>;
  /** Whether two records have the same values in these fields; NULL is like nothing else. */
  hasDuplicates(places: readonly number[]): Promise<boolean>;
  /** The first of those that match, by `_id`: it and the values as they are given out. */
  matching(where: RecordCondition | undefined, limit: number): Promise<readonly Values[]>;
  /** Takes away those that match, or all. */
  remove(where: RecordCondition | undefined): Promise<void>;
}

export type ChangeRecords<T> = (records: ChangingRecords) => Promise<T>;

/** What becomes of a table's fields. */
export interface Reshaping {
  readonly id: string;
  /** The table as it is; undefined for a new one. */
  readonly current: Description | undefined;
  readonly fields: readonly StoredField[];
  /** Places of the fields that stay; they come first in `fields`. */
  readonly kept: readonly number[];
}

export interface TableChanges {
  /** By id, or by another name; also one that has no records any more. */
  current(name: string, signal: AbortSignal): Promise<Description | undefined>;
  /** The id of the table that has this id or other name. */
  idOf(name: string): Promise<string | undefined>;
  /** The `_id`s of the records from this one on. */
  idsFrom(table: Description, first: number, signal: AbortSignal): Promise<readonly number[]>;
  /** In one transaction: if `work` fails or is aborted, nothing has happened to the records. */
  change<T>(table: Description, work: ChangeRecords<T>, signal: AbortSignal): Promise<T>;
  /** The same on a table whose fields change too. It counts when it is described by the `data` that this gives. */
  reshape<T>(
    reshaping: Reshaping,
    work: ChangeRecords<T>,
    signal: AbortSignal,
  ): Promise<{ readonly result: T; readonly data: string }>;
  /** From here on the change counts for the next request. */
  describe(table: Description): Promise<void>;
  /** Nothing but this is changed in what is known of the table. */
  amend(table: Description, created: CreatedTable): Promise<void>;
  /** Takes all records away, and what is known of their fields. */
  empty(table: Description, created: CreatedTable): Promise<void>;
}
