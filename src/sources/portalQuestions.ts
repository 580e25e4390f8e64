import { askText } from '../platform/messages.ts';
import { addressText } from '../base/secretText.ts';
import { portalAddress, type Portal } from '../platform/portal.ts';
import { choose, separator } from '../platform/quickPick.ts';
import type { KnownPortal } from './web/knownPortals.ts';
import { pastedProblemText, readAddress, readResource } from './web/pastedResource.ts';
import type { PortalOffer } from './portalSource.ts';
import type { PortalStore } from './portalStore.ts';
import { translate } from '../platform/windowLanguage.ts';
import { PORTAL_WORDS } from './portalWords.ts';

/** Asks for a portal's base URL, any page, API call or download of it, or an address for one of `offers`. */
export function askPortalAddress(
  title: string,
  value: string,
  offers: readonly PortalOffer[] = [],
): Thenable<string | undefined> {
  return askText({
    title,
    prompt: translate(PORTAL_WORDS.addressPrompt),
    placeholder: 'https://data.example.org',
    value,
    problem: (text) => (text.trim() === '' ? undefined : portalProblem(text, offers)),
  });
}

/** Asks for a portal that isn't in the list, by any of its addresses or from the known public portals. */
export function askNewPortal(
  title: string,
  portals: readonly KnownPortal[],
  offers: readonly PortalOffer[],
): Promise<string | undefined> {
  const rows = portals.map(({ name, baseUrl, country, topic }) => ({
    label: name,
    description: baseUrl.replace(/^https:\/\//, ''),
    detail: translate(PORTAL_WORDS.knownPortal, { country, topic }),
    icon: 'globe',
    value: baseUrl,
  }));
  const offered = offers.flatMap((offer) => offer.rows());
  const isKnown = (text: string) =>
    [...offered, ...rows].some(({ label, description, detail }) =>
      [label, description, detail].some((part) => part.toLowerCase().includes(text.toLowerCase())),
    );
  const [first] = rows;
  return choose<string>({
    title,
    placeholder: translate(PORTAL_WORDS.newPortal),
    items: [...offered, ...(rows.length === 0 ? [] : [separator(translate(PORTAL_WORDS.publicPortals)), ...rows])],
    // The first row is a kind of database, which people hardly mean if they press Enter at once.
    ...(first && { active: first.value }),
    typedFirst: true,
    typed: (text) => {
      const problem = portalProblem(text, offers);
      if (problem === undefined)
        return { label: translate(PORTAL_WORDS.addTyped, { text: addressText(text) }), icon: 'add', value: text };
      return isKnown(text) ? undefined : { label: problem, icon: 'error' };
    },
  });
}

function portalProblem(text: string, offers: readonly PortalOffer[]): string | undefined {
  const offer = offers.find((each) => each.isMeant(text));
  if (offer !== undefined) return offer.problem(text);
  const parsed = readAddress(text);
  if ('problem' in parsed) return pastedProblemText(parsed, text);
  return parsed.candidates.length > 0 ? undefined : translate(PORTAL_WORDS.invalidAddress);
}

/** Asks for a resource by its id, an alias, any address that names it, or an API call. */
export function askResource(
  title = translate(PORTAL_WORDS.addResource),
  prompt = translate(PORTAL_WORDS.resourcePrompt),
  placeholder = '2b4604b2-4860-4a5c-9c1f-1a2b3c4d5e6f',
): Thenable<string | undefined> {
  return askText({
    ...{ title, prompt, placeholder },
    problem: (text) => {
      if (text.trim() === '') return undefined;
      const parsed = readResource(text);
      return 'problem' in parsed ? pastedProblemText(parsed, text) : undefined;
    },
  });
}

/** Asks for a portal. People can also add one here, so this works with an empty list. */
export async function pickPortal(
  title: string,
  portals: PortalStore['portals'],
  addPortal: { run(address: string): Promise<{ readonly portal: Portal } | undefined> },
): Promise<Portal | undefined> {
  const picked = await choose<{ readonly portal: Portal } | { readonly add: string }>({
    title,
    placeholder: translate(PORTAL_WORDS.selectPortal),
    items: [
      ...portals.map((portal) => ({ label: portal.name, description: portalAddress(portal), value: { portal } })),
      { label: translate(PORTAL_WORDS.addPortalRow), icon: 'add', value: { add: '' } },
    ],
    typed: (text) =>
      /[./]/.test(text)
        ? { label: translate(PORTAL_WORDS.addTyped, { text: addressText(text) }), icon: 'add', value: { add: text } }
        : undefined,
  });
  if (picked === undefined) return undefined;
  if ('portal' in picked) return picked.portal;
  return (await addPortal.run(picked.add))?.portal;
}
