/** Where a token may go and what it may look like, and where a redirect may lead (docs/security.md 6 to 8). */
import { BlockList, isIP } from 'node:net';
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

/** IPv4 blocks that no server on the internet has: IANA's special-purpose registry without the examples in documents. */
const PRIVATE_IPV4 = new BlockList();
const IPV4_BLOCKS =
  '0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.168.0.0/16 198.18.0.0/15 224.0.0.0/3';
for (const block of IPV4_BLOCKS.split(' ')) {
  const [address = '', prefix] = block.split('/');
  PRIVATE_IPV4.addSubnet(address, Number(prefix));
}

/** All IPv6 addresses of the internet. Mapped, translated, local and multicast addresses lie outside. */
const GLOBAL_IPV6 = new BlockList();
GLOBAL_IPV6.addSubnet('2000::', 3, 'ipv6');

/** Tunnels (Teredo, 6to4), whose addresses contain an IPv4 address. */
const IPV6_TUNNELS = new BlockList();
IPV6_TUNNELS.addSubnet('2001::', 32, 'ipv6');
IPV6_TUNNELS.addSubnet('2002::', 16, 'ipv6');

/** Names without a dot, and under the domains reserved for private networks (RFC 6761, 6762 and 8375, ICANN). */
const PRIVATE_NAME = /^[^.]*$|\.(?:localhost|local|internal|home\.arpa|corp|home|intranet|lan|private)$/;

/**
 * Whether a name or an address means this machine or a private network. Names are not looked up.
 * `hostname`: as a URL has it, which spells every IPv4 address with four decimal numbers.
 */
export function isPrivate(hostname: string): boolean {
  const name = hostname.replace(/^\[|\]$|(?<!\.)\.+$/g, '');
  switch (isIP(name)) {
    case 4:
      return PRIVATE_IPV4.check(name);
    case 6:
      return !GLOBAL_IPV6.check(name, 'ipv6') || IPV6_TUNNELS.check(name, 'ipv6');
    default:
      return PRIVATE_NAME.test(name);
  }
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
 * The next address of a file, which portals sometimes keep elsewhere. `mayGoTo` decides about another origin, by asking
 * people; it isn't asked about an upgrade to https. A redirect from https to http, or from the internet into a private
 * network, is never followed. Throws like `nextHop`.
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
  if (!isOwn && (isInward || !(await mayGoTo(to)))) throw refusedHop(from, to, 'another origin');
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
