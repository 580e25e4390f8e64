import * as v from 'valibot';
import * as vscode from 'vscode';
import type { Shape } from '../../base/schema.ts';
import { readStored, storedList } from '../../base/stored.ts';
import { Owner } from '../disposables.ts';

/** VS Code's storage of a workspace, or GlobalState. */
export interface Storage {
  get(key: string): unknown;
  update(key: string, value: unknown): Thenable<void>;
}

/**
 * VS Code's global state, with writes one after another. VS Code sends each write back to the extension, where it
 * replaces all values: one that was set meanwhile, under any key, would be lost (extHostMemento.ts and
 * mainThreadStorage.ts of VS Code 1.139).
 */
export class GlobalState implements Storage {
  readonly #state: Storage;
  /** Values that still have to be written. `undefined` removes the key. */
  readonly #pending = new Map<string, { readonly value: unknown }>();
  #written: Promise<unknown> = Promise.resolve();

  constructor(state: Storage & Pick<vscode.ExtensionContext['globalState'], 'setKeysForSync'>) {
    this.#state = state;
    // Settings Sync must not send addresses of an intranet to other machines.
    state.setKeysForSync([]);
  }

  get(key: string): unknown {
    const pending = this.#pending.get(key);
    return pending === undefined ? this.#state.get(key) : pending.value;
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

export interface ListFormat<S extends v.GenericSchema> {
  readonly key: string;
  readonly item: S;
  /** The member of the stored object that holds the list, beside `version`. A list without it is stored by itself. */
  readonly member?: string;
  /** 1 if absent. A list of another version counts as empty. */
  readonly version?: number;
  readonly most?: number;
  /** Longest text of all items in UTF-16 units, because VS Code holds stored values in memory in every window. */
  readonly budget?: number;
}

/** A list in storage, usually newest first, which other windows may change. Items that don't fit are left out. */
export class StoredList<S extends v.GenericSchema> {
  readonly #state: Storage;
  readonly #format: ListFormat<S>;
  /** The value that `#items` was read from. VS Code returns the same object until it changes. */
  #value: unknown;
  #items: readonly Shape<S>[] = [];

  constructor(state: Storage, format: ListFormat<S>) {
    this.#state = state;
    this.#format = format;
  }

  get items(): readonly Shape<S>[] {
    const value = this.#state.get(this.#format.key);
    if (value !== this.#value) this.#items = this.#read(value);
    this.#value = value;
    return this.#items;
  }

  /** Resolves when the items are stored: the first ones, as many as fit. */
  async set(items: readonly Shape<S>[]): Promise<void> {
    const { key, member, version = 1, most = Infinity, budget = Infinity } = this.#format;
    let size = 0;
    const isAffordable = (item: Shape<S>): boolean => (size += JSON.stringify(item).length) <= budget;
    const stored = items.slice(0, most).filter((item) => budget === Infinity || isAffordable(item));
    await this.#state.update(key, member === undefined ? stored : { version, [member]: stored });
  }

  async put(item: Shape<S>, isReplaced: (other: Shape<S>) => boolean): Promise<void> {
    await this.set([item, ...this.items.filter((other) => !isReplaced(other))]);
  }

  #read(value: unknown): readonly Shape<S>[] {
    const { member, item, version: expected = 1 } = this.#format;
    if (member === undefined) return readStored(storedList(item), value) ?? [];
    const { version, [member]: list } = readStored(v.record(v.string(), v.unknown()), value) ?? {};
    return version === expected ? (readStored(storedList(item), list) ?? []) : [];
  }
}

/** Fires when what is read from storage differs from before, whichever window changed it. */
export class StoredChanges extends Owner {
  readonly #read: () => unknown;
  readonly #changed = this.owned.add(new vscode.EventEmitter<void>());
  readonly event = this.#changed.event;
  #last: string;
  readonly fire = (): void => this.#changed.fire();

  constructor(read: () => unknown) {
    super();
    this.#read = read;
    this.#last = JSON.stringify(read());
    // VS Code updates the storage after a change in another window, but fires no event.
    this.owned.add(vscode.window.onDidChangeWindowState(({ focused }) => focused && this.check()));
  }

  check(): void {
    const now = JSON.stringify(this.#read());
    if (now === this.#last) return;
    this.#last = now;
    this.fire();
  }
}
