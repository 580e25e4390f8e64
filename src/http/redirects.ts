/** Follows redirects by the rules for tokens, and decides where one may lead (docs/security.md 7 and 23). */
import { defined } from '../base/defined.ts';
import { HttpError } from './errors.ts';
import { checkToken, isUpgrade, mayCarryToken, sentAddress, TOKEN_HEADER, TokenError } from './origin.ts';
import { isPrivate } from './privateNetwork.ts';
import { Silence, type HttpResponse, type Transport } from './transport.ts';

/** A request with the raw token for exactly the origin of `url`, if `mayCarryToken` allows that. */
export interface TokenRequest {
  readonly method: 'GET' | 'POST';
  readonly url: URL;
  readonly body?: string;
  readonly token?: string;
  readonly tokenHeader?: string;
  readonly allowPlainHttp?: boolean;
  /** Further headers, by their lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
}

interface FollowOptions {
  readonly transport: Transport;
  /** Longest wait until an answer begins. */
  readonly timeoutMs: () => number;
  /** The address of a redirect. Throws HttpError if it may not be followed. */
  readonly nextHop: (from: URL, location: string, hops: number) => URL | Promise<URL>;
  /** Called for each answer, with the address of the next one if it is a redirect. */
  readonly answered: (url: URL, status: number, next?: URL) => void;
  /** Whether to send once more if the server had just closed the connection. */
  readonly resends?: boolean;
}

interface FollowedAnswer {
  readonly response: HttpResponse;
  /** A timer whose abort also ends the body. */
  readonly silence: Silence;
  /** The address after all redirects. */
  readonly url: URL;
  readonly tokenSent: boolean;
}

/** Resolves when the last answer begins. Another origin gets no token. Throws HttpError, or the signal's reason. */
export async function followRedirects(
  request: TokenRequest,
  { transport, timeoutMs, nextHop: next, answered, resends = false }: FollowOptions,
  signal: AbortSignal,
): Promise<FollowedAnswer> {
  const { method, body, tokenHeader = TOKEN_HEADER, allowPlainHttp = false } = request;
  const send = async (url: URL, headers: TokenRequest['headers']): Promise<Omit<FollowedAnswer, 'tokenSent'>> => {
    const silence = new Silence(url.host);
    silence.begin('answer', timeoutMs());
    const either = AbortSignal.any([signal, silence.signal]);
    const sent = transport.send({ method, url, headers, ...defined({ body }) }, either);
    return { response: await sent.finally(() => silence.end()), silence, url };
  };
  let { url } = request;
  let token = mayCarryToken(url, allowPlainHttp) ? request.token : undefined;
  for (let hops = 0; ; hops++) {
    const headers = {
      ...request.headers,
      ...(method === 'POST' && { 'content-type': 'application/json' }),
      ...defined({ [tokenHeader.toLowerCase()]: token }),
    };
    const answer = await send(url, headers).catch((error: unknown) => {
      if (resends && error instanceof HttpError && error.kind === 'closed') return send(url, headers);
      throw error;
    });
    const { status, headers: received, body: rest } = answer.response;
    const location = received.get('location');
    if (!isRedirect(status) || location === undefined) {
      answered(url, status);
      return { ...answer, tokenSent: token !== undefined };
    }
    await leave(rest, answer.silence);
    const to = await next(url, location, hops);
    answered(url, status, to);
    if (to.origin !== url.origin) token = undefined;
    url = to;
  }
}

/** Throws TokenError for a token that no header can carry. */
export function requireToken(token: string | undefined): void {
  const problem = token === undefined ? undefined : checkToken(token);
  if (problem) throw new TokenError(problem);
}

/** Longest wait for an unneeded body to begin. Reading a short body to its end keeps the connection usable. */
const LEAVE_MS = 1000;

/** Frees the connection of an unneeded answer (docs/network.md 74). `silence` aborts one whose body doesn't begin. */
async function leave(body: HttpResponse['body'], silence: Silence): Promise<void> {
  silence.begin('bytes', LEAVE_MS);
  try {
    const pieces = body[Symbol.asyncIterator]();
    await pieces.next();
    await pieces.return?.();
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
  } finally {
    silence.end();
  }
}

/** Longest chain, followed by hand: the platform turns POST into GET and sends the token along (docs/network.md 52). */
const MAX_HOPS = 5;

/** Whether a status is a redirect to follow. 300, 304 and 305 don't name a target, so they are returned as answers. */
export function isRedirect(status: number): boolean {
  return status === 301 || status === 302 || status === 303 || status === 307 || status === 308;
}

/**
 * The address for repeating a request (same method, same body) after a redirect. Allowed are the same origin, and http
 * to https on the same host name (their ports must differ). The caller drops the token if the origin changed.
 * Everything else is refused, because another host could be an attacker's or inside the private network. Throws
 * HttpError `redirect` with the refused origin as `target`, or `redirectLoop` after too many redirects.
 */
export function nextHop(from: URL, location: string, hops: number): URL {
  const to = hopTarget(from, location, hops);
  if (to.origin === from.origin) return to;
  if (to.hostname !== from.hostname) throw refusedHop(from, to, 'another host');
  if (to.protocol === from.protocol) throw refusedHop(from, to, 'another port');
  if (to.protocol === 'http:') throw refusedHop(from, to, 'from https to http');
  return to;
}

/**
 * The next address of a file, which portals sometimes store elsewhere. `mayGoTo` asks people about another origin,
 * except for an upgrade to https. A redirect from https to http, or from the internet into a private network, is never
 * followed. Throws like `nextHop`.
 */
export async function nextFileHop(
  from: URL,
  location: string,
  hops: number,
  mayGoTo: (to: URL) => Promise<boolean>,
): Promise<URL> {
  const to = hopTarget(from, location, hops);
  if (from.protocol === 'https:' && to.protocol === 'http:') throw refusedHop(from, to, 'from https to http');
  const isOwn = to.origin === from.origin || isUpgrade(from, to);
  // People can't judge an address in their private network, and a server on the internet has no reason to name one.
  const isInward = isPrivate(to.hostname) && !isPrivate(from.hostname);
  if (!isOwn && (isInward || !(await mayGoTo(to)))) throw refusedHop(from, to, 'another origin');
  return to;
}

/** The target of a redirect. Throws HttpError if it is never followed. */
function hopTarget(from: URL, location: string, hops: number): URL {
  const to = sentAddress(location, from.href);
  if (to === undefined) throw refusedHop(from, undefined, 'not a URL');
  if (hops >= MAX_HOPS) throw new HttpError('redirectLoop', from.host, { message: `more than ${MAX_HOPS} redirects` });
  if (to.protocol !== 'https:' && to.protocol !== 'http:') throw refusedHop(from, to, 'not http');
  return to;
}

function refusedHop(from: URL, to: URL | undefined, why: string): HttpError {
  // The origin of a file: or data: URL is "null", so its scheme is shown instead.
  const target = to === undefined ? '?' : to.origin === 'null' ? to.protocol : to.origin;
  return new HttpError('redirect', from.host, { target, message: `redirect to ${target} refused: ${why}` });
}
