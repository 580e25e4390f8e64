import { filtersJson } from '../datastore/query/conditions.ts';
import type { DatastoreQuery } from '../datastore/query/query.ts';
import { translate } from '../platform/windowLanguage.ts';
import { CHANGE_TITLE_WORDS } from './recordsWords.ts';

/** Names the change between two queries like a command: "Filter subject". */
export function changeTitle(before: DatastoreQuery | undefined, query: DatastoreQuery): string {
  const { q = '', filters = [], sort = [] } = query;
  const titles = {
    search: q === '' ? translate(CHANGE_TITLE_WORDS.clearSearch) : translate(CHANGE_TITLE_WORDS.search, { 0: q }),
    filters: filterTitle(before?.filters ?? [], filters),
    sort: sort[0] ? translate(CHANGE_TITLE_WORDS.sort, { 0: sort[0].field }) : translate(CHANGE_TITLE_WORDS.clearSort),
    rest: translate(CHANGE_TITLE_WORDS.query),
  };
  const [was, is] = [partsOf(before), partsOf(query)];
  const changed = (['search', 'filters', 'sort', 'rest'] as const).filter((part) => was[part] !== is[part]);
  return titles[changed.length === 1 ? (changed[0] ?? 'rest') : 'rest'];
}

type Filters = NonNullable<DatastoreQuery['filters']>;

function filterTitle(before: Filters, filters: Filters): string {
  if (filters.length === 0) return translate(CHANGE_TITLE_WORDS.clearFilters);
  const fields = new Set([...before, ...filters].map(({ field }) => field));
  const json = (all: Filters, name: string | null): string => filtersJson(all.filter(({ field }) => field === name));
  const [field, ...others] = [...fields].filter((name) => json(before, name) !== json(filters, name));
  // CKAN's operators such as `$or` take the place of a field's name.
  return typeof field !== 'string' || field.startsWith('$') || others.length > 0
    ? translate(CHANGE_TITLE_WORDS.filters)
    : translate(CHANGE_TITLE_WORDS.filter, { 0: field });
}

function partsOf(query: DatastoreQuery | undefined): Record<'search' | 'filters' | 'sort' | 'rest', string> {
  const { q, qMode, qField, filters = [], sort = [], ...rest } = query ?? { resourceId: '' };
  return {
    search: JSON.stringify([q, qMode, qField]),
    filters: filtersJson(filters),
    sort: JSON.stringify(sort),
    rest: JSON.stringify([rest.fields, rest.distinct ?? false, rest.limit]),
  };
}
