/**
 * Calls of the API as people have them elsewhere: a curl command, a line of ckanapi, a request, or a snippet of a
 * program. Each becomes a resource and a query, which is all that is kept of it.
 */
import { findNodeAtLocation, parseTree } from 'jsonc-parser';
import { type ExactObject, isList, isObject } from '../../base/cells.ts';
import { parseExact, stringifyExact } from '../../base/exactJson.ts';
import { isSecretName } from '../../base/secretText.ts';
import { addressOf, type ResourceAddress } from '../wire/address.ts';
import { parametersOf } from '../wire/request.ts';
import type { PastedProblem, RawCall } from './rawCall.ts';
import { curlCall } from './curlCall.ts';
import { ckanapiCall } from './ckanapiCall.ts';
import { hasSecretHeader } from './secretHeader.ts';
import { snippetCall } from './snippetCall.ts';
import { statementQuery } from './statementQuery.ts';

/** As an address that names a resource, without anything secret. */
export interface PastedCall extends ResourceAddress {
  /** Names of parameters that a query has no place for. */
  readonly leftOut: readonly string[];
  /** It held a token or a password, which was left out. */
  readonly hadSecret: boolean;
}

/** UTF-16 units. Whole programs are no calls; a filter by a thousand UUIDs takes 40,000. */
const LONGEST = 50_000;

const REQUEST = /^(?:GET|POST)\s+(https?:\/\/\S+)/i;
/** The address of a statement names its resource in the statement. */
const STATEMENT_URL = /^https?:\/\/[^\s?]+\/datastore_search_sql\/?\?/i;
/** Names of environment variables may stand in front. */
const ASSIGNED = /^(?:\w+=\S*\s+)*/;
/** Programs with options of their own, in which parameters could be overlooked. */
const OTHER_PROGRAM = /^(?:wget2?|https?|httpie|xhs?|aria2c)(?:\.exe)?\s/i;

/** Undefined for what is no call: an address, an id, any other text. */
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
  // CKAN prefers the parameters of a form to those of the address, and these to a JSON body (docs/ckan.md 2).
  const isForm = raw.body?.trim().startsWith('{') === false;
  const [first, second] = isForm ? [sent, url.searchParams] : [url.searchParams, sent];
  const all = [...first, ...[...second].filter(([name]) => !first.has(name))];
  const contradicted = [...second.keys()].filter(
    (name) => first.has(name) && String(first.getAll(name)) !== String(second.getAll(name)),
  );
  const { parameters, action, unread } = askedBy(url, all);
  const place = new URL(url.origin + url.pathname.replace(/(?<![^/])[^/]*\/?$/, action));
  place.search = String(new URLSearchParams(parameters));
  const { resourceId, candidates, query, leftOut = [] } = addressOf(place);
  if (resourceId === undefined) return { problem: 'notResource' };
  const isSecret = ([name]: readonly [string, string]) => isSecretName(name);
  const unsaid = [...unread, ...leftOut, ...contradicted, ...(raw.unread ?? [])];
  return {
    ...{ resourceId, candidates, ...(query && { query }) },
    leftOut: [...new Set(unsaid)].filter((name) => !isSecretName(name)),
    hadSecret:
      hasSecret || raw.hasSecret === true || url.username + url.password !== '' || all.some(isSecret),
  };
}

type Parameters = readonly (readonly [name: string, value: string])[];

interface Asked {
  readonly action: string;
  /** Parameters of `datastore_search`, or else those of the action itself. */
  readonly parameters: [string, string][];
  /** Names of what these parameters don't say. */
  readonly unread: readonly string[];
}

function askedBy({ pathname }: URL, all: Parameters): Asked {
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
