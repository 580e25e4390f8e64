import { readTokenFacts } from '../../datastore/client/tokenFacts.ts';
import { isOlderThan } from '../../datastore/dialect/expectation.ts';
import { checkToken, mayCarryToken, type TokenProblem } from '../../http/origin.ts';
import { askText, askToConfirm, showMessage } from '../../platform/messages.ts';
import { dateText } from '../../platform/quantities.ts';
import { type Choice, choose } from '../../platform/quickPick.ts';
import type { Portal } from '../../platform/portal.ts';
import type { PortalStore } from '../portalStore.ts';
import type { TokenStore } from './tokenStore.ts';
import { translate } from '../../platform/windowLanguage.ts';
import { PORTAL_WORDS } from '../portalWords.ts';
import { TOKEN_WORDS } from './tokenWords.ts';

/**
 * Asks for a portal's token and stores it for the portal's exact origin. While the list has no portal of that origin,
 * only this window keeps it. Returns false if people enter none.
 */
export async function promptForToken(portal: Portal, store: PortalStore, tokens: TokenStore): Promise<boolean> {
  const { origin } = new URL(portal.baseUrl);
  if (!(await allowsPlainHttp(portal, store))) return false;
  const text = await askText({
    title: translate(PORTAL_WORDS.tokenFor, { name: portal.name }),
    prompt: translate(PORTAL_WORDS.tokenPrompt, { origin }),
    isSecret: true,
    problem: (value) => {
      const problem = value === '' ? undefined : checkToken(value.trim());
      return problem && translate(PROBLEMS[problem]);
    },
  });
  const token = text?.trim() ?? '';
  if (token === '') return false;
  const isListed = store.portals.some(({ baseUrl }) => new URL(baseUrl).origin === origin);
  if (isListed) await keepToken(tokens, portal.baseUrl, token);
  else tokens.hold(portal.baseUrl, token);
  return true;
}

/** Warns about an expired or outdated token. The token is stored anyway: this machine's clock may be wrong. */
export function warnOfToken(name: string, token: string, version: string | undefined): void {
  const { expires, isKey } = readTokenFacts(token);
  const create = translate(TOKEN_WORDS.createAnother);
  if (expires !== undefined && expires < Date.now()) {
    const text = translate(TOKEN_WORDS.expiredToken, { name, date: dateText(expires) });
    void showMessage('warning', `${text} ${create}`);
  }
  if (isKey && version !== undefined && !isOlderThan(version, [2, 10, 0]))
    void showMessage('warning', `${translate(TOKEN_WORDS.keyForNew, { name, version })} ${create}`);
}

/** Stores the tokens that were entered before their portals were in the list. */
export async function keepHeldTokens(store: PortalStore, tokens: TokenStore): Promise<void> {
  for (const { baseUrl } of store.portals) warnUnlessKept(await tokens.keepHeld(baseUrl));
}

export async function keepToken(tokens: TokenStore, url: string, token: string): Promise<void> {
  warnUnlessKept(await tokens.set(url, token));
}

/** Removes the token of the given portal, or of an origin that people choose. Its portal needn't be in the list. */
export async function removeToken(store: PortalStore, tokens: TokenStore, portalId: string | undefined): Promise<void> {
  const meant = portalId === undefined ? undefined : store.find(portalId);
  const url = meant?.baseUrl ?? (await pickOrigin(store, tokens));
  if (url === undefined) return;
  await tokens.remove(url);
  void showMessage('information', translate(PORTAL_WORDS.tokenRemoved, { origin: new URL(url).origin }));
}

function warnUnlessKept(result: 'kept' | 'session'): void {
  if (result === 'session') void showMessage('warning', translate(PORTAL_WORDS.tokenNotStored));
}

const PROBLEMS = {
  empty: PORTAL_WORDS.enterToken,
  lineBreak: PORTAL_WORDS.tokenLineBreak,
  character: PORTAL_WORDS.tokenCharacter,
} as const satisfies Readonly<Record<TokenProblem, string>>;

/** Anyone on the network can read a token sent over http. People must allow it per portal (docs/security.md 8). */
async function allowsPlainHttp(portal: Portal, store: PortalStore): Promise<boolean> {
  const url = new URL(portal.baseUrl);
  if (mayCarryToken(url, portal.allowPlainHttp === true)) return true;
  const question = translate(PORTAL_WORDS.confirmPlainHttp, { host: url.host });
  const detail = [translate(PORTAL_WORDS.plainHttpDetail)];
  if (!(await askToConfirm('warning', question, detail, translate(PORTAL_WORDS.sendUnencrypted)))) return false;
  await store.change(portal.id, { allowPlainHttp: true });
  return true;
}

async function pickOrigin(store: PortalStore, tokens: TokenStore): Promise<string | undefined> {
  const origins = await tokens.origins();
  if (origins.length > 0)
    return choose({
      title: translate(PORTAL_WORDS.removeToken),
      placeholder: translate(PORTAL_WORDS.selectToken),
      items: origins.map((origin) => ({ ...rowOf(origin, store), value: origin })),
    });
  void showMessage('information', translate(PORTAL_WORDS.noTokens));
  return undefined;
}

function rowOf(origin: string, { portals }: PortalStore): Choice<string> {
  const names = portals.filter(({ baseUrl }) => new URL(baseUrl).origin === origin).map(({ name }) => name);
  return names.length > 0
    ? { label: names.join(', '), description: origin }
    : { label: origin, description: translate(PORTAL_WORDS.noPortalListed) };
}
