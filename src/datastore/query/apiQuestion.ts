/** A query in the parameters of `datastore_search`: `q` for all fields or some, and `filters`. */
import { defined, filled } from '../../base/defined.ts';
import { areConsistent, type Condition, isSearch } from './condition.ts';
import { filtersJson, hasNull, isOfApi, withNullOperator } from './conditions.ts';
import type { DatastoreQuery } from './query.ts';
import { searchOnWire } from './searchText.ts';

export interface ApiQuestion {
  /** JSON: a text, or an object of texts by field. */
  readonly q?: string;
  readonly isExpression?: true;
  readonly filters?: readonly Condition[];
}

/** Undefined if the API can't express the query; SQL may. With `takesConditions`, the result is always defined. */
export function apiQuestion(query: DatastoreQuery, takesConditions = false): ApiQuestion | undefined {
  const { q, qMode, qField, filters = [], summary } = query;
  if (summary !== undefined && !takesConditions) return undefined;
  const search = q === undefined ? undefined : searchOnWire(defined({ q, qMode }));
  // In `q`, a name that begins with `$` isn't doubled.
  const searches = filters.flatMap((each) =>
    isSearch(each) && !takesConditions ? [[each.field.replace(/^\$\$/, '$'), each.text] as const] : [],
  );
  const rest = takesConditions ? asMembers(filters.map(withNullOperator)) : filters.filter((each) => !isSearch(each));
  const isOfWords = takesConditions || rest.every(isOfApi);
  if (!isOfWords || (search !== undefined && !canStandBeside(search, qField, searches))) return undefined;
  const ofFields = search && qField !== undefined ? [[qField, search.q] as const, ...searches] : searches;
  const members = ofFields.map(([field, text]) => `${JSON.stringify(field)}:${JSON.stringify(text)}`);
  const json = search && qField === undefined ? JSON.stringify(search.q) : `{${members.join(',')}}`;
  return defined({
    q: json === '{}' ? undefined : json,
    isExpression: search?.isPlain === false ? true : undefined,
    filters: filled(rest),
  });
}

/** Joins a text and filters for one field by `$and`, because servers keep the last of two members with one name. */
function asMembers(filters: readonly Condition[]): readonly Condition[] {
  const isLost = filters.some(isSearch) && !areConsistent(filters);
  if (!isLost) return filters;
  return [{ kind: 'raw', field: '$and', json: `[${filters.map((each) => filtersJson([each])).join(',')}]` }];
}

/** A server searches either all fields or some of them, and interprets all texts in one way. */
function canStandBeside(
  { isPlain }: { readonly isPlain: boolean },
  qField: string | undefined,
  searches: readonly (readonly [field: string, text: string])[],
): boolean {
  if (searches.length === 0) return true;
  return isPlain && qField !== undefined && searches.every(([field]) => field !== qField);
}

/** Whether the query searches records for text. Servers that rank results then sort by rank. */
export function searchesText({ q, filters = [], summary }: DatastoreQuery): boolean {
  return summary === undefined && (q !== undefined || filters.some(isSearch));
}

/** Whether the query has a range, which only CKAN 2.12+ and the embedded datastore support. */
export function asksForRange({ filters = [] }: DatastoreQuery): boolean {
  return filters.some((each) => 'bounds' in each);
}

/** Whether a field may equal NULL, which CKAN's filters can't find (docs/ckan.md 14). */
export function asksForNull({ filters = [] }: DatastoreQuery): boolean {
  return filters.some(hasNull);
}
