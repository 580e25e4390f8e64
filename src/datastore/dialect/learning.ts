/** Learns facts about a server from its answers and refusals. Each function returns only what they show. */
import { type ExactValue, isList, isObject, member, type RecordRow } from '../../base/cells.ts';
import type { DatastoreError, DatastoreErrorKind } from '../wire/errors.ts';
import type { Page, PortalStatus } from '../wire/model.ts';
import type { SearchScope } from '../wire/searchPage.ts';
import type { DatastoreQuery } from '../query/query.ts';
import { expectedFacts } from './expectation.ts';
import type { DialectFacts, Learned } from './facts.ts';

/** CKAN's `result` repeats every parameter that it knows and has a default for (docs/ckan.md 4). */
const ECHOES = {
  totals: 'include_total',
  lists: 'records_format',
  estimates: 'total_was_estimated',
  ranges: 'include_next_page',
} as const satisfies Partial<Record<keyof DialectFacts, string>>;

export interface SearchAnswer {
  readonly result: ExactValue;
  readonly scope: SearchScope;
  readonly isExpression?: boolean;
  readonly limit: number | undefined;
  readonly offset?: number;
  readonly query?: Pick<DatastoreQuery, 'distinct' | 'sort'>;
  readonly page: Pick<Page, 'fields' | 'limit' | 'rank' | 'rows' | 'total'>;
}

export function factsOfSearch(answer: SearchAnswer, before: DialectFacts): Learned {
  const { result, scope, isExpression = false, limit, page } = answer;
  const searchesAll = scope.searches && scope.fields === undefined && page.rows.length > 0;
  return {
    ...(isObject(result) && echoed(result)),
    ...(isExpression && isObject(result) && Object.hasOwn(result, 'plain') && { expressions: true }),
    ...limitOf(limit, page.limit, before.maxLimit),
    ...(searchesAll && { ranks: page.rank !== undefined }),
    ...(page.fields.some(({ id }) => id.includes('#')) && { hashInNames: true }),
    ...(before.numbersAsTexts === undefined && spellingOf(result, page)),
    ...(answer.query?.sort?.some(sortsNulls) && { sortsNulls: true }),
    ...(isObject(result) && Object.hasOwn(result, 'offset') && { offsets: true }),
    ...(isObject(result) && Object.hasOwn(result, 'sort') && { sorts: true }),
    ...(isCutByDistinct(answer) && { distinctByPage: true }),
  };
}

function sortsNulls({ nullsLast }: { readonly nullsLast?: boolean }): boolean {
  return nullsLast === true;
}

/** NaN and Infinity are texts in every version (docs/ckan.md 33). */
const ANY_NUMBER = /^-?\d/;

/** Reads the records as they were sent, because a page has already converted such texts to numbers. */
function spellingOf(result: ExactValue, { fields }: SearchAnswer['page']): Learned {
  const numerics = fields.flatMap(({ id, type }, place) => (type === 'numeric' ? [{ id, place }] : []));
  const records = member(result, 'records');
  for (const record of isList(records) ? records : [])
    for (const { id, place } of numerics) {
      const value = (isList(record) ? record[place] : member(record, id)) ?? null;
      const isText = typeof value === 'string';
      if (value !== null && (!isText || ANY_NUMBER.test(value))) return { numbersAsTexts: isText };
    }
  return {};
}

/** Whether the page has fewer records than the limit and the total allow. */
function isCutByDistinct({ query, offset = 0, limit, page }: SearchAnswer): boolean {
  if (query?.distinct !== true || page.total === undefined) return false;
  const most = page.limit ?? limit;
  return most !== undefined && page.rows.length < Math.min(most, page.total - offset);
}

function echoed(result: object): Learned {
  return Object.fromEntries(Object.entries(ECHOES).map(([fact, key]) => [fact, Object.hasOwn(result, key)]));
}

/**
 * DKAN reports the number of returned records as the limit, which may be 0. A server may also lower a limit because the
 * records are large, and accept a higher one later.
 */
