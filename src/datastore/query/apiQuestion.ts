/** A question as `datastore_search` takes it: `q`, of all fields or of some, and `filters`. */
import { isOfApi } from './conditions.ts';
import type { Condition } from '../../messages/condition.ts';
import type { DatastoreQuery } from './query.ts';

export interface ApiQuestion {
  /** JSON: a text, or an object of texts by field. */
  readonly q?: string;
  readonly filters?: readonly Condition[];
}

/** Undefined for what the API has no words for; SQL may have some. */
export function apiQuestion({ q, filters = [] }: DatastoreQuery): ApiQuestion | undefined {
  const searches = filters.flatMap((each) => (each.kind === 'contains' ? [each] : []));
  const rest = filters.filter(({ kind }) => kind !== 'contains');
  if (!rest.every(isOfApi) || (q !== undefined && searches.length > 0)) return undefined;
  // Here a name that begins with `$` is written as it is.
  const members = searches.map(
    ({ field, text }) => `${JSON.stringify(field.replace(/^\$\$/, '$'))}:${JSON.stringify(text)}`,
  );
  const json = q === undefined ? `{${members.join(',')}}` : JSON.stringify(q);
  return { ...(json !== '{}' && { q: json }), ...(rest.length > 0 && { filters: rest }) };
}

/** Records come by rank where the server ranks what it finds. */
export function searchesText({ q, filters = [] }: DatastoreQuery): boolean {
  return q !== undefined || filters.some(({ kind }) => kind === 'contains');
}

/** A value that is to be equal is NULL, which equals nothing. */
export function asksForNull({ filters = [] }: DatastoreQuery): boolean {
  return filters.some((each) => each.kind === 'values' && each.values.some(({ type }) => type === 'null'));
}
