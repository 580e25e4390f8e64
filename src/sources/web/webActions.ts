import { parseAddress } from '../../datastore/wire/address.ts';
import type { PortalStatus } from '../../datastore/wire/model.ts';
import { isUpgrade } from '../../http/origin.ts';
import { askName, showMessage } from '../../platform/messages.ts';
import type { Portal } from '../../platform/portal.ts';
import { withLateProgress } from '../../platform/progress.ts';
import { translate } from '../../platform/windowLanguage.ts';
import type { PortalParts } from '../portalParts.ts';
import { askPortalAddress } from '../portalQuestions.ts';
import type { PortalCare } from '../portalSource.ts';
import { PORTAL_WORDS } from '../portalWords.ts';
import { type CapabilitySources, showCapabilities } from './portalCapabilities.ts';
import { keepToken } from './tokenQuestions.ts';

export type WebActionsDeps = CapabilitySources & Pick<PortalParts, 'setToken' | 'tokens'>;

export class WebActions implements PortalCare {
  readonly #deps: WebActionsDeps;
  readonly removalDetail = (): string => translate(PORTAL_WORDS.removalDetail);

  constructor(deps: WebActionsDeps) {
    this.#deps = deps;
  }

  async edit(portal: Portal): Promise<void> {
    const title = translate(PORTAL_WORDS.edit, { name: portal.name });
    const name = await askName(title, translate(PORTAL_WORDS.name), translate(PORTAL_WORDS.enterName), portal.name);
    if (name === undefined) return;
    const address = await askPortalAddress(title, portal.baseUrl);
    const parsed = parseAddress(address ?? '');
    const baseUrl = 'candidates' in parsed ? parsed.baseUrl : undefined;
    if (baseUrl !== undefined) await this.#change(portal, name, baseUrl);
  }

  async test(portal: Portal): Promise<void> {
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

  /** Deletes the token unless another portal of the same origin needs it. */
  async forget({ baseUrl }: Portal): Promise<void> {
    const { store, tokens } = this.#deps;
    const { origin } = new URL(baseUrl);
    if (!store.portals.some((other) => new URL(other.baseUrl).origin === origin)) await tokens.remove(baseUrl);
  }

  async #change(portal: Portal, name: string, baseUrl: string): Promise<void> {
    const { store, tokens } = this.#deps;
    const [before, after] = [new URL(portal.baseUrl), new URL(baseUrl)];
    if (before.origin === after.origin) return store.change(portal.id, { name, baseUrl });
    const token = await tokens.get(portal.baseUrl);
    const needsToken = token !== undefined && !(await tokens.has(baseUrl));
    const isCarried = needsToken && isUpgrade(before, after);
    if (isCarried) await keepToken(tokens, baseUrl, token);
    // A permission for one host doesn't apply to another.
    await store.change(portal.id, { name, baseUrl, allowPlainHttp: false });
    await this.forget(portal);
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
      ...(baseUrl === portal.baseUrl ? [] : [{ label: update, run: () => this.#change(portal, portal.name, baseUrl) }]),
      { label: capabilities, run: () => showCapabilities(this.#deps, portal) },
    ]);
  }
}

function connectedText(name: string, { version, isLookAlike }: PortalStatus): string {
  if (version !== undefined) return translate(PORTAL_WORDS.connectedToCkan, { name, version });
  return translate(isLookAlike === true ? PORTAL_WORDS.connectedToLookAlike : PORTAL_WORDS.connected, { name });
}
