import { Catalog } from '../datastore/catalog/catalog.ts';
import { DatastoreClient } from '../datastore/client/client.ts';
import type { Dialect } from '../datastore/dialect/dialect.ts';
import type { DialectFacts } from '../datastore/dialect/facts.ts';
import { LearnedDialect } from '../datastore/dialect/learnedDialect.ts';
import type { Access } from '../datastore/wire/model.ts';
import type { FileAnswer, FileRequest } from '../http/fileRequest.ts';
import type { Exchange } from '../http/exchange.ts';
import { Owner } from '../platform/disposables.ts';
import type { ResourceRef } from '../platform/portal.ts';
import type { PortalPort } from '../platform/ports/portalPort.ts';
import type { PortalPlace } from './dialectStore.ts';
import { portalIn } from './listedPortal.ts';
import type { PortalSource, PortalSources } from './portalSource.ts';
import type { PortalStore } from './portalStore.ts';
import type { TokenStore } from './web/tokenStore.ts';
import { webAccess } from './web/webPortal.ts';

export interface ClientDeps {
  readonly store: PortalStore;
  readonly tokens: TokenStore;
  readonly sources: PortalSources;
  readonly exchange: Exchange;
}

/** The client and the catalog of a portal share an address, a token and a dialect. */
interface Connection {
  readonly client: DatastoreClient;
  readonly catalog: Catalog;
}

/**
 * One client for each portal, which keeps what it learns about the server (fields, dialect). A client belongs to one
 * address, because another address may be another server, whose records must not mix with the present ones.
 */
export class PortalClients extends Owner {
  readonly #deps: ClientDeps;
  readonly #connections = new Map<string, Connection>();
  /** The addresses of clients. The embedded datastore has an empty base URL here, whatever its port. */
  readonly #places = new WeakMap<DatastoreClient, PortalPlace>();
  readonly ofPortal = (portalId: string): DatastoreClient => this.#connection(portalId).client;
  readonly catalogOf = (portalId: string): Catalog => this.#connection(portalId).catalog;
  /** The client for an address that isn't a portal yet. */
  readonly at = (baseUrl: string): DatastoreClient =>
    this.#connect(() => webAccess(this.#deps.tokens, { baseUrl }), new LearnedDialect()).client;

  constructor(deps: ClientDeps) {
    super();
    this.#deps = deps;
    for (const source of deps.sources.all)
      if (source.onDidChange !== undefined) this.owned.add(source.onDidChange(() => this.#disconnect(source)));
    this.owned.add(deps.tokens.onDidChange(() => this.#forgetPerson()));
  }

  /** The client for queries about a resource. A local file is imported first if necessary. */
  async of(ref: ResourceRef, signal: AbortSignal): Promise<DatastoreClient> {
    await this.#deps.sources.ofId(ref.portalId).records?.ensure(ref.resourceId, signal);
    return this.ofPortal(ref.portalId);
  }

  /** The portal's datasets that are visible without a token. */
  publicCatalogOf(portalId: string): Catalog {
    const { baseUrl = '' } = this.#deps.store.find(portalId) ?? {};
    return this.#withoutToken(baseUrl, this.ofPortal(portalId).dialect.facts).catalog;
  }

  /** Portals that aren't in the list, such as those that a document names. They get no token. */
  get unlisted(): Pick<PortalPort, 'find' | 'findByUrl' | 'client' | 'setToken'> {
    const { store } = this.#deps;
    return {
      find: (portalId) => store.find(portalId),
      findByUrl: (baseUrl) => store.visit(baseUrl),
      client: ({ portalId }) => Promise.resolve(this.#withoutToken(portalIn(store, portalId).baseUrl).client),
      setToken: () => Promise.resolve(false),
    };
  }

  /** Whether the client's portal has another address now. The client sends nothing any more. */
  hasMoved(client: DatastoreClient): boolean {
    const place = this.#places.get(client);
    const portal = place && this.#deps.store.find(place.portalId);
    return portal !== undefined && portal.baseUrl !== place?.baseUrl;
  }

  /** The token is sent only if the file is at the portal's own origin. */
  async file(portalId: string, request: Omit<FileRequest, 'token'>, signal: AbortSignal): Promise<FileAnswer> {
    const { store, tokens, exchange } = this.#deps;
    const portal = portalIn(store, portalId);
    const isOwn = request.url.origin === new URL(portal.baseUrl).origin;
    return exchange.file({ ...request, ...(isOwn && (await webAccess(tokens, portal))) }, signal);
  }

  #connection(portalId: string): Connection {
    const existing = this.#connections.get(portalId);
    if (existing !== undefined && !this.hasMoved(existing.client)) return existing;
    const { store, sources } = this.#deps;
    const place = { portalId, baseUrl: store.find(portalId)?.baseUrl ?? '' };
    const { access, dialect } = sources.ofId(portalId).connect(place);
    const connection = this.#connect(access, dialect);
    this.#places.set(connection.client, place);
    this.#connections.set(portalId, connection);
    return connection;
  }

  #disconnect(source: PortalSource): void {
    for (const portalId of [...this.#connections.keys()])
      if (this.#deps.sources.ofId(portalId) === source) this.#connections.delete(portalId);
  }

  /** A portal may answer to another user what it refused to the last one. */
  #forgetPerson(): void {
    for (const { client } of this.#connections.values()) client.dialect.learn({ privateDatasets: undefined });
  }

  #withoutToken(baseUrl: string, facts: DialectFacts = {}): Connection {
    return this.#connect(() => Promise.resolve({ baseUrl }), new LearnedDialect({ facts }));
  }

  #connect(access: Access, dialect: Dialect): Connection {
    const options = { exchange: this.#deps.exchange, access, dialect };
    return { client: new DatastoreClient(options), catalog: new Catalog(options) };
  }
}
