import type { Disposable } from 'vscode';

/** Owns things that must be disposed, and disposes them in reverse order. */
export class DisposableStore implements Disposable {
  readonly #items: Disposable[] = [];

  add<T extends Disposable>(item: T): T {
    this.#items.push(item);
    return item;
  }

  /** For pure code, whose listeners are removed by calling a function. */
  addCall(stop: () => void): void {
    this.#items.push({ dispose: stop });
  }

  dispose(): void {
    for (const item of this.#items.splice(0).reverse()) item.dispose();
  }
}
