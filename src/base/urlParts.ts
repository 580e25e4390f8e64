/** A part of an address without its percent codes; as it stands where they are none. */
export function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** Without the brackets around an IPv6 address; empty if there is none. */
export function hostIn({ hostname }: URL): string {
  return decoded(hostname.replace(/^\[(.*)\]$/, '$1'));
}
