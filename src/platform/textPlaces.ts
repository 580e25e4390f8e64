/** Where texts are put for people, and how much each place takes, in UTF-16 units. */
import * as vscode from 'vscode';
import { askWhereToSave, type FileToSave } from './fileDialogs.ts';
import { askModal } from './messages.ts';

/** Above about 20 MB VS Code turns colours and folding off. */
export const EDITOR_LIMIT = 20_000_000;
/** Above 50 MB it opens nothing. */
export const EDITOR_MAXIMUM = 50_000_000;
/** What a clipboard takes without stopping the window. */
export const CLIPBOARD_LIMIT = 1 << 26;

/** `language`: one that VS Code doesn't know is shown as plain text. */
export async function openInEditor(content: string, language: string): Promise<void> {
  const document = await vscode.workspace.openTextDocument({ language, content });
  await vscode.window.showTextDocument(document, { preview: false });
}

/** Offers a file for a text that is too large for its place. In a dialog: a notification would go, and leave work waiting for an answer. */
export async function offerFile(question: string, file: FileToSave): Promise<vscode.Uri | undefined> {
  const save = vscode.l10n.t('Save to File…');
  return (await askModal('information', question, [], save)) === save ? askWhereToSave(file) : undefined;
}
