/** Where a token may go and what it may look like (docs/security.md 6 to 8). */

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

/** A URL from elsewhere, as a server is asked for it: without a login. Undefined where it is none. */
export function sentAddress(text: string, base: string): URL | undefined {
  const url = URL.parse(text, base);
  if (url === null) return undefined;
  url.username = '';
  url.password = '';
  url.hash = '';
  return url;
}
