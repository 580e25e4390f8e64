import { parseAddress, parseResource, type ResourceProblem } from '../datastore/client/address.ts';
import { DRAFT_WORDS } from '../datastore/query/draftWords.ts';
import { fillIn } from '../base/words.ts';
import { askText } from '../platform/messages.ts';
import { translated } from '../platform/windowLanguage.ts';
import { addressText } from '../base/secretText.ts';
import type { Portal } from '../platform/portal.ts';
import { choose } from '../platform/quickPick.ts';
import type { AddPortal } from './addPortal.ts';
import type { PortalStore } from './portalStore.ts';
import { translate } from '../platform/windowLanguage.ts';
import { PORTAL_WORDS } from './portalWords.ts';

/** Asks for a portal's address: its base URL, or any page, API call or download of it. */
export function askPortalAddress(title: string, value: string): Thenable<string | undefined> {
  return askText({
    title,
    prompt: translate(PORTAL_WORDS.addressPrompt),
    placeholder: 'https://data.example.org',
    value,
    problem: (text) => {
      if (text.trim() === '') return undefined;
      const parsed = parseAddress(text);
      if ('problem' in parsed) return addressProblemText(parsed, text);
      return parsed.candidates.length > 0 ? undefined : translate(PORTAL_WORDS.invalidAddress);
    },
  });
}

/** Asks for a resource: its id, an alias, or any address that names it. */
export function askResource(): Thenable<string | undefined> {
  return askText({
    title: translate(PORTAL_WORDS.addResource),
    prompt: translate(PORTAL_WORDS.resourcePrompt),
    placeholder: '2b4604b2-4860-4a5c-9c1f-1a2b3c4d5e6f',
    problem: (text) => {
      if (text.trim() === '') return undefined;
      const parsed = parseResource(text);
      return 'problem' in parsed ? addressProblemText(parsed, text) : undefined;
    },
  });
}

function addressProblemText({ problem }: ResourceProblem, text: string): string {
  if (problem === 'empty') return translate(PORTAL_WORDS.enterAddress);
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
    placeholder: translate(PORTAL_WORDS.selectPortal),
    items: [
      ...portals.map((portal) => ({ label: portal.name, description: portal.baseUrl, value: { portal } })),
      { label: translate(PORTAL_WORDS.addPortalRow), icon: 'add', value: { add: '' } },
    ],
    typed: (text) =>
      /[./]/.test(text)
        ? {
            label: translate(PORTAL_WORDS.addTyped, { text: addressText(text) }),
            icon: 'add',
            value: { add: text },
          }
        : undefined,
  });
  if (picked === undefined) return undefined;
  if ('portal' in picked) return picked.portal;
  return (await addPortal.run(picked.add))?.portal;
}
