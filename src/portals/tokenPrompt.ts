import * as vscode from 'vscode';
import { checkToken, mayCarryToken, type TokenProblem } from '../http/origin.ts';
import { askText } from '../platform/inputBox.ts';
import { askModal, showMessage } from '../platform/messages.ts';
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
export async function settleTokens(store: PortalStore, tokens: TokenStore): Promise<void> {
  for (const { baseUrl } of store.portals) tellUnlessKept(await tokens.settle(baseUrl));
}

export async function keepToken(tokens: TokenStore, url: string, token: string): Promise<void> {
  tellUnlessKept(await tokens.set(url, token));
}

function tellUnlessKept(result: 'kept' | 'session'): void {
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
