/**
 * Searches that need SQL (docs/ckan.md 24). A SELECT returns the `_id`s of a page in order, and a search returns their
 * records, so that fields and values are the same as in other answers.
 */
import type { RecordRow } from '../../base/cells.ts';
import { defined } from '../../base/defined.ts';
import { stringifyExact, valueText } from '../../base/exactJson.ts';
import type { Field } from '../../base/field.ts';
import { allOrNone } from '../../base/untilAborted.ts';
import type { Condition, FilterValue } from '../query/condition.ts';
import { apiQuestion, asksForNull, asksForRange } from '../query/apiQuestion.ts';
import type { DatastoreQuery } from '../query/query.ts';
import type { Dialect, SqlDialect } from '../dialect/dialect.ts';
import { DEFAULT_LIMIT, USUAL_MAX_LIMIT } from '../dialect/facts.ts';
import type { PageWindow } from '../dialect/pageWindow.ts';
import { DatastoreError, type DatastoreErrorKind } from '../wire/errors.ts';
import type { Page } from '../wire/model.ts';
import { alignRows } from '../wire/pageColumns.ts';
import { selectFields } from '../wire/searchPage.ts';
import { canExpress, matchingSql, nameSql } from './sqlQuestion.ts';
import { summarizeBySql, summarySql } from './sqlSummary.ts';

export interface SqlAnswer {
  readonly fields: readonly Field[];
  readonly rows: readonly RecordRow[];
  readonly isCut: boolean;
}

export interface SqlServer {
  readonly dialect: Dialect;
  readonly fields: (resourceId: string, signal: AbortSignal) => Promise<readonly Field[]>;
  readonly search: (query: DatastoreQuery, window: PageWindow | undefined, signal: AbortSignal) => Promise<Page>;
  readonly sql: (sql: string, signal: AbortSignal, query?: DatastoreQuery) => Promise<SqlAnswer>;
}

type Answering = Pick<Dialect, 'usesSql' | 'takesConditions'> & { readonly mayHaveRanges: boolean };

/** Whether `datastore_search` returns what the query means. */
export function isForSearch(query: DatastoreQuery, { usesSql, mayHaveRanges, takesConditions }: Answering): boolean {
  if (takesConditions) return true;
  if (apiQuestion(query) === undefined) return false;
  if (!usesSql) return true;
  return !asksForNull(query) && (mayHaveRanges || !asksForRange(query));
}

function needsSql(query: DatastoreQuery, { facts, takesConditions }: Dialect): boolean {
  return !isForSearch(query, { usesSql: true, mayHaveRanges: facts.ranges !== false, takesConditions });
}

/** What SQL supports in a search, which is only sent after people have allowed SQL. */
function allowedSql({ hasRanges }: Dialect): SqlDialect {
  return { hasRanges, isAllowed: true };
}

/** Whether people must allow SQL for this portal before it can answer the query. */
export function sqlNotAllowed(query: DatastoreQuery, dialect: Dialect): boolean {
  return dialect.mayHaveSql && !dialect.usesSql && needsSql(query, dialect);
}

/** Throws DatastoreError `sqlNotAllowed`, `unsupportedFilter` if the portal refuses SQL, and what a search throws. */
export async function searchBySql(
  client: SqlServer,
  host: string,
  query: DatastoreQuery,
  window: PageWindow | undefined,
  signal: AbortSignal,
): Promise<Page> {
  const { dialect } = client;
  const refused = query.summary === undefined ? 'unsupportedFilter' : 'noSummary';
  if (!dialect.usesSql) throw new DatastoreError(dialect.mayHaveSql ? 'sqlNotAllowed' : refused, host);
  const start = performance.now();
  const fields = await client.fields(query.resourceId, signal);
  const counts = window === undefined || window.counts === true;
  try {
    const asked = { query, fields, dialect: allowedSql(dialect) };
    if (query.summary !== undefined) return await summarizeBySql(client, host, asked, placeOf(query, window), signal);
    const statement = idsSql(query, fields, dialect, window);
    const matching = matchingSql(query, fields, asked.dialect);
    if (statement === undefined || matching === undefined) throw new DatastoreError(refused, host);
    const [found, counted] = await allOrNone<[SqlAnswer, SqlAnswer | undefined]>(
      (common) => [
        client.sql(statement, common, query),
        counts ? client.sql(`SELECT count(*) AS "n" ${matching}`, common, query) : Promise.resolve(undefined),
      ],
      signal,
    );
    const ids = found.rows.map(([id = null]) => valueText(id));
    // The ids become part of a request, so only integers are accepted.
    if (!ids.every((id) => /^-?\d+$/.test(id))) throw new DatastoreError('unfit', host);
    const total = counted && Number(valueText(counted.rows[0]?.[0] ?? null));
    const records = await recordsOf(client, query, ids, signal);
    const elapsedMs = performance.now() - start;
    // If the server returned fewer ids than requested, the next page continues after them.
    const limit = found.isCut ? ids.length : limitOf(query, window);
    return defined({ ...records, limit, total, totalIsEstimate: false, elapsedMs });
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof DatastoreError) || !TAKES_NONE.has(error.kind)) throw error;
    throw new DatastoreError(refused, host);
  }
}

