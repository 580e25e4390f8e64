/** The address of the API that asks the same as a query, for browsers and programs that only know GET. */
import { apiQuestion } from '../../datastore/query/apiQuestion.ts';
import { type Condition, isSearch } from '../../datastore/query/condition.ts';
import { hasNull, isOfApi } from '../../datastore/query/conditions.ts';
import type { DatastoreQuery } from '../../datastore/query/query.ts';
import { type ApiRoute, USUAL_ROUTE } from '../../datastore/wire/apiRoute.ts';
import { actionUrl, parametersOf, queryFromUrl, searchBody } from '../../datastore/wire/request.ts';
import type { Unsaid } from './codeWords.ts';

/** nginx and Apache take addresses of some 8,000 characters unless they are told otherwise. */
const LONGEST_URL = 8000;

/** Why CKAN's `datastore_search` can't answer the query in any version. Undefined if it can. */
export function unsaidByApi(query: DatastoreQuery): Unsaid | undefined {
  const { summary, filters = [] } = query;
  if (summary !== undefined) return { reason: 'summary' };
  const needsMore = filters.find((each) => !isSearch(each) && !isOfApi(each));
  if (needsMore !== undefined) return { reason: 'condition', details: { field: fieldName(needsMore) } };
  const isNull = filters.find(hasNull);
  if (isNull !== undefined) return { reason: 'isNull', details: { field: fieldName(isNull) } };
  return apiQuestion(query) === undefined ? { reason: 'search' } : undefined;
}

function fieldName({ field }: Condition): string {
  return field ?? '';
}

/**
 * Without a limit, a server answers with its first 100 records, and pasted back, the URL asks for all of them. The URL
 * is read back before it is returned, so it never asks for anything else than the query.
 */
export function getUrl(baseUrl: string, query: DatastoreQuery, { path }: ApiRoute = USUAL_ROUTE): URL | Unsaid {
  const unsaid = unsaidByApi(query);
  if (unsaid !== undefined) return unsaid;
  const url = actionUrl(baseUrl, 'datastore_search', path);
  const body = searchBody(query);
  url.search = String(parametersOf(body));
  const { length } = url.href;
  if (length > LONGEST_URL) return { reason: 'tooLong', details: { length, most: LONGEST_URL } };
  const read = queryFromUrl(url);
  const isSame = read !== undefined && read.leftOut === undefined && searchBody(read.query) === body;
  return isSame ? url : { reason: 'notSame' };
}