function limitOf(sent: number | undefined, used: number | undefined, learned: number | undefined): Learned {
  if (used === undefined || used === 0) return {};
  if (sent !== undefined && used < sent) return { maxLimit: used };
  return used > (learned ?? Infinity) ? { maxLimit: undefined } : {};
}

/** A NULL in a page of lists proves that such records aren't left out. */
export function factsOfLists(rows: readonly RecordRow[], { listsLoseNulls }: DialectFacts): Learned {
  return listsLoseNulls === undefined && rows.some((row) => row.includes(null)) ? { listsLoseNulls: false } : {};
}

export function factsOfAnswer(action: string, headers: ReadonlyMap<string, string>): Learned {
  const isOurs = headers.has('x-datastore-explorer') || undefined;
  return { isOurs, ...(action === 'datastore_search_sql' && { sql: true }) };
}

/** Errors of CKAN, of another program in its place, and of a firewall that blocks statements. */
const NO_SUCH_ACTION: ReadonlySet<DatastoreErrorKind> = new Set(['actionUnknown', 'notCkan', 'loginPage']);

export interface Refusal {
  readonly action: string;
  readonly error: Pick<DatastoreError, 'kind' | 'serverMessage'> & Partial<Pick<DatastoreError, 'isCkan' | 'status'>>;
  readonly query?: Pick<DatastoreQuery, 'distinct' | 'sort'> | undefined;
}

export function factsOfRefusal(
  { action, error: { kind, serverMessage = '' }, query }: Refusal,
  { version }: DialectFacts,
): Learned {
  if (action === 'datastore_search_sql') return NO_SUCH_ACTION.has(kind) ? { sql: false } : {};
  if (kind === 'noExpressions') return { expressions: false };
  if (kind === 'hashInName') return { hashInNames: false };
  if (query?.distinct === true && kind === 'validation' && /\bdistinct\b/.test(serverMessage))
    return { distinct: false };
  const strange = strangersIn({ kind, serverMessage });
  if (strange.length > 0)
    return {
      ...(strange.includes('offset') && { offsets: false }),
      ...(strange.includes('sort') && { sorts: false }),
      ...(strange.includes('fields') && { fields: false }),
    };
  // CKAN refuses an unknown field in the same words.
  const mayBeNulls = query?.sort?.some(sortsNulls) === true && expectedFacts(version).sortsNulls !== true;
  return blamesSort({ kind, serverMessage }) && mayBeNulls ? { sortsNulls: false } : {};
}

/** Names of parameters that the server doesn't know (docs/ckan.md 4). */
function strangersIn({ kind, serverMessage = '' }: Refusal['error']): readonly string[] {
  if (kind !== 'validation') return [];
  const [, listed = ''] = /(?:^|; )__extras: ([^;]*)/.exec(serverMessage) ?? [];
  return [...listed.matchAll(/"(\w+)"/g)].flatMap(([, name]) => name ?? []);
}

/** Recognizes the error by its key, which precedes each message. */
export function blamesSort({ kind, serverMessage = '' }: Refusal['error']): boolean {
  return kind === 'validation' && /(?:^|; )sort: /.test(serverMessage);
}

export type SelfDescription = Pick<PortalStatus, 'version' | 'title' | 'extensions' | 'isLookAlike'>;

/** `isAnew` discards all facts except the route that worked, because people asked for the present state. */
export function factsOfStatus(
  { version, title, extensions, isLookAlike }: SelfDescription,
  isAnew: boolean,
  { path, method, ...others }: DialectFacts,
): Learned {
  const isOther = others.version !== undefined && others.version !== version;
  const forgotten = isAnew || isOther ? Object.keys(others).map((fact) => [fact, undefined]) : [];
  const said = { version, title: title === '' ? undefined : title, extensions, isLookAlike };
  return { ...Object.fromEntries<undefined>(forgotten as [string, undefined][]), path, method, ...said };
}
