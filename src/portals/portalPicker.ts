import * as vscode from 'vscode';
import { choose } from '../platform/quickChoice.ts';
import { addressText } from '../base/secretText.ts';
import type { AddPortal } from './addPortal.ts';
import type { Portal } from '../platform/portal.ts';
import type { PortalStore } from './portalStore.ts';

type Picked = { readonly portal: Portal } | { readonly add: string };

/** Asks for a portal; a new one can be added on the way, so it works from an empty state. */
export class PortalPicker {
  readonly #store: PortalStore;
  readonly #addPortal: AddPortal;

  constructor(store: PortalStore, addPortal: AddPortal) {
    this.#store = store;
    this.#addPortal = addPortal;
  }

  async pick(title: string): Promise<Portal | undefined> {
    const picked = await choose<Picked>({
      title,
      placeholder: vscode.l10n.t('Choose a portal, or type the address of a new one'),
      items: [
        ...this.#store.portals.map((portal) => ({
          label: portal.name,
          description: portal.baseUrl,
          value: { portal },
        })),
        { label: vscode.l10n.t('Add Portal…'), icon: 'add', value: { add: '' } },
      ],
      typed: (text) =>
        /[./]/.test(text)
          ? { label: vscode.l10n.t('Add “{0}”', addressText(text)), icon: 'add', value: { add: text } }
          : undefined,
    });
    if (picked === undefined) return undefined;
    if ('portal' in picked) return picked.portal;
    return (await this.#addPortal.run(picked.add))?.portal;
  }
}
