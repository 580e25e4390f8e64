import * as vscode from 'vscode';
import { isUpgrade } from '../http/origin.ts';
import { askModal, askText, showMessage } from '../platform/messages.ts';
import { withLateProgress } from '../platform/progress.ts';
import { askPortalAddress } from './portalQuestions.ts';
import { parseAddress } from '../datastore/wire/address.ts';
import type { PortalStatus } from '../datastore/wire/model.ts';
import { isDatabase, type Portal } from '../platform/portal.ts';
import type { DatabaseActions } from './databases/databaseActions.ts';
import { databaseKindOf } from './databases/databaseAddress.ts';
import { DATABASE_KINDS } from './databases/databaseKinds.ts';
import type { AddResourceDeps } from './addResource.ts';
import type { OpenedResources } from './openedResources.ts';
import { keepToken } from './web/tokenQuestions.ts';
import type { TokenStore } from './web/tokenStore.ts';
import { translate } from '../platform/windowLanguage.ts';
import { PORTAL_WORDS } from './portalWords.ts';

export interface PortalActionsDeps extends AddResourceDeps {
  readonly tokens: TokenStore;
  readonly closePanels: (portalId: string) => void;
  readonly showCapabilities: (portal: Portal) => Promise<void>;
  readonly opened: OpenedResources;
  readonly databaseActions: Pick<DatabaseActions, 'edit' | 'forget' | 'test'>;
}

/** What can be done with a portal of the list. */
export class PortalActions {
  readonly #deps: PortalActionsDeps;

  constructor(deps: PortalActionsDeps) {
    this.#deps = deps;
  }

  async edit(portal: Portal): Promise<void> {
    if (isDatabase(portal)) return this.#deps.databaseActions.edit(portal);
    const title = translate(PORTAL_WORDS.edit, { name: portal.name });
    const name = await askText({
      title,
      prompt: translate(PORTAL_WORDS.name),
      value: portal.name,
      problem: (value) => (value.trim() === '' ? translate(PORTAL_WORDS.enterName) : undefined),
    });
    if (name === undefined) return;
    const address = await askPortalAddress(title, portal.baseUrl);
    const parsed = parseAddress(address ?? '');
    const baseUrl = 'candidates' in parsed ? parsed.baseUrl : undefined;
    if (baseUrl !== undefined) await this.#change(portal, name.trim(), baseUrl);
  }

