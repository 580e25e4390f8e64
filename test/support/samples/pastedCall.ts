/** A query as the address of an API call that people paste. */
import { searchBody, searchUrl } from '../../../src/datastore/wire/request.ts';
import { filtersJson } from '../../../src/datastore/query/conditions.ts';
import type { DatastoreQuery } from '../../../src/datastore/query/query.ts';
import { needsList, sortClause } from '../../../src/datastore/query/sortText.ts';

export function pastedCall(baseUrl: string, query: DatastoreQuery): URL {
  const url = searchUrl(baseUrl);
  const { searchParams } = url;
  searchParams.set('resource_id', query.resourceId);
  const { q, plain } = JSON.parse(searchBody({ ...query, filters: [] })) as { q?: unknown; plain?: false };
  if (q !== undefined) searchParams.set('q', typeof q === 'string' ? q : JSON.stringify(q));
  if (plain === false) searchParams.set('plain', 'false');
  if (query.filters !== undefined) searchParams.set('filters', filtersJson(query.filters));
  if (query.fields !== undefined) appendList(searchParams, 'fields', query.fields);
  if (query.sort !== undefined) appendList(searchParams, 'sort', query.sort.map(sortClause));
  if (query.distinct !== undefined) searchParams.set('distinct', String(query.distinct));
  if (query.limit !== undefined) searchParams.set('limit', String(query.limit));
  return url;
}

/**
 * Appends a list. CKAN splits a single value at its commas and takes a repeated parameter as a list, so a name with a
 * comma needs the list. A single name is repeated, which requests nothing more.
 */
function appendList(params: URLSearchParams, name: string, items: readonly string[]): void {
  if (!needsList(items)) {
    params.set(name, items.join(','));
    return;
  }
  for (const item of items.length === 1 ? [...items, ...items] : items) params.append(name, item);
}
