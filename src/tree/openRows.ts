import * as vscode from 'vscode';
import * as v from 'valibot';
import { readStored, storedList } from '../base/stored.ts';

const { None, Collapsed, Expanded } = vscode.TreeItemCollapsibleState;

const KEY = 'openRows';
const MOST = 300;

const row = v.object({ id: v.string(), isOpen: v.boolean() });
const saved = v.object({ version: v.literal(1), rows: storedList(row) });

/** Remembers which rows people opened and closed, because VS Code forgets it when the window closes. */
export class OpenRows {
  readonly #state: vscode.Memento;
  readonly #rows: Map<string, boolean>;

  constructor(state: vscode.Memento) {
    this.#state = state;
    const rows = readStored(saved, state.get(KEY))?.rows ?? [];
    this.#rows = new Map(rows.map(({ id, isOpen }) => [id, isOpen]));
  }

  /** Opens or closes an item as people left it. Items without children don't change. */
  restore(item: vscode.TreeItem): vscode.TreeItem {
    const isOpen = this.#rows.get(item.id ?? '');
    if (isOpen !== undefined && item.collapsibleState !== None) item.collapsibleState = isOpen ? Expanded : Collapsed;
    return item;
  }

  /** Stores the state of an item if it differs from the initial one. Only the last rows are kept. */
  async set({ id = '', collapsibleState }: vscode.TreeItem, isOpen: boolean): Promise<void> {
    this.#rows.delete(id);
    if (isOpen !== (collapsibleState === Expanded)) this.#rows.set(id, isOpen);
    const rows = [...this.#rows].slice(-MOST).map(([known, wasOpen]) => ({ id: known, isOpen: wasOpen }));
    await this.#state.update(KEY, { version: 1, rows } satisfies v.InferOutput<typeof saved>);
  }
}
