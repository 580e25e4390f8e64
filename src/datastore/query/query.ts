import * as v from 'valibot';
import type { Condition } from './condition.ts';
import { SearchMode } from './draft.ts';
import { natural, type Shape } from '../../base/schema.ts';
import { conditionsOf, filtersJson } from './conditions.ts';
import { Summary } from './summary.ts';

export type SortKey = Shape<typeof SortKey>;
const SortKey = v.object({
  field: v.string(),
  descending: v.boolean(),
  /** Records without a value come last in both directions (CKAN 2.11+). Otherwise NULL is the highest value. */
  nullsLast: v.exactOptional(v.boolean()),
});

const Kept = v.object({
  /** A UUID, an alias, or `_table_metadata`. */
  resourceId: v.string(),
  q: v.exactOptional(v.string()),
  /** Absent: whole words, or text anywhere, depending on the server. */
  qMode: v.exactOptional(SearchMode),
  /** The field that `q` searches. Absent for all fields. */
  qField: v.exactOptional(v.string()),
  /** The JSON text of the request. */
  filters: v.exactOptional(v.string(), '{}'),
  fields: v.exactOptional(v.array(v.string())),
  sort: v.exactOptional(v.array(SortKey)),
  distinct: v.exactOptional(v.boolean()),
  /** Absent means all matching records. */
  limit: v.exactOptional(natural),
  /** Groups of the matching records instead of records. `sort`, `fields` and `limit` are then those of its columns. */
  summary: v.exactOptional(Summary),
});

/** A query is immutable and can be serialized as JSON. */
export interface DatastoreQuery extends Omit<Shape<typeof Kept>, 'filters'> {
  /** At least one condition. Absent for all records. */
  readonly filters?: readonly Condition[];
}

/** The query for the records that are summarized, without the columns, order and limit of the groups. */
export function summarizedRecords(query: DatastoreQuery): DatastoreQuery {
  const { summary: _summary, sort: _sort, fields: _fields, limit: _limit, ...records } = query;
  return records;
}

export function isFiltered({ q, filters }: DatastoreQuery): boolean {
  return q !== undefined || filters !== undefined;
}

export function queryText({ filters, ...rest }: DatastoreQuery): string {
  return JSON.stringify({ ...rest, ...(filters && { filters: filtersJson(filters) }) });
}

export const StoredQuery = v.pipe(
  v.string(),
  v.parseJson(),
  Kept,
  v.transform(({ filters, ...rest }): DatastoreQuery => ({
    ...rest,
    ...(filters !== '{}' && { filters: conditionsOf(filters) }),
  })),
);
