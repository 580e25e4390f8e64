import { basename, dirname } from 'node:path';
import * as vscode from 'vscode';
import { DisposableStore } from '../platform/disposables.ts';

/** Somebody writes a file in many steps. */
const REST_MS = 500;

/** Tells when a file may have changed, come or gone: once it rests, and when people come back to this window. */
export class FileWatch implements vscode.Disposable {
  readonly #store = new DisposableStore();
  readonly #tell: () => void;
  #rest: ReturnType<typeof setTimeout> | undefined;

  constructor(file: string, tell: () => void) {
    this.#tell = tell;
    // By name, not by pattern: in a pattern, brackets and braces of a name mean something else.
    const pattern = new vscode.RelativePattern(vscode.Uri.file(dirname(file)), '*');
    const watcher = this.#store.add(vscode.workspace.createFileSystemWatcher(pattern));
    for (const event of [watcher.onDidCreate, watcher.onDidChange, watcher.onDidDelete])
      this.#store.add(
        event((uri) => {
          if (basename(uri.fsPath) === basename(file)) this.#wait();
        }),
      );
    this.#store.add(
      vscode.window.onDidChangeWindowState(({ focused }) => {
        if (focused) this.#tell();
      }),
    );
    this.#store.addCall(() => clearTimeout(this.#rest));
  }

  dispose(): void {
    this.#store.dispose();
  }

  #wait(): void {
    clearTimeout(this.#rest);
    this.#rest = setTimeout(this.#tell, REST_MS);
  }
}
