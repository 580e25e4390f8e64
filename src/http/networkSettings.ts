/** VS Code's `http.*` settings and the environment's variables for the way to a server. */
import { BlockList, isIP } from 'node:net';
import { HttpError } from './errors.ts';
import { isLoopback } from './origin.ts';

export interface NetworkSettings {
  /** The `http.proxy` setting. If it is empty, the environment's HTTPS_PROXY, HTTP_PROXY or ALL_PROXY counts. */
  readonly proxy?: string;
  /** The `http.noProxy` setting. The environment's NO_PROXY is added. */
  readonly noProxy: readonly string[];
  readonly proxySupport: 'off' | 'on' | 'fallback' | 'override';
  readonly strictSsl: boolean;
  readonly proxyAuthorization?: string;
  readonly systemCertificates: boolean;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/**
 * The proxy for this URL, or undefined for a direct connection. This machine is always reached directly, because a
 * proxy would see the embedded datastore's token. Throws HttpError `proxyAddress` if the proxy's address isn't an
 * http(s) URL: undici's SOCKS client is experimental, and hung when tried.
 */
export function proxyFor(url: URL, settings: NetworkSettings): URL | undefined {
  if (settings.proxySupport === 'off' || isLoopback(url.hostname)) return undefined;
  const [place, text] = proxySetting(url.protocol, settings);
  if (text === undefined) return undefined;
  const exceptions = variable('NO_PROXY', settings.environment)?.split(',') ?? [];
  if ([...settings.noProxy, ...exceptions].some((entry) => covers(entry.trim().toLowerCase(), url))) {
    return undefined;
  }
  const proxy = URL.parse(text.includes('://') ? text : `http://${text}`);
  if (proxy === null || !/^https?:$/.test(proxy.protocol)) {
    // The message leaves out the address, because it may contain a password.
    const message = 'the address of the proxy is not usable';
    throw new HttpError('proxyAddress', proxy?.host ?? '…', { target: place, message });
  }
  return proxy;
}

/** The setting or variable with the proxy, and its value. Like in VS Code, https falls back to HTTP_PROXY. */
function proxySetting(
  protocol: string,
  { proxy, environment }: NetworkSettings,
): readonly [place: string, text: string | undefined] {
  const names = protocol === 'https:' ? ['HTTPS_PROXY', 'HTTP_PROXY', 'ALL_PROXY'] : ['HTTP_PROXY', 'ALL_PROXY'];
  const variables = names.map((name) => [name, variable(name, environment)] as const);
  return (
    [['http.proxy', trimmed(proxy)] as const, ...variables].find(([, text]) => text !== undefined) ?? ['', undefined]
  );
}

function variable(name: string, environment: NetworkSettings['environment']): string | undefined {
  return trimmed(environment[name]) ?? trimmed(environment[name.toLowerCase()]);
}

function trimmed(text: string | undefined): string | undefined {
  return text?.trim() === '' ? undefined : text?.trim();
}

/**
 * Whether an exception covers a URL. `entry` is `*`, a CIDR range, or a host, `.suffix` or `*.suffix` in lower case,
 * each with or without `:port`. A host also covers its subdomains, like in VS Code.
 */
function covers(entry: string, url: URL): boolean {
  if (entry === '') return false;
  if (entry === '*') return true;
  const address = url.hostname.replace(/^\[|\]$/g, '');
  const [network, prefix] = entry.split('/');
  if (network !== undefined && prefix !== undefined) return isInRange(address, network, prefix);
  const match = /^(?:\*?\.)?(.+?)(?::(\d+))?$/.exec(isIP(entry) === 6 ? `[${entry}]` : entry);
  const name = match?.[1] ?? '';
  const port = match?.[2];
  if (port !== undefined && port !== (url.port || (url.protocol === 'https:' ? '443' : '80'))) return false;
  return url.hostname === name || url.hostname.endsWith(`.${name}`);
}

function isInRange(address: string, network: string, prefix: string): boolean {
  const version = isIP(network);
  const bits = version === 4 ? 32 : 128;
  if (version === 0 || isIP(address) !== version || !/^\d+$/.test(prefix) || Number(prefix) > bits) return false;
  const family = version === 4 ? 'ipv4' : 'ipv6';
  const range = new BlockList();
  range.addSubnet(network, Number(prefix), family);
  return range.check(address, family);
}
