import { copyFile, readFile, stat } from 'node:fs/promises';
import { l10n } from 'vscode';
import { EDITOR_LIMIT, offerFile, openInEditor } from '../platform/textPlaces.ts';

/** The changes as lines of JSON in an editor or, when they are many, in a file. */
export async function showChanges(file: string): Promise<void> {
  if ((await stat(file)).size > EDITOR_LIMIT) return saveChanges(file);
  await openInEditor(await readFile(file, 'utf8'), 'jsonl');
}

async function saveChanges(file: string): Promise<void> {
  const question = l10n.t('These changes are more than 20 MB of JSON, too much for an editor.');
  const uri = await offerFile(question, {
    fileName: 'changes.jsonl',
    filters: { 'JSON Lines': ['jsonl'] },
    saveLabel: l10n.t('Save'),
  });
  if (uri !== undefined) await copyFile(file, uri.fsPath);
}
