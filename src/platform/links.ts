import * as vscode from 'vscode';
import { askModal } from './messages.ts';
import { PLATFORM_WORDS } from './platformWords.ts';
import { Problem } from './problem.ts';
import { translate } from './windowLanguage.ts';

/** The links in texts from servers that may be opened: every other scheme is text. */
const SCHEMES = ['http:', 'https:', 'mailto:'];
/** A longer one does not fit into a dialog. */
const MAX_LENGTH = 2000;

/** Exactly what would be opened, host names in ASCII; undefined for anything else. */
export function linkTarget(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined;
  const { protocol, href } = new URL(text);
  return SCHEMES.includes(protocol) && href.length <= MAX_LENGTH ? href : undefined;
}

/**
 * Asks, and opens a link in the browser. VS Code itself asks only for domains that are not trusted, in folders that are
 * not trusted; a link that came from a server is always asked about. Throws Problem.
 */
export async function openLink(text: string): Promise<void> {
  const target = linkTarget(text);
  if (target === undefined)
    throw new Problem(translate(PLATFORM_WORDS.noLink), translate(PLATFORM_WORDS.copyLink));
  const open = translate(PLATFORM_WORDS.openLink);
  const copy = translate(PLATFORM_WORDS.copy);
  const answer = await askModal('information', translate(PLATFORM_WORDS.askLink), [target], open, copy);
  if (answer === copy) await vscode.env.clipboard.writeText(target);
  else if (answer === open) await openAddress(target);
}

/** Opens an address in the browser as it stands. */
export async function openAddress(address: string): Promise<void> {
  // As a text: a Uri would open with %2F and %26 decoded (microsoft/vscode#85930).
  await vscode.env.openExternal(address as unknown as vscode.Uri);
}
