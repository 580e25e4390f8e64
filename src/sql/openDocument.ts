/** SQL documents as VS Code has them open. */
import * as vscode from 'vscode';
import { DOCUMENT_WORDS } from '../document/documentWords.ts';
import { readSqlDocument, type SqlDocument, type TextRange } from '../document/sqlDocument.ts';
import { translated } from '../platform/windowLanguage.ts';

export const SQL_LANGUAGE = 'datastore-sql';
/** The schemes of texts that people edit. Others, such as `git`, show older texts. */
const SCHEMES = ['file', 'untitled', 'vscode-vfs'];
export const SQL_DOCUMENTS = SCHEMES.map((scheme) => ({ language: SQL_LANGUAGE, scheme }));

export function isSqlDocument({ languageId, uri }: vscode.TextDocument): boolean {
  return languageId === SQL_LANGUAGE && SCHEMES.includes(uri.scheme);
}

const parsed = new WeakMap<vscode.TextDocument, { readonly version: number; readonly document: SqlDocument }>();

/** What the editor's text says now. Each version of a text is read once. */
export function documentOf(editor: vscode.TextDocument): SqlDocument {
  const last = parsed.get(editor);
  if (last?.version === editor.version) return last.document;
  const document = readSqlDocument(editor.getText(), translated(DOCUMENT_WORDS));
  parsed.set(editor, { version: editor.version, document });
  return document;
}

export function rangeIn(editor: vscode.TextDocument, { start, end }: TextRange): vscode.Range {
  return new vscode.Range(editor.positionAt(start), editor.positionAt(end));
}

/** A document that is open under this address, in any editor. */
export function openDocument(uri: string): vscode.TextDocument | undefined {
  return vscode.workspace.textDocuments.find((each) => isSqlDocument(each) && each.uri.toString() === uri);
}
