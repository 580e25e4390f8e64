/** A part of an address without percent codes. A part with invalid codes is returned unchanged. */
export function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** The host name without the brackets around an IPv6 address. Empty if the URL has no host. */
export function hostIn({ hostname }: URL): string {
  return decoded(hostname.replace(/^\[(.*)\]$/, '$1'));
}
