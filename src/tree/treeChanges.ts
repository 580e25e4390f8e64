import * as vscode from 'vscode';
import { Owner } from '../platform/disposables.ts';

/** Time that VS Code takes to draw a changed tree. Rows revealed before are shown late or not found. */
const DRAWN_MS = 300;
/** Longest time that a busy VS Code takes to read changed rows. If it hasn't by then, it doesn't show them. */
const READ_MS = 3000;

interface ReadRow {
  readonly id: string;
  /** Whether VS Code shows the row open, and so reads its children next. */
  readonly isOpen: boolean;
}

/** Changes wait while VS Code looks for a row to reveal, because it gives up the row if rows change then. */
export class TreeChanges<Row> extends Owner {
  /** Whether VS Code shows the tree, and so reads changed rows. */
  readonly #isShown: () => boolean;
  readonly #emitter = this.owned.add(new vscode.EventEmitter<Row | undefined>());
  readonly event = this.#emitter.event;
  #changedAt = -Infinity;
  /** Whether all rows have changed and VS Code hasn't read the top ones since. */
  #isUnread = false;
  /** Ids of open rows that VS Code has read since all rows changed, and whose children it is going to read. */
  readonly #awaitedIds = new Set<string>();
  /** Ids of the rows that VS Code has read since all rows changed. */
  readonly #readIds = new Set<string>();
  #isSearching = false;
  #lastSearch = Promise.resolve();
  /** Rows that changed during a search. Undefined stands for all rows. */
  readonly #waiting = new Set<Row | undefined>();

  constructor(isShown: () => boolean) {
    super();
    this.#isShown = isShown;
  }

  /** Reports that the children of `row` have changed, or all rows if undefined. */
  fire(row: Row | undefined): void {
    if (this.#isSearching) this.#waiting.add(row);
    else this.#emit(row);
  }

  /** Notes that rows may change in a moment. */
  expect(): void {
    this.#changedAt = performance.now();
  }

  /** Notes that VS Code has read the children of a row, or the rows at the top if `parentId` is undefined. */
  read(rows: readonly ReadRow[], parentId: string | undefined): void {
    const isAwaited = parentId === undefined ? this.#isUnread : this.#awaitedIds.delete(parentId);
    for (const { id } of rows) this.#readIds.add(id);
    if (!isAwaited) return;
    this.#isUnread &&= parentId !== undefined;
    for (const { id, isOpen } of rows) if (isOpen) this.#awaitedIds.add(id);
    this.#changedAt = performance.now();
  }

  /** Whether VS Code has read the row since all rows changed, so that it can be revealed without a search. */
  hasRead(id: string): boolean {
    return this.#readIds.has(id);
  }

  /**
   * Resolves when VS Code has read the last change, down to the children of open rows, and had time to draw it. A row
   * that is revealed earlier makes VS Code read its siblings a second time, and VS Code then drops the first reading
   * and shows no rows there. With `quietMs`, the tree must also be unchanged for that time.
   */
  async drawn(quietMs = DRAWN_MS): Promise<void> {
    const isReading = (): boolean => this.#isUnread || this.#awaitedIds.size > 0;
    const leftMs = (): number => this.#changedAt + (isReading() ? READ_MS : quietMs) - performance.now();
    do await new Promise((resolve) => setTimeout(resolve, Math.min(Math.max(leftMs(), 1), 50)));
    while (leftMs() > 0);
  }

  /**
   * Runs `search` after earlier ones, because VS Code can't find a row whose change waits for them, and after all changes
   * are drawn. Delays further changes until the search has ended. Rejects like `search`.
   */
  waitFor(search: () => Thenable<void>): Promise<void> {
    const searched = this.#lastSearch.then(() => this.#search(search));
    this.#lastSearch = searched.catch(() => undefined);
    return searched;
  }

  async #search(search: () => Thenable<void>): Promise<void> {
    this.#isSearching = true;
    try {
      await this.drawn();
      await search();
    } finally {
      this.#isSearching = false;
      const rows = [...this.#waiting];
      this.#waiting.clear();
      for (const row of rows) this.#emit(row);
    }
  }

  #emit(row: Row | undefined): void {
    this.#changedAt = performance.now();
    if (row === undefined) {
      this.#readIds.clear();
      this.#awaitedIds.clear();
      this.#isUnread = this.#isShown();
    }
    this.#emitter.fire(row);
  }
}

export function readRow({ id = '', collapsibleState }: vscode.TreeItem): ReadRow {
  return { id, isOpen: collapsibleState === vscode.TreeItemCollapsibleState.Expanded };
}
