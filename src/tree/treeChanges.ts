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

/**
 * Changes wait while VS Code looks for a row to reveal, because it gives up the row if rows change then, and while it
 * reads rows, because it drops these then: they disappear for a moment, and people in the tree lose their place.
 */
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
  /** Number of readings that haven't ended. */
  #readings = 0;
  #isSearching = false;
  #lastSearch = Promise.resolve();
  /** Rows whose change waits. Undefined stands for all rows. */
  readonly #waiting = new Set<Row | undefined>();
  #timer: NodeJS.Timeout | undefined;

  constructor(isShown: () => boolean) {
    super();
    this.#isShown = isShown;
    this.owned.addCall(() => clearTimeout(this.#timer));
  }

  /** Reports that the children of `row` have changed, or all rows if undefined. */
  fire(row: Row | undefined): void {
    this.#waiting.add(row);
    this.#release();
  }

  /** Notes that VS Code reads the children of a row, or the rows at the top if `parentId` is undefined. */
  async read(reading: Promise<readonly ReadRow[]>, parentId: string | undefined): Promise<void> {
    this.#readings += 1;
    if (parentId === undefined) this.#changedAt = performance.now();
    const rows = await reading.finally(() => (this.#readings -= 1));
    const isAwaited = parentId === undefined ? this.#isUnread : this.#awaitedIds.delete(parentId);
    for (const { id } of rows) this.#readIds.add(id);
    if (isAwaited) {
      this.#isUnread &&= parentId !== undefined;
      for (const { id, isOpen } of rows) if (isOpen) this.#awaitedIds.add(id);
      this.#changedAt = performance.now();
    }
    this.#release();
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
    const leftMs = (): number =>
      this.#changedAt + (this.#isUnread || this.#isReading ? READ_MS : quietMs) - performance.now();
    do await new Promise((resolve) => setTimeout(resolve, Math.min(Math.max(leftMs(), 1), 50)));
    while (leftMs() > 0);
  }

  /**
   * Runs `search` after earlier ones, and once all changes so far are drawn, those that waited too: VS Code can't find a
   * row that it hasn't been told of. Delays further changes until the search has ended. Rejects like `search`.
   */
  waitFor(search: () => Thenable<void>): Promise<void> {
    const searched = this.#lastSearch.then(async () => {
      this.#isSearching = true;
      if (this.#waiting.size > 0) await this.drawn().then(() => this.#emitWaiting());
      await this.drawn();
      await search();
    });
    this.#lastSearch = searched
      .then(undefined, () => undefined)
      .then(() => {
        this.#isSearching = false;
        this.#release();
      });
    return searched;
  }

  /** Whether VS Code has begun to read the rows. Before that, it takes further changes together. */
  get #isReading(): boolean {
    return this.#awaitedIds.size > 0 || this.#readings > 0;
  }

  #release(): void {
    clearTimeout(this.#timer);
    if (this.#isSearching || this.#waiting.size === 0) return;
    const leftMs = this.#isReading ? this.#changedAt + READ_MS - performance.now() : 0;
    if (leftMs > 0) this.#timer = setTimeout(() => this.#release(), leftMs);
    else this.#emitWaiting();
  }

  #emitWaiting(): void {
    const rows = this.#waiting.has(undefined) ? [undefined] : [...this.#waiting];
    this.#waiting.clear();
    for (const row of rows) this.#emit(row);
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
