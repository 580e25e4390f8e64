/** The question, whole. Immutable and JSON-serialisable as it stands. */

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
  /**
   * Exact JSON text of the `filters` object, as it goes on the wire: text, so that numbers keep their typed digits
   * and the query stays serialisable. `filterRows()` in filters.ts gives its builder rows.
   */
  readonly filters?: string;
  readonly fields?: readonly string[];
  readonly sort?: readonly SortKey[];
  readonly distinct?: boolean;
  /** Natural number; absent means everything that matches. */
  readonly limit?: number;
}
