/** Redirects are followed by hand, because the platform's way changes the question and leaks (docs/network.md 20). */
import { HttpError } from './errors.ts';

const MAX_HOPS = 5;

/** 300, 304 and 305 name nothing to follow: they come back as answers. */
export function isRedirect(status: number): boolean {
  return status === 301 || status === 302 || status === 303 || status === 307 || status === 308;
}

/**
 * Where to put the same question (same method, same body) again. Followed: the same origin, and http to https on the
 * same host name (whatever the ports: they must differ); the caller drops the token when the origin changed. All else
 * is refused: another host could be an attacker's, or a name inside the private network (T8, T23).
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
