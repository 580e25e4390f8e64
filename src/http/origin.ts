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

/** Redirects are followed by hand: the platform's way changes POST into GET, and takes the token along (docs/network.md 20). */
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
  const refused = (target: string, why: string): HttpError =>
    new HttpError('redirect', from.host, { target, message: `redirect to ${target} refused: ${why}` });

  const to = URL.parse(location, from.href);
  if (to === null) throw refused('?', 'not a URL');
  to.username = '';
  to.password = '';
  to.hash = '';
  // A file: or data: URL has the origin "null"; its scheme says more.
  const target = to.origin === 'null' ? to.protocol : to.origin;
  if (hops >= MAX_HOPS)
    throw new HttpError('redirectLoop', from.host, { message: `more than ${MAX_HOPS} redirects` });
  if (to.origin === from.origin) return to;
  if (to.protocol !== 'https:' && to.protocol !== 'http:') throw refused(target, 'not http');
  if (to.hostname !== from.hostname) throw refused(target, 'another host');
  if (to.protocol === from.protocol) throw refused(target, 'another port');
  if (to.protocol === 'http:') throw refused(target, 'from https to http');
  return to;
}
