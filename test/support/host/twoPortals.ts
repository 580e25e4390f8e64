/** The host's objects around a records panel, and two servers with different records under the same id. */
import type { Memento } from 'vscode';
import type { Exchange } from '../../../src/http/exchange.ts';
import { Failures } from '../../../src/platform/failures.ts';
import { Log } from '../../../src/platform/log.ts';
import type { Settings } from '../../../src/platform/state/settings.ts';
import { UnfinishedTasks } from '../../../src/platform/state/unfinishedTasks.ts';
import type { LocalPort } from '../../../src/platform/ports/localPort.ts';
import type { LocalRecords, PartialFile } from '../../../src/platform/ports/portalPort.ts';
import type { Portal } from '../../../src/platform/portal.ts';
import { OpenedResources } from '../../../src/sources/openedResources.ts';
import { DatabaseActions } from '../../../src/sources/databases/databaseActions.ts';
import { DatabaseServers } from '../../../src/sources/databases/databaseServers.ts';
import { PasswordStore } from '../../../src/sources/databases/passwordStore.ts';
import { DialectStore } from '../../../src/sources/dialectStore.ts';
import { PortalClients } from '../../../src/sources/portalClients.ts';
import { PortalDirectory } from '../../../src/sources/portalDirectory.ts';
import { PortalSources } from '../../../src/sources/portalSource.ts';
import { PortalStore } from '../../../src/sources/portalStore.ts';
import { DatabasePortal } from '../../../src/sources/databases/databasePortal.ts';
import { LocalPortal } from '../../../src/sources/local/localPortal.ts';
import { SavedResources } from '../../../src/sources/savedResources.ts';
import { WebActions } from '../../../src/sources/web/webActions.ts';
import { WebPortal } from '../../../src/sources/web/webPortal.ts';
import { TokenStore } from '../../../src/sources/web/tokenStore.ts';
import { SavedExports } from '../../../src/records/export/savedExports.ts';
import type { FakeCkan } from '../fakes/fakeCkan.ts';
import { exchangeWith } from '../fakes/fakeExchange.ts';
import { EventEmitter } from './vscode.ts';

export interface Hosting {
  /** The content of VS Code's global state. */
  readonly state: Memento;
  readonly store: PortalStore;
  readonly opened: OpenedResources;
  readonly tokens: TokenStore;
  readonly passwords: PasswordStore;
  readonly databases: DatabaseServers;
  readonly databaseActions: DatabaseActions;
  readonly sources: PortalSources;
  /** The content of VS Code's secret storage. */
  readonly secrets: ReadonlyMap<string, string>;
  readonly clients: PortalClients;
  readonly directory: PortalDirectory;
  readonly failures: Failures;
  readonly unfinished: UnfinishedTasks;
  readonly savedExports: SavedExports;
  readonly settings: Pick<Settings, 'pagesAtOnce'>;
  readonly log: Log;
  readonly portal: Portal;
}

/** The host with these servers, by host name. The portal has the first one's address. */
export async function hostWith(
  servers: Readonly<Record<string, FakeCkan>>,
  localFiles: object = {},
  openDatabase: ConstructorParameters<typeof DatabaseServers>[1] = noDatabase,
): Promise<Hosting> {
  const log = new Log();
  const state = memento();
  const store = new PortalStore(state);
  const opened = new OpenedResources(state, store);
  const secrets = new Map<string, string>();
  const tokens = new TokenStore(secretStorage(secrets), log);
  const exchange = exchangeWith(servers) as Exchange;
  const files = {
    onDidChange: new EventEmitter().event,
    requestedName: () => undefined,
    ...localFiles,
  } as unknown as LocalPort;
  const dialects = new DialectStore(state, store);
  const passwords = new PasswordStore(secretStorage(secrets), log);
  const databases = new DatabaseServers(passwords, openDatabase);
  const failures = new Failures(log);
  const saved = new SavedResources({ store, opened, failures });
  const databaseActions = new DatabaseActions({ store, passwords, servers: databases, failures });
  const care = new WebActions({
    ...{ store, tokens, failures },
    clients: { ofPortal: (portalId) => clients.ofPortal(portalId) },
    setToken: (portalId) => directory.setToken(portalId),
  });
  const sources = new PortalSources(
    store,
    [
      new LocalPortal(files, () => Promise.resolve()),
      new DatabasePortal({ store, opened, saved, servers: databases, databaseActions }),
    ],
    new WebPortal({ store, opened, saved, tokens, dialects, care }),
  );
  const clients: PortalClients = new PortalClients({ store, tokens, sources, exchange });
  const directory: PortalDirectory = new PortalDirectory({ store, opened, tokens, sources, clients });
  const [first = ''] = Object.keys(servers);
  const portal = await store.add('City', `https://${first}`);
  failures.nameServers({
    nameOf: (host) => databases.nameOf(host) ?? store.nameOf(host),
    reworded: (error) => databases.reworded(error),
  });
  const unfinished = new UnfinishedTasks(memento());
  return {
    state,
    store,
    opened,
    tokens,
    passwords,
    databases,
    databaseActions,
    sources,
    secrets,
    clients,
    directory,
    failures,
    unfinished,
    savedExports: new SavedExports(state),
    settings: { pagesAtOnce: { value: 2 } as never },
    log,
    portal,
  };
}

/** The records of files on this machine, of which `file` is still being read. */
export function localRecords(file: PartialFile | undefined): LocalRecords {
  const records: Partial<LocalRecords> = {
    partial: () => file,
    refresh: () => Promise.resolve(),
    watch: () => undefined,
  };
  return records as LocalRecords;
}

function noDatabase(): never {
  throw new Error('This test has no database.');
}

function memento(): Memento {
  const values = new Map<string, unknown>();
  return {
    keys: () => [...values.keys()],
    get: (key: string) => values.get(key) as never,
    update: (key: string, value: unknown) => Promise.resolve(void values.set(key, value)),
  };
}

function secretStorage(values: Map<string, string>): ConstructorParameters<typeof TokenStore>[0] {
  return {
    get: (key) => Promise.resolve(values.get(key)),
    store: (key, value) => Promise.resolve(void values.set(key, value)),
    delete: (key) => Promise.resolve(void values.delete(key)),
    keys: () => Promise.resolve([...values.keys()]),
    onDidChange: new EventEmitter<{ readonly key: string }>().event,
  };
}
