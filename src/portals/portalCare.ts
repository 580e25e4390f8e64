import * as vscode from 'vscode';
import { isUpgrade } from '../http/origin.ts';
import type { Failures } from '../platform/failures.ts';
import { askModal, askText, showMessage } from '../platform/messages.ts';
import { withProgress } from '../platform/progress.ts';
import { askPortalAddress } from './portalQuestions.ts';
import { parseAddress } from '../datastore/client/address.ts';
import type { Portal } from '../platform/portal.ts';
import type { PortalClients } from './portalClients.ts';
import type { PortalStore } from './portalStore.ts';
import { keepToken } from './tokenQuestions.ts';
import type { TokenStore } from './tokenStore.ts';

export interface PortalCareDeps {
  readonly store: PortalStore;
  readonly tokens: TokenStore;
  readonly clients: PortalClients;
  readonly failures: Failures;
  readonly closePanels: (portalId: string) => void;
  readonly setToken: (portalId: string) => Promise<boolean>;
}

/** What can be done with a portal of the list. */
export class PortalCare {
  readonly #deps: PortalCareDeps;

  constructor(deps: PortalCareDeps) {
    this.#deps = deps;
  }

  async edit(portal: Portal): Promise<void> {
    const title = vscode.l10n.t('Edit {0}', portal.name);
    const name = await askText({
      title,
      prompt: vscode.l10n.t('Name'),
      value: portal.name,
      problem: (value) => (value.trim() === '' ? vscode.l10n.t('Enter a name.') : undefined),
    });
    if (name === undefined) return;
    const address = await askPortalAddress(title, portal.baseUrl);
    const parsed = parseAddress(address ?? '');
    const baseUrl = 'candidates' in parsed ? parsed.baseUrl : undefined;
    if (baseUrl !== undefined) await this.#change(portal, name.trim(), baseUrl);
  }

  async test(portal: Portal): Promise<void> {
    try {
      const title = vscode.l10n.t('Testing the connection to {0}', portal.name);
      const status = await withProgress(title, (signal) =>
        this.#deps.clients.ofPortal(portal.id).status(signal),
      );
      if (status === undefined) return;
      const facts = [
        vscode.l10n.t('{0} answers.', portal.name),
        ...(status.version === undefined ? [] : [vscode.l10n.t('It runs CKAN {0}.', status.version)]),
        ...(status.hasDatastore ? [] : [vscode.l10n.t('It does not say that it has a datastore.')]),
        ...(status.lostTokenByRedirect
          ? [vscode.l10n.t('Your token was not sent, because the address leads to another one.')]
          : []),
      ];
      await this.#showStatus(portal, facts.join(' '), status.baseUrl);
    } catch (error) {
      await this.#deps.failures.show(`Test of ${portal.baseUrl}`, error, [
        { label: vscode.l10n.t('Try Again'), run: () => this.test(portal) },
        { label: vscode.l10n.t('Edit Portal…'), run: () => this.edit(portal) },
      ]);
    }
  }

  async remove(portal: Portal): Promise<void> {
    const remove = vscode.l10n.t('Remove');
    const answer = await askModal(
      'warning',
      vscode.l10n.t('Remove {0}?', portal.name),
      [vscode.l10n.t('Its API token and its open records go too. Nothing is deleted on the portal.')],
      remove,
    );
    if (answer !== remove) return;
    this.#deps.closePanels(portal.id);
    await this.#deps.store.remove(portal.id);
    await this.#dropToken(portal.baseUrl);
  }

  /** Opens the resource's own page in the browser where the portal knows one, else the portal's. */
  async openWebsite(portal: Portal, resourceId?: string): Promise<void> {
    const title = vscode.l10n.t('Looking for the page at {0}', portal.name);
    const find = async (id: string, signal: AbortSignal) =>
      (await this.#deps.clients.ofPortal(portal.id).resourcePage(id, signal)) ?? '';
    const path =
      resourceId === undefined ? '' : await withProgress(title, (signal) => find(resourceId, signal));
    if (path !== undefined) await vscode.env.openExternal(vscode.Uri.parse(portal.baseUrl + path, true));
  }

  /**
   * Asks for the names of resources that are known by ID only, because a run asks nothing beside its question. Portals
   * side by side, resources one by one. A portal that fails keeps its IDs.
   */
  async loadResourceNames(signal: AbortSignal): Promise<void> {
    const { store, clients, failures } = this.#deps;
    await Promise.all(
      store.portals.map(async ({ id: portalId, name, resources }) => {
        try {
          for (const { id } of resources.filter((resource) => resource.name === resource.id)) {
            const found = await clients.ofPortal(portalId).resourceName(id, signal);
            if (found !== undefined) await store.putResource(portalId, { id, name: found });
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
    const set = vscode.l10n.t('Set API Token…');
    const text = vscode.l10n.t(
      'The API token for {0} isn’t sent to {1}. Set one for the new address.',
      before,
      after,
    );
    if ((await showMessage('information', text, set)) === set) await this.#deps.setToken(portalId);
  }

  async #showStatus(portal: Portal, text: string, baseUrl: string): Promise<void> {
    if (baseUrl === portal.baseUrl) {
      void showMessage('information', text);
      return;
    }
    const update = vscode.l10n.t('Use {0}', baseUrl);
    const answer = await showMessage('information', text, update);
    if (answer === update) await this.#change(portal, portal.name, baseUrl);
  }

  /** Unless another portal of the same origin needs it. */
  async #dropToken(baseUrl: string): Promise<void> {
    const { store, tokens } = this.#deps;
    const { origin } = new URL(baseUrl);
    if (!store.portals.some((other) => new URL(other.baseUrl).origin === origin))
      await tokens.remove(baseUrl);
  }
}
