/** The host's objects around a records panel, and two servers that hold other records under the same id. */
import type { Memento } from 'vscode';
import type { Answer, Exchange, TextRequest } from '../../../src/http/exchange.ts';
import { Failures } from '../../../src/platform/failures.ts';
import { Log } from '../../../src/platform/log.ts';
import type { LocalFiles } from '../../../src/portals/localFiles.ts';
import type { Portal } from '../../../src/portals/portal.ts';
import { PortalClients } from '../../../src/portals/portalClients.ts';
import { PortalDirectory } from '../../../src/portals/portalDirectory.ts';
import { PortalStore } from '../../../src/portals/portalStore.ts';
import { TokenStore } from '../../../src/portals/tokenStore.ts';
import { untilAborted } from '../../../src/shared/untilAborted.ts';
import type { FakeCkan } from '../fakeCkan.ts';
import { EventEmitter } from './vscode.ts';

export interface Hosting {
  readonly store: PortalStore;
  readonly clients: PortalClients;
  readonly directory: PortalDirectory;
  readonly failures: Failures;
  readonly log: Log;
  readonly portal: Portal;
}

/** `servers`: by host. The portal begins at the first one. */
export async function hostWith(
  servers: Readonly<Record<string, FakeCkan>>,
  localFiles: object = {},
): Promise<Hosting> {
  const log = new Log();
  const store = new PortalStore(memento());
  const tokens = new TokenStore(secrets(), log);
  const exchange: Pick<Exchange, 'fetchText'> = {
    fetchText: (request, signal) => ask(servers, request, signal),
  };
  const files = { onDidChange: new EventEmitter().event, ...localFiles } as unknown as LocalFiles;
  const clients = new PortalClients({ store, tokens, localFiles: files, exchange: exchange as Exchange });
  const directory = new PortalDirectory({ store, tokens, localFiles: files, clients });
  const [first = ''] = Object.keys(servers);
  const portal = await store.add('City', `https://${first}`);
  return { store, clients, directory, failures: new Failures(log), log, portal };
}

async function ask(
  servers: Readonly<Record<string, FakeCkan>>,
  { method, url, body = '', token }: TextRequest,
  signal: AbortSignal,
): Promise<Answer> {
  const server = servers[url.host];
  if (server === undefined) throw new RangeError(`No server is called ${url.host}`);
  const {
    status,
    text,
    headers = {},
  } = await untilAborted(server.answer(method, url.pathname, body, token), signal);
  const tokenSent = token !== undefined;
  return {
    ...{ status, text, url, tokenSent },
    headers: new Map(Object.entries(headers)),
    lossyUtf8: false,
    elapsedMs: 1,
  };
}

function memento(): Memento & { setKeysForSync(keys: readonly string[]): void } {
  const values = new Map<string, unknown>();
  return {
    keys: () => [...values.keys()],
    get: (key: string) => values.get(key) as never,
    update: (key: string, value: unknown) => Promise.resolve(void values.set(key, value)),
    setKeysForSync: () => undefined,
  };
}

function secrets(): ConstructorParameters<typeof TokenStore>[0] {
  const values = new Map<string, string>();
  return {
    get: (key) => Promise.resolve(values.get(key)),
    store: (key, value) => Promise.resolve(void values.set(key, value)),
    delete: (key) => Promise.resolve(void values.delete(key)),
    keys: () => Promise.resolve([...values.keys()]),
    onDidChange: new EventEmitter<{ readonly key: string }>().event,
  };
}
