import * as vscode from 'vscode';
import type { Choice } from '../platform/choice.ts';
import { showMessage } from '../platform/messages.ts';
import { choose } from '../platform/quickChoice.ts';
import type { PortalStore } from './portalStore.ts';
import type { TokenStore } from './tokenStore.ts';

/** Of the portal that is meant; else of any origin that has one, be its portal in the list or not. */
export async function removeToken(
  store: PortalStore,
  tokens: TokenStore,
  portalId: string | undefined,
): Promise<void> {
  const meant = portalId === undefined ? undefined : store.find(portalId);
  const url = meant?.baseUrl ?? (await pickOrigin(store, tokens));
  if (url === undefined) return;
  await tokens.remove(url);
  void showMessage('information', vscode.l10n.t('Removed the API token for {0}.', new URL(url).origin));
}

async function pickOrigin(store: PortalStore, tokens: TokenStore): Promise<string | undefined> {
  const origins = await tokens.origins();
  if (origins.length > 0)
    return choose({
      title: vscode.l10n.t('Remove API Token'),
      placeholder: vscode.l10n.t('Select the token to remove'),
      items: origins.map((origin) => ({ ...rowOf(origin, store), value: origin })),
    });
  void showMessage('information', vscode.l10n.t('There are no API tokens.'));
  return undefined;
}

function rowOf(origin: string, { portals }: PortalStore): Choice<string> {
  const names = portals.filter(({ baseUrl }) => new URL(baseUrl).origin === origin).map(({ name }) => name);
  return names.length > 0
    ? { label: names.join(', '), description: origin }
    : { label: origin, description: vscode.l10n.t('no portal in the list') };
}
