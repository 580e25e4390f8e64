/** Sorting by an `_id` that isn't selected, for servers that refuse it (docs/ckan.md 50, 53). */
import { defined, filled } from '../../base/defined.ts';
import { blamesSort } from '../dialect/learning.ts';
import type { DatastoreQuery } from '../query/query.ts';
import { DatastoreError } from '../wire/errors.ts';
import type { Page } from '../wire/model.ts';

const ID = '_id';

/** Queries for the same records that such servers accept, best first: with `_id` selected, or not sorted by it. */
export function withoutHiddenId(query: DatastoreQuery): readonly DatastoreQuery[] {
  const { sort = [], fields, ...others } = query;
  const last = sort.at(-1);
  if (fields === undefined || fields.includes(ID) || last?.field !== ID || last.descending) return [];
  const rest = sort.slice(0, -1);
  return [{ ...query, fields: [...fields, ID] }, defined({ ...others, fields, sort: filled(rest) })];
}

/** Whether the server refused the sort order. */
export function isSortRefusal(error: unknown): boolean {
  return error instanceof DatastoreError && blamesSort(error);
}

/** Removes the columns that were added to the selected ones. */
export function withFields(page: Page, { fields }: DatastoreQuery): Page {
  if (fields === undefined || page.fields.length <= fields.length) return page;
  const [shown, count] = [page.fields.slice(0, fields.length), fields.length];
  return { ...page, fields: shown, rows: page.rows.map((row) => row.slice(0, count)) };
}
