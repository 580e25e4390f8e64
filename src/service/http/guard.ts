/**
 * Who may ask at all (threats T12, T13): only somebody who holds the token, by this machine's own name, and never a web
 * page. There is no CORS header on any answer and no request is answered without the token.
 */
import { createHash, timingSafeEqual } from 'node:crypto';

export interface RequestFacts {
  readonly method: string | undefined;
  readonly host: string | undefined;
  readonly origin: string | undefined;
  readonly authorization: string | undefined;
  readonly contentType: string | undefined;
  readonly contentEncoding: string | undefined;
}

export interface Refusal {
  readonly status: 403 | 405 | 415 | 421;
  readonly message: string;
}

/** Undefined for a request that may pass. */
export function refusalOf(request: RequestFacts, port: number, token: string): Refusal | undefined {
  // A name that a hostile page made to point here (DNS rebinding) shows in Host.
  if (!['127.0.0.1', 'localhost'].some((name) => request.host === `${name}:${String(port)}`))
    return { status: 421, message: 'This datastore answers to 127.0.0.1 only' };
  if (request.origin !== undefined) return { status: 403, message: 'Web pages have no access' };
  if (!isToken(request.authorization, token)) return { status: 403, message: 'Access denied' };
  if (request.method !== 'GET' && request.method !== 'POST')
    return { status: 405, message: 'Only GET and POST are answered' };
  if (request.method === 'POST' && !isJson(request))
    return { status: 415, message: 'POST needs Content-Type: application/json' };
  return undefined;
}

/** In constant time, whatever the lengths. */
function isToken(given: string | undefined, token: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text, 'utf8').digest();
  return timingSafeEqual(digest(given ?? ''), digest(token)) && given !== undefined;
}

function isJson({ contentType, contentEncoding }: RequestFacts): boolean {
  const isPlain = contentEncoding === undefined || contentEncoding.toLowerCase() === 'identity';
  return isPlain && /^application\/json *(;|$)/i.test(contentType ?? '');
}
