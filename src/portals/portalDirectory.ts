import * as vscode from 'vscode';
import { isUuid } from '../datastore/client/address.ts';
import type { DatastoreClient } from '../datastore/client/client.ts';
import { mayCarryToken } from '../http/origin.ts';
import { DisposableStore } from '../platform/disposables.ts';
import type {
  PartialFile,
  PlaceNames,
  PortalPort,
  ResourceListener,
  ResourceWatch,
} from '../platform/portalPort.ts';
import { LOCAL_PORTAL_ID, type Portal, type RecordsSource, type ResourceRef } from '../platform/portal.ts';
import type { FilterSupport } from '../messages/filterOperator.ts';
import type { Way } from '../datastore/dialect/way.ts';
import type { PortalChoice, TokenUse } from '../messages/formProtocol.ts';
import type { LocalListing, LocalPort } from '../platform/localPort.ts';
import type { PortalClients } from './portalClients.ts';
import type { PortalStore } from './portalStore.ts';
import { promptForToken, keepHeldTokens } from './tokenQuestions.ts';
import type { TokenStore } from './tokenStore.ts';

export interface DirectorySources {
  readonly store: PortalStore;
  readonly tokens: TokenStore;
  readonly localFiles: LocalPort;
  readonly clients: PortalClients;
}

/** What the form and the records panel know of portals. */
export class PortalDirectory implements PortalPort, vscode.Disposable {
  readonly #sources: DirectorySources;
  readonly #store = new DisposableStore();
  readonly #changed = this.#store.add(new vscode.EventEmitter<void>());
  readonly onDidChange = this.#changed.event;
  /** Local files, as they were last listed. */
  #local: readonly LocalListing[] = [];

  constructor(sources: DirectorySources) {
    this.#sources = sources;
    for (const { onDidChange } of [sources.store, sources.tokens, sources.localFiles])
      this.#store.add(onDidChange(() => this.#changed.fire()));
    this.#store.add(sources.store.onDidChange(() => void keepHeldTokens(sources.store, sources.tokens)));
  }

  async choices(): Promise<readonly PortalChoice[]> {
    const { store, localFiles } = this.#sources;
    this.#local = await localFiles.resources().catch(() => this.#local);
    // The panel of a file that is read for the first time has its query in the form before the file is listed.
    const isPresent = this.#local.length > 0 || localFiles.hasAsked;
    const local = isPresent ? [choiceOf({ ...localFiles.portal, resources: this.#local })] : [];
    return [...local, ...store.portals.map(choiceOf)];
  }

  visit(baseUrl: string): Portal {
    return this.#sources.store.visit(baseUrl);
  }

  find(portalId: string): Portal | undefined {
    return this.#sources.store.find(portalId);
  }

  findByUrl(baseUrl: string): Portal | undefined {
    return this.#sources.store.findByUrl(baseUrl);
  }

  client(ref: ResourceRef, signal: AbortSignal): Promise<DatastoreClient> {
    return this.#sources.clients.of(ref, signal);
  }

  filterSupport(portalId: string): FilterSupport {
    const { mayHaveRanges, isEmbedded } = this.#sources.clients.ofPortal(portalId).dialect;
    return { hasRanges: mayHaveRanges, answersSql: isEmbedded };
  }

  hasMoved(client: DatastoreClient): boolean {
    return this.#sources.clients.hasMoved(client);
  }

  partial({ portalId, resourceId }: ResourceRef): PartialFile | undefined {
    return portalId === LOCAL_PORTAL_ID ? this.#sources.localFiles.partial(resourceId) : undefined;
  }

  async refresh({ portalId, resourceId }: ResourceRef, signal: AbortSignal): Promise<void> {
    if (portalId === LOCAL_PORTAL_ID) await this.#sources.localFiles.refresh(resourceId, signal);
  }

  about({ portalId, resourceId }: ResourceRef, listener: ResourceListener): ResourceWatch | undefined {
    if (portalId !== LOCAL_PORTAL_ID || !vscode.workspace.isTrusted) return undefined;
    return this.#sources.localFiles.watch(resourceId, listener);
  }

  sourceOf({ portalId, resourceId }: ResourceRef): RecordsSource | undefined {
    if (portalId !== LOCAL_PORTAL_ID) return 'portal';
    return this.#local.find(({ id }) => id === resourceId)?.source;
  }

  async tokenUse(baseUrl: string): Promise<TokenUse> {
    const { store, tokens } = this.#sources;
    if (!(await tokens.has(baseUrl))) return 'none';
    const portal = store.findByUrl(baseUrl);
    return mayCarryToken(new URL(baseUrl), portal?.allowPlainHttp === true) ? 'sent' : 'withheld';
  }

  way(portalId: string): Way {
    return this.#sources.clients.ofPortal(portalId).dialect.way;
  }

  async setToken(portalId: string): Promise<boolean> {
    const { store, tokens } = this.#sources;
    const portal = store.find(portalId);
    return portal !== undefined && promptForToken(portal, store, tokens);
  }

  async isGone({ portalId, resourceId }: ResourceRef): Promise<boolean> {
    const { store, localFiles } = this.#sources;
    if (portalId === LOCAL_PORTAL_ID) return localFiles.isGone(resourceId);
    return store.find(portalId)?.resources.some(({ id }) => id === resourceId) !== true;
  }

  async loadNames(): Promise<void> {
    await this.choices();
  }

  names({ portalId, resourceId }: ResourceRef): PlaceNames {
    const { store, localFiles } = this.#sources;
    const isLocal = portalId === LOCAL_PORTAL_ID;
    const portal = isLocal ? { ...localFiles.portal, resources: this.#local } : store.find(portalId);
    const listed = portal?.resources.find(({ id }) => id === resourceId)?.name;
    const name = listed ?? (isLocal ? localFiles.askedName(resourceId) : undefined);
    return {
      resource: name === undefined || name === resourceId ? shortId(resourceId) : name,
      server: isLocal ? localFiles.portal.name : (portal?.baseUrl.replace(/^https?:\/\//, '') ?? ''),
    };
  }

  /** A resource that has answered belongs into the tree, and its portal too. */
  async answered({ portalId, resourceId }: ResourceRef, records: number | undefined): Promise<void> {
    if (portalId === LOCAL_PORTAL_ID) return;
    const { store } = this.#sources;
    const name = store.find(portalId)?.resources.find(({ id }) => id === resourceId)?.name ?? resourceId;
    await store.putResource(portalId, { id: resourceId, name, ...(records !== undefined && { records }) });
  }

  dispose(): void {
    this.#store.dispose();
  }
}

function choiceOf({ id, name, baseUrl, resources }: Portal): PortalChoice {
  return {
    id,
    name,
    baseUrl,
    resources: resources.map((resource) => ({ id: resource.id, name: resource.name })),
    qMeans: id === LOCAL_PORTAL_ID ? 'contains' : 'words',
  };
}

/** A UUID says no more to people than its beginning. */
function shortId(resourceId: string): string {
  return isUuid(resourceId) ? `${resourceId.slice(0, 8)}…` : resourceId;
}