  async test(portal: Portal): Promise<void> {
    if (isDatabase(portal)) return this.#deps.databaseActions.test(portal);
    const { name } = portal;
    try {
      const title = translate(PORTAL_WORDS.testing, { name });
      const status = await withLateProgress(title, (signal) =>
        this.#deps.clients.ofPortal(portal.id).status(signal, true),
      );
      if (status === undefined) return;
      const facts = [
        connectedText(name, status),
        ...(status.hasDatastore ? [] : [translate(PORTAL_WORDS.noDatastore)]),
        ...(status.lostTokenByRedirect ? [translate(PORTAL_WORDS.tokenLostByRedirect)] : []),
      ];
      this.#showStatus(portal, facts.join(' '), status.baseUrl);
    } catch (error) {
      await this.#deps.failures.show(`Test of ${portal.baseUrl}`, error, [
        { label: translate(PORTAL_WORDS.tryAgain), run: () => this.test(portal) },
        { label: translate(PORTAL_WORDS.editPortal), run: () => this.edit(portal) },
      ]);
    }
  }

  async remove(portal: Portal): Promise<void> {
    const remove = translate(PORTAL_WORDS.remove);
    const kind = databaseKindOf(portal.baseUrl);
    const { removalDetail } = kind === undefined ? PORTAL_WORDS : DATABASE_KINDS[kind].words;
    const answer = await askModal(
      'warning',
      translate(PORTAL_WORDS.confirmRemoval, { name: portal.name }),
      [translate(removalDetail)],
      remove,
    );
    if (answer !== remove) return;
    this.#deps.closePanels(portal.id);
    await this.#deps.store.remove(portal.id);
    if (isDatabase(portal)) await this.#deps.databaseActions.forget(portal);
    else await this.#dropToken(portal.baseUrl);
  }

  /** Opens the resource's own page in the browser where the portal knows one, else the portal's. */
  async openWebsite(portal: Portal, resourceId?: string): Promise<void> {
    const title = translate(PORTAL_WORDS.lookingForPage, { name: portal.name });
    const find = async (id: string, signal: AbortSignal) =>
      (await this.#deps.clients.ofPortal(portal.id).resourcePage(id, signal)) ?? '';
    const path =
      resourceId === undefined ? '' : await withLateProgress(title, (signal) => find(resourceId, signal));
    if (path !== undefined) await vscode.env.openExternal(vscode.Uri.parse(portal.baseUrl + path, true));
  }

  /**
   * Asks for the names of resources that are known by ID only, because a run asks nothing beside its question. Portals
   * side by side, resources one by one. A portal that fails keeps its IDs.
   */
  async loadResourceNames(signal: AbortSignal): Promise<void> {
    const { store, opened, clients, failures } = this.#deps;
    const recent = Map.groupBy(opened.recent, ({ portalId }) => portalId);
    await Promise.all(
      store.portals.map(async ({ id: portalId, name, resources }) => {
        const others = (recent.get(portalId) ?? []).map((resource) => ({
          ...resource,
          id: resource.resourceId,
        }));
        try {
          for (const { id } of [...resources, ...others].filter(
            (resource) => resource.name === resource.id,
          )) {
            const found = await clients.ofPortal(portalId).resourceName(id, signal);
            if (found === undefined) continue;
            if (resources.some((resource) => resource.id === id))
              await store.putResource(portalId, { id, name: found });
            await opened.change({ portalId, resourceId: id }, { name: found });
          }
        } catch (error) {
          signal.throwIfAborted();
          failures.log(`Names of resources of ${name}`, error);
        }
      }),
    );
  }

  async #change(portal: Portal, name: string, baseUrl: string): Promise<void> {
    const { store, tokens } = this.#deps;
    const [before, after] = [new URL(portal.baseUrl), new URL(baseUrl)];
    if (before.origin === after.origin) return store.change(portal.id, { name, baseUrl });
    const token = await tokens.get(portal.baseUrl);
    const needsToken = token !== undefined && !(await tokens.has(baseUrl));
    const isCarried = needsToken && isUpgrade(before, after);
    if (isCarried) await keepToken(tokens, baseUrl, token);
    // What was allowed for one host is not allowed for another.
    await store.change(portal.id, { name, baseUrl, allowPlainHttp: false });
    await this.#dropToken(portal.baseUrl);
    if (needsToken && !isCarried) await this.#offerToken(portal.id, before.origin, after.origin);
  }

  async #offerToken(portalId: string, before: string, after: string): Promise<void> {
    const set = translate(PORTAL_WORDS.setToken);
    const text = translate(PORTAL_WORDS.tokenNotCarried, { before, after });
    if ((await showMessage('information', text, set)) === set) await this.#deps.setToken(portalId);
  }

  #showStatus(portal: Portal, text: string, baseUrl: string): void {
    const update = translate(PORTAL_WORDS.useAddress, { address: baseUrl });
    const capabilities = translate(PORTAL_WORDS.showCapabilities);
    this.#deps.failures.offer(`Test of ${portal.baseUrl}`, 'information', text, [
      ...(baseUrl === portal.baseUrl
        ? []
        : [{ label: update, run: () => this.#change(portal, portal.name, baseUrl) }]),
      { label: capabilities, run: () => this.#deps.showCapabilities(portal) },
    ]);
  }

  /** Unless another portal of the same origin needs it. */
  async #dropToken(baseUrl: string): Promise<void> {
    const { store, tokens } = this.#deps;
    const { origin } = new URL(baseUrl);
    if (!store.portals.some((other) => new URL(other.baseUrl).origin === origin))
      await tokens.remove(baseUrl);
  }
}

function connectedText(name: string, { version, isLookAlike }: PortalStatus): string {
  if (version !== undefined) return translate(PORTAL_WORDS.connectedToCkan, { name, version });
  return translate(isLookAlike === true ? PORTAL_WORDS.connectedToLookAlike : PORTAL_WORDS.connected, {
    name,
  });
}
