/** Converts queries to requests (POST bodies and GET addresses) and back. */
import { defined, filled } from '../../base/defined.ts';
import { type ExactObject, isList } from '../../base/cells.ts';
import { parseExact, stringifyExact } from '../../base/exactJson.ts';
import { TOKEN_HEADER } from '../../http/origin.ts';
import { USUAL_ROUTE, type ApiRoute } from './apiRoute.ts';
import { apiQuestion } from '../query/apiQuestion.ts';
import type { Condition } from '../query/condition.ts';
import { conditionsOf, filtersJson, parseFilters } from '../query/conditions.ts';
import { type DatastoreQuery, type SortKey, summarizedRecords } from '../query/query.ts';
import { searchFromWire } from '../query/searchText.ts';
import { needsList, parseClauses, parseSort, sortClause } from '../query/sortText.ts';

/** Parameters that this program adds to a query, from the second request on and never in the first. */
export interface RequestWindow {
  readonly offset?: number;
  /** Replaces the query's own limit. */
  readonly limit?: number;
  readonly fields?: readonly string[];
  readonly includeTotal?: false;
  readonly recordsFormat?: 'lists';
  /** Requests the file's texts beside the values, from the embedded datastore only. */
  readonly fileTexts?: true;
  /** The server is ours, so `filters` contain every condition. */
  readonly takesConditions?: true;
  /** Counts the total even if it's large. CKAN only estimates on request. */
  readonly exactTotal?: true;
}

/** JSON text with only the given members (docs/ckan.md 4). `sort` is a list if commas would split a name. */
export function searchBody(query: DatastoreQuery, window: RequestWindow = {}): string {
  const { limit = query.limit, fields = query.fields } = window;
  const members: [name: string, json: string][] = [['resource_id', JSON.stringify(query.resourceId)]];
  const { q, isExpression, filters } = apiQuestion(query, window.takesConditions) ?? { filters: query.filters };
  if (q !== undefined) members.push(['q', q]);
  if (isExpression === true) members.push(['plain', 'false']);
  if (filters !== undefined) members.push(['filters', filtersJson(filters)]);
  if (fields !== undefined) members.push(['fields', JSON.stringify(fields)]);
  if (query.sort !== undefined) members.push(['sort', JSON.stringify(sortMember(query.sort))]);
  if (query.distinct !== undefined) members.push(['distinct', String(query.distinct)]);
  if (limit !== undefined) members.push(['limit', String(limit)]);
  if (window.offset !== undefined) members.push(['offset', String(window.offset)]);
  if (window.includeTotal !== undefined) members.push(['include_total', String(window.includeTotal)]);
  if (window.recordsFormat !== undefined) {
    members.push(['records_format', JSON.stringify(window.recordsFormat)]);
  }
  if (window.exactTotal === true) members.push(['total_estimation_threshold', String(Number.MAX_SAFE_INTEGER)]);
  if (window.fileTexts === true) members.push(['x_file_texts', 'true']);
  if (query.summary !== undefined) members.push(['summary', JSON.stringify(query.summary)]);
  return `{${members.map(([name, json]) => `"${name}":${json}`).join(',')}}`;
}

function sortMember(sort: readonly SortKey[]): string | readonly string[] {
  const clauses = sort.map(sortClause);
  return needsList(sort.map(({ field }) => field)) ? clauses : clauses.join(', ');
}

export function searchUrl(baseUrl: string): URL {
  return actionUrl(baseUrl, 'datastore_search');
}

/** The action that answers a query. Only our own service summarizes. */
export function searchAction({ summary }: DatastoreQuery): string {
  return summary === undefined ? 'datastore_search' : 'x_datastore_summarize';
}

export function actionUrl(baseUrl: string, action: string, path = USUAL_ROUTE.path): URL {
  return new URL(`${baseUrl}${path}/${action}`);
}

/** CKAN reads these lists as JSON. Other lists repeat the parameter. */
const JSON_LISTS = new Set(['facet.field']);

/** Converts the members of a body to parameters: texts unchanged, lists repeated, and other values as JSON. */
export function parametersOf(body: string): URLSearchParams {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(parseExact(body) as ExactObject))
    for (const each of isList(value) && !JSON_LISTS.has(name) ? value : [value])
      parameters.append(name, typeof each === 'string' ? each : stringifyExact(each));
  return parameters;
}

const QUERY_PARAMETERS: ReadonlySet<string> = new Set(
  'resource_id id q plain filters fields sort distinct limit'.split(' '),
);
/** Parameters that CKAN accepts as a list. */
const REPEATED: ReadonlySet<string> = new Set(['fields', 'sort']);

export interface UrlQuery {
  readonly baseUrl: string;
  readonly query: DatastoreQuery;
  readonly leftOut?: readonly string[];
}

