/** Query documents as VS Code has them open. */
import * as v from 'valibot';
import * as vscode from 'vscode';
import { defined } from '../base/defined.ts';
import { readStored } from '../base/stored.ts';
import type { DatastoreQuery } from '../datastore/query/query.ts';
import { fillQuery } from '../document/kept/fillQuery.ts';
import type { KeptQuery, ParameterValues, TextChange } from '../document/kept/keptQuery.ts';
import { KEPT_WORDS } from '../document/kept/keptWords.ts';
import { readQueryDocument } from '../document/kept/readQueryDocument.ts';
import { EDITED_SCHEMES, invalidLine, rangeIn, versionReader } from '../platform/openTexts.ts';
import { Problem } from '../platform/problem.ts';
import { translate, translated } from '../platform/windowLanguage.ts';
import { KEPT_EDITOR_WORDS as WORDS } from './keptEditorWords.ts';
import { UneditableDocument } from '../document/kept/editQueryDocument.ts';

export const QUERY_ENDING = '.datastore.jsonc';
export const QUERY_DOCUMENTS = EDITED_SCHEMES.map((scheme) => ({ scheme, pattern: `**/*${QUERY_ENDING}` }));

export function isQueryDocument({ uri }: Pick<vscode.TextDocument, 'uri'>): boolean {
  return EDITED_SCHEMES.includes(uri.scheme) && uri.path.endsWith(QUERY_ENDING);
}

/** The queries and problems of the text. */
export const queriesIn = versionReader((text) => readQueryDocument(text, translated(KEPT_WORDS)));

/** What lenses pass to commands: a query by the address of its document and its name. */
export type QueryTarget = v.InferOutput<typeof QueryTarget>;
export const QueryTarget = v.object({ document: v.string(), name: v.string() });

export interface OpenQuery {
  readonly editor: vscode.TextDocument;
  readonly kept: KeptQuery;
}

/** The query of a lens, or the one at the cursor. Throws a Problem if there is none, or if it can't be read. */
export function openQuery(argument: unknown): OpenQuery {
  const { document, name } = readStored(QueryTarget, argument) ?? {};
  const { activeTextEditor: active } = vscode.window;
  const uri = document ?? active?.document.uri.toString();
  const editor = vscode.workspace.textDocuments.find((each) => isQueryDocument(each) && each.uri.toString() === uri);
  const kept = editor && (name === undefined ? queryAtCursor(editor, active) : queryNamed(editor, name));
  if (editor === undefined || kept === undefined) throw new Problem(translate(WORDS.noQuery));
  return { editor, kept };
}

export function queryNamed(editor: vscode.TextDocument, name: string): KeptQuery | undefined {
  return queriesIn(editor).queries.find((each) => each.name === name);
}

/** Shows a document, and in it the name of one of its queries. */
export async function showDocument(editor: vscode.TextDocument, kept?: KeptQuery): Promise<void> {
  const selection = kept && rangeIn(editor, kept.nameRange);
  await vscode.window.showTextDocument(editor, { preview: false, ...defined({ selection }) });
}

export function isThere(uri: vscode.Uri): Promise<boolean> {
  return Promise.resolve(
    vscode.workspace.fs.stat(uri).then(
      () => true,
      () => false,
    ),
  );
}

/** Throws a Problem for the first error of the text that stops this query. */
export function requireReadable({ editor, kept }: OpenQuery): void {
  const problem = queriesIn(editor).problems.find(
    ({ severity, queryName = kept.name }) => severity === 'error' && queryName === kept.name,
  );
  if (problem !== undefined) throw invalidLine(editor, problem);
}

/** The question of a query with values for its parameters, or their defaults. Throws Problem. */
export function questionOf(open: OpenQuery, values: ParameterValues = new Map()): DatastoreQuery {
  requireReadable(open);
  const filled = fillQuery(open.kept, values, translated(KEPT_WORDS));
  if ('problem' in filled) throw new Problem(filled.problem);
  return filled.query;
}

function queryAtCursor(editor: vscode.TextDocument, active: vscode.TextEditor | undefined): KeptQuery | undefined {
  if (active?.document !== editor) return undefined;
  const { queries } = queriesIn(editor);
  const offset = editor.offsetAt(active.selection.active);
  return queries.find(({ range }) => offset <= range.end) ?? queries.at(-1);
}

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
