/** Where texts are put for people, and how much each place takes, in UTF-16 units. */
import * as vscode from 'vscode';
import { askWhereToSave, type FileToSave } from './fileDialogs.ts';
import { askModal } from './messages.ts';
import { DisposableStore } from './disposables.ts';
import { translate } from './windowLanguage.ts';
import { PLATFORM_WORDS } from './platformWords.ts';

/** Above about 20 MB VS Code turns colours and folding off. */
export const EDITOR_LIMIT = 20_000_000;
/** Above 50 MB it opens nothing. */
export const EDITOR_MAXIMUM = 50_000_000;
/** What a clipboard takes without stopping the window. */
export const CLIPBOARD_LIMIT = 1 << 26;

/** `language`: one that VS Code doesn't know is shown as plain text. */
export async function openInEditor(content: string, language: string): Promise<void> {
  const document = await vscode.workspace.openTextDocument({ language, content });
  await vscode.window.showTextDocument(document, { preview: false });
}

/** Offers a file for a text that is too large for its place. In a dialog: a notification would go, and leave work waiting for an answer. */
export async function offerFile(question: string, file: FileToSave): Promise<vscode.Uri | undefined> {
  const save = translate(PLATFORM_WORDS.saveToFile);
  return (await askModal('information', question, [], save)) === save ? askWhereToSave(file) : undefined;
}

const SCHEME = 'datastore-explorer-text';

/** Texts in read-only editors, which close without a question. Folding, find and Save As come with them. */
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
    return this.#contents.get(uri.toString()) ?? translate(PLATFORM_WORDS.textGone);
  }

  dispose(): void {
    this.#store.dispose();
    this.#contents.clear();
  }
}
