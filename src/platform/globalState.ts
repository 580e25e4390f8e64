import type { Memento } from 'vscode';

/**
 * VS Code's global state, written one value after another. VS Code sends each write back to the extension, where it
 * replaces everything that is held: a value that was set meanwhile, under whatever key, would be gone and never saved (as
 * extHostMemento.ts and mainThreadStorage.ts of VS Code 1.139 are written).
 */
export class GlobalState implements Memento {
  readonly #state: Memento;
  /** What is to be written. `undefined` takes the key away. */
  readonly #pending = new Map<string, { readonly value: unknown }>();
  #written: Promise<unknown> = Promise.resolve();

  constructor(state: Memento & { setKeysForSync(keys: readonly string[]): void }) {
    this.#state = state;
    // Addresses of an intranet must not leave this machine.
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

  /** Rejects with what VS Code rejects with; later writes go on. */
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
