/** An object that can be disposed: VS Code's own, or one of ours with the same shape. */
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

  /** Adds a function to be called at the end. Code without VS Code returns such functions to remove listeners. */
  addCall(stop: () => void): void {
    this.#items.push({ dispose: stop });
  }

  dispose(): void {
    for (const item of this.#items.splice(0).reverse()) item.dispose();
  }
}

/** Base of a class that owns things for as long as it lives. */
export abstract class Owner implements Disposing {
  protected readonly owned = new DisposableStore();

  dispose(): void {
    this.owned.dispose();
  }
}