/** Such refusals mean that the server accepts no SQL, or not this statement. Others are about the values. */
const TAKES_NONE: ReadonlySet<DatastoreErrorKind> = new Set([
  ...(['actionUnknown', 'emptyAnswer', 'forbidden', 'hashInName'] as const),
  ...(['loginPage', 'notCkan', 'notJson', 'unfit'] as const),
]);

function limitOf(query: DatastoreQuery, window: PageWindow | undefined): number {
  return Math.min(window?.limit ?? query.limit ?? DEFAULT_LIMIT, USUAL_MAX_LIMIT);
}

function placeOf(query: DatastoreQuery, window: PageWindow | undefined): Pick<PageWindow, 'offset' | 'limit'> {
  return { offset: window?.offset ?? 0, limit: limitOf(query, window) };
}

function idsSql(
  query: DatastoreQuery,
  fields: readonly Field[],
  dialect: Dialect,
  window: PageWindow | undefined,
): string | undefined {
  const matching = matchingSql(query, fields, allowedSql(dialect));
  if (query.sort?.some(({ field }) => !canExpress(field, allowedSql(dialect))) === true) return undefined;
  const { limit, offset } = placeOf(query, window);
  const page = `LIMIT ${String(limit)} OFFSET ${String(offset)}`;
  return matching && `SELECT "_id" ${matching} ORDER BY ${orderSql(query)} ${page}`;
}

/** The SELECT that a portal gets first if a search can't answer the query, for people to read and copy. */
export function neededStatement(query: DatastoreQuery, fields: readonly Field[], dialect: Dialect): string | undefined {
  if (!dialect.mayHaveSql || !needsSql(query, dialect)) return undefined;
  if (query.summary === undefined) return idsSql(query, fields, dialect, undefined);
  return summarySql(query, fields, allowedSql(dialect), placeOf(query, undefined));
}

/** The order of a search: NULLs where PostgreSQL puts them, ties by `_id`. */
function orderSql({ sort = [] }: DatastoreQuery): string {
  const keys = sort.map(({ field, descending, nullsLast = !descending }) => {
    const direction = `${descending ? 'DESC' : 'ASC'} NULLS ${nullsLast ? 'LAST' : 'FIRST'}`;
    return `${nameSql(field)} ${direction}`;
  });
  return [...keys, ...(sort.some(({ field }) => field === '_id') ? [] : ['"_id"'])].join(', ');
}

/** The records in the order of `ids`, requested again until no more come. Others were deleted meanwhile. */
async function recordsOf(
  client: SqlServer,
  { resourceId, fields: selected }: DatastoreQuery,
  ids: readonly string[],
  signal: AbortSignal,
): Promise<Page> {
  const columns = selected && { fields: [...new Set(['_id', ...selected])] };
  const search = (these: readonly string[]): Promise<Page> => {
    // Before CKAN 2.12 an empty list is an error.
    if (these.length === 0) return client.search({ resourceId, limit: 0, ...columns }, undefined, signal);
    const values = these.map((text): FilterValue => ({ type: 'number', text }));
    const filters: Condition[] = [{ kind: 'values', field: '_id', values, list: true }];
    const window = { offset: 0, limit: these.length, fields: columns?.fields ?? [] };
    return client.search({ resourceId, filters, ...columns }, window, signal);
  };
  const first = await search(ids);
  const shown = selected ?? first.fields.map(({ id }) => id);
  const byId = new Map<string, RecordRow>();
  const requested = new Set(ids);
  let [page, missing, size] = [first, ids, 0];
  let tie: string | undefined;
  for (;;) {
    const place = page.fields.findIndex(({ id }) => id === '_id');
    const rows = alignRows(page, shown);
    page.rows.forEach((whole, at) => {
      const [id, row] = [valueText(whole[place] ?? null), rows[at] ?? whole];
      if (!requested.has(id)) throw new DatastoreError('ignoresFilters', page.host, { part: 'filters' });
      if (id === tie && stringifyExact(byId.get(id) ?? null) !== stringifyExact(row))
        throw new DatastoreError('dataChanged', page.host);
      byId.set(id, row);
    });
    size += page.size;
    const left = missing.filter((id) => !byId.has(id));
    if (left.length === 0 || left.length === missing.length) break;
    missing = left;
    // A record from before is requested again to detect changes, unless the server only returns one record at a time.
    tie = page.rows.length > 1 ? ids.findLast((id) => byId.has(id)) : undefined;
    page = await search(tie === undefined ? missing : [tie, ...missing]);
  }
  const rows = ids.map((id) => byId.get(id)).filter((row) => row !== undefined);
  return { ...first, fields: selectFields(first.fields, shown), rows, size };
}
