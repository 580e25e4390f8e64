/** `datastore_search` over rows in memory, with the differences between versions of CKAN (docs/ckan.md). */
import { stringifyExact } from '../../../src/base/exactJson.ts';
import { parseClauses, parseSort } from '../../../src/datastore/query/sortText.ts';
import type { DatastoreQuery } from '../../../src/datastore/query/query.ts';
import { ExactNumber, type ExactValue, isObject, type RecordRow, typedValue } from '../../../src/base/cells.ts';
import { compare as compareDecimals, parseDecimal } from '../../../src/base/exactDecimal.ts';
import { FAKE_DIALECTS, type FakeDialect, type FakeVersion } from './fakeDialects.ts';

export interface FakeResource {
  readonly name?: string;
  /** The address of its file. */
  readonly url?: string;
  /** The timestamp of its last change. */
  readonly modified?: string;
  /** The fields except `_id`, which every resource has. */
  readonly fields: readonly FakeField[];
  /** Values in the order of `fields`. `_id` counts from 1. */
  rows: readonly RecordRow[];
  readonly isPrivate?: boolean;
}

interface FakeField {
  readonly id: string;
  readonly type: string;
  /** The entry in the data dictionary. */
  readonly info?: ExactValue;
}

/** A row with the typed values of the server. */
type ServerRow = readonly ExactValue[];

export type Params = Readonly<Record<string, ExactValue>>;

/** A refusal of a parameter, with its reason. */
export class Refused extends Error {
  readonly error: Readonly<Record<string, unknown>>;
  constructor(error: Readonly<Record<string, unknown>>) {
    super('refused');
    this.error = error;
  }
}

/** Throws Refused for requests that a real CKAN answers with 409. */
export function fakeSearch(
  resource: FakeResource,
  params: Params,
  version: FakeVersion,
  rowsMax: number,
): { readonly records: readonly ExactValue[]; readonly [member: string]: unknown } {
  const dialect: FakeDialect = FAKE_DIALECTS[version];
  const unknown = Object.keys(params).filter((name) => !dialect.parameters.includes(name));
  if (unknown.length > 0) throw new Refused({ __extras: unknown.map((name) => `invalid value "${name}"`) });
  const limit = Math.min(Number(params['limit'] ?? 100), dialect.cap === 'none' ? Infinity : rowsMax);
  const offset = Number(params['offset'] ?? 0);
  const { fields, rows: all } = selectRows(resource, params, dialect);
  const isDistinct = params['distinct'] === true;
  const matching = isDistinct && dialect.hasRanges ? unique(all) : all;
  const total = isDistinct ? unique(all).length : all.length;
  const page = matching.slice(offset, offset + limit);
  const rows = isDistinct ? unique(page) : page;
  const described = dialect.rank === 'records' ? fields.filter(({ id }) => id !== 'rank') : fields;
  return {
    ...echo(params, dialect, limit),
    ...(dialect.cap === 'records' && { limit: rows.length }),
    records: records(rows, fields, params, dialect),
    fields: dialect.describesAll ? storedFields(resource, dialect) : described,
    ...(params['include_total'] !== false &&
      !(dialect.losesTotal && rows.length === 0) && { total: dialect.isDrupal ? String(total) : total }),
    ...(dialect.mayEstimate && { total_was_estimated: false }),
  };
}

function echo(params: Params, { echoes, mayEstimate, hasRanges }: FakeDialect, limit: number): object {
  if (echoes === 'nothing') return {};
  if (echoes === 'given') return params;
  const extra = {
    ...(hasRanges && { include_next_page: false }),
    ...(mayEstimate && { total_estimation_threshold: null }),
  };
  return { include_total: true, records_format: 'objects', ...extra, ...params, limit };
}

function storedFields({ fields }: FakeResource, { hasIds }: FakeDialect): readonly FakeField[] {
  return hasIds ? [{ id: '_id', type: 'int' }, ...fields] : fields;
}

