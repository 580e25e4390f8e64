import * as vscode from 'vscode';
import { addressText } from '../base/secretText.ts';
import type { Portal } from '../platform/portal.ts';
import { choose } from '../platform/quickPick.ts';
import type { AddPortal } from './addPortal.ts';
import type { PortalStore } from './portalStore.ts';

type Picked = { readonly portal: Portal } | { readonly add: string };

/** Asks for a portal; a new one can be added on the way, so it works from an empty state. */
export async function pickPortal(
  title: string,
  { portals }: PortalStore,
  addPortal: AddPortal,
): Promise<Portal | undefined> {
  const picked = await choose<Picked>({
    title,
    placeholder: vscode.l10n.t('Choose a portal, or type the address of a new one'),
    items: [
      ...portals.map((portal) => ({ label: portal.name, description: portal.baseUrl, value: { portal } })),
      { label: vscode.l10n.t('Add Portal…'), icon: 'add', value: { add: '' } },
    ],
    typed: (text) =>
      /[./]/.test(text)
        ? { label: vscode.l10n.t('Add “{0}”', addressText(text)), icon: 'add', value: { add: text } }
        : undefined,
  });
  if (picked === undefined) return undefined;
  if ('portal' in picked) return picked.portal;
  return (await addPortal.run(picked.add))?.portal;
}
