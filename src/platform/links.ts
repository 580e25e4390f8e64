import * as vscode from 'vscode';
import { askModal } from './messages.ts';
import { PLATFORM_WORDS } from './platformWords.ts';
import { Problem } from './problem.ts';
import { translate } from './windowLanguage.ts';

/** Schemes of links in servers' texts that may be opened. Others stay plain text. */
const SCHEMES = ['http:', 'https:', 'mailto:'];
/** Longest address that fits in a dialog. */
const MAX_LENGTH = 2000;

/** The exact address that would be opened, with its host name in ASCII. Undefined if it isn't an allowed link. */
export function linkTarget(text: string): string | undefined {
  const { protocol = '', href = '' } = URL.parse(text) ?? {};
  return SCHEMES.includes(protocol) && href.length <= MAX_LENGTH ? href : undefined;
}

/** Asks before it opens a link, which VS Code does only for untrusted domains in untrusted folders. Throws Problem. */
export async function openLink(text: string): Promise<void> {
  const target = linkTarget(text);
  if (target === undefined) throw new Problem(translate(PLATFORM_WORDS.noLink), translate(PLATFORM_WORDS.copyLink));
  const open = translate(PLATFORM_WORDS.openLink);
  const copy = translate(PLATFORM_WORDS.copy);
  const answer = await askModal('information', translate(PLATFORM_WORDS.askLink), [target], open, copy);
  if (answer === copy) await vscode.env.clipboard.writeText(target);
  else if (answer === open) await openAddress(target);
}

export async function openAddress(address: string): Promise<void> {
  // The address is passed as text, because a Uri would open with %2F and %26 decoded (microsoft/vscode#85930).
  await vscode.env.openExternal(address as unknown as vscode.Uri);
}
