import * as vscode from 'vscode';
import { checkToken, mayCarryToken, type TokenProblem } from '../http/origin.ts';
import { askModal, askText, showMessage } from '../platform/messages.ts';
import { type Choice, choose } from '../platform/quickPick.ts';
import type { Portal } from '../platform/portal.ts';
import type { PortalStore } from './portalStore.ts';
import type { TokenStore } from './tokenStore.ts';

/**
 * Asks for a portal's token and keeps it for the portal's exact origin; in this window only, as long as no portal of that
 * origin stays. False when it was not given.
 */
export async function promptForToken(
  portal: Portal,
  store: PortalStore,
  tokens: TokenStore,
): Promise<boolean> {
  const { origin } = new URL(portal.baseUrl);
  if (!(await allowsPlainHttp(portal, store))) return false;
  const text = await askText({
    title: vscode.l10n.t('API token for {0}', portal.name),
    prompt: vscode.l10n.t('Kept in VS Code’s secret storage and sent to {0} only.', origin),
    isSecret: true,
    problem: (value) => {
      const problem = value === '' ? undefined : checkToken(value.trim());
      return problem && problemText(problem);
    },
  });
  const token = text?.trim() ?? '';
  if (token === '') return false;
  const stays = store.portals.some(({ baseUrl }) => new URL(baseUrl).origin === origin);
  if (stays) await keepToken(tokens, portal.baseUrl, token);
  else tokens.hold(portal.baseUrl, token);
  return true;
}

/** Keeps the tokens that were given before their portals were in the list. */
export async function keepHeldTokens(store: PortalStore, tokens: TokenStore): Promise<void> {
  for (const { baseUrl } of store.portals) warnUnlessKept(await tokens.keepHeld(baseUrl));
}

export async function keepToken(tokens: TokenStore, url: string, token: string): Promise<void> {
  warnUnlessKept(await tokens.set(url, token));
}

/** Removes the token of the portal that is meant; else of any origin that has one, whether its portal is in the list or not. */
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

function warnUnlessKept(result: 'kept' | 'session'): void {
  if (result === 'session')
    void showMessage(
      'warning',
      vscode.l10n.t('VS Code could not keep the token. It is used until this window closes.'),
    );
}

function problemText(problem: TokenProblem): string {
  switch (problem) {
    case 'empty':
      return vscode.l10n.t('Enter a token.');
    case 'lineBreak':
      return vscode.l10n.t('A token has no line break. Copy it without the end of its line.');
    case 'character':
      return vscode.l10n.t('This text has a character that a token cannot have.');
  }
}

/** Over plain http anybody on the way can read a token: allowed portal by portal, and only by a person (docs/security.md 8). */
async function allowsPlainHttp(portal: Portal, store: PortalStore): Promise<boolean> {
  const url = new URL(portal.baseUrl);
  if (mayCarryToken(url, portal.allowPlainHttp === true)) return true;
  const send = vscode.l10n.t('Send Unencrypted');
  const answer = await askModal(
    'warning',
    vscode.l10n.t('{0} is reached without encryption.', url.host),
    [
      vscode.l10n.t(
        'Everybody on the way can read a token that is sent by http. Edit the portal’s address to https where it offers that. Allow this only inside a network that you trust.',
      ),
    ],
    send,
  );
  if (answer !== send) return false;
  await store.change(portal.id, { allowPlainHttp: true });
  return true;
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
