/** The question, whole. Immutable and JSON-serialisable as it stands. */
import type { Condition } from '../../messages/condition.ts';

export interface SortKey {
  readonly field: string;
  readonly descending: boolean;
  /** Records without a value come last either way (CKAN 2.11+); otherwise they are the highest of all. */
  readonly nullsLast?: boolean;
}

export interface DatastoreQuery {
  /** UUID, alias, or `_table_metadata`. */
  readonly resourceId: string;
  readonly q?: string;
  /** At least one; absent means all records. */
  readonly filters?: readonly Condition[];
  readonly fields?: readonly string[];
  readonly sort?: readonly SortKey[];
  readonly distinct?: boolean;
  /** Natural number; absent means everything that matches. */
  readonly limit?: number;
}
