/**
 * Who may ask at all (docs/security.md 11 and 14): only somebody who holds the token, by this machine's own name, and never a web
 * page. There is no CORS header on any answer and no request is answered without the token.
 */
import { createHash, timingSafeEqual } from 'node:crypto';

export interface RequestFacts {
  readonly method?: string | undefined;
  /** Every value that was sent, by the header's name in lower case. */
  readonly headersDistinct: Readonly<Record<string, readonly string[] | undefined>>;
}

export interface Refusal {
  readonly status: 400 | 403 | 405 | 415 | 421;
  readonly message: string;
}

const METHODS = new Set(['GET', 'HEAD', 'OPTIONS', 'POST']);
/** Where two of them could be read in two ways. */
const SINGLE = ['host', 'authorization', 'content-type', 'content-encoding', 'content-length'];
const JSON_TYPE = /^application\/json *(;|$)/i;
const FORM_TYPE = /^(application\/x-www-form-urlencoded|multipart\/form-data) *(;|$)/i;

/**
 * Undefined for a request that may pass. `token` is undefined where a person asked for none: then what a web page can send
 * without a preflight (forms, bodies without a type) is refused.
 */
export function refusalOf(
  request: RequestFacts,
  port: number,
  token: string | undefined,
): Refusal | undefined {
  const headers = request.headersDistinct;
  const one = (name: string): string | undefined => headers[name]?.[0];
  // A name that a hostile page made to point here (DNS rebinding) shows in Host.
  if (!['127.0.0.1', 'localhost'].some((name) => one('host') === `${name}:${String(port)}`))
    return { status: 421, message: 'This datastore answers to 127.0.0.1 only' };
  if (SINGLE.some((name) => (headers[name]?.length ?? 0) > 1))
    return { status: 400, message: 'A header is there twice' };
  if (headers['origin'] !== undefined || isFromPage(one('sec-fetch-site')))
    return { status: 403, message: 'Web pages have no access' };
  if (token !== undefined && !isToken(one('authorization'), token))
    return { status: 403, message: 'Access denied' };
  if (!METHODS.has(request.method ?? '')) return { status: 405, message: 'Only GET and POST are answered' };
  if (
    request.method === 'POST' &&
    !isReadable(one('content-type'), one('content-encoding'), token !== undefined)
  )
    return { status: 415, message: 'POST needs Content-Type: application/json, or a form with the token' };
  return undefined;
}

/** Browsers say so of every request but those that a person typed. */
function isFromPage(site: string | undefined): boolean {
  return site !== undefined && site !== 'none';
}

/** In constant time, whatever the lengths. */
function isToken(given: string | undefined, token: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text, 'utf8').digest();
  return timingSafeEqual(digest(given ?? ''), digest(token)) && given !== undefined;
}

/** A body without a type is looked at by the reader of bodies, which takes an empty one only. */
function isReadable(type: string | undefined, encoding: string | undefined, hasToken: boolean): boolean {
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity') return false;
  if (type === undefined) return hasToken;
  return JSON_TYPE.test(type) || (hasToken && FORM_TYPE.test(type));
}
