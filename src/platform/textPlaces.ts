/** Places for texts, and the longest text of each in UTF-16 units. */
import * as vscode from 'vscode';
import { askWhereToSave, type FileToSave } from './fileDialogs.ts';
import { askToConfirm } from './messages.ts';
import { Owner } from './disposables.ts';
import { translate } from './windowLanguage.ts';
import { PLATFORM_WORDS } from './platformWords.ts';

/** VS Code turns off colours and folding above about 20 MB. */
export const EDITOR_LIMIT = 20_000_000;
/** VS Code can't open texts above 50 MB. */
export const EDITOR_MAXIMUM = 50_000_000;
/** Longest text that can be copied without blocking the window. */
export const CLIPBOARD_LIMIT = 1 << 26;

/** Opens a text in an editor. A language that VS Code doesn't have is shown as plain text. */
export async function openInEditor(content: string, language: string): Promise<void> {
  const document = await vscode.workspace.openTextDocument({ language, content });
  await vscode.window.showTextDocument(document, { preview: false });
}

/** Offers a file for a text that is too large. The dialog is modal, since a notification could disappear unanswered. */
export async function offerFile(question: string, file: FileToSave): Promise<vscode.Uri | undefined> {
  const isWanted = await askToConfirm('information', question, [], translate(PLATFORM_WORDS.saveToFile));
  return isWanted ? askWhereToSave(file) : undefined;
}

const SCHEME = 'datastore-explorer-text';

/** Read-only editors for texts. They close without a question, and have folding, search and Save As. */
export class ReadOnlyTexts extends Owner implements vscode.TextDocumentContentProvider {
  readonly #contents = new Map<string, string>();
  #count = 0;

  constructor() {
    super();
    this.owned.add(vscode.workspace.registerTextDocumentContentProvider(SCHEME, this));
    this.owned.add(vscode.workspace.onDidCloseTextDocument(({ uri }) => this.#contents.delete(uri.toString())));
  }

  /** Shows a text. `name` is the tab's title, and its extension sets the language. */
  async show(name: string, content: string): Promise<void> {
    this.#count += 1;
    const uri = vscode.Uri.from({ scheme: SCHEME, path: `/${name}`, query: String(this.#count) });
    this.#contents.set(uri.toString(), content);
    await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(uri));
  }

  /** The text of an editor. Texts are gone after their editor was closed or the window reloaded. */
  provideTextDocumentContent(uri: vscode.Uri): string {
    return this.#contents.get(uri.toString()) ?? translate(PLATFORM_WORDS.textGone);
  }
}
