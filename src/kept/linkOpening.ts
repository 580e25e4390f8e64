/** Links from outside, which open a query, a record or a document, and nothing else. */
import * as vscode from 'vscode';
import { defined } from '../base/defined.ts';
import { DOCUMENT_WORDS } from '../document/documentWords.ts';
import { permittedPath } from '../document/sourcePlace.ts';
import { LINK_WORDS } from '../document/code/linkWords.ts';
import { type LinkProblem, type QueryLink, queryOfLink, readLink, readLinkParts } from '../document/code/queryLink.ts';
import { KEPT_WORDS } from '../document/kept/keptWords.ts';
import { Owner } from '../platform/disposables.ts';
import type { Failures } from '../platform/failures.ts';
import type { KeptPlacesPort } from '../platform/ports/keptPort.ts';
import { Problem } from '../platform/problem.ts';
import { withLateProgress } from '../platform/progress.ts';
import { translate, translated } from '../platform/windowLanguage.ts';
import type { PlacedQuery } from './placedQuery.ts';
import { isThere, QUERY_ENDING, queryNamed, showDocument } from './openQueries.ts';
import { SHARING_WORDS as WORDS } from './keptEditorWords.ts';

export interface LinkOpeningParts {
  readonly places: Pick<KeptPlacesPort, 'resource'>;
  readonly failures: Pick<Failures, 'show'>;
  /** Shows the answer of a query in a panel. */
  readonly open: (placed: PlacedQuery) => Promise<unknown>;
}

export class LinkOpening extends Owner implements vscode.UriHandler {
  readonly #parts: LinkOpeningParts;

  constructor(parts: LinkOpeningParts) {
    super();
    this.#parts = parts;
    this.owned.add(vscode.window.registerUriHandler(this));
  }

  /** VS Code asks people before it passes on a link of another program. Their answer may be remembered. */
  async handleUri({ path, query }: vscode.Uri): Promise<void> {
    try {
      await this.#open(readLinkParts(path, query, translated(LINK_WORDS), translated(KEPT_WORDS)));
    } catch (error) {
      await this.#parts.failures.show('Link', error);
    }
  }

  /** Opens a link that people have copied. False if the clipboard has none. Throws Problem. */
  async openCopied(): Promise<boolean> {
    const text = await vscode.env.clipboard.readText();
    const link = readLink(text, translated(LINK_WORDS), translated(KEPT_WORDS));
    if (link !== undefined) await this.#open(link);
    return link !== undefined;
  }

  async #open(link: QueryLink | LinkProblem): Promise<void> {
    if ('problem' in link) throw new Problem(link.problem);
    await (link.kind === 'document' ? openDocument(link.path, link.name) : this.#openRecords(link));
  }

  async #openRecords(link: Exclude<QueryLink, { readonly kind: 'document' }>): Promise<void> {
    const { place } = link;
    // A link may name the files that a document in the folder of the window may name.
    const folder = place.kind === 'file' ? await folderWith(place.path) : undefined;
    const anchor = folder && vscode.Uri.joinPath(folder, `link${QUERY_ENDING}`);
    const ref = await withLateProgress(translate(WORDS.opening), (signal) =>
      this.#parts.places.resource(anchor, place, signal),
    );
    if (ref === undefined) return;
    const { portalId, resourceId } = ref;
    const query = { ...queryOfLink(link), resourceId };
    await this.#parts.open({ portalId, query, ...defined({ chart: link.kind === 'query' ? link.chart : undefined }) });
  }
}

async function openDocument(path: string, name: string | undefined): Promise<void> {
  const editor = await vscode.workspace.openTextDocument(await documentFile(path));
  const kept = name === undefined ? undefined : queryNamed(editor, name);
  if (name !== undefined && kept === undefined) throw new Problem(translate(WORDS.noQueryNamed, { name, path }));
  await showDocument(editor, kept);
}

/** The document itself, whose links must not lead out of the folder. */
async function documentFile(path: string): Promise<vscode.Uri> {
  const folder = await folderWith(path);
  const permitted = await permittedPath(folder.fsPath, path, [], [], translated(DOCUMENT_WORDS));
  if ('refused' in permitted) throw new Problem(permitted.refused);
  return vscode.Uri.file(permitted.path);
}

/** The first folder of the window with such a file. Throws Problem. */
async function folderWith(path: string): Promise<vscode.Uri> {
  for (const { uri } of vscode.workspace.workspaceFolders ?? []) {
    if (uri.scheme === 'file' && (await isThere(vscode.Uri.joinPath(uri, path)))) return uri;
  }
  throw new Problem(translate(WORDS.noFile, { path }));
}
