import * as vscode from 'vscode';
import { askModal } from '../platform/messages.ts';
import { Problem } from '../platform/problem.ts';

/** The links in values that may be opened. Values come from servers: every other scheme is text. */
const SCHEMES = ['http:', 'https:', 'mailto:'];
/** Longer is no address of a page, and no dialog shows it. */
const MAX_LENGTH = 2000;

/** Exactly what would be opened, host names in ASCII; undefined for what is no such link. */
export function linkTarget(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined;
  const { protocol, href } = new URL(text);
  return SCHEMES.includes(protocol) && href.length <= MAX_LENGTH ? href : undefined;
}

/**
 * Asks, and opens a link in the browser. VS Code itself asks only for domains that are not trusted, in folders that are
 * not trusted; a value of somebody else's data deserves the question always. Throws Problem.
 */
export async function openLink(text: string): Promise<void> {
  const target = linkTarget(text);
  if (target === undefined)
    throw new Problem(
      vscode.l10n.t('This link is not opened: it leads to no web page and no mail address.'),
      vscode.l10n.t('It can be copied from the record.'),
    );
  const open = vscode.l10n.t('Open');
  const copy = vscode.l10n.t('Copy');
  const question = vscode.l10n.t('Open this link of the record outside VS Code?');
  const answer = await askModal('information', question, [target], open, copy);
  if (answer === copy) await vscode.env.clipboard.writeText(target);
  // As a text: a Uri would open with %2F and %26 decoded (microsoft/vscode#85930).
  else if (answer === open) await vscode.env.openExternal(target as unknown as vscode.Uri);
}
