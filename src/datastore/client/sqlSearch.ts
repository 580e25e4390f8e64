/**
 * Records that only SQL can find (docs/ckan.md 24): a SELECT gives the `_id`s of a page in their order, and a search gives
 * these records, so that fields and values are the same as of any other question.
 */
import type { RecordRow } from '../../base/cells.ts';
import { valueText } from '../../base/exactJson.ts';
import type { Field } from '../../base/field.ts';
import { quotedName } from '../../base/quotes.ts';
import type { Condition, FilterValue } from '../../messages/condition.ts';
import { apiQuestion, asksForNull } from '../query/apiQuestion.ts';
import type { DatastoreQuery } from '../query/query.ts';
import type { DatastoreClient } from './client.ts';
import { Dialect, type PageWindow } from '../dialect/dialect.ts';
import { DatastoreError } from './errors.ts';
import type { Page } from './model.ts';
import { matchingSql, REFUSALS } from './sqlQuestion.ts';

/** What CKAN gives unless it is asked for another number, and at most. */
const DEFAULT_LIMIT = 100;
const MAX_LIMIT = 32_000;

type Asking = Pick<DatastoreClient, 'dialect' | 'fields' | 'search' | 'sql'>;

/** `datastore_search` can answer it as it is. */
export function isForSearch(query: DatastoreQuery, { isEmbedded }: Pick<Dialect, 'isEmbedded'>): boolean {
  return apiQuestion(query) !== undefined && !(isEmbedded && asksForNull(query));
}

/** `host`: of the portal. Throws DatastoreError `unsayable` where it takes no such SELECT, and all that a search throws. */
export async function searchBySql(
  client: Asking,
  host: string,
  query: DatastoreQuery,
  window: PageWindow | undefined,
  signal: AbortSignal,
): Promise<Page> {
  const start = performance.now();
  const fields = await client.fields(query.resourceId, signal);
  const matching = matchingSql(query, fields, client.dialect.sql);
  if (matching === undefined) throw new DatastoreError('unsayable', host);
  const limit = Math.min(window?.limit ?? query.limit ?? DEFAULT_LIMIT, MAX_LIMIT);
  const page = `LIMIT ${String(limit)} OFFSET ${String(window?.offset ?? 0)}`;
  const counts = window === undefined || window.counts === true;
  try {
    const [found, counted] = await Promise.all([
      client.sql(`SELECT "_id" ${matching} ORDER BY ${orderSql(query, fields)} ${page}`, signal),
      counts ? client.sql(`SELECT count(*) AS "n" ${matching}`, signal) : undefined,
    ]);
    const ids = found.rows.map(([id = null]) => valueText(id));
    const total = counted && Number(valueText(counted.rows[0]?.[0] ?? null));
    const records = await recordsOf(client, query, ids, signal);
    const elapsedMs = performance.now() - start;
    return { ...records, limit, ...(total !== undefined && { total }), totalIsEstimate: false, elapsedMs };
  } catch (error) {
    signal.throwIfAborted();
    if (client.dialect.isEmbedded || !(error instanceof DatastoreError) || !REFUSALS.has(error.kind))
      throw error;
    throw new DatastoreError('unsayable', host);
  }
}

/** For people to read and to copy: the SELECT that the embedded datastore needs for it; undefined where a search does. */
export function neededStatement(query: DatastoreQuery, fields: readonly Field[]): string | undefined {
  const dialect = new Dialect({ isEmbedded: true });
  if (isForSearch(query, dialect)) return undefined;
  const matching = matchingSql(query, fields, dialect.sql);
  const columns = query.fields?.map(quotedName).join(', ') ?? '*';
  const limit = query.limit === undefined ? '' : ` LIMIT ${String(query.limit)}`;
  return matching && `SELECT ${columns} ${matching} ORDER BY ${orderSql(query, fields)}${limit}`;
}

/** As a search sorts: NULL where PostgreSQL places it, doubles that are no numbers behind the numbers; ties by `_id`. */
function orderSql({ sort = [] }: DatastoreQuery, fields: readonly Field[]): string {
  const keys = sort.flatMap(({ field, descending, nullsLast = !descending }) => {
    const [name, nulls] = [quotedName(field), `NULLS ${nullsLast ? 'LAST' : 'FIRST'}`];
    const key = `${name} ${descending ? 'DESC' : 'ASC'} ${nulls}`;
    const isDouble = fields.some(({ id, type }) => id === field && type === 'float8');
    return isDouble ? [`${name} IN ('-Infinity', 'Infinity', 'NaN') ASC ${nulls}`, key] : [key];
  });
  return [...keys, ...(sort.some(({ field }) => field === '_id') ? [] : ['"_id"'])].join(', ');
}

async function recordsOf(
  client: Asking,
  { resourceId, fields }: DatastoreQuery,
  ids: readonly string[],
  signal: AbortSignal,
): Promise<Page> {
  const values = ids.map((text): FilterValue => ({ type: 'number', text }));
  // Before CKAN 2.12 an empty list is an error.
  const these: Condition = { kind: 'values', field: '_id', values, list: true };
  const asked = fields && [...new Set(['_id', ...fields])];
  const query: DatastoreQuery = { resourceId, filters: [these], ...(asked && { fields: asked }) };
  const none: DatastoreQuery = { resourceId, limit: 0, ...(asked && { fields: asked }) };
  const window = { offset: 0, limit: ids.length, fields: asked ?? [] };
  const page =
    ids.length === 0
      ? await client.search(none, undefined, signal)
      : await client.search(query, window, signal);
  return selected(page, fields, ids);
}

/** In the order of `ids`, with the fields that were asked for. */
function selected(page: Page, wanted: readonly string[] | undefined, ids: readonly string[]): Page {
  const place = page.fields.findIndex(({ id }) => id === '_id');
  const byId = new Map(page.rows.map((row) => [valueText(row[place] ?? null), row]));
  const rows = ids.map((id) => byId.get(id)).filter((row) => row !== undefined);
  if (wanted === undefined) return { ...page, rows };
  const places = wanted.map((id) => page.fields.findIndex((field) => field.id === id));
  const pick = (row: RecordRow): RecordRow => places.map((each) => row[each] ?? null);
  const fields = places.flatMap((each) => page.fields[each] ?? []);
  return { ...page, fields, rows: rows.map(pick) };
}
