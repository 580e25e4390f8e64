/**
 * Decides who may send requests (docs/security.md 11 and 14): only holders of the token, by this machine's own name,
 * and never a web page. No response has CORS headers, and none is given without the token.
 */
import { createHash, timingSafeEqual } from 'node:crypto';
import { isFormType, JSON_REQUEST_TYPE } from './requestInput.ts';

export interface RequestFacts {
  readonly method?: string | undefined;
  /** All values of each header, by its name in lower case. */
  readonly headersDistinct: Readonly<Record<string, readonly string[] | undefined>>;
}

export interface AccessRefusal {
  readonly status: 400 | 403 | 405 | 415 | 421;
  readonly message: string;
}

const METHODS = new Set(['GET', 'HEAD', 'OPTIONS', 'POST']);
/** Two values of such a header could be understood in two ways. */
const SINGLE = ['host', 'authorization', 'content-type', 'content-encoding', 'content-length'];

/**
 * Undefined if the request may pass. Without a `token`, because a person wanted none, requests that a web page can send
 * without a preflight (forms, bodies without a type) are refused.
 */
export function refusalOf(request: RequestFacts, port: number, token: string | undefined): AccessRefusal | undefined {
  const headers = request.headersDistinct;
  const one = (name: string): string | undefined => headers[name]?.[0];
  // DNS rebinding, by which a hostile page's name points here, shows in the Host header.
  if (!['127.0.0.1', 'localhost'].some((name) => one('host') === `${name}:${String(port)}`))
    return { status: 421, message: 'This datastore answers to 127.0.0.1 only' };
  if (SINGLE.some((name) => (headers[name]?.length ?? 0) > 1))
    return { status: 400, message: 'A header is there twice' };
  if (headers['origin'] !== undefined || isFromPage(one('sec-fetch-site')))
    return { status: 403, message: 'Web pages have no access' };
  if (token !== undefined && !isToken(one('authorization'), token)) return { status: 403, message: 'Access denied' };
  if (!METHODS.has(request.method ?? '')) return { status: 405, message: 'Only GET and POST are answered' };
  if (request.method === 'POST' && !isReadable(one('content-type'), one('content-encoding'), token !== undefined))
    return { status: 415, message: 'POST needs Content-Type: application/json, or a form with the token' };
  return undefined;
}

/** Browsers send this with every request, except for those that a person typed. */
function isFromPage(site: string | undefined): boolean {
  return site !== undefined && site !== 'none';
}

/** Compares in constant time, whatever the lengths. */
function isToken(value: string | undefined, token: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text, 'utf8').digest();
  return timingSafeEqual(digest(value ?? ''), digest(token)) && value !== undefined;
}

/** A body without a type is left to readInput, which accepts only an empty one. */
function isReadable(type: string | undefined, encoding: string | undefined, hasToken: boolean): boolean {
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity') return false;
  if (type === undefined) return hasToken;
  return JSON_REQUEST_TYPE.test(type) || (hasToken && isFormType(type));
}