function selectRows(resource: FakeResource, params: Params, dialect: FakeDialect) {
  const stored = storedFields(resource, dialect);
  const column = (id: string): number => stored.findIndex((field) => field.id === id);
  const filters = (params['filters'] ?? {}) as Params;
  const stranger = Object.keys(filters).find((id) => column(id) < 0 && !(dialect.hasRanges && id === '$and'));
  if (stranger !== undefined) throw new Refused({ filters: [`invalid value "${stranger}"`] });
  const beyond = Object.values(filters).some(
    (wanted) => (Array.isArray(wanted) && !dialect.hasAlternatives) || (isObject(wanted) && !dialect.hasRanges),
  );
  if (beyond) throw new Refused({ query: ['Invalid query'], info: { orig: ['operator does not exist'] } });
  const { q } = params;
  const isPlain = params['plain'] !== false;
  if (!isPlain && typeof q === 'string' && /^\W*$|\w \w|[&|]\s*$/u.test(q))
    throw new Refused({ query: ['Invalid query'] });
  const selection = selectionOf(params['fields']);
  const rows = resource.rows
    .map((row, index): ServerRow => [...(dialect.hasIds ? [index + 1] : []), ...row.map(typedValue)])
    .filter((row) => matches(row, filters, column))
    .filter((row) => typeof q !== 'string' || row.some((value) => isFound(value, q, isPlain)))
    .filter((row) => Object.entries(ofFields(q)).every(([id, text]) => isFound(row[column(id)], text, isPlain)));
  const isRanked = typeof q === 'string' && dialect.rank !== 'none';
  const keys = sortKeys(params['sort']);
  const sortable = dialect.sortsShownOnly ? (selection ?? stored.map(({ id }) => id)) : stored.map(({ id }) => id);
  const unsortable = keys.find(({ field }) => !sortable.includes(field));
  if (unsortable !== undefined) throw new Refused({ sort: [`field "${unsortable.field}" not in table`] });
  if (keys.length > 0) rows.sort((a, b) => compareBy(keys, a, b, column));
  // The best rank comes first or last, or the rows come in the table's own order.
  else if (isRanked || !dialect.sortsById) rows.reverse();
  const { fields, valueOf } = shownFields(stored, isRanked, rows.length, selection, dialect);
  if (isRanked && selection === undefined && params['records_format'] === 'lists')
    throw new Refused({ query: ['Invalid query'] });
  const shown = (row: ServerRow): ServerRow =>
    fields.map((field) => asSent(valueOf(row, field.id, column), field, dialect));
  return { fields, rows: rows.map(shown) };
}

function selectionOf(fields: ExactValue | undefined): readonly string[] | undefined {
  if (typeof fields === 'string') return fields.split(',').map((id) => id.trim());
  return fields as readonly string[] | undefined;
}

/** The fields with the rank behind them, and in the oldest version also the count that is made with it. */
function shownFields(
  stored: readonly FakeField[],
  isRanked: boolean,
  count: number,
  selection: readonly string[] | undefined,
  { rank, rankType }: FakeDialect,
) {
  const added: readonly FakeField[] = !isRanked
    ? []
    : rank === 'worst'
      ? [
          { id: '_full_count', type: 'int8' },
          { id: 'rank', type: rankType },
        ]
      : selection === undefined
        ? [{ id: 'rank', type: rankType }]
        : [];
  const chosen = selection?.map((id) => stored.find((field) => field.id === id) ?? { id, type: 'text' });
  const extra: Params = { rank: 0.0573, _full_count: String(count) };
  return {
    fields: [...(chosen ?? stored), ...added],
    valueOf: (row: ServerRow, id: string, column: (id: string) => number): ExactValue =>
      row[column(id)] ?? extra[id] ?? null,
  };
}

/** A value as it is sent. Python 2 wrote numbers that aren't plain ints or floats as texts. */
function asSent(value: ExactValue, { id, type }: FakeField, dialect: FakeDialect): ExactValue {
  if (!isNumber(value) || id === '_id' || id === 'rank') return value;
  const isText = dialect.isDrupal || (dialect.hasNumbersAsTexts && (type === 'numeric' || type === 'int8'));
  return isText ? textOf(value) : value;
}

