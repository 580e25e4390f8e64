import * as vscode from 'vscode';
import { parseAddress } from '../datastore/address.ts';
import type { PortalStatus } from '../datastore/model.ts';
import type { Failures } from '../platform/failures.ts';
import { withProgress } from '../platform/progress.ts';
import { askAddress } from './addressInput.ts';
import type { AddResource } from './addResource.ts';
import type { Portal } from './portal.ts';
import type { PortalClients } from './portalClients.ts';
import type { PortalStore } from './portalStore.ts';

export interface Added {
  readonly portal: Portal;
  /** The pasted address also named a resource, which was added too. */
  readonly resourceId?: string;
}

export interface AddPortalDeps {
  readonly store: PortalStore;
  readonly clients: PortalClients;
  readonly failures: Failures;
  readonly addResource: AddResource;
}

interface Probe {
  readonly baseUrl: string;
  readonly status?: PortalStatus;
}

/** Turns anything pasted from a portal into a portal, and into a resource if it names one. */
export class AddPortal {
  readonly #deps: AddPortalDeps;

  constructor(deps: AddPortalDeps) {
    this.#deps = deps;
  }

  /** `text`: what was typed already. `undefined` when it was left. */
  async run(text = ''): Promise<Added | undefined> {
    const title = vscode.l10n.t('Add Portal');
    const isReady = text !== '' && 'candidates' in parseAddress(text);
    const address = isReady ? text : await askAddress(title, text);
    if (address === undefined) return undefined;
    const parsed = parseAddress(address);
    if (!('candidates' in parsed)) return undefined;
    const probe = await this.#probe(address, parsed.candidates);
    if (probe === 'edit') return this.run(address);
    if (probe === undefined) return undefined;
    const portal = await this.#keep(title, probe);
    if (portal === undefined) return undefined;
    if (parsed.resourceId === undefined) return { portal };
    const resourceId = await this.#deps.addResource.toPortal(portal, parsed.resourceId);
    return { portal, ...(resourceId !== undefined && { resourceId }) };
  }

  /** The first candidate that answers as a portal; a failure is told, with ways on. */
  async #probe(address: string, candidates: readonly string[]): Promise<Probe | 'edit' | undefined> {
    const { clients, failures } = this.#deps;
    const known = candidates.find((baseUrl) =>
      this.#deps.store.portals.some((portal) => portal.baseUrl === baseUrl),
    );
    if (known !== undefined) return { baseUrl: known };
    const title = vscode.l10n.t('Looking for a portal at {0}', address);
    let failure: unknown;
    const found = await withProgress(title, async (signal): Promise<Probe | 'none'> => {
      for (const baseUrl of candidates) {
        try {
          const status = await clients.at(baseUrl).status(signal);
          return { baseUrl: status.baseUrl, status };
        } catch (error) {
          if (signal.aborted) throw error;
          // The shortest address is the portal's own more often than not, so its failure says most.
          failure = error;
        }
      }
      return 'none';
    });
    if (found !== 'none') return found;
    const { message, hint } = failures.note(`No portal at ${address}`, failure);
    const [again, edit, anyway] = [
      vscode.l10n.t('Try Again'),
      vscode.l10n.t('Edit Address'),
      vscode.l10n.t('Add Anyway'),
    ];
    const answer = await vscode.window.showErrorMessage(`${message} ${hint}`.trim(), again, edit, anyway);
    if (answer === again) return this.#probe(address, candidates);
    if (answer === edit) return 'edit';
    const [baseUrl] = candidates;
    return answer === anyway && baseUrl !== undefined ? { baseUrl } : undefined;
  }

  async #keep(title: string, { baseUrl, status }: Probe): Promise<Portal | undefined> {
    const { store } = this.#deps;
    const known = store.portals.find((portal) => portal.baseUrl === baseUrl);
    if (known !== undefined) {
      void vscode.window.showInformationMessage(vscode.l10n.t('{0} is in the list already.', known.name));
      return known;
    }
    const name = await vscode.window.showInputBox({
      title,
      prompt: vscode.l10n.t('A name for {0}', baseUrl),
      value: status?.title ?? new URL(baseUrl).host,
      ignoreFocusOut: true,
      validateInput: (value) => (value.trim() === '' ? vscode.l10n.t('Enter a name.') : undefined),
    });
    return name === undefined ? undefined : store.add(name.trim(), baseUrl);
  }
}
