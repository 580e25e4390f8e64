import type { Disposable } from 'vscode';
import { Catalog } from '../datastore/catalog/catalog.ts';
import { DatastoreClient } from '../datastore/client/client.ts';
import { Dialect } from '../datastore/dialect/dialect.ts';
import type { Access, PortalAccess } from '../datastore/wire/model.ts';
import type { FileAnswer, FileRequest } from '../http/fileRequest.ts';
import type { Exchange } from '../http/exchange.ts';
import { AddressChanged, Problem } from '../platform/problem.ts';
import { DisposableStore } from '../platform/disposables.ts';
import { isDatabase, LOCAL_PORTAL_ID, type Portal, type ResourceRef } from '../platform/portal.ts';
import type { LocalPort } from '../platform/localPort.ts';
import type { DatabaseServers } from './databases/databaseServers.ts';
import type { DialectStore, PortalPlace } from './dialectStore.ts';
import type { PortalStore } from './portalStore.ts';
import type { TokenStore } from './web/tokenStore.ts';
import { translate } from '../platform/windowLanguage.ts';
import { PORTAL_WORDS } from './portalWords.ts';

export interface ClientSources {
  readonly store: PortalStore;
  readonly tokens: TokenStore;
  readonly localFiles: LocalPort;
  readonly exchange: Exchange;
  readonly dialects: DialectStore;
  readonly databases: Pick<DatabaseServers, 'access'>;
}

type Address = Pick<Portal, 'baseUrl'> & Partial<Pick<Portal, 'allowPlainHttp' | 'tokenHeader'>>;

/** Both ask the same server, as the same person. */
interface Connection {
  readonly client: DatastoreClient;
  readonly catalog: Catalog;
}

/**
 * One client for each portal, so that what it learned about a server (fields, dialect) is learned once. A client asks the
 * address that it was made for: another one may be another server, whose records must not mix with those that are here.
 */
export class PortalClients implements Disposable {
  readonly #sources: ClientSources;
  readonly #store = new DisposableStore();
  readonly #connections = new Map<string, Connection>();
  /** Not of the embedded datastore: its address is another one whenever it starts. */
  readonly #places = new WeakMap<DatastoreClient, PortalPlace>();

  constructor(sources: ClientSources) {
    this.#sources = sources;
    this.#store.add(sources.localFiles.onDidChange(() => this.#connections.delete(LOCAL_PORTAL_ID)));
    this.#store.add(sources.tokens.onDidChange(() => this.#forgetPerson()));
  }

  /** For questions about one resource. A local file that is not read yet is read first. */
  async of(ref: ResourceRef, signal: AbortSignal): Promise<DatastoreClient> {
    if (ref.portalId === LOCAL_PORTAL_ID) await this.#sources.localFiles.ensure(ref.resourceId, signal);
    return this.ofPortal(ref.portalId);
  }

  ofPortal(portalId: string): DatastoreClient {
    return this.#connection(portalId).client;
  }

  /** Its datasets; what they teach about the portal, its client knows too. */
  catalogOf(portalId: string): Catalog {
    return this.#connection(portalId).catalog;
  }

  /** The portal's datasets as anybody sees them, without a token. */
  publicCatalogOf(portalId: string): Catalog {
    const { baseUrl = '' } = this.#sources.store.find(portalId) ?? {};
    const { facts } = this.ofPortal(portalId).dialect;
    return this.#connect(() => Promise.resolve({ baseUrl }), new Dialect({ facts })).catalog;
  }

  /** The portal of this client has another address now: the client asks no more. */
  hasMoved(client: DatastoreClient): boolean {
    const place = this.#places.get(client);
    const portal = place && this.#sources.store.find(place.portalId);
    return portal !== undefined && portal.baseUrl !== place?.baseUrl;
  }

  /** For an address that is no portal yet. */
  at(baseUrl: string): DatastoreClient {
    return this.#connect(() => this.#accessTo({ baseUrl }), new Dialect()).client;
  }

  /** See PortalPort. */
  async file(
    portalId: string,
    request: Omit<FileRequest, 'token'>,
    signal: AbortSignal,
  ): Promise<FileAnswer> {
    const { store, exchange } = this.#sources;
    const portal = portalIn(store, portalId);
    const isOwn = request.url.origin === new URL(portal.baseUrl).origin;
    return exchange.file({ ...request, ...(isOwn && (await this.#accessTo(portal))) }, signal);
  }

  dispose(): void {
    this.#store.dispose();
  }

  #connection(portalId: string): Connection {
    const known = this.#connections.get(portalId);
    if (known !== undefined && !this.hasMoved(known.client)) return known;
    const connection = portalId === LOCAL_PORTAL_ID ? this.#toLocal() : this.#toPortal(portalId);
    this.#connections.set(portalId, connection);
    return connection;
  }

  /** What a portal refused to one person, it may answer to another. */
  #forgetPerson(): void {
    for (const { client } of this.#connections.values()) client.dialect.forgetPerson();
  }

  #connect(access: Access, dialect: Dialect): Connection {
    const options = { exchange: this.#sources.exchange, access, dialect };
    return { client: new DatastoreClient(options), catalog: new Catalog(options) };
  }

  #toLocal(): Connection {
    const access: Access = (signal) => this.#sources.localFiles.access(signal);
    return this.#connect(access, new Dialect({ isEmbedded: true }));
  }

  /** Looked up for every request: a token may be set, the address edited. */
  #toPortal(portalId: string): Connection {
    const { store, dialects, databases } = this.#sources;
    const place = { portalId, baseUrl: store.find(portalId)?.baseUrl ?? '' };
    const { baseUrl } = place;
    // Tables of a database are searched in its own words, never in people's SQL.
    const dialect = isDatabase(place)
      ? new Dialect({ isEmbedded: true, isOnThisMachine: false, facts: { sql: false } })
      : dialects.open(place);
    const connection = this.#connect(async (signal) => {
      const portal = portalIn(store, portalId);
      if (portal.baseUrl !== baseUrl) throw new AddressChanged(portal.name);
      return isDatabase(portal) ? databases.access(portal, signal) : this.#accessTo(portal);
    }, dialect);
    this.#places.set(connection.client, place);
    return connection;
  }

  async #accessTo({ baseUrl, allowPlainHttp = false, tokenHeader }: Address): Promise<PortalAccess> {
    const token = await this.#sources.tokens.get(baseUrl);
    return {
      baseUrl,
      allowPlainHttp,
      ...(token !== undefined && { token }),
      ...(tokenHeader !== undefined && { tokenHeader }),
    };
  }
}

function portalIn(store: PortalStore, portalId: string): Portal {
  const portal = store.find(portalId);
  if (portal !== undefined) return portal;
  throw new Problem(translate(PORTAL_WORDS.portalRemoved), translate(PORTAL_WORDS.addAgain));
}
