import * as vscode from 'vscode';
import { Problem } from './problem.ts';

/** In Restricted Mode people can ask portals they added themselves, but no process of ours reads files. */
export function requireTrust(): void {
  if (vscode.workspace.isTrusted) return;
  throw new Problem(
    vscode.l10n.t('Local files are not opened in Restricted Mode.'),
    vscode.l10n.t('Trust this workspace to open them. Portals can be searched meanwhile.'),
    { actions: [{ label: vscode.l10n.t('Manage Trust'), command: 'workbench.trust.manage' }] },
  );
}
