import * as v from 'valibot';
import * as vscode from 'vscode';
import { type Storage, StoredList } from '../platform/state/stored.ts';

const { None, Collapsed, Expanded } = vscode.TreeItemCollapsibleState;

const MOST = 300;

const row = v.object({ id: v.string(), isOpen: v.boolean() });

/** Remembers which rows people opened and closed, because VS Code forgets it when the window closes. */
export class OpenRows {
  /** The row that was turned last stands last. */
  readonly #rows: StoredList<typeof row>;

  constructor(state: Storage) {
    this.#rows = new StoredList(state, { key: 'openRows', member: 'rows', item: row });
  }

  /** Opens or closes an item as people left it. Items without children don't change. */
  restore(item: vscode.TreeItem): vscode.TreeItem {
    const isOpen = this.#rows.items.find(({ id }) => id === item.id)?.isOpen;
    if (isOpen !== undefined && item.collapsibleState !== None) item.collapsibleState = isOpen ? Expanded : Collapsed;
    return item;
  }

  /** Stores the state of an item if it differs from the initial one. Only the last rows are kept. */
  async set({ id = '', collapsibleState }: vscode.TreeItem, isOpen: boolean): Promise<void> {
    const others = this.#rows.items.filter((other) => other.id !== id);
    const isInitial = isOpen === (collapsibleState === Expanded);
    await this.#rows.set([...others, ...(isInitial ? [] : [{ id, isOpen }])].slice(-MOST));
  }
}
