import * as vscode from 'vscode';

/** In which VS Code draws a tree that has changed: what is revealed meanwhile is shown late, or isn't found. */
const DRAWN_MS = 300;
/** A busy VS Code reads changed rows later. One that hasn't done so by then doesn't show them. */
const READ_MS = 3000;

/**
 * Tells VS Code which rows have other children. While VS Code looks for a row to reveal, changes wait: it gives up the row, and
 * doesn't show the view, when rows change meanwhile.
 */
export class TreeChanges<Row> implements vscode.Disposable {
  /** Whether VS Code shows the tree, and so reads what has changed. */
  readonly #isShown: () => boolean;
  readonly #emitter = new vscode.EventEmitter<Row | undefined>();
  readonly event = this.#emitter.event;
  #changedAt = -Infinity;
  /** All rows have changed, and VS Code hasn't read them since. */
  #isUnread = false;
  /** Ids of the rows that VS Code has read since. */
  readonly #readIds = new Set<string>();
  #searches = 0;
  /** Rows that changed during a search; undefined stands for all rows. */
  readonly #waiting = new Set<Row | undefined>();

  constructor(isShown: () => boolean) {
    this.#isShown = isShown;
  }

  /** @param row whose children have changed; undefined: all rows. */
  fire(row: Row | undefined): void {
    if (this.#searches > 0) this.#waiting.add(row);
    else this.#emit(row);
  }

  /** VS Code has read rows, by their ids: those at the top, or those beneath another one. */
  read(ids: readonly string[], areRoots: boolean): void {
    for (const id of ids) this.#readIds.add(id);
    if (!areRoots || !this.#isUnread) return;
    this.#isUnread = false;
    this.#changedAt = performance.now();
  }

  /** Whether VS Code has read the row since all rows changed, so that it needs no search to reveal it. */
  hasRead(id: string): boolean {
    return this.#readIds.has(id);
  }

  /** Resolves when VS Code has read the last change and had the time to draw it. `quietMs`: and nothing changed for so long. */
  async drawn(quietMs = DRAWN_MS): Promise<void> {
    const leftMs = (): number => this.#changedAt + (this.#isUnread ? READ_MS : quietMs) - performance.now();
    do await new Promise((resolve) => setTimeout(resolve, Math.min(Math.max(leftMs(), 1), 50)));
    while (leftMs() > 0);
  }

  /** Lets VS Code draw the changes so far, and further ones wait until `search` has ended. Rejects like `search`. */
  async waitFor(search: () => Thenable<void>): Promise<void> {
    this.#searches += 1;
    try {
      await this.drawn();
      await search();
    } finally {
      this.#searches -= 1;
      if (this.#searches === 0) {
        const rows = [...this.#waiting];
        this.#waiting.clear();
        for (const row of rows) this.#emit(row);
      }
    }
  }

  #emit(row: Row | undefined): void {
    this.#changedAt = performance.now();
    if (row === undefined) {
      this.#readIds.clear();
      this.#isUnread = this.#isShown();
    }
    this.#emitter.fire(row);
  }

  dispose(): void {
    this.#emitter.dispose();
  }
}
