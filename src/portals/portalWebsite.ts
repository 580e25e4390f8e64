import * as vscode from 'vscode';
import type { Portal } from '../platform/portal.ts';
import { withProgress } from '../platform/progress.ts';
import type { PortalClients } from './portalClients.ts';

/** Opens the resource's own page in the browser where the portal knows one, else the portal's. */
export async function openWebsite(
  clients: PortalClients,
  portal: Portal,
  resourceId?: string,
): Promise<void> {
  const title = vscode.l10n.t('Looking for the page at {0}', portal.name);
  const find = async (id: string, signal: AbortSignal) =>
    (await clients.ofPortal(portal.id).resourcePage(id, signal)) ?? '';
  const path =
    resourceId === undefined ? '' : await withProgress(title, (signal) => find(resourceId, signal));
  if (path !== undefined) await vscode.env.openExternal(vscode.Uri.parse(portal.baseUrl + path, true));
}
