import * as vscode from 'vscode';
import { Problem } from '../platform/problem.ts';
import { translate } from '../platform/windowLanguage.ts';
import { TREE_WORDS } from './treeWords.ts';

/** In VS Code's Explorer, or in the system's where the file is outside the open folders. Throws Problem. */
export async function revealFile(path: string): Promise<void> {
  const uri = vscode.Uri.file(path);
  const isInside = vscode.workspace.getWorkspaceFolder(uri) !== undefined;
  // Elsewhere the file isn't on the machine that people sit at.
  const isHere = vscode.env.uiKind === vscode.UIKind.Desktop && vscode.env.remoteName === undefined;
  if (!isInside && !isHere)
    throw new Problem(translate(TREE_WORDS.outsideFolders, { file: path }), translate(TREE_WORDS.openFolder));
  await vscode.commands.executeCommand(isInside ? 'revealInExplorer' : 'revealFileInOS', uri);
}
