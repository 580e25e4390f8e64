/** `datastore_search` over rows in memory, as versions of CKAN differ (docs/ckan.md). */
import { stringifyExact } from '../../src/base/exactJson.ts';
import { parseClauses, parseSort } from '../../src/datastore/query/sortText.ts';
import type { DatastoreQuery } from '../../src/datastore/query/query.ts';
import { type ExactValue, type RecordRow, typedValue } from '../../src/base/cells.ts';

/** `plain` is a look-alike that echoes nothing and takes nothing but the API document's parameters and `offset`. */
export type FakeVersion = '2.6' | '2.8' | '2.11' | '2.12' | 'plain';

export interface FakeResource {
  readonly name?: string;
  /** Without `_id`, which every resource has. */
  readonly fields: readonly FakeField[];
  /** Values in the order of `fields`; `_id` counts from 1. */
  rows: readonly RecordRow[];
  readonly isPrivate?: boolean;
}

interface FakeField {
  readonly id: string;
  readonly type: string;
}

/** As a server has it: typed values. */
type ServerRow = readonly ExactValue[];

export type Params = Readonly<Record<string, ExactValue>>;

/** What a refusal says about which parameter. */
export class Refused extends Error {
  readonly error: Readonly<Record<string, unknown>>;
  constructor(error: Readonly<Record<string, unknown>>) {
    super('refused');
    this.error = error;
  }
}

const OLD = ['resource_id', 'id', 'q', 'filters', 'fields', 'sort', 'distinct', 'limit', 'offset'];
const MIDDLE = [...OLD, 'include_total', 'records_format'];
const KNOWN: Readonly<Record<FakeVersion, readonly string[]>> = {
  plain: OLD,
  '2.6': OLD,
  '2.8': MIDDLE,
  '2.11': MIDDLE,
  '2.12': [...MIDDLE, 'include_next_page'],
};

/** Throws Refused for what a real CKAN answers with 409. */
export function fakeSearch(
  resource: FakeResource,
  params: Params,
  version: FakeVersion,
  rowsMax: number,
): object {
  const unknown = Object.keys(params).filter((name) => !KNOWN[version].includes(name));
  if (unknown.length > 0) throw new Refused({ __extras: unknown.map((name) => `invalid value "${name}"`) });
  const hasCap = version === '2.11' || version === '2.12';
  const limit = Math.min(Number(params['limit'] ?? 100), hasCap ? rowsMax : Infinity);
  const offset = Number(params['offset'] ?? 0);
  const { fields, rows: all } = selectRows(resource, params, version);
  const isDistinct = params['distinct'] === true;
  const matching = isDistinct && version === '2.12' ? unique(all) : all;
  const total = isDistinct ? unique(all).length : all.length;
  const page = matching.slice(offset, offset + limit);
  const rows = isDistinct ? unique(page) : page;
  return {
    ...echo(params, version, limit),
    records: records(rows, fields, params, version),
    fields: version === '2.8' ? [{ id: '_id', type: 'int' }, ...resource.fields] : fields,
    ...(params['include_total'] !== false && !(version === '2.6' && rows.length === 0) && { total }),
    ...(version === '2.11' && { total_was_estimated: false }),
  };
}

function echo(params: Params, version: FakeVersion, limit: number): object {
  if (version === 'plain') return {};
  if (version === '2.6') return params;
  const extra = version === '2.12' ? { include_next_page: false } : {};
  return { include_total: true, records_format: 'objects', ...extra, ...params, limit };
}

