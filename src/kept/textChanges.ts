import * as vscode from 'vscode';
import type { TextChange } from '../document/kept/keptQuery.ts';
import { Problem } from '../platform/problem.ts';
import { translate } from '../platform/windowLanguage.ts';
import { KEPT_EDITOR_WORDS as WORDS } from './keptEditorWords.ts';
import { textRange } from './openQueries.ts';

/** Makes all changes as one step that people can undo in the editor. Throws Problem if the text can't be edited. */
export async function applyChanges(editor: vscode.TextDocument, changes: readonly TextChange[]): Promise<void> {
  if (changes.length === 0) return;
  const edit = new vscode.WorkspaceEdit();
  for (const { range, text } of changes) edit.replace(editor.uri, textRange(editor, range), text);
  if (!(await vscode.workspace.applyEdit(edit))) throw new Problem(translate(WORDS.changed));
}
