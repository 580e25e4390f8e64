import * as vscode from 'vscode';
import { plainLabel } from './plain.ts';

/** Asks for files or folders, as `vscode.window.showOpenDialog`. */
export function askForFiles(
  options: vscode.OpenDialogOptions & { readonly title: string; readonly openLabel: string },
): Thenable<vscode.Uri[] | undefined> {
  const { title, openLabel } = options;
  return vscode.window.showOpenDialog({
    ...options,
    title: plainLabel(title),
    openLabel: plainLabel(openLabel),
  });
}

/** Asks where to save. `defaultUri` is a safe file name's already. */
export function askWhereToSave(
  options: vscode.SaveDialogOptions & { readonly saveLabel: string },
): Thenable<vscode.Uri | undefined> {
  return vscode.window.showSaveDialog({ ...options, saveLabel: plainLabel(options.saveLabel) });
}
