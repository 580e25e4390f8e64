/** A question as `datastore_search` takes it: `q`, of all fields or of some, and `filters`. */
import { areConsistent, type Condition, isSearch } from './condition.ts';
import { filtersJson, hasNull, isOfApi, withNullOperator } from './conditions.ts';
import type { DatastoreQuery } from './query.ts';
import { searchOnWire } from './searchText.ts';

export interface ApiQuestion {
  /** JSON: a text, or an object of texts by field. */
  readonly q?: string;
  /** `q` is an expression. */
  readonly isExpression?: true;
  readonly filters?: readonly Condition[];
}

/**
 * Undefined for what the API has no words for; SQL may have some. `takesConditions`: the server reads every condition from
 * `filters`, so there is a question in any case.
 */
export function apiQuestion(query: DatastoreQuery, takesConditions = false): ApiQuestion | undefined {
  const { q, qMode, qField, filters = [] } = query;
  const search = q === undefined ? undefined : searchOnWire({ q, ...(qMode && { qMode }) });
  // Here a name that begins with `$` is written as it is.
  const searches = filters.flatMap((each) =>
    isSearch(each) && !takesConditions ? [[each.field.replace(/^\$\$/, '$'), each.text] as const] : [],
  );
  const rest = takesConditions
    ? asMembers(filters.map(withNullOperator))
    : filters.filter((each) => !isSearch(each));
  const isOfWords = takesConditions || rest.every(isOfApi);
  if (!isOfWords || (search !== undefined && !canStandBeside(search, qField, searches))) return undefined;
  const ofFields = search && qField !== undefined ? [[qField, search.q] as const, ...searches] : searches;
  const members = ofFields.map(([field, text]) => `${JSON.stringify(field)}:${JSON.stringify(text)}`);
  const json = search && qField === undefined ? JSON.stringify(search.q) : `{${members.join(',')}}`;
  return {
    ...(json !== '{}' && { q: json }),
    ...(search?.isPlain === false && { isExpression: true }),
    ...(rest.length > 0 && { filters: rest }),
  };
}

/** Of members with the same name, servers read the last. A text that a pasted call looks for stands beside filters of its field. */
function asMembers(filters: readonly Condition[]): readonly Condition[] {
  const isLost = filters.some(isSearch) && !areConsistent(filters);
  if (!isLost) return filters;
  return [{ kind: 'raw', field: '$and', json: `[${filters.map((each) => filtersJson([each])).join(',')}]` }];
}

/** A server searches all fields or some, and reads what it searches for in one way. */
function canStandBeside(
  { isPlain }: { readonly isPlain: boolean },
  qField: string | undefined,
  searches: readonly (readonly [field: string, text: string])[],
): boolean {
  if (searches.length === 0) return true;
  return isPlain && qField !== undefined && searches.every(([field]) => field !== qField);
}

/** Records come by rank where the server ranks what it finds. */
export function searchesText({ q, filters = [] }: DatastoreQuery): boolean {
  return q !== undefined || filters.some(isSearch);
}

/** Only CKAN 2.12+ and the embedded datastore understand it. */
export function asksForRange({ filters = [] }: DatastoreQuery): boolean {
  return filters.some((each) => 'bounds' in each);
}

export function asksForNull({ filters = [] }: DatastoreQuery): boolean {
  return filters.some(hasNull);
}
