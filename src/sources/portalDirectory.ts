import * as vscode from 'vscode';
import { isUuid } from '../datastore/wire/address.ts';
import type { Catalog } from '../datastore/catalog/catalog.ts';
import type { DatastoreClient } from '../datastore/client/client.ts';
import type { FileAnswer, FileRequest } from '../http/fileRequest.ts';
import { mayCarryToken } from '../http/origin.ts';
import { DisposableStore } from '../platform/disposables.ts';
import type {
  PartialFile,
  PlaceNames,
  PortalPort,
  ResourceListener,
  ResourceWatch,
} from '../platform/portalPort.ts';
import {
  addressOf,
  type FoundResource,
  isDatabase,
  LOCAL_PORTAL_ID,
  type Portal,
  type PortalResource,
  type RecordsSource,
  type ResourceRef,
  savedResource,
} from '../platform/portal.ts';
import type { QuerySupport } from '../datastore/query/operatorChoice.ts';
import type { Way } from '../datastore/wire/way.ts';
import type { PortalChoice, TokenUse } from '../messages/formProtocol.ts';
import type { LocalListing, LocalPort } from '../platform/localPort.ts';
import type { OpenedResources } from './openedResources.ts';
import { neededStatement, needsLeave } from '../datastore/client/sqlSearch.ts';
import type { DatastoreQuery } from '../datastore/query/query.ts';
import type { Field } from '../base/field.ts';
import { askToUseSql } from './web/sqlUse.ts';
import type { PortalClients } from './portalClients.ts';
import type { PortalStore } from './portalStore.ts';
import { keepHeldTokens, promptForToken, warnOfToken } from './web/tokenQuestions.ts';
import type { TokenStore } from './web/tokenStore.ts';

