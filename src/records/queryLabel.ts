import { filterRows } from '../datastore/query/filters.ts';
import type { DatastoreQuery } from '../datastore/query/query.ts';

const LIMIT = 200;

/** A resource and what is asked of it, in one line: `Lessons · “draw” · subject: math, art · limit 5`. */
export function queryLabel(name: string, query: DatastoreQuery): string {
  const { q, filters, limit } = query;
  const rows = filters === undefined ? [] : filterRows(filters);
  const parts = [
    name,
    ...(q === undefined ? [] : [`“${q}”`]),
    ...(rows?.map(({ field, values }) => `${field}: ${values.map(valueText).join(', ')}`) ?? [filters]),
    ...(limit === undefined ? [] : [`limit ${limit}`]),
  ];
  const label = parts.join(' · ');
  return label.length <= LIMIT ? label : `${label.slice(0, LIMIT - 1)}…`;
}

function valueText({ type, text }: { readonly type: string; readonly text: string }): string {
  return type === 'null' ? 'null' : text;
}
