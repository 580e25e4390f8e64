/** VS Code's Disposable, and objects of ours with the same shape. */
export interface Disposing {
  dispose(): unknown;
}

/** Owns things that must be disposed, and disposes them in reverse order. */
export class DisposableStore implements Disposing {
  readonly #items: Disposing[] = [];

  add<T extends Disposing>(item: T): T {
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
