import * as vscode from 'vscode';
import { parseAddress, parseResource, type ResourceProblem } from '../datastore/client/address.ts';
import { DRAFT_WORDS } from '../datastore/query/draftWords.ts';
import { fillIn } from '../base/words.ts';
import { askText } from '../platform/messages.ts';
import { translated } from '../platform/words.ts';
import { addressText } from '../base/secretText.ts';
import type { Portal } from '../platform/portal.ts';
import { choose } from '../platform/quickPick.ts';
import type { AddPortal } from './addPortal.ts';
import type { PortalStore } from './portalStore.ts';

/** Asks for a portal's address: its base URL, or any page, API call or download of it. */
export function askPortalAddress(title: string, value: string): Thenable<string | undefined> {
  return askText({
    title,
    prompt: vscode.l10n.t('The portal’s address, or any page, API call or download of it'),
    placeholder: 'https://data.example.org',
    value,
    problem: (text) => {
      if (text.trim() === '') return undefined;
      const parsed = parseAddress(text);
      if ('problem' in parsed) return addressProblemText(parsed, text);
      return parsed.candidates.length > 0 ? undefined : vscode.l10n.t('This is not an address.');
    },
  });
}

/** Asks for a resource: its id, an alias, or any address that names it. */
export function askResource(): Thenable<string | undefined> {
  return askText({
    title: vscode.l10n.t('Add Resource'),
    prompt: vscode.l10n.t('The resource’s ID, or the address of its page, an API call or a download'),
    placeholder: '2b4604b2-4860-4a5c-9c1f-1a2b3c4d5e6f',
    problem: (text) => {
      if (text.trim() === '') return undefined;
      const parsed = parseResource(text);
      return 'problem' in parsed ? addressProblemText(parsed, text) : undefined;
    },
  });
}

function addressProblemText({ problem }: ResourceProblem, text: string): string {
  if (problem === 'empty') return vscode.l10n.t('Enter an address.');
  return fillIn(translated(DRAFT_WORDS)[problem], { text: text.trim() });
}

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
