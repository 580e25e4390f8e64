import { homedir } from 'node:os';
import * as vscode from 'vscode';
import { plainLabel } from './plain.ts';
import { Problem } from './problem.ts';
import { translate } from './windowLanguage.ts';
import { PLATFORM_WORDS } from './platformWords.ts';

export function askForFiles(
  options: vscode.OpenDialogOptions & { readonly title: string; readonly openLabel: string },
): Thenable<vscode.Uri[] | undefined> {
  const { title, openLabel } = options;
  return vscode.window.showOpenDialog({ ...options, title: plainLabel(title), openLabel: plainLabel(openLabel) });
}

export interface FileToSave {
  /** A name that is already safe for file systems. */
  readonly fileName: string;
  readonly filters: NonNullable<vscode.SaveDialogOptions['filters']>;
  readonly saveLabel: string;
}

/** Asks for a place on this machine, starting in the current workspace folder. Throws Problem for another place. */
export async function askWhereToSave({ fileName, filters, saveLabel }: FileToSave): Promise<vscode.Uri | undefined> {
  const defaultUri = vscode.Uri.joinPath(workFolder(), fileName);
  const uri = await vscode.window.showSaveDialog({ filters, defaultUri, saveLabel: plainLabel(saveLabel) });
  if (uri === undefined || isHere(uri)) return uri;
  throw new Problem(
    translate(PLATFORM_WORDS.notOnThisMachine, { address: uri.toString(true) }),
    translate(PLATFORM_WORDS.nothingSaved),
  );
}

/** The folder of the active file, or else the first one. A virtual workspace has no folder on this machine. */
export function workFolder(): vscode.Uri {
  const { uri } = (vscode.window.tabGroups.activeTabGroup.activeTab?.input ?? {}) as { uri?: vscode.Uri };
  const inFront = uri && vscode.workspace.getWorkspaceFolder(uri);
  const folders = [...(inFront ? [inFront] : []), ...(vscode.workspace.workspaceFolders ?? [])];
  return folders.find((folder) => isHere(folder.uri))?.uri ?? vscode.Uri.file(homedir());
}

function isHere({ scheme }: vscode.Uri): boolean {
  return scheme === 'file';
}
