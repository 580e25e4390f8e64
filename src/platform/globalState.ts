import type { Memento } from 'vscode';

/**
 * VS Code's global state, with writes one after another. VS Code sends each write back to the extension, where it
 * replaces all values: one that was set meanwhile, under any key, would be lost (extHostMemento.ts and
 * mainThreadStorage.ts of VS Code 1.139).
 */
export class GlobalState implements Memento {
  readonly #state: Memento;
  /** Values that still have to be written. `undefined` removes the key. */
  readonly #pending = new Map<string, { readonly value: unknown }>();
  #written: Promise<unknown> = Promise.resolve();

  constructor(state: Memento & { setKeysForSync(keys: readonly string[]): void }) {
    this.#state = state;
    // Settings Sync must not send addresses of an intranet to other machines.
    state.setKeysForSync([]);
  }

  keys(): readonly string[] {
    const kept = this.#state.keys().filter((key) => !this.#pending.has(key));
    const set = [...this.#pending].filter(([, { value }]) => value !== undefined).map(([key]) => key);
    return [...kept, ...set];
  }

  get<T>(key: string, absent?: T): T {
    const pending = this.#pending.get(key);
    const value = pending === undefined ? this.#state.get(key) : pending.value;
    return (value === undefined ? absent : value) as T;
  }

  /** Rejects if VS Code's write fails. Later writes continue. */
  update(key: string, value: unknown): Promise<void> {
    const pending = { value };
    this.#pending.set(key, pending);
    const write = async (): Promise<void> => {
      try {
        await this.#state.update(key, value);
      } finally {
        if (this.#pending.get(key) === pending) this.#pending.delete(key);
      }
    };
    const written = this.#written.then(write);
    this.#written = written.catch(() => undefined);
    return written;
  }
}
