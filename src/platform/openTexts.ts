/** Texts that people edit in VS Code: read once a version, and looked at when typing pauses. */
import * as vscode from 'vscode';
import type { DocumentProblem, TextRange } from '../document/sqlDocument.ts';
import { Owner } from './disposables.ts';
import { plain, plainLabel } from './plain.ts';
import { PLATFORM_WORDS } from './platformWords.ts';
import { MANAGE_TRUST, Problem } from './problem.ts';
import { translate } from './windowLanguage.ts';

/** The schemes of texts that people edit. Others, such as `git`, show older texts. */
export const EDITED_SCHEMES: readonly string[] = ['file', 'untitled', 'vscode-vfs'];
/** Time without typing after which a text is looked at. */
const PAUSE_MS = 150;

/** A reader of open texts that calls `read` once for each version of a text. */
export function versionReader<T>(read: (text: string) => T): (editor: vscode.TextDocument) => T {
  const last = new WeakMap<vscode.TextDocument, { readonly version: number; readonly value: T }>();
  return (editor) => {
    const { version } = editor;
    const latest = last.get(editor);
    if (latest?.version === version) return latest.value;
    const value = read(editor.getText());
    last.set(editor, { version, value });
    return value;
  };
}

export function rangeIn(editor: vscode.TextDocument, { start, end }: TextRange): vscode.Range {
  return new vscode.Range(editor.positionAt(start), editor.positionAt(end));
}

/** A mark in an editor. Its text may come from outside. */
export function markIn(
  editor: vscode.TextDocument,
  range: TextRange,
  text: string,
  severity: 'error' | 'warning' = 'error',
): vscode.Diagnostic {
  const { Error: error, Warning: warning } = vscode.DiagnosticSeverity;
  return new vscode.Diagnostic(rangeIn(editor, range), plain(text), severity === 'error' ? error : warning);
}

/** A document can't be used because of a mistake in it, whose line is named. */
export function invalidLine(editor: vscode.TextDocument, { range, text }: DocumentProblem): Problem {
  const line = editor.positionAt(range.start).line + 1;
  return new Problem(translate(PLATFORM_WORDS.invalidLine, { line, problem: text }));
}

/** The command of lenses in Restricted Mode. */
export function untrustedLens(text: string): vscode.Command {
  return { title: `$(workspace-untrusted) ${plainLabel(text)}`, command: MANAGE_TRUST };
}

export interface WatchedTexts {
  readonly fits: (editor: vscode.TextDocument) => boolean;
  /** Called after a text was opened or changed, once typing pauses. */
  readonly look: (editor: vscode.TextDocument) => Promise<void>;
  /** Called at each change, before typing pauses. */
  readonly changed?: (editor: vscode.TextDocument) => void;
  readonly closed?: (uri: vscode.Uri) => void;
}

/** Looks at the open texts of one kind. */
export class TextWatch extends Owner {
  readonly #texts: WatchedTexts;
  readonly #waiting = new Map<string, ReturnType<typeof setTimeout>>();

  constructor(texts: WatchedTexts) {
    super();
    this.#texts = texts;
    const { workspace } = vscode;
    this.owned.add(workspace.onDidOpenTextDocument((editor) => this.#wait(editor)));
    this.owned.add(
      workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
        if (contentChanges.length === 0 || !texts.fits(document)) return;
        texts.changed?.(document);
        this.#wait(document);
      }),
    );
    this.owned.add(
      workspace.onDidCloseTextDocument(({ uri }) => {
        clearTimeout(this.#waiting.get(uri.toString()));
        this.#waiting.delete(uri.toString());
        texts.closed?.(uri);
      }),
    );
    this.owned.addCall(() => {
      for (const timer of this.#waiting.values()) clearTimeout(timer);
    });
    this.lookAgain();
  }

  lookAgain(): void {
    for (const editor of vscode.workspace.textDocuments) this.#wait(editor);
  }

  #wait(editor: vscode.TextDocument): void {
    if (!this.#texts.fits(editor)) return;
    const uri = editor.uri.toString();
    clearTimeout(this.#waiting.get(uri));
    this.#waiting.set(
      uri,
      setTimeout(() => void this.#texts.look(editor), PAUSE_MS),
    );
  }
}
