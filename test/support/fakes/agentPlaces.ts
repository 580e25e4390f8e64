/** Places of agents that reach FakeCkans without a network, and what a call sends. */
import type { AgentFile, AgentPlaces, AgentPortal } from '../../../src/agents/agentPlaces.ts';
import { LearnedDialect } from '../../../src/datastore/dialect/learnedDialect.ts';
import type { HttpRequest, Transport } from '../../../src/http/transport.ts';
import type { FakeAnswer } from './fakeCkan.ts';

interface FakeServer {
  answer(method: string, target: string, body: string, authorization?: string): Promise<FakeAnswer>;
}

export interface SentRequests extends Transport {
  readonly sent: HttpRequest[];
}

/** A transport that reaches servers by their hosts, and fails for every other one. */
export function transportTo(servers: Readonly<Record<string, FakeServer>>): SentRequests {
  const sent: HttpRequest[] = [];
  return {
    sent,
    send: async (request, signal) => {
      signal.throwIfAborted();
      sent.push(request);
      const { method, url, headers, body = '' } = request;
      const server = servers[url.host];
      if (server === undefined) throw new RangeError(`${url.host} must not be asked`);
      const own = body.replace(',"x_file_texts":true', '');
      const answer = await server.answer(method, url.pathname + url.search, own, headers['authorization']);
      return {
        status: answer.status,
        headers: new Map(Object.entries({ 'content-type': 'application/json', ...answer.headers })),
        body: (async function* () {
          await Promise.resolve();
          yield new TextEncoder().encode(answer.text);
        })(),
      };
    },
    dispose: () => Promise.resolve(),
  };
}

export function portalAt(host: string, { token = '', allowsSql = false } = {}): AgentPortal {
  const access = { baseUrl: `https://${host}`, ...(token !== '' && { token }) };
  const dialect = new LearnedDialect({ allowsSql: () => allowsSql });
  return { name: host, baseUrl: access.baseUrl, access: () => Promise.resolve(access), dialect };
}

/** A file that a server at `127.0.0.1:1` has as the resource `r`. */
export function fileNamed(name: string, linkPath?: string): AgentFile {
  const access = () => Promise.resolve({ baseUrl: 'http://127.0.0.1:1', token: 'own-token' });
  return {
    name,
    ...(linkPath !== undefined && { linkPath }),
    open: () => Promise.resolve({ access, resourceId: 'r' }),
  };
}

/** The places of an agent with one portal, ckan.test. */
export function placesOf(
  server: FakeServer,
  more: Partial<Omit<AgentPlaces, 'transport'>> & { readonly allowsSql?: boolean } = {},
) {
  const { allowsSql = false, ...others } = more;
  const transport = transportTo({ 'ckan.test': server, '127.0.0.1:1': server });
  return { portals: [portalAt('ckan.test', { allowsSql })], files: [], transport, ...others };
}
