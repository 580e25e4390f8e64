/**
 * Calls of the API as people have them elsewhere: a curl command, a line of ckanapi, a request, or a snippet of a
 * program. Each becomes a resource and a query, which is all that is kept of it.
 */
import { findNodeAtLocation, parseTree } from 'jsonc-parser';
import { type ExactObject, isList, isObject } from '../../base/cells.ts';
import { parseExact, stringifyExact } from '../../base/exactJson.ts';
import { isSecretName } from '../../base/secretText.ts';
import { addressOf, type ResourceAddress } from '../client/address.ts';
import { parametersOf, QUERY_PARAMETERS } from '../client/request.ts';
import { curlCall } from './curlCall.ts';
import { ckanapiCall } from './ckanapiCall.ts';
import { hasSecretHeader } from './secretHeader.ts';
import { snippetCall } from './snippetCall.ts';
import { statementQuery } from './statementQuery.ts';

/** What a call says, before it is looked at. */
export interface RawCall {
  readonly url: string;
  /** JSON, or parameters as a form sends them. */
  readonly body?: string;
  /** A token, a password or a cookie goes with it. */
  readonly hasSecret?: boolean;
}

/** As an address that names a resource, without anything secret. */
export interface PastedCall extends ResourceAddress {
  /** Names of parameters that a query has no place for. */
  readonly leftOut: readonly string[];
  /** It held a token or a password, which was left out. */
  readonly hadSecret: boolean;
}

/**
 * `file`: what it sends stands in a file. `noAddress`: it doesn't say which server. `unclear`: its body can't be read.
 * `notResource`: it doesn't ask for one resource.
 */
export interface PastedProblem {
  readonly problem: 'file' | 'noAddress' | 'unclear' | 'notResource';
}

/** UTF-16 units. Whole programs are no calls. */
const LONGEST = 100_000;

/** Of the answer's form, not of its records. */
const OF_FORM = new Set(['include_total', 'records_format', 'callback', 'bom', 'format']);

const REQUEST = /^(?:GET|POST)\s+(https?:\/\/\S+)(?:\s+HTTP\/[\d.]+)?([^]*)$/i;

/** Undefined for what is no call: an address, an id, any other text. */
export function readPastedCall(text: string): PastedCall | PastedProblem | undefined {
  const trimmed = text.trim().replace(/^(?:\$|>|PS [^>]*>)\s+/, '');
  if (trimmed === '' || trimmed.length > LONGEST) return undefined;
  const raw = rawCall(trimmed);
  if (raw === undefined || 'problem' in raw) return raw;
  return questionOf(raw, hasSecretHeader(trimmed));
}

function rawCall(text: string): RawCall | PastedProblem | undefined {
  if (/^(?:\w+=\S*\s+)*curl(?:\.exe)?\s/i.test(text)) return curlCall(text);
  if (/^(?:\w+=\S*\s+)*ckanapi\s+action\s/.test(text)) return ckanapiCall(text);
  const request = REQUEST.exec(text);
  if (request === null) return snippetCall(text);
  const [, url = '', rest = ''] = request;
  const body = rest.slice(rest.search(/\{/)).trim();
  return { url, ...(rest.includes('{') && { body }) };
}

function questionOf(raw: RawCall, hasSecret: boolean): PastedCall | PastedProblem {
  const url = URL.parse(/^https?:\/\//i.test(raw.url) ? raw.url : `https://${raw.url}`);
  if (url === null || url.host === '') return { problem: 'noAddress' };
  const sent = raw.body === undefined ? new URLSearchParams() : parametersIn(raw.body);
  if (sent === undefined) return { problem: 'unclear' };
  const own = new Set(url.searchParams.keys());
  // What stands in the address counts.
  const all = [...url.searchParams, ...[...sent].filter(([name]) => !own.has(name))];
  const { parameters, action, leftOut } = askedBy(url, all);
  const place = new URL(url.origin + url.pathname.replace(/(?<![^/])[^/]*\/?$/, action));
  place.search = String(new URLSearchParams(parameters));
  const { resourceId, candidates, query } = addressOf(place);
  if (resourceId === undefined) return { problem: 'notResource' };
  const isSecret = ([name]: readonly [string, string]) => isSecretName(name);
  return {
    ...{ resourceId, candidates, ...(query && { query }) },
    leftOut: [...new Set(leftOut)].filter((name) => !isSecretName(name)),
    hadSecret:
      hasSecret || raw.hasSecret === true || url.username + url.password !== '' || all.some(isSecret),
  };
}

type Parameters = readonly (readonly [name: string, value: string])[];

interface Asked {
  readonly action: string;
  readonly parameters: [string, string][];
  readonly leftOut: readonly string[];
}

function askedBy({ pathname }: URL, all: Parameters): Asked {
  const action = /(?<![^/])([^/]*)\/?$/.exec(pathname)?.[1] ?? '';
  const statement = new Map(all).get('sql');
  if (action === 'datastore_search_sql' && statement !== undefined) {
    const { parameters, isWhole } = statementQuery(statement);
    return { action: 'datastore_search', parameters, leftOut: isWhole ? [] : ['sql'] };
  }
  const isSearch = action === 'datastore_search';
  const isKept = (name: string) => (isSearch ? QUERY_PARAMETERS.has(name) : !isSecretName(name));
  return {
    action,
    parameters: all.flatMap(([name, value]) => (isKept(name) ? [[name, value]] : [])),
    leftOut: isSearch
      ? all.map(([name]) => name).filter((name) => !QUERY_PARAMETERS.has(name) && !OF_FORM.has(name))
      : [],
  };
}

/** Undefined where it can't be read. */
function parametersIn(body: string): URLSearchParams | undefined {
  const text = body.trim();
  if (!text.startsWith('{')) return new URLSearchParams(text);
  // Windows' shells leave their own escapes in it at times.
  const json = [text, text.replaceAll('\\"', '"')].find((each) => readObject(each) !== undefined);
  const object = json === undefined ? undefined : readObject(json);
  if (json === undefined || object === undefined) return undefined;
  // CKAN takes null for nothing.
  const given = Object.fromEntries(Object.entries(object).filter(([, value]) => value !== null));
  const parameters = parametersOf(stringifyExact(given));
  for (const [name, value] of Object.entries(given)) {
    // A single value is split at its commas; two of them are a list as they stand.
    const [only] = parameters.getAll(name);
    if (isList(value) && value.length === 1 && only !== undefined) parameters.append(name, only);
  }
  const filters = textOfFilters(json, object);
  if (filters !== undefined) parameters.set('filters', filters);
  return parameters;
}

/** As they were written: an object would have fields such as `2020` first. */
function textOfFilters(json: string, object: ExactObject): string | undefined {
  const filters = object['filters'];
  const tree = isObject(filters) ? parseTree(json) : undefined;
  const node = tree && findNodeAtLocation(tree, ['filters']);
  if (filters === undefined || node === undefined) return undefined;
  const text = json.slice(node.offset, node.offset + node.length);
  // Of a name that comes twice, the last one counts.
  return stringifyExact(readObject(text) ?? null) === stringifyExact(filters) ? text : undefined;
}

function readObject(json: string): ExactObject | undefined {
  try {
    const value = parseExact(json);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
