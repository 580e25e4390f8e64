/** Faults 1 to 30 of docs/network.md. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo, LookupFunction } from 'node:net';
import tls, { type TlsOptions } from 'node:tls';
import { certificate } from './certificate.ts';
import { undici } from './client.ts';
import { faults, unseenCuts } from './faults.ts';
import { startProxy, type ProxyOptions } from './proxyServer.ts';
import { message, RawServer } from './rawServer.ts';
import type { Scene, Stage, Trouble } from './scene.ts';

const impatient = { headersMs: 300, bodyIdleMs: 300, connectMs: 300 };

function lookupFailing(code: string): LookupFunction {
  return (name, _options, callback) => callback(Object.assign(new Error(`getaddrinfo ${code} ${name}`), { code }), '');
}

/** `trusted`: by this process, from now on. */
async function secure(options: TlsOptions, trusted?: string): Promise<Trouble> {
  if (trusted !== undefined) tls.setDefaultCACertificates([...tls.getCACertificates('bundled'), trusted]);
  const server = await RawServer.start((_, socket) => socket.write(message(200, {}, '{}')), { tls: options });
  return { to: server.url('/', 'portal.test'), transport: undici() };
}

async function proxied(options: ProxyOptions & { readonly isGone?: boolean }, to?: URL): Promise<Trouble> {
  const proxy = await startProxy(options);
  const { host, origin } = proxy.url();
  if (options.isGone === true) await proxy.close();
  return { transport: undici({ proxy: origin }), host, ...(to && { to }) };
}

const secureUrl = ({ server }: Stage) => new URL(`https://portal.test:${String(server.port)}`);

/** Scenes in which a server sends raw bytes for every page. */
export const rawScenes: readonly Scene[] = [...faults, ...unseenCuts]
  // Row 55 depends on CKAN's own words, and the wait needs another clock; both are among the other scenes.
  .filter(({ row, what }) => row !== 55 && what !== 'a wait beyond our time')
  .map(({ row, what, answer }) => ({
    row,
    what,
    // A server of version 2.12 knows ranges, and would take a refusal for a refusal of ranges.
    table: { version: '2.11' },
    ...(what === 'redirects in a circle' && { sends: 6 }),
    trouble: () => ({ answer: () => answer, ...([27, 28].includes(row) && { transport: undici({}, impatient) }) }),
  }));

export const connectionScenes: readonly Scene[] = [
  ...['ENOTFOUND', 'EAI_AGAIN'].map((code) => ({
    row: 1,
    what: `a name that doesn't resolve, ${code}`,
    trouble: () => ({ transport: undici({}, { lookup: lookupFailing(code) }) }),
  })),
  {
    row: 2,
    what: 'a name lookup that hangs',
    trouble: () => ({ transport: undici({}, { ...impatient, lookup: () => undefined }) }),
  },
  {
    row: 3,
    what: 'nothing listens',
    trouble: async () => {
      const gone = await RawServer.start(() => undefined);
      await gone.close();
      return { to: gone.url('/', 'portal.test'), transport: undici() };
    },
  },
  {
    row: 4,
    what: 'a handshake that hangs',
    trouble: async () => {
      const silent = await RawServer.start(() => undefined);
      const to = new URL(`https://portal.test:${String(silent.port)}`);
      return { to, transport: undici({}, impatient) };
    },
  },
  {
    row: 7,
    what: 'a kept connection that closes as the next request arrives',
    heals: true,
    trouble: { answer: (index) => (index === 0 ? (_, socket) => socket.end() : undefined) },
    check: (_stage, { pauses }) => {
      if (pauses[0] !== 0) throw new Error('not asked again at once');
    },
  },
  {
    row: 17,
    what: 'https to a port that speaks http',
    trouble: async () => {
      // Says what is wrong, in plain text, as servers do.
      const plain = createServer().listen(0, '127.0.0.1');
      await once(plain, 'listening');
      const { port } = plain.address() as AddressInfo;
      plain.unref();
      return { to: new URL(`https://portal.test:${String(port)}`), transport: undici() };
    },
  },
  {
    row: 18,
    what: 'http to a port that speaks https',
    trouble: async () => {
      const { to } = await secure(certificate(['portal.test']));
      return { to: new URL(`http://${to?.host ?? ''}`), transport: undici() };
    },
  },
  {
    row: 19,
    what: 'an expired certificate',
    trouble: () => {
      const old = certificate(['portal.test'], { expired: true });
      return secure(old, old.cert);
    },
  },
  {
    row: 20,
    what: 'a certificate of another host',
    trouble: () => {
      const other = certificate(['other.test']);
      return secure(other, other.cert);
    },
  },
  { row: 21, what: 'an unknown issuer', trouble: () => secure(certificate(['portal.test'])) },
  {
    row: 22,
    what: 'TLS 1.1 only',
    trouble: () => {
      const old = { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'ALL@SECLEVEL=0' } as const;
      return secure({ ...certificate(['portal.test']), ...old });
    },
  },
  { row: 23, what: 'a proxy that is gone', trouble: () => proxied({ isGone: true }) },
  {
    row: 23,
    what: 'a proxy whose address no one can use',
    trouble: () => ({ transport: undici({ proxy: 'socks5://proxy.test:1080' }), host: 'proxy.test:1080' }),
  },
  { row: 24, what: 'a proxy that wants a login', trouble: () => proxied({ status: 407 }) },
  {
    row: 25,
    what: 'a proxy that wants a login, https',
    trouble: (stage) => proxied({ status: 407 }, secureUrl(stage)),
  },
  { row: 25, what: 'a proxy that refuses, https', trouble: (stage) => proxied({ status: 502 }, secureUrl(stage)) },
  {
    row: 26,
    what: 'a proxy between us and this machine',
    trouble: async ({ server }) => ({ ...(await proxied({ isGone: true })), to: server.url() }),
  },
  {
    row: 29,
    what: 'a body that drips',
    trouble: () => ({
      transport: undici({}, impatient),
      answer: (_index, _request, honest) => (request, socket) => {
        const whole = honest(request);
        const end = whole.length - 8;
        socket.write(whole.subarray(0, end));
        let at = end;
        const drip = setInterval(() => {
          socket.write(whole.subarray(at, at + 1));
          at += 1;
          if (at === whole.length) clearInterval(drip);
        }, 60);
        socket.on('close', () => clearInterval(drip));
      },
    }),
  },
];
