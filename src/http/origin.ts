/** Decides where a token may go, and what it may look like (docs/security.md 6 to 8). */

export type TokenProblem = 'empty' | 'lineBreak' | 'character';

/**
 * Why a text can't be a token: it is empty, has a line break (which would start a new header), or a character that a
 * header can't carry (control characters, and all outside of Latin-1).
 */
export function checkToken(text: string): TokenProblem | undefined {
  if (text.trim() === '') return 'empty';
  if (/[\r\n]/.test(text)) return 'lineBreak';
  return /^[\t\x20-\x7e\x80-\xff]*$/.test(text) ? undefined : 'character';
}

/** The header in which CKAN expects a token by default (docs/ckan.md 8). */
export const TOKEN_HEADER = 'Authorization';

/** Headers with another meaning, or that only the connection itself may set. */
const OTHER_HEADERS =
  /^(?:host|connection|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade|expect|cookie.*|user-agent|origin|referer|(?:accept|content|sec|if)-.*|accept)$/i;

/** Whether a portal may expect its token in this header, for example `X-CKAN-API-Key`. */
export function isTokenHeader(name: string): boolean {
  return /^[a-z][a-z\d-]{0,63}$/i.test(name) && !OTHER_HEADERS.test(name);
}

/** Thrown for an unusable token. The error doesn't contain the token. */
export class TokenError extends Error {
  override readonly name = 'TokenError';
  readonly problem: TokenProblem;

  constructor(problem: TokenProblem) {
    super(`the token cannot be sent in a header: ${problem}`);
    this.problem = problem;
  }
}

/** Whether a URL's `hostname` means this machine. Covers `localhost` and addresses that need no name lookup. */
export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname);
}

/**
 * Whether a token may be sent: over https, to this machine, or over plain http if a person allowed it for the origin.
 */
export function mayCarryToken(url: URL, allowPlainHttp: boolean): boolean {
  if (url.protocol === 'https:') return true;
  return url.protocol === 'http:' && (allowPlainHttp || isLoopback(url.hostname));
}

/** Whether a redirect goes from http to https on one host with default ports: the same site, now with a certificate. */
export function isUpgrade(from: URL, to: URL): boolean {
  const isSameHost = from.hostname === to.hostname && from.port === '' && to.port === '';
  return isSameHost && from.protocol === 'http:' && to.protocol === 'https:';
}

/** A URL from elsewhere, resolved and without login and fragment. Undefined if it isn't a URL. */
export function sentAddress(text: string, base: string): URL | undefined {
  const url = URL.parse(text, base);
  if (url === null) return undefined;
  url.username = '';
  url.password = '';
  url.hash = '';
  return url;
}
