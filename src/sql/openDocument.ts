/** SQL documents as VS Code has them open. */
import * as v from 'valibot';
import * as vscode from 'vscode';
import { optionalMember, storedObject } from '../base/stored.ts';
import { DOCUMENT_WORDS } from '../document/documentWords.ts';
import { readSqlDocument } from '../document/sqlDocument.ts';
import { EDITED_SCHEMES, versionReader } from '../platform/openTexts.ts';
import { translated } from '../platform/windowLanguage.ts';

export const SQL_LANGUAGE = 'datastore-sql';
export const SQL_DOCUMENTS = EDITED_SCHEMES.map((scheme) => ({ language: SQL_LANGUAGE, scheme }));

/** What the commands of lenses get: a statement by its number, or a source by its name. */
export type LensTarget = v.InferInput<typeof LensTarget>;
export const LensTarget = storedObject({
  document: v.string(),
  number: optionalMember(v.number()),
  source: optionalMember(v.string()),
});

export function isSqlDocument({ languageId, uri }: vscode.TextDocument): boolean {
  return languageId === SQL_LANGUAGE && EDITED_SCHEMES.includes(uri.scheme);
}

/** What the editor's text says now. */
export const documentOf = versionReader((text) => readSqlDocument(text, translated(DOCUMENT_WORDS)));

/** A document that is open under this address, in any editor. */
export function openDocument(uri: string): vscode.TextDocument | undefined {
  return vscode.workspace.textDocuments.find((each) => isSqlDocument(each) && each.uri.toString() === uri);
}
