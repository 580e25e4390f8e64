import type { Disposable } from 'vscode';
import { DatastoreClient } from '../datastore/client/client.ts';
import { Dialect } from '../datastore/dialect/dialect.ts';
import type { Access } from '../datastore/client/model.ts';
import type { Exchange } from '../http/exchange.ts';
import { AddressChanged, Problem } from '../platform/problem.ts';
import { DisposableStore } from '../platform/disposables.ts';
import { LOCAL_PORTAL_ID, type ResourceRef } from '../platform/portal.ts';
import type { LocalPort } from '../platform/localPort.ts';
import type { PortalStore } from './portalStore.ts';
import type { TokenStore } from './tokenStore.ts';
import { translate } from '../platform/windowLanguage.ts';
import { PORTAL_WORDS } from './portalWords.ts';

export interface ClientSources {
  readonly store: PortalStore;
  readonly tokens: TokenStore;
  readonly localFiles: LocalPort;
  readonly exchange: Exchange;
}

/** An address that was asked, of a portal that may have another one by now. */
interface Place {
  readonly portalId: string;
  readonly baseUrl: string;
}

/**
 * One client for each portal, so that what it learned about a server (fields, dialect) is learned once. A client asks the
 * address that it was made for: another one may be another server, whose records must not mix with those that are here.
 */
export class PortalClients implements Disposable {
  readonly #sources: ClientSources;
  readonly #store = new DisposableStore();
  readonly #clients = new Map<string, DatastoreClient>();
  /** Not of the embedded datastore: its address is another one whenever it starts. */
  readonly #places = new WeakMap<DatastoreClient, Place>();

  constructor(sources: ClientSources) {
    this.#sources = sources;
    this.#store.add(sources.localFiles.onDidChange(() => this.#clients.delete(LOCAL_PORTAL_ID)));
  }

  /** For questions about one resource. A local file that is not read yet is read first. */
  async of(ref: ResourceRef, signal: AbortSignal): Promise<DatastoreClient> {
    if (ref.portalId === LOCAL_PORTAL_ID) await this.#sources.localFiles.ensure(ref.resourceId, signal);
    return this.ofPortal(ref.portalId);
  }

  ofPortal(portalId: string): DatastoreClient {
    const known = this.#clients.get(portalId);
    if (known !== undefined && !this.hasMoved(known)) return known;
    const client = portalId === LOCAL_PORTAL_ID ? this.#ofLocal() : this.#at(portalId);
    this.#clients.set(portalId, client);
    return client;
  }

  /** The portal of this client has another address now: the client asks no more. */
  hasMoved(client: DatastoreClient): boolean {
    const place = this.#places.get(client);
    const portal = place && this.#sources.store.find(place.portalId);
    return portal !== undefined && portal.baseUrl !== place?.baseUrl;
  }

  /** For an address that is no portal yet. */
  at(baseUrl: string): DatastoreClient {
    return this.#client(() => this.#accessTo(baseUrl, false));
  }

  dispose(): void {
    this.#store.dispose();
  }

  #client(access: Access, dialect = new Dialect()): DatastoreClient {
    return new DatastoreClient({ exchange: this.#sources.exchange, access, dialect });
  }

  #ofLocal(): DatastoreClient {
    const access: Access = (signal) => this.#sources.localFiles.access(signal);
    return this.#client(access, new Dialect({ isEmbedded: true }));
  }

  /** Looked up for every request: a token may be set, the address edited. */
  #at(portalId: string): DatastoreClient {
    const { store } = this.#sources;
    const baseUrl = store.find(portalId)?.baseUrl ?? '';
    const client = this.#client(async () => {
      const portal = store.find(portalId);
      if (portal === undefined)
        throw new Problem(translate(PORTAL_WORDS.portalRemoved), translate(PORTAL_WORDS.addAgain));
      if (portal.baseUrl !== baseUrl) throw new AddressChanged(portal.name);
      return this.#accessTo(baseUrl, portal.allowPlainHttp === true);
    });
    this.#places.set(client, { portalId, baseUrl });
    return client;
  }

  async #accessTo(baseUrl: string, allowPlainHttp: boolean): Promise<Awaited<ReturnType<Access>>> {
    const token = await this.#sources.tokens.get(baseUrl);
    return { baseUrl, allowPlainHttp, ...(token !== undefined && { token }) };
  }
}
