import { isTokenHeader, TOKEN_HEADER } from '../../http/origin.ts';
import { askText, showMessage } from '../../platform/messages.ts';
import type { Portal } from '../../platform/portal.ts';
import { choose } from '../../platform/quickPick.ts';
import { translate } from '../../platform/windowLanguage.ts';
import type { PortalStore } from '../portalStore.ts';
import { TOKEN_WORDS } from './tokenWords.ts';

/** CKAN up to 2.10 accepts this header, too, and some portals accept no other. */
export const OLD_TOKEN_HEADER = 'X-CKAN-API-Key';

export async function askTokenHeader(portal: Portal, store: PortalStore): Promise<void> {
  const { id, name, tokenHeader = TOKEN_HEADER } = portal;
  const isKnown = tokenHeader === TOKEN_HEADER || tokenHeader === OLD_TOKEN_HEADER;
  const title = translate(TOKEN_WORDS.headerTitle, { name });
  const picked = await choose<string>({
    title,
    placeholder: translate(TOKEN_WORDS.headerPlaceholder),
    items: [
      { label: TOKEN_HEADER, description: translate(TOKEN_WORDS.headerUsual), value: TOKEN_HEADER },
      { label: OLD_TOKEN_HEADER, description: translate(TOKEN_WORDS.headerOld), value: OLD_TOKEN_HEADER },
      { label: translate(TOKEN_WORDS.headerOther), ...(!isKnown && { description: tokenHeader }), value: '' },
    ].map((row) => ({ ...row, ...(row.value === tokenHeader && { icon: 'check' }) })),
  });
  const header = picked === '' ? await askName(title, isKnown ? '' : tokenHeader) : picked;
  if (header === undefined) return;
  await store.change(id, { tokenHeader: header });
  void showMessage('information', translate(TOKEN_WORDS.headerSet, { name, header }));
}

async function askName(title: string, value: string): Promise<string | undefined> {
  const text = await askText({
    title,
    prompt: translate(TOKEN_WORDS.headerPrompt),
    value,
    problem: (typed) => (isTokenHeader(typed.trim()) ? undefined : translate(TOKEN_WORDS.headerProblem)),
  });
  return text?.trim();
}
