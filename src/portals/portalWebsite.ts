import * as vscode from 'vscode';
import { withProgress } from '../platform/progress.ts';
import type { Portal } from '../platform/portal.ts';
import type { PortalClients } from './portalClients.ts';

/** Opens pages of a portal in the browser. */
export class PortalWebsite {
  readonly #clients: PortalClients;

  constructor(clients: PortalClients) {
    this.#clients = clients;
  }

  /** The resource's own page where the portal knows one, else the portal's. */
  async open(portal: Portal, resourceId?: string): Promise<void> {
    const path = resourceId === undefined ? '' : await this.#resourcePath(portal, resourceId);
    if (path !== undefined) await vscode.env.openExternal(vscode.Uri.parse(portal.baseUrl + path, true));
  }

  /** `undefined` when it was cancelled. */
  async #resourcePath(portal: Portal, resourceId: string): Promise<string | undefined> {
    const title = vscode.l10n.t('Looking for the page at {0}', portal.name);
    return withProgress(
      title,
      async (signal) => (await this.#clients.ofPortal(portal.id).resourcePage(resourceId, signal)) ?? '',
    );
  }
}
