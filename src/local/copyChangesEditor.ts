import { copyFile, readFile, stat } from 'node:fs/promises';
import * as vscode from 'vscode';
import { askWhereToSave } from '../platform/fileDialogs.ts';
import { askModal } from '../platform/messages.ts';

/** Bytes. Above about 20 MB VS Code turns colours and folding off, above 50 MB it opens nothing. */
const EDITOR_LIMIT = 20_000_000;

/** The changes as lines of JSON in an editor or, when they are many, in a file. */
export async function showChanges(file: string): Promise<void> {
  if ((await stat(file)).size > EDITOR_LIMIT) return saveChanges(file);
  const content = await readFile(file, 'utf8');
  const document = await vscode.workspace.openTextDocument({ language: 'jsonl', content });
  await vscode.window.showTextDocument(document, { preview: false });
}

async function saveChanges(file: string): Promise<void> {
  const save = vscode.l10n.t('Save to File…');
  const question = vscode.l10n.t('These changes are more than 20 MB of JSON, too much for an editor.');
  if ((await askModal('information', question, [], save)) !== save) return;
  const uri = await askWhereToSave({
    fileName: 'changes.jsonl',
    filters: { 'JSON Lines': ['jsonl'] },
    saveLabel: vscode.l10n.t('Save'),
  });
  if (uri !== undefined) await copyFile(file, uri.fsPath);
}
