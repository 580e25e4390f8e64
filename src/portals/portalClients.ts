import type { Disposable } from 'vscode';
import { DatastoreClient } from '../datastore/client.ts';
import type { Access } from '../datastore/model.ts';
import type { Exchange } from '../http/exchange.ts';
import { DisposableStore } from '../platform/disposables.ts';
import { Problem } from '../platform/problem.ts';
import type { ResourceRef } from '../platform/resourceRef.ts';
import type { LocalFiles } from './localFiles.ts';
import { LOCAL_PORTAL_ID } from './portal.ts';
import type { PortalStore } from './portalStore.ts';
import type { TokenStore } from './tokenStore.ts';
import { l10n } from 'vscode';

export interface ClientSources {
  readonly store: PortalStore;
  readonly tokens: TokenStore;
  readonly localFiles: LocalFiles;
  readonly exchange: Exchange;
}

/** One client for each portal, so that what it learned about a server (fields, dialect) is learned once. */
export class PortalClients implements Disposable {
  readonly #sources: ClientSources;
  readonly #store = new DisposableStore();
  readonly #clients = new Map<string, { readonly baseUrl: string; readonly client: DatastoreClient }>();

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
    const baseUrl = this.#sources.store.find(portalId)?.baseUrl ?? '';
    const known = this.#clients.get(portalId);
    // Another address may be another server.
    if (known?.baseUrl === baseUrl) return known.client;
    const client = this.#client(this.#access(portalId));
    this.#clients.set(portalId, { baseUrl, client });
    return client;
  }

  /** For an address that is no portal yet. */
  at(baseUrl: string): DatastoreClient {
    return this.#client(() => this.#accessTo(baseUrl, false));
  }

  dispose(): void {
    this.#store.dispose();
  }

  #client(access: Access): DatastoreClient {
    return new DatastoreClient({ exchange: this.#sources.exchange, access });
  }

  /** Looked up for every request: an address may be edited, a token set, the embedded datastore restarted. */
  #access(portalId: string): Access {
    const { localFiles, store } = this.#sources;
    if (portalId === LOCAL_PORTAL_ID) return (signal) => localFiles.access(signal);
    return async () => {
      const portal = store.find(portalId);
      if (portal === undefined)
        throw new Problem(l10n.t('This portal was removed.'), l10n.t('Add it again to search it.'));
      return this.#accessTo(portal.baseUrl, portal.allowPlainHttp === true);
    };
  }

  async #accessTo(baseUrl: string, allowPlainHttp: boolean): Promise<Awaited<ReturnType<Access>>> {
    const token = await this.#sources.tokens.get(baseUrl);
    return { baseUrl, allowPlainHttp, ...(token !== undefined && { token }) };
  }
}
