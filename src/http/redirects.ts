/** Where a redirect may lead (docs/security.md 7 and 23). */
import { HttpError } from './errors.ts';
import { isUpgrade, sentAddress } from './origin.ts';
import { isPrivate } from './privateNetwork.ts';

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

/** Throws HttpError for an address that is never followed. */
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
