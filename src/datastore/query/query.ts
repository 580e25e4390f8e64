/** The question, whole, and the text of it that is kept. */
import * as v from 'valibot';
import type { Condition } from './condition.ts';
import { SearchMode } from './draft.ts';
import { natural, type Shape } from '../../base/schema.ts';
import { conditionsOf, filtersJson } from './conditions.ts';

export type SortKey = Shape<typeof SortKey>;
const SortKey = v.object({
  field: v.string(),
  descending: v.boolean(),
  /** Records without a value come last either way (CKAN 2.11+); otherwise they are the highest of all. */
  nullsLast: v.exactOptional(v.boolean()),
});

const Kept = v.object({
  /** UUID, alias, or `_table_metadata`. */
  resourceId: v.string(),
  q: v.exactOptional(v.string()),
  /** Absent: whole words, or contained, as the server has it. */
  qMode: v.exactOptional(SearchMode),
  /** The one field that `q` is searched in; absent for all. */
  qField: v.exactOptional(v.string()),
  /** The text that goes on the wire. */
  filters: v.exactOptional(v.string(), '{}'),
  fields: v.exactOptional(v.array(v.string())),
  sort: v.exactOptional(v.array(SortKey)),
  distinct: v.exactOptional(v.boolean()),
  /** Absent means everything that matches. */
  limit: v.exactOptional(natural),
});

/** Immutable and JSON-serialisable as it stands. */
export interface DatastoreQuery extends Omit<Shape<typeof Kept>, 'filters'> {
  /** At least one; absent means all records. */
  readonly filters?: readonly Condition[];
}

/** Not every record of the resource is asked for. */
export function isFiltered({ q, filters }: DatastoreQuery): boolean {
  return q !== undefined || filters !== undefined;
}

export function queryText({ filters, ...rest }: DatastoreQuery): string {
  return JSON.stringify({ ...rest, ...(filters && { filters: filtersJson(filters) }) });
}

/** A query as `queryText` wrote it. */
export const StoredQuery = v.pipe(
  v.string(),
  v.parseJson(),
  Kept,
  v.transform(({ filters, ...rest }): DatastoreQuery => ({
    ...rest,
    ...(filters !== '{}' && { filters: conditionsOf(filters) }),
  })),
);
