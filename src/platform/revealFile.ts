import * as vscode from 'vscode';
import { Problem } from './problem.ts';
import { PLATFORM_WORDS } from './platformWords.ts';
import { translate } from './windowLanguage.ts';

/** Shows a file in VS Code's Explorer, or in the file manager if it is outside the open folders. Throws Problem. */
export async function revealFile(path: string): Promise<void> {
  if (!canReveal(path))
    throw new Problem(translate(PLATFORM_WORDS.outsideFolders, { file: path }), translate(PLATFORM_WORDS.openFolder));
  const uri = vscode.Uri.file(path);
  await vscode.commands.executeCommand(isInFolder(uri) ? 'revealInExplorer' : 'revealFileInOS', uri);
}

export function canReveal(path: string): boolean {
  // In a browser or a remote window, the file is on another machine.
  const isHere = vscode.env.uiKind === vscode.UIKind.Desktop && vscode.env.remoteName === undefined;
  return isHere || isInFolder(vscode.Uri.file(path));
}

function isInFolder(uri: vscode.Uri): boolean {
  return vscode.workspace.getWorkspaceFolder(uri) !== undefined;
}
