import * as vscode from 'vscode';
import { isUuid } from '../datastore/wire/address.ts';
import { expectedFacts } from '../datastore/dialect/expectation.ts';
import { mayCarryToken } from '../http/origin.ts';
import { Owner } from '../platform/disposables.ts';
import type { LocalRecords, PlaceNames, PortalPort } from '../platform/ports/portalPort.ts';
import {
  type FoundResource,
  type Portal,
  type PortalResource,
  type ResourceRef,
  savedResource,
} from '../platform/portal.ts';
import type { QuerySupport } from '../datastore/query/operatorChoice.ts';
import { mayTakeConditions } from '../datastore/dialect/dialect.ts';
import type { PortalChoice, TokenUse } from '../messages/formProtocol.ts';
import { sqlNotAllowed } from '../datastore/client/sqlSearch.ts';
import type { DatastoreQuery } from '../datastore/query/query.ts';
import { askToUseSql } from './web/sqlUse.ts';
import type { PortalParts } from './portalParts.ts';
import type { PortalSource } from './portalSource.ts';
import { keepHeldTokens, promptForToken, warnOfToken } from './web/tokenQuestions.ts';

type DirectoryDeps = Pick<PortalParts, 'store' | 'opened' | 'tokens' | 'sources' | 'clients'>;

/** The portals for the form and the records panel. Differences between kinds of portals are left to their sources. */
export class PortalDirectory extends Owner implements PortalPort {
  readonly #deps: DirectoryDeps;
  readonly #changed = this.owned.add(new vscode.EventEmitter<void>());
  readonly onDidChange = this.#changed.event;
  readonly visit: PortalPort['visit'] = (baseUrl) => this.#deps.store.visit(baseUrl);
  readonly find: PortalPort['find'] = (portalId) => this.#deps.store.find(portalId);
  readonly findByUrl: PortalPort['findByUrl'] = (baseUrl) => this.#deps.store.findByUrl(baseUrl);
  readonly client: PortalPort['client'] = (ref, signal) => this.#deps.clients.of(ref, signal);
  readonly file: PortalPort['file'] = (...file) => this.#deps.clients.file(...file);
  readonly lists: PortalPort['lists'] = (portalId) => this.#of(portalId).look.lists;
  readonly catalog: PortalPort['catalog'] = (portalId) => this.#deps.clients.catalogOf(portalId);
  readonly dialect: PortalPort['dialect'] = (portalId) => this.#deps.clients.ofPortal(portalId).dialect;
  readonly hasMoved: PortalPort['hasMoved'] = (client) => this.#deps.clients.hasMoved(client);
  readonly sourceOf: PortalPort['sourceOf'] = (ref) => this.#of(ref.portalId).sourceOf(ref);
  readonly isGone: PortalPort['isGone'] = (ref) => this.#of(ref.portalId).isGone(ref);

