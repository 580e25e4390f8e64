/** Writes queries into documents: new ones, and those of the workspace. */
import { dirname, isAbsolute } from 'node:path';
import * as vscode from 'vscode';
import { holdsSecret } from '../base/secretText.ts';
import { addQuery, newQueryDocument } from '../document/kept/editQueryDocument.ts';
import { queryObject } from '../document/kept/queryObject.ts';
import type { QueryToKeep } from '../document/kept/keptQuery.ts';
import { workFolder } from '../platform/fileDialogs.ts';
import { safeFileName } from '../platform/fileName.ts';
import type { KeptPlacesPort } from '../platform/ports/keptPort.ts';
import { askText } from '../platform/messages.ts';
import { Problem } from '../platform/problem.ts';
import { choose } from '../platform/quickPick.ts';
import { translate } from '../platform/windowLanguage.ts';
import { KEPT_EDITOR_WORDS as WORDS } from './keptEditorWords.ts';
import { isQueryDocument, isThere, QUERY_ENDING, queryNamed, showDocument, applyChanges } from './openQueries.ts';
import { type PlacedQuery, queryToKeep } from './placedQuery.ts';

/** The most documents of a workspace that people can choose from. */
const MOST_DOCUMENTS = 200;

export class KeptSaving {
  readonly #places: Pick<KeptPlacesPort, 'placeOf'>;

  constructor(places: Pick<KeptPlacesPort, 'placeOf'>) {
    this.#places = places;
  }

  /** Writes a query into a new document, whose place is proposed when people save it. */
  async save(placed: PlacedQuery): Promise<void> {
    const { place } = await this.#keep(placed);
    const name = await askQueryName(translate(WORDS.saveTitle), placed);
    if (name === undefined) return;
    const folder =
      place.kind === 'file' && isAbsolute(place.path) ? vscode.Uri.file(dirname(place.path)) : workFolder();
    const uri = await freePlace(folder, safeFileName(name, QUERY_ENDING.slice(1)));
    await openNew(uri, newQueryDocument(name, await this.#keep(placed, uri)));
  }

  /** Adds a query to a document that people choose. Its text isn't saved, so that they can look at it first. */
  async add(placed: PlacedQuery): Promise<void> {
    await this.#keep(placed);
    const uri = await chooseDocument();
    if (uri === undefined) return;
    if (uri === 'new') {
      await this.save(placed);
      return;
    }
    const editor = await vscode.workspace.openTextDocument(uri);
    const name = await askQueryName(translate(WORDS.addTitle), placed, editor);
    if (name === undefined) return;
    const keep = await this.#keep(placed, uri);
    await applyChanges(editor, (text) => addQuery(text, name, keep));
    await showDocument(editor, queryNamed(editor, name));
  }

  /** Opens a new document with an example. */
  async create(): Promise<void> {
    await openNew(await freePlace(workFolder(), `queries${QUERY_ENDING}`), translate(WORDS.example));
  }

  /** Throws Problem if a document can't have the query. */
  async #keep(placed: PlacedQuery, document?: vscode.Uri): Promise<QueryToKeep> {
    const keep = await queryToKeep(placed, this.#places, document);
    if (holdsSecret(queryObject(keep))) throw new Problem(translate(WORDS.secret));
    return keep;
  }
}

async function askQueryName(
  title: string,
  { label = '' }: PlacedQuery,
  editor?: vscode.TextDocument,
): Promise<string | undefined> {
  const problem = (text: string): string | undefined => {
    if (text.trim() === '') return translate(WORDS.nameMissing);
    const isTaken = editor !== undefined && queryNamed(editor, text.trim()) !== undefined;
    return isTaken ? translate(WORDS.nameTaken) : undefined;
  };
  const name = await askText({ title, prompt: translate(WORDS.namePrompt), value: label, problem });
  return name?.trim();
}

async function chooseDocument(): Promise<vscode.Uri | 'new' | undefined> {
  const files = await vscode.workspace.findFiles(`**/*${QUERY_ENDING}`, '**/node_modules/**', MOST_DOCUMENTS);
  const open = vscode.workspace.textDocuments.filter(isQueryDocument).map(({ uri }) => uri);
  const all = new Map([...open, ...files].map((uri) => [uri.toString(), uri]));
  if (all.size === 0) return 'new';
  return choose<vscode.Uri | 'new'>({
    title: translate(WORDS.addTitle),
    placeholder: translate(WORDS.selectDocument),
    items: [
      ...Array.from(all.values(), (uri) => ({ label: vscode.workspace.asRelativePath(uri), icon: 'file', value: uri })),
      { label: translate(WORDS.newDocument), icon: 'new-file', value: 'new' },
    ],
  });
}

/** The address of an unsaved document with a name that no file and no open document has. */
async function freePlace(folder: vscode.Uri, fileName: string): Promise<vscode.Uri> {
  const stem = fileName.slice(0, -QUERY_ENDING.length);
  for (let number = 1; ; number += 1) {
    const file = vscode.Uri.joinPath(folder, `${number === 1 ? stem : `${stem} ${String(number)}`}${QUERY_ENDING}`);
    const isOpen = vscode.workspace.textDocuments.some(({ uri }) => uri.path === file.path);
    if (!isOpen && !(await isThere(file))) return file.with({ scheme: 'untitled' });
  }
}

async function openNew(uri: vscode.Uri, content: string): Promise<void> {
  const editor = await vscode.workspace.openTextDocument(uri);
  await applyChanges(editor, () => [{ range: { start: 0, end: 0 }, text: content }]);
  await showDocument(editor);
}
