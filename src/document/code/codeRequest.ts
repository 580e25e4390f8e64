/** What programs in other languages need of a query: the address, and the members of each page's request. */
import { type ExactValue, isList, isObject } from '../../base/cells.ts';
import { defined } from '../../base/defined.ts';
import { parseExact, valueText } from '../../base/exactJson.ts';
import type { Field } from '../../base/field.ts';
import type { DialectFacts } from '../../datastore/dialect/facts.ts';
import type { DatastoreQuery, SortKey } from '../../datastore/query/query.ts';
import { type ApiRoute, USUAL_ROUTE } from '../../datastore/wire/apiRoute.ts';
import { actionUrl, searchBody } from '../../datastore/wire/request.ts';
import type { Unsaid } from './codeWords.ts';
import { unsaidByApi } from './getUrl.ts';

export interface CodePlace {
  readonly baseUrl: string;
  readonly query: DatastoreQuery;
  readonly route?: ApiRoute;
  /** The header for the token. Absent where no token is needed. */
  readonly tokenHeader?: string;
  /** The fields of an answer, for languages that name columns. */
  readonly fields?: readonly Field[];
  /** What answers have shown of the server. */
  readonly facts?: Pick<DialectFacts, 'maxLimit' | 'distinctByPage'>;
}

/** A request for all records, page after page. */
export interface CodeRequest extends Pick<CodePlace, 'baseUrl' | 'tokenHeader' | 'fields'> {
  readonly url: string;
  /** JSON text of the request's object, without `limit` and `offset`. */
  readonly body: string;
  /** Undefined for all matching records. */
  readonly limit?: number;
}

/** The environment variable that programs read the token from, as the command line does. */
export const TOKEN_VARIABLE = 'DATASTORE_TOKEN';
/** CKAN's usual cap. Servers with a lower one answer with fewer records, which programs step by. */
export const PAGE_SIZE = 32_000;

export function codeRequest({ query, route = USUAL_ROUTE, facts = {}, ...place }: CodePlace): CodeRequest | Unsaid {
  const unsaid = unsaidByApi(query);
  if (unsaid !== undefined) return unsaid;
  if (query.distinct === true && facts.distinctByPage === true) return { reason: 'distinctByPage' };
  const { limit, ...all } = query;
  const isOnePage = limit !== undefined && limit <= (facts.maxLimit ?? PAGE_SIZE);
  const sort = isOnePage ? query.sort : totalOrder(query);
  const body = withoutUnseen(searchBody({ ...all, ...defined({ sort }) }));
  const url = actionUrl(place.baseUrl, 'datastore_search', route.path).href;
  return { ...place, url, body, ...defined({ limit }) };
}

/**
 * Pages in the order of a sort or of a search's rank could repeat or skip records that compare equal. So `_id` decides,
 * or all fields of distinct records.
 */
function totalOrder({ sort = [], distinct, fields }: DatastoreQuery): readonly SortKey[] {
  const more = distinct === true && fields?.includes('_id') === false ? fields : ['_id'];
  const added = more.filter((field) => !sort.some((key) => key.field === field));
  return [...sort, ...added.map((field) => ({ field, descending: false }))];
}

/** Characters that can't be seen, or change the order of those around them. */
const UNSEEN = /[\p{Cf}\p{Zl}\p{Zp}\u007f-\u009f]/gu;

/** JSON text in which the unseen characters of its texts are escapes, so that a program shows what it asks. */
function withoutUnseen(json: string): string {
  return json.replace(UNSEEN, (character) =>
    character.replace(/[^]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`),
  );
}

/** A text as a literal of JSON, which Python and JavaScript read in the same way. */
export function jsonLiteral(text: string): string {
  return withoutUnseen(JSON.stringify(text));
}

/** How a language writes the values of JSON that it doesn't write as JSON does. */
export interface Literals {
  readonly constants: Readonly<Record<'true' | 'false' | 'null', string>>;
  /** The digits of a number as they are in the query. */
  readonly number: (digits: string) => string;
  readonly key: (name: string) => string;
}

/** Longest list or object that stands on one line, in UTF-16 units. */
const LINE = 80;

/** The request's object as a literal, two or four blanks deeper at each level. */
export function bodyLiteral({ body }: CodeRequest, literals: Literals, indent: string): string {
  return literalOf(parseExact(body), literals, indent, '\n');
}

function literalOf(value: ExactValue, literals: Literals, indent: string, newline: string): string {
  if (typeof value === 'string') return jsonLiteral(value);
  if (value === null || typeof value === 'boolean') return literals.constants[`${value}`];
  const deeper = newline + indent;
  const inner = (each: ExactValue): string => literalOf(each, literals, indent, deeper);
  const [open, close] = isList(value) ? '[]' : '{}';
  const parts = isList(value)
    ? value.map(inner)
    : isObject(value)
      ? Object.entries(value).map(([name, each]) => `${literals.key(name)}: ${inner(each)}`)
      : undefined;
  if (parts === undefined) return literals.number(valueText(value));
  const line = `${open}${parts.join(', ')}${close}`;
  const isWhole = newline === '\n' && parts.length > 0;
  if (!isWhole && line.length <= LINE && !line.includes('\n')) return line;
  return `${open}${deeper}${parts.join(`,${deeper}`)},${newline}${close}`;
}
