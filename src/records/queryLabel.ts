import { rowsOf } from '../datastore/query/conditionRows.ts';
import { filtersJson } from '../datastore/query/conditions.ts';
import type { DatastoreQuery } from '../datastore/query/query.ts';

const LIMIT = 200;

/** A resource and what is asked of it, in one line: `Lessons · “draw” · subject: math, art · limit 5`. */
export function queryLabel(name: string, query: DatastoreQuery): string {
  const { q, filters = [], limit } = query;
  const parts = [
    name,
    ...(q === undefined ? [] : [`“${q}”`]),
    ...(rowsOf(filters)?.map(({ field, values }) => `${field}: ${values.map(valueText).join(', ')}`) ?? [
      filtersJson(filters),
    ]),
    ...(limit === undefined ? [] : [`limit ${limit}`]),
  ];
  const label = parts.join(' · ');
  return label.length <= LIMIT ? label : `${label.slice(0, LIMIT - 1)}…`;
}

function valueText({ type, text }: { readonly type: string; readonly text: string }): string {
  return type === 'null' ? 'null' : text;
}
