/** Decides where a redirect may lead (docs/security.md 7 and 23). */
import { HttpError } from './errors.ts';
import { isUpgrade, sentAddress } from './origin.ts';
import { isPrivate } from './privateNetwork.ts';

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
