import * as vscode from 'vscode';
import { UneditableDocument } from '../document/kept/editQueryDocument.ts';
import type { TextChange } from '../document/kept/keptQuery.ts';
import { rangeIn } from '../platform/openTexts.ts';
import { Problem } from '../platform/problem.ts';
import { translate } from '../platform/windowLanguage.ts';
import { KEPT_EDITOR_WORDS as WORDS } from './keptEditorWords.ts';

/** Makes all changes as one step that people can undo in the editor. Throws Problem if the text can't be edited. */
export async function applyChanges(
  editor: vscode.TextDocument,
  changesOf: (text: string) => readonly TextChange[],
): Promise<void> {
  const changes = editable(() => changesOf(editor.getText()));
  if (changes.length === 0) return;
  const edit = new vscode.WorkspaceEdit();
  for (const { range, text } of changes) edit.replace(editor.uri, rangeIn(editor, range), text);
  if (!(await vscode.workspace.applyEdit(edit))) throw new Problem(translate(WORDS.changed));
}

function editable<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof UneditableDocument)) throw error;
    const words = { broken: WORDS.broken, nameTaken: WORDS.nameTaken, noQuery: WORDS.noQueryNamed };
    throw new Problem(translate(words[error.reason]), '', { cause: error });
  }
}