function ofFields(q: ExactValue | undefined): Readonly<Record<string, string>> {
  return typeof q === 'object' && q !== null ? (q as Readonly<Record<string, string>>) : {};
}

/**
 * Whether a value matches. Plain text must be contained. Of expressions, only words and beginnings of words that must
 * all occur are supported.
 */
function isFound(value: ExactValue | undefined, q: string, isPlain: boolean): boolean {
  const text = textOf(value ?? null);
  if (isPlain) return text.includes(q.toLowerCase());
  return q.split(' & ').every((word) => {
    const [, begin = word, star] = /^(.*?)(:\*)?$/.exec(word.toLowerCase()) ?? [];
    return text.split(/[^\p{L}\p{N}]+/u).some((each) => (star ? each.startsWith(begin) : each === begin));
  });
}

/** Records as objects or lists, with the faults of their versions (docs/ckan.md 16, 17). */
function records(
  rows: readonly ServerRow[],
  fields: readonly FakeField[],
  params: Params,
  { listsLoseNulls, breaksOnJ }: FakeDialect,
): readonly ExactValue[] {
  if (params['records_format'] === 'lists') {
    return listsLoseNulls ? rows.filter((row) => !row.includes(null)) : rows;
  }
  const j = fields.findIndex(({ id }) => id === 'j');
  if (breaksOnJ && j >= 0) return rows.map((row) => row[j] ?? null);
  return rows.map((row) => Object.fromEntries(fields.map(({ id }, index) => [id, row[index] ?? null])));
}

type Keys = NonNullable<DatastoreQuery['sort']>;

function sortKeys(sort: ExactValue | undefined): Keys {
  return (typeof sort === 'string' ? parseSort(sort) : parseClauses((sort ?? []) as string[])) ?? [];
}

/** Compares rows by sort keys. Ties come in a different order for each number of keys, because no order is promised. */
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
    const range = rangeIn(wanted);
    if (range !== undefined) return value !== null && range.every(([name, end]) => TESTS[name]?.(compare(value, end)));
    const any: readonly ExactValue[] = Array.isArray(wanted) ? (wanted as ExactValue[]) : [wanted];
    return any.some((one) => isSame(one, value));
  });
}

/** CKAN 2.12's comparisons. No NULL meets one. */
const TESTS: Readonly<Record<string, (order: number) => boolean>> = {
  gt: (order) => order > 0,
  gte: (order) => order >= 0,
  lt: (order) => order < 0,
  lte: (order) => order <= 0,
};

function rangeIn(wanted: ExactValue | undefined): readonly (readonly [string, ExactValue])[] | undefined {
  const members = isObject(wanted) ? Object.entries(wanted) : [];
  return members.length > 0 && members.every(([name]) => Object.hasOwn(TESTS, name)) ? members : undefined;
}

/** Compares like PostgreSQL: null is greater than everything. */
function compare(a: ExactValue, b: ExactValue): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  const order = isNumber(a) && isNumber(b) ? decimalOrder(a, b) : undefined;
  if (order !== undefined) return order;
  return textOf(a) < textOf(b) ? -1 : Number(textOf(a) > textOf(b));
}

/** Whether two values are equal: 39.5 is 39.50, and a text beside a number is read as a number. */
function isSame(wanted: ExactValue, value: ExactValue): boolean {
  if (stringifyExact(wanted) === stringifyExact(value)) return true;
  return isNumber(value) && decimalOrder(wanted, value) === 0;
}

function isNumber(value: ExactValue): boolean {
  return typeof value === 'number' || value instanceof ExactNumber;
}

/** The order of two decimals. Undefined if one isn't a number. */
function decimalOrder(a: ExactValue, b: ExactValue): number | undefined {
  const [one, other] = [parseDecimal(textOf(a)), parseDecimal(textOf(b))];
  return one && other && compareDecimals(one, other);
}

function textOf(value: ExactValue): string {
  return (typeof value === 'string' ? value : stringifyExact(value)).toLowerCase();
}

function unique(rows: readonly ServerRow[]): readonly ServerRow[] {
  return [...new Map(rows.map((row) => [stringifyExact(row), row])).values()];
}
