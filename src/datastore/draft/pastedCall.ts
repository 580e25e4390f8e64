/** API calls from elsewhere (curl, ckanapi, a request or a snippet), of which only resource and query are kept. */
import { findNodeAtLocation, parseTree } from 'jsonc-parser';
import { type ExactObject, isList, isObject } from '../../base/cells.ts';
import { defined } from '../../base/defined.ts';
import { readExact, stringifyExact } from '../../base/exactJson.ts';
import { isSecretName } from '../../base/secretText.ts';
import { addressOf, type ResourceAddress } from '../wire/address.ts';
import { parametersOf } from '../wire/request.ts';
import type { PastedProblem, RawCall } from './rawCall.ts';
import { curlCall } from './curlCall.ts';
import { ckanapiCall } from './ckanapiCall.ts';
import { hasSecretHeader } from './secretHeader.ts';
import { snippetCall } from './snippetCall.ts';

/** A call in the form of a resource's address, without secrets. */
export interface PastedCall extends ResourceAddress {
  readonly leftOut: readonly string[];
  readonly hadSecret: boolean;
}

/** Limit in UTF-16 code units, which excludes whole programs. A filter with a thousand UUIDs has 40,000. */
const LONGEST = 50_000;

const REQUEST = /^(?:GET|POST)\s+(https?:\/\/\S+)/i;
/** In such an address, only the statement names the resource. */
const STATEMENT_URL = /^https?:\/\/[^\s?]+\/datastore_search_sql\/?\?/i;
/** Assignments of environment variables before a command. */
const ASSIGNED = /^(?:\w+=\S*\s+)*/;
/** Programs whose options aren't known here, so that parameters could be missed. */
const OTHER_PROGRAM = /^(?:wget2?|https?|httpie|xhs?|aria2c)(?:\.exe)?\s/i;

/** Undefined if the text isn't a call, but an address, an id or anything else. */
export function readPastedCall(text: string): PastedCall | PastedProblem | undefined {
  const trimmed = text.trim().replace(/^(?:\$|>|PS [^>]*>)\s+/, '');
  if (trimmed === '' || trimmed.length > LONGEST) return undefined;
  const raw = rawCall(trimmed);
  if (raw === undefined || 'problem' in raw) return raw;
  return questionOf(raw, hasSecretHeader(trimmed));
}

