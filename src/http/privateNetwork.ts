/** Recognizes hosts on this machine or in a private network (docs/security.md 23). */
import { BlockList, isIP } from 'node:net';

/** IPv4 blocks without servers on the internet: IANA's special-purpose registry except its documentation blocks. */
const PRIVATE_IPV4 = new BlockList();
const IPV4_BLOCKS =
  '0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.168.0.0/16 198.18.0.0/15 224.0.0.0/3';
for (const block of IPV4_BLOCKS.split(' ')) {
  const [address = '', prefix] = block.split('/');
  PRIVATE_IPV4.addSubnet(address, Number(prefix));
}

/** All IPv6 addresses of the internet. Mapped, translated, local and multicast addresses are outside of this block. */
const GLOBAL_IPV6 = new BlockList();
GLOBAL_IPV6.addSubnet('2000::', 3, 'ipv6');

/** Tunnels (Teredo, 6to4), whose addresses contain an IPv4 address. */
const IPV6_TUNNELS = new BlockList();
IPV6_TUNNELS.addSubnet('2001::', 32, 'ipv6');
IPV6_TUNNELS.addSubnet('2002::', 16, 'ipv6');

/** Names without a dot, and names in domains reserved for private networks (RFC 6761, 6762 and 8375, ICANN). */
const PRIVATE_NAME = /^[^.]*$|\.(?:localhost|local|internal|home\.arpa|corp|home|intranet|lan|private)$/;

/** Whether a name or address, as a URL writes it, means this machine or a private network. Names aren't looked up. */
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
