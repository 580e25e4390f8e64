import * as vscode from 'vscode';

/** In which VS Code draws a tree that has changed: what is revealed meanwhile is shown late, or isn't found. */
const DRAWN_MS = 300;

/**
 * Tells VS Code which rows have other children. While VS Code looks for a row to reveal, changes wait: it gives up the row, and
 * doesn't show the view, when rows change meanwhile.
 */
export class TreeChanges<Row> implements vscode.Disposable {
  readonly #emitter = new vscode.EventEmitter<Row | undefined>();
  readonly event = this.#emitter.event;
  #changedAt = -Infinity;
  #searches = 0;
  /** Rows that changed during a search; undefined stands for all rows. */
  readonly #waiting = new Set<Row | undefined>();

  /** @param row whose children have changed; undefined: all rows. */
  fire(row: Row | undefined): void {
    if (this.#searches > 0) this.#waiting.add(row);
    else this.#emit(row);
  }

  /** Resolves when nothing has changed for so long, by default as long as VS Code takes to draw. */
  async drawn(quietMs = DRAWN_MS): Promise<void> {
    for (let leftMs = 1; leftMs > 0; leftMs = this.#changedAt + quietMs - performance.now())
      await new Promise((resolve) => setTimeout(resolve, leftMs));
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
    this.#emitter.fire(row);
  }

  dispose(): void {
    this.#emitter.dispose();
  }
}