function rawCall(text: string): RawCall | PastedProblem | undefined {
  const command = text.replace(ASSIGNED, '');
  if (/^curl(?:\.exe)?\s/i.test(command)) return curlCall(text);
  if (/^ckanapi\s+action\s/.test(command)) return ckanapiCall(text);
  if (OTHER_PROGRAM.test(command)) return undefined;
  if (STATEMENT_URL.test(text)) return { url: text };
  const [whole, url] = REQUEST.exec(text) ?? [];
  if (whole === undefined || url === undefined) return snippetCall(text);
  const rest = text.slice(whole.length);
  const body = rest.slice(rest.search(/\{/)).trim();
  return { url, ...(rest.includes('{') && { body }) };
}

function questionOf(raw: RawCall, hasSecret: boolean): PastedCall | PastedProblem {
  const url = URL.parse(/^https?:\/\//i.test(raw.url) ? raw.url : `https://${raw.url}`);
  if (url === null || url.host === '') return { problem: 'noAddress' };
  const sent = raw.body === undefined ? new URLSearchParams() : parametersIn(raw.body);
  if (sent === undefined) return { problem: 'unclear' };
  // CKAN prefers form parameters to those of the address, and these to a JSON body (docs/ckan.md 2).
  const isForm = raw.body?.trim().startsWith('{') === false;
  const [first, second] = isForm ? [sent, url.searchParams] : [url.searchParams, sent];
  const all = [...first, ...[...second].filter(([name]) => !first.has(name))];
  const contradicted = [...second.keys()].filter(
    (name) => first.has(name) && String(first.getAll(name)) !== String(second.getAll(name)),
  );
  const { parameters, action, unread } = actionParameters(url, all);
  const place = new URL(url.origin + url.pathname.replace(/(?<![^/])[^/]*\/?$/, action));
  place.search = String(new URLSearchParams(parameters));
  const { resourceId, candidates, query, leftOut = [] } = addressOf(place);
  if (resourceId === undefined) return { problem: 'notResource' };
  const isSecret = ([name]: readonly [string, string]) => isSecretName(name);
  const unsaid = [...unread, ...leftOut, ...contradicted, ...(raw.unread ?? [])];
  return {
    ...defined({ resourceId, candidates, query }),
    leftOut: [...new Set(unsaid)].filter((name) => !isSecretName(name)),
    hadSecret: hasSecret || raw.hasSecret === true || url.username + url.password !== '' || all.some(isSecret),
  };
}

type Parameters = readonly (readonly [name: string, value: string])[];

interface ActionParameters {
  readonly action: string;
  /** Parameters of `datastore_search`, or else of the called action. */
  readonly parameters: [string, string][];
  readonly unread: readonly string[];
}

function actionParameters({ pathname }: URL, all: Parameters): ActionParameters {
  const action = /(?<![^/])([^/]*)\/?$/.exec(pathname)?.[1] ?? '';
  const others = (name: string): [string, string][] =>
    all.flatMap(([each, value]) => (each === name || isSecretName(each) ? [] : [[each, value]]));
  const statement = all.find(([name]) => name === 'sql')?.[1];
  if (action !== 'datastore_search_sql' || statement === undefined)
    return { action, parameters: others(''), unread: [] };
  const { parameters, isWhole } = statementQuery(statement);
  const unread = [...(isWhole ? [] : ['sql']), ...others('sql').map(([name]) => name)];
  return { action: 'datastore_search', parameters, unread };
}

function parametersIn(body: string): URLSearchParams | undefined {
  const text = body.trim();
  if (!text.startsWith('{')) return new URLSearchParams(text);
  // Windows' shells may leave their own escapes in the text.
  const json = [text, text.replaceAll('\\"', '"')].find((each) => readObject(each) !== undefined);
  const object = json === undefined ? undefined : readObject(json);
  if (json === undefined || object === undefined) return undefined;
  // CKAN ignores parameters that are null.
  const given = Object.fromEntries(Object.entries(object).filter(([, value]) => value !== null));
  const parameters = parametersOf(stringifyExact(given));
  for (const [name, value] of Object.entries(given)) {
    // CKAN splits a single value at its commas, but not several values.
    const [only] = parameters.getAll(name);
    if (isList(value) && value.length === 1 && only !== undefined) parameters.append(name, only);
  }
  const filters = textOfFilters(json, object);
  if (filters !== undefined) parameters.set('filters', filters);
  return parameters;
}

/** The filters' original text, because an object would sort fields such as `2020` first. */
function textOfFilters(json: string, object: ExactObject): string | undefined {
  const filters = object['filters'];
  const tree = isObject(filters) ? parseTree(json) : undefined;
  const node = tree && findNodeAtLocation(tree, ['filters']);
  if (filters === undefined || node === undefined) return undefined;
  const text = json.slice(node.offset, node.offset + node.length);
  // JSON.parse keeps the last of two equal names. The text is used only if it means the same.
  return stringifyExact(readObject(text) ?? null) === stringifyExact(filters) ? text : undefined;
}

function readObject(json: string): ExactObject | undefined {
  const value = readExact(json);
  return isObject(value) ? value : undefined;
}

/** A SELECT of one resource, as far as a query can express it. */
interface StatementQuery {
  /** Parameters of `datastore_search`. Empty if the statement isn't a SELECT of one resource. */
  readonly parameters: [string, string][];
  /** Whether the parameters express the complete statement. */
  readonly isWhole: boolean;
}

const TOKEN = /"[^"]*(?:""[^"]*)*"|'[^']*(?:''[^']*)*'|[\w-]+|\S/g;
/** Words that may follow the table or its alias. A comma or JOIN would name another table. */
const CLAUSE = /^(?:WHERE|ORDER|GROUP|HAVING|OFFSET|LIMIT|;)$/i;
const OTHER_TABLE = /^(?:JOIN|UNION|SELECT)$/i;

/** Reads the table and the limit of a SELECT. The other clauses are not read. */
export function statementQuery(sql: string): StatementQuery {
  const tokens = sql.match(TOKEN) ?? [];
  while (tokens.at(-1) === ';') tokens.pop();
  const from = tokens.findIndex((token) => /^FROM$/i.test(token));
  const resource = nameOf(tokens[from + 1] ?? '');
  const columns = tokens.slice(1, from);
  const rest = tokens.slice(from + 2);
  if (/^AS$/i.test(rest[0] ?? '')) rest.shift();
  if (/^\w+$/.test(rest[0] ?? '') && !CLAUSE.test(rest[0] ?? '')) rest.shift();
  const isSelect = /^SELECT$/i.test(tokens[0] ?? '') && from >= 2 && CLAUSE.test(rest[0] ?? 'LIMIT');
  if (!isSelect || resource === undefined || [...columns, ...rest].some((token) => OTHER_TABLE.test(token)))
    return { parameters: [], isWhole: false };
  const parameters: [string, string][] = [['resource_id', resource]];
  const [word = '', limit = ''] = rest.slice(-2);
  if (/^LIMIT$/i.test(word) && /^\d{1,9}$/.test(limit)) {
    parameters.push(['limit', limit]);
    rest.splice(-2);
  }
  return { parameters, isWhole: columns.join('') === '*' && rest.length === 0 };
}

function nameOf(token: string): string | undefined {
  if (token.length > 2 && token.startsWith('"')) return token.slice(1, -1).replaceAll('""', '"');
  return /^[\w-]+$/.test(token) ? token : undefined;
}
