import * as vscode from 'vscode';
import { askModal } from '../platform/messages.ts';
import { Problem } from '../platform/problem.ts';
import { linkTarget } from './link.ts';

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