  constructor(deps: DirectoryDeps) {
    super();
    this.#deps = deps;
    const { store, opened, tokens, sources } = deps;
    for (const { onDidChange } of [store, opened, tokens, ...sources.all])
      if (onDidChange !== undefined) this.owned.add(onDidChange(() => this.#changed.fire()));
    this.owned.add(store.onDidChange(() => void keepHeldTokens(store, tokens)));
  }

  async choices(): Promise<readonly PortalChoice[]> {
    const { store, opened, sources } = this.#deps;
    const own = await Promise.all(sources.all.map(async (source) => source.ownPortal?.()));
    const recent = Map.groupBy(opened.recent, ({ portalId }) => portalId);
    const withRecent = (portal: Portal): Portal => {
      const others = recent.get(portal.id) ?? [];
      const named = others.map(({ resourceId, name }) => ({ id: resourceId, name }));
      return { ...portal, resources: [...portal.resources, ...named] };
    };
    return [...own.filter((portal) => portal !== undefined), ...store.portals.map(withRecent)].map((portal) =>
      choiceOf(portal, sources.of(portal)),
    );
  }

  filterSupport(portalId: string): QuerySupport {
    const dialect = this.dialect(portalId);
    const { facts } = dialect;
    return {
      hasRanges: facts.ranges !== false,
      answersSql: mayTakeConditions(dialect),
      hasExpressions: facts.expressions !== false,
      hasSort: facts.sorts !== false,
      placesNulls: facts.sortsNulls !== false,
      hasDistinct: (facts.distinct ?? expectedFacts(facts.version).distinct) !== false,
    };
  }

  async askForSql({ portalId }: ResourceRef, query: DatastoreQuery): Promise<boolean> {
    const { store } = this.#deps;
    const portal = store.find(portalId);
    if (portal === undefined || !sqlNotAllowed(query, this.dialect(portalId))) return false;
    await askToUseSql(portal, store);
    return true;
  }

  records(portalId: string): LocalRecords | undefined {
    return this.#of(portalId).records;
  }

  async tokenUse(baseUrl: string): Promise<TokenUse> {
    const { store, tokens } = this.#deps;
    if (!(await tokens.has(baseUrl))) return 'none';
    const portal = store.findByUrl(baseUrl);
    return mayCarryToken(new URL(baseUrl), portal?.allowPlainHttp === true) ? 'sent' : 'withheld';
  }

  async setToken(portalId: string): Promise<boolean> {
    const { store, tokens } = this.#deps;
    const portal = store.find(portalId);
    if (portal === undefined || !(await promptForToken(portal, store, tokens))) return false;
    const token = (await tokens.get(portal.baseUrl)) ?? '';
    warnOfToken(portal.name, token, this.dialect(portalId).facts.version);
    return true;
  }

  names(ref: ResourceRef): PlaceNames {
    const { resource = ref.resourceId, server } = this.#of(ref.portalId).names(ref);
    return { resource: resource === ref.resourceId ? shortId(resource) : resource, server };
  }

  async remember(ref: ResourceRef, resource: FoundResource): Promise<void> {
    const { store, opened } = this.#deps;
    const { portalId, resourceId } = ref;
    if (store.find(portalId) === undefined) return;
    const saved = this.#saved(ref);
    if (saved?.name === resourceId) await store.putResource(portalId, { id: resourceId, name: resource.name });
    await opened.add(ref, saved === undefined ? resource : { ...resource, name: saved.name });
  }

  /** A resource that answered counts as opened, and its portal is added to the list. */
  async answered(ref: ResourceRef, records: number | undefined): Promise<void> {
    const { store, opened } = this.#deps;
    const { portalId, resourceId } = ref;
    if (store.find(portalId) === undefined) return;
    const counted = records === undefined ? {} : { records };
    const saved = this.#saved(ref);
    if (saved === undefined) await store.keep(portalId);
    else await store.putResource(portalId, { id: resourceId, name: saved.name, ...counted });
    await opened.add(ref, { ...counted, ...(saved && { name: saved.name }) });
  }

  failed(ref: ResourceRef, reason: string): void {
    if (this.#of(ref.portalId).records === undefined) this.#deps.opened.fail(ref, reason);
  }

  #of(portalId: string): PortalSource {
    return this.#deps.sources.ofId(portalId);
  }

  #saved({ portalId, resourceId }: ResourceRef): PortalResource | undefined {
    return savedResource(this.#deps.store.find(portalId), resourceId);
  }
}

function choiceOf({ id, name, baseUrl, resources }: Portal, { look }: PortalSource): PortalChoice {
  return {
    id,
    name,
    baseUrl: look.isOnWeb ? baseUrl : '',
    resources: resources.map((resource) => ({ id: resource.id, name: resource.name })),
    qMeans: look.qMeans,
  };
}

function shortId(resourceId: string): string {
  return isUuid(resourceId) ? `${resourceId.slice(0, 8)}…` : resourceId;
}