/** Reads a pasted address. Undefined if it isn't a `datastore_search` or a download of a resource. Throws nothing. */
export function queryFromUrl(url: URL): UrlQuery | undefined {
  const { pathname, searchParams } = url;
  const [, path, dumped] =
    /^(.*)\/(?:api(?:\/\d+)?\/action\/datastore_search|datastore\/dump\/([\w-]+))\/?$/.exec(pathname) ?? [];
  const resourceId = dumped ?? searchParams.get('resource_id') ?? searchParams.get('id') ?? '';
  if (path === undefined || resourceId === '') return undefined;
  const text = (name: string): string => searchParams.get(name) ?? '';
  const { contained, ...search } = readSearch(text('q'), searchParams.get('plain'));
  const filters = text('filters');
  const conditions = [...(filters === '' ? [] : conditionsOf(filters)), ...contained];
  const fields = readFields(searchParams.getAll('fields'));
  const sort = readSort(searchParams.getAll('sort').filter((each) => each !== ''));
  const distinct = text('distinct');
  const [limit, offset] = [readNatural(text('limit')), readNatural(text('offset'))];
  const query: DatastoreQuery = defined({
    resourceId,
    ...search,
    filters: filled(conditions),
    fields: filled(fields),
    sort: filled(sort),
    distinct: distinct === '' ? undefined : isTrue(distinct),
    // A query has no offset, so it requests all records up to the last one of the call.
    limit: limit === undefined ? undefined : limit + (offset ?? 0),
  });
  const unsaid = new Set([...searchParams.keys()].filter((name) => !QUERY_PARAMETERS.has(name)));
  for (const name of QUERY_PARAMETERS)
    if (!REPEATED.has(name) && new Set(searchParams.getAll(name)).size > 1) unsaid.add(name);
  if (sort === undefined) unsaid.add('sort');
  if (limit === undefined && text('limit') !== '') unsaid.add('limit');
  if (offset === 0 || text('offset') === '') unsaid.delete('offset');
  // The file format of a download doesn't affect the records.
  if (dumped !== undefined) for (const name of ['format', 'bom']) unsaid.delete(name);
  return defined({ baseUrl: url.origin + path, query, leftOut: filled([...unsaid]) });
}

type Search = Pick<DatastoreQuery, 'q' | 'qMode' | 'qField'>;

/** `contained` has the conditions of a search in several fields. */
function readSearch(q: string, plain: string | null): Search & { readonly contained: readonly Condition[] } {
  const isPlain = plain === null || plain === '' || isTrue(plain);
  const ofFields = textsOfFields(q);
  const [first, ...more] = ofFields ?? [];
  if (first !== undefined && more.length === 0)
    return { ...searchFromWire(first.text, isPlain), qField: first.field, contained: [] };
  if (ofFields !== undefined && isPlain)
    return { contained: ofFields.map(({ field, text }) => ({ kind: 'contains', field, text })) };
  return { ...(q !== '' && searchFromWire(q, isPlain)), contained: [] };
}

/** CKAN reads a text that looks like a JSON object of texts as such an object. */
function textsOfFields(q: string): readonly { readonly field: string; readonly text: string }[] | undefined {
  if (!q.trim().startsWith('{')) return undefined;
  const conditions = parseFilters(q);
  if ('problem' in conditions) return undefined;
  const texts = conditions.flatMap((each) =>
    each.kind === 'values' && each.values.length === 1 && !each.list && each.values[0]?.type === 'text'
      ? [{ field: each.field, text: each.values[0].text }]
      : [],
  );
  return texts.length === conditions.length && texts.length > 0 ? texts : undefined;
}

/** CKAN reads these texts as true. */
function isTrue(text: string): boolean {
  return /^(?:true|yes|t|y|1)$/i.test(text);
}

function readNatural(text: string): number | undefined {
  return /^\d{1,14}$/.test(text) ? Number(text) : undefined;
}

/** CKAN splits a single value at its commas, but not several values. */
function readFields(values: readonly string[]): readonly string[] {
  const names = values.length === 1 ? values.flatMap((text) => text.split(',').map((name) => name.trim())) : values;
  return [...new Set(names)].filter((name) => name !== '');
}

function readSort(values: readonly string[]): readonly SortKey[] | undefined {
  const [text] = values;
  if (text === undefined) return [];
  return values.length === 1 ? parseSort(text) : parseClauses([...new Set(values)]);
}

export interface PreviewFacts {
  readonly hasToken: boolean;
  readonly tokenHeader?: string | undefined;
  readonly statement?: string | undefined;
  readonly route?: ApiRoute;
  readonly takesConditions?: boolean;
}

/** The first request of a run, to read and copy, with a placeholder for the token. Only its path without `baseUrl`. */
export function previewRequest(baseUrl: string, query: DatastoreQuery, facts: PreviewFacts): string {
  const { hasToken, tokenHeader = TOKEN_HEADER, statement, route = USUAL_ROUTE, takesConditions = false } = facts;
  // A portal gets a summary's statement. Without the fields, which are requested first, there is none.
  const asked = takesConditions || query.summary === undefined ? query : { ...summarizedRecords(query), limit: 0 };
  const action = statement === undefined ? searchAction(asked) : 'datastore_search_sql';
  const address = baseUrl === '' ? `${route.path}/${action}` : actionUrl(baseUrl, action, route.path).href;
  const body =
    statement === undefined
      ? searchBody(asked, takesConditions ? { takesConditions } : {})
      : JSON.stringify({ sql: statement });
  const token = hasToken ? [`${tokenHeader}: <API token>`] : [];
  if (route.method === 'GET') return [`GET ${address}?${String(parametersOf(body))}`, ...token].join('\n');
  return [`POST ${address}`, ...token, 'Content-Type: application/json', '', body].join('\n');
}