function selectRows(resource: FakeResource, params: Params, version: FakeVersion) {
  const stored: readonly FakeField[] = [{ id: '_id', type: 'int' }, ...resource.fields];
  const column = (id: string): number => stored.findIndex((field) => field.id === id);
  const filters = (params['filters'] ?? {}) as Params;
  const stranger = Object.keys(filters).find((id) => column(id) < 0 && id !== '$and');
  if (stranger !== undefined) throw new Refused({ filters: [`invalid value "${stranger}"`] });
  const { q, fields: selection } = params;
  const isRanked = typeof q === 'string' && version !== 'plain';
  const rows = resource.rows
    .map((row, index): ServerRow => [index + 1, ...row.map(typedValue)])
    .filter((row) => matches(row, filters, column))
    .filter((row) => typeof q !== 'string' || row.some((value) => textOf(value).includes(q.toLowerCase())));
  const keys = sortKeys(params['sort']);
  if (keys.length > 0) rows.sort((a, b) => compareBy(keys, a, b, column));
  // Best rank first, or the order that the table happens to have.
  else if (isRanked || version === '2.6') rows.reverse();
  const withRank = isRanked && selection === undefined ? [...stored, { id: 'rank', type: 'float' }] : stored;
  const ids = (selection as readonly string[] | undefined) ?? withRank.map(({ id }) => id);
  if (withRank !== stored && params['records_format'] === 'lists')
    throw new Refused({ query: ['Invalid query'] });
  const fields = ids.map((id) => withRank.find((field) => field.id === id) ?? { id, type: 'text' });
  const valueOf = (row: ServerRow, id: string): ExactValue =>
    row[column(id)] ?? (id === 'rank' ? 0.0573 : null);
  return { fields, rows: rows.map((row): ServerRow => ids.map((id) => valueOf(row, id))) };
}

/** Objects or lists, with the faults of their versions (trap 20, ground truth 1). */
function records(
  rows: readonly ServerRow[],
  fields: readonly FakeField[],
  params: Params,
  version: FakeVersion,
): readonly ExactValue[] {
  if (params['records_format'] === 'lists') {
    return version === '2.8' ? rows.filter((row) => !row.includes(null)) : rows;
  }
  const j = fields.findIndex(({ id }) => id === 'j');
  if (version === '2.11' && j >= 0) return rows.map((row) => row[j] ?? null);
  return rows.map((row) => Object.fromEntries(fields.map(({ id }, index) => [id, row[index] ?? null])));
}

type Keys = NonNullable<DatastoreQuery['sort']>;

function sortKeys(sort: ExactValue | undefined): Keys {
  return (typeof sort === 'string' ? parseSort(sort) : parseClauses((sort ?? []) as string[])) ?? [];
}

/** Ties come in another order with each number of keys: nobody promised one. */
function compareBy(keys: Keys, a: ServerRow, b: ServerRow, column: (id: string) => number): number {
  for (const { field, descending } of keys) {
    const order = compare(a[column(field)] ?? null, b[column(field)] ?? null);
    if (order !== 0) return descending ? -order : order;
  }
  return (keys.length % 2 === 0 ? 1 : -1) * compare(a[0] ?? null, b[0] ?? null);
}

function matches(row: ServerRow, filters: Params, column: (id: string) => number): boolean {
  return Object.entries(filters).every(([id, wanted]) => {
    if (id === '$and') return (wanted as Params[]).every((inner) => matches(row, inner, column));
    const value = row[column(id)] ?? null;
    if (typeof wanted === 'object' && wanted !== null && 'gt' in wanted)
      return compare(value, wanted['gt']) > 0;
    const any: readonly ExactValue[] = Array.isArray(wanted) ? (wanted as ExactValue[]) : [wanted];
    return any.some((one) => stringifyExact(one) === stringifyExact(value));
  });
}

function compare(a: ExactValue, b: ExactValue): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return textOf(a) < textOf(b) ? -1 : Number(textOf(a) > textOf(b));
}

function textOf(value: ExactValue): string {
  return (typeof value === 'string' ? value : stringifyExact(value)).toLowerCase();
}

function unique(rows: readonly ServerRow[]): readonly ServerRow[] {
  return [...new Map(rows.map((row) => [stringifyExact(row), row])).values()];
}
