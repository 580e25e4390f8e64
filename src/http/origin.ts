/** Where a token may go and what it may look like, and where a redirect may lead (docs/security.md 6 to 8). */
import { HttpError } from './errors.ts';

export type TokenProblem = 'empty' | 'lineBreak' | 'character';

/**
 * Why this text cannot be a token: nothing in it, a line break (which would start a new header), or a character that
 * a header cannot carry (controls, and what is not latin-1).
 */
export function checkToken(text: string): TokenProblem | undefined {
  if (text.trim() === '') return 'empty';
  if (/[\r\n]/.test(text)) return 'lineBreak';
  return /^[\t\x20-\x7e\x80-\xff]*$/.test(text) ? undefined : 'character';
}

/** Where CKAN looks for a token unless its portal was set up otherwise (docs/ckan.md 8). */
export const TOKEN_HEADER = 'Authorization';

/** Headers that say something else, or that only the connection itself may set. */
const OTHER_HEADERS =
  /^(?:host|connection|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade|expect|cookie.*|user-agent|origin|referer|(?:accept|content|sec|if)-.*|accept)$/i;

/** A name that a portal may expect its token under: `X-CKAN-API-Key`. */
export function isTokenHeader(name: string): boolean {
  return /^[a-z][a-z\d-]{0,63}$/i.test(name) && !OTHER_HEADERS.test(name);
}

/** Carries the problem only; the text of a token is in no error. */
export class TokenError extends Error {
  override readonly name = 'TokenError';
  readonly problem: TokenProblem;

  constructor(problem: TokenProblem) {
    super(`the token cannot be sent in a header: ${problem}`);
    this.problem = problem;
  }
}

/** `hostname` as a URL gives it. Only names that no name server is asked about, and `localhost`. */
export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname);
}

/** Addresses of this machine and of private networks, where they are told as numbers; and `localhost`. */
export function isPrivate(hostname: string): boolean {
  return (
    isLoopback(hostname) ||
    /^(10\.\d+|192\.168|169\.254|172\.(1[6-9]|2\d|3[01]))\.\d+\.\d+$/.test(hostname) ||
    /^(0\.0\.0\.0|\[(::(ffff:.*)?|f[cd].*|fe[89ab].*)\])$/.test(hostname)
  );
}

/** Over https and to this machine always; over plain http only where a person allowed it for this origin. */
export function mayCarryToken(url: URL, allowPlainHttp: boolean): boolean {
  if (url.protocol === 'https:') return true;
  return url.protocol === 'http:' && (allowPlainHttp || isLoopback(url.hostname));
}

/** From http to https of one host, each on its usual port: the same site, which now also proves that it is. */
export function isUpgrade(from: URL, to: URL): boolean {
  const isSameHost = from.hostname === to.hostname && from.port === '' && to.port === '';
  return isSameHost && from.protocol === 'http:' && to.protocol === 'https:';
}

/** Redirects are followed by hand: the platform's way changes POST into GET, and takes the token along (docs/network.md 52). */
const MAX_HOPS = 5;

/** 300, 304 and 305 name nothing to follow: they come back as answers. */
export function isRedirect(status: number): boolean {
  return status === 301 || status === 302 || status === 303 || status === 307 || status === 308;
}

/**
 * Where to put the same question (same method, same body) again. Followed: the same origin, and http to https on the
 * same host name (whatever the ports: they must differ); the caller drops the token when the origin changed. All else
 * is refused: another host could be an attacker's, or a name inside the private network.
 * Throws HttpError `redirect` with the refused origin as `target`, or `redirectLoop` where there is no end to it.
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
 * The same for a file, which portals keep elsewhere at times: another host is followed where `mayGoTo` says so, who asks
 * people. Never from https to http.
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
  // People can't know what is there, and the server has no business with it.
  const isInward = isPrivate(to.hostname) && !isPrivate(from.hostname);
  if (!isOwn && (isInward || !(await mayGoTo(to)))) throw refusedHop(from, to, 'another host');
  return to;
}

/** A URL that somebody else wrote, as a server is asked for it: without a login. Undefined where it is none. */
export function sentAddress(text: string, base: string): URL | undefined {
  const url = URL.parse(text, base);
  if (url === null) return undefined;
  url.username = '';
  url.password = '';
  url.hash = '';
  return url;
}

/** Throws for what nobody may follow. */
function hopTarget(from: URL, location: string, hops: number): URL {
  const to = sentAddress(location, from.href);
  if (to === undefined) throw refusedHop(from, undefined, 'not a URL');
  if (hops >= MAX_HOPS)
    throw new HttpError('redirectLoop', from.host, { message: `more than ${MAX_HOPS} redirects` });
  if (to.protocol !== 'https:' && to.protocol !== 'http:') throw refusedHop(from, to, 'not http');
  return to;
}

function refusedHop(from: URL, to: URL | undefined, why: string): HttpError {
  // A file: or data: URL has the origin "null"; its scheme says more.
  const target = to === undefined ? '?' : to.origin === 'null' ? to.protocol : to.origin;
  return new HttpError('redirect', from.host, { target, message: `redirect to ${target} refused: ${why}` });
}