export interface DirectorySources {
  readonly store: PortalStore;
  readonly opened: OpenedResources;
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
    for (const { onDidChange } of [sources.store, sources.opened, sources.tokens, sources.localFiles])
      this.#store.add(onDidChange(() => this.#changed.fire()));
    this.#store.add(sources.store.onDidChange(() => void keepHeldTokens(sources.store, sources.tokens)));
  }

  async choices(): Promise<readonly PortalChoice[]> {
    const { store, opened, localFiles } = this.#sources;
    this.#local = await localFiles.resources().catch(() => this.#local);
    // The panel of a file that is read for the first time has its query in the form before the file is listed.
    const isPresent = this.#local.length > 0 || localFiles.hasAsked;
    const local = isPresent ? [choiceOf({ ...localFiles.portal, resources: this.#local })] : [];
    const recent = Map.groupBy(opened.recent, ({ portalId }) => portalId);
    const withRecent = (portal: Portal): Portal => {
      const others = recent.get(portal.id) ?? [];
      const named = others.map(({ resourceId, name }) => ({ id: resourceId, name }));
      return { ...portal, resources: [...portal.resources, ...named] };
    };
    return [...local, ...store.portals.map((portal) => choiceOf(withRecent(portal)))];
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

  file(portalId: string, request: Omit<FileRequest, 'token'>, signal: AbortSignal): Promise<FileAnswer> {
    return this.#sources.clients.file(portalId, request, signal);
  }

  catalog(portalId: string): Catalog {
    return this.#sources.clients.catalogOf(portalId);
  }

  filterSupport(portalId: string): QuerySupport {
    const { dialect } = this.#sources.clients.ofPortal(portalId);
    return {
      hasRanges: dialect.mayHaveRanges,
      answersSql: dialect.mayTakeConditions,
      hasExpressions: dialect.mayHaveExpressions,
      hasSort: dialect.mayHaveSort,
      placesNulls: dialect.mayPlaceNulls,
      hasDistinct: dialect.mayHaveDistinct,
    };
  }

  takesListsForChoices(portalId: string): boolean {
    return this.#sources.clients.ofPortal(portalId).dialect.takesListsForChoices;
  }

  takesConditions(portalId: string): boolean {
    return this.#sources.clients.ofPortal(portalId).dialect.takesConditions;
  }

  async askForSql({ portalId }: ResourceRef, query: DatastoreQuery): Promise<boolean> {
    const { store, clients } = this.#sources;
    const portal = portalId === LOCAL_PORTAL_ID ? undefined : store.find(portalId);
    if (portal === undefined || !needsLeave(query, clients.ofPortal(portalId).dialect)) return false;
    await askToUseSql(portal, store);
    return true;
  }

  statement(portalId: string, query: DatastoreQuery, fields: readonly Field[]): string | undefined {
    return neededStatement(query, fields, this.#sources.clients.ofPortal(portalId).dialect);
  }

  hasMoved(client: DatastoreClient): boolean {
    return this.#sources.clients.hasMoved(client);
  }

  partial({ portalId, resourceId }: ResourceRef): PartialFile | undefined {
    return portalId === LOCAL_PORTAL_ID ? this.#sources.localFiles.partial(resourceId) : undefined;
  }

  async edition({ portalId, resourceId }: ResourceRef): Promise<string | undefined> {
    return portalId === LOCAL_PORTAL_ID ? this.#sources.localFiles.edition(resourceId) : undefined;
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
    const { store, tokens, clients } = this.#sources;
    const portal = store.find(portalId);
    if (portal === undefined || !(await promptForToken(portal, store, tokens))) return false;
    const token = (await tokens.get(portal.baseUrl)) ?? '';
    warnOfToken(portal.name, token, clients.ofPortal(portalId).dialect.facts.version);
    return true;
  }

  async isGone({ portalId, resourceId }: ResourceRef): Promise<boolean> {
    const { store, localFiles } = this.#sources;
    if (portalId === LOCAL_PORTAL_ID) return localFiles.isGone(resourceId);
    return store.find(portalId) === undefined;
  }

  async loadNames(): Promise<void> {
    await this.choices();
  }

  names({ portalId, resourceId }: ResourceRef): PlaceNames {
    const { store, opened, localFiles } = this.#sources;
    const isLocal = portalId === LOCAL_PORTAL_ID;
    const portal = isLocal ? { ...localFiles.portal, resources: this.#local } : store.find(portalId);
    const listed = savedResource(portal, resourceId)?.name;
    const asked = isLocal ? localFiles.askedName(resourceId) : opened.find({ portalId, resourceId })?.name;
    const name = listed ?? asked;
    return {
      resource: name === undefined || name === resourceId ? shortId(resourceId) : name,
      server: isLocal ? localFiles.portal.name : portal === undefined ? '' : serverName(portal),
    };
  }

  async remember(ref: ResourceRef, found: FoundResource): Promise<void> {
    const { store, opened } = this.#sources;
    const { portalId, resourceId } = ref;
    if (portalId === LOCAL_PORTAL_ID || store.find(portalId) === undefined) return;
    const saved = this.#saved(ref);
    if (saved?.name === resourceId) await store.putResource(portalId, { id: resourceId, name: found.name });
    await opened.add(ref, saved === undefined ? found : { ...found, name: saved.name });
  }

  /** A resource that has answered was opened, and its portal belongs into the list. */
  async answered(ref: ResourceRef, records: number | undefined): Promise<void> {
    const { store, opened } = this.#sources;
    const { portalId, resourceId } = ref;
    if (portalId === LOCAL_PORTAL_ID || store.find(portalId) === undefined) return;
    const counted = records === undefined ? {} : { records };
    const saved = this.#saved(ref);
    if (saved === undefined) await store.keep(portalId);
    else await store.putResource(portalId, { id: resourceId, name: saved.name, ...counted });
    await opened.add(ref, { ...counted, ...(saved && { name: saved.name }) });
  }

  failed(ref: ResourceRef, reason: string): void {
    if (ref.portalId !== LOCAL_PORTAL_ID) this.#sources.opened.fail(ref, reason);
  }

  dispose(): void {
    this.#store.dispose();
  }

  #saved({ portalId, resourceId }: ResourceRef): PortalResource | undefined {
    return savedResource(this.#sources.store.find(portalId), resourceId);
  }
}

function choiceOf({ id, name, baseUrl, resources }: Portal): PortalChoice {
  const isOurs = id === LOCAL_PORTAL_ID || isDatabase({ baseUrl });
  return {
    id,
    name,
    baseUrl: isOurs ? '' : baseUrl,
    resources: resources.map((resource) => ({ id: resource.id, name: resource.name })),
    qMeans: isOurs ? 'contains' : 'words',
  };
}

/** Databases are told apart by their addresses: many are named `postgres`. */
function serverName(portal: Portal): string {
  return isDatabase(portal) ? addressOf(portal) : portal.name;
}

/** A UUID says no more to people than its beginning. */
function shortId(resourceId: string): string {
  return isUuid(resourceId) ? `${resourceId.slice(0, 8)}…` : resourceId;
}
