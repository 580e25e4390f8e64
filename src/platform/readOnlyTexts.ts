import * as vscode from 'vscode';
import { DisposableStore } from './disposables.ts';

const SCHEME = 'datastore-explorer-text';

/** Texts of ours in editors that nobody can change, and that ask nothing when they are closed. Folding, find and Save As come with them. */
export class ReadOnlyTexts implements vscode.TextDocumentContentProvider, vscode.Disposable {
  readonly #store = new DisposableStore();
  readonly #contents = new Map<string, string>();
  #count = 0;

  constructor() {
    this.#store.add(vscode.workspace.registerTextDocumentContentProvider(SCHEME, this));
    this.#store.add(
      vscode.workspace.onDidCloseTextDocument(({ uri }) => this.#contents.delete(uri.toString())),
    );
  }

  /** `name` with its extension is the tab's title; it decides the language. */
  async show(name: string, content: string): Promise<void> {
    this.#count += 1;
    const uri = vscode.Uri.from({ scheme: SCHEME, path: `/${name}`, query: String(this.#count) });
    this.#contents.set(uri.toString(), content);
    await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(uri));
  }

  /** An editor that was closed and is opened again finds its text gone; a window reload brings none back. */
  provideTextDocumentContent(uri: vscode.Uri): string {
    return (
      this.#contents.get(uri.toString()) ??
      vscode.l10n.t('This text was not kept. Open it again from the records.')
    );
  }

  dispose(): void {
    this.#store.dispose();
    this.#contents.clear();
  }
}
