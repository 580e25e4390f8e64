import * as vscode from 'vscode';
import { askToConfirm } from '../platform/messages.ts';
import { withLateProgress } from '../platform/progress.ts';
import type { Portal } from '../platform/portal.ts';
import type { PortalParts } from './portalParts.ts';
import { translate } from '../platform/windowLanguage.ts';
import { PORTAL_WORDS } from './portalWords.ts';

export interface PortalActionsDeps extends Pick<PortalParts, 'store' | 'opened' | 'sources' | 'clients' | 'failures'> {
  readonly closePanels: (portalId: string) => void;
}

export class PortalActions {
  readonly #deps: PortalActionsDeps;
  readonly edit = async (portal: Portal): Promise<void> => this.#deps.sources.of(portal).care?.edit(portal);
  readonly test = async (portal: Portal): Promise<void> => this.#deps.sources.of(portal).care?.test(portal);

  constructor(deps: PortalActionsDeps) {
    this.#deps = deps;
  }

  async remove(portal: Portal): Promise<void> {
    const { care } = this.#deps.sources.of(portal);
    const question = translate(PORTAL_WORDS.confirmRemoval, { name: portal.name });
    const detail = care === undefined ? [] : [care.removalDetail(portal)];
    if (!(await askToConfirm('warning', question, detail, translate(PORTAL_WORDS.remove)))) return;
    this.#deps.closePanels(portal.id);
    await this.#deps.store.remove(portal.id);
    await care?.forget(portal);
  }

  /** Opens the resource's page in the browser if the portal reports one, else the portal's. */
  async openWebsite(portal: Portal, resourceId?: string): Promise<void> {
    const title = translate(PORTAL_WORDS.lookingForPage, { name: portal.name });
    const find = async (id: string, signal: AbortSignal) =>
      (await this.#deps.clients.ofPortal(portal.id).resourcePage(id, signal)) ?? '';
    const path = resourceId === undefined ? '' : await withLateProgress(title, (signal) => find(resourceId, signal));
    if (path !== undefined) await vscode.env.openExternal(vscode.Uri.parse(portal.baseUrl + path, true));
  }

  /** Loads names for ids: portals in parallel, each for one resource at a time. If one fails, its ids remain. */
  async loadResourceNames(signal: AbortSignal): Promise<void> {
    const { store, opened, clients, failures } = this.#deps;
    const recent = Map.groupBy(opened.recent, ({ portalId }) => portalId);
    await Promise.all(
      store.portals.map(async ({ id: portalId, name, resources }) => {
        const others = (recent.get(portalId) ?? []).map((resource) => ({ ...resource, id: resource.resourceId }));
        try {
          for (const { id } of [...resources, ...others].filter((resource) => resource.name === resource.id)) {
            const title = await clients.ofPortal(portalId).resourceName(id, signal);
            if (title === undefined) continue;
            if (resources.some((resource) => resource.id === id))
              await store.putResource(portalId, { id, name: title });
            await opened.change({ portalId, resourceId: id }, { name: title });
          }
        } catch (error) {
          signal.throwIfAborted();
          failures.log(`Names of resources of ${name}`, error);
        }
      }),
    );
  }
}
