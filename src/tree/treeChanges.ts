import * as vscode from 'vscode';

/**
 * Tells VS Code which rows have other children. While VS Code looks for a row to reveal, changes wait: it gives up the row, and
 * doesn't show the view, when rows change meanwhile.
 */
export class TreeChanges<Row> implements vscode.Disposable {
  readonly #emitter = new vscode.EventEmitter<Row | undefined>();
  readonly event = this.#emitter.event;
  #searches = 0;
  /** Rows that changed during a search; undefined stands for all rows. */
  readonly #waiting = new Set<Row | undefined>();

  /** @param row whose children have changed; undefined: all rows. */
  fire(row: Row | undefined): void {
    if (this.#searches > 0) this.#waiting.add(row);
    else this.#emitter.fire(row);
  }

  /** Lets changes wait until `search` has ended. Rejects like `search`. */
  async waitFor(search: () => Thenable<void>): Promise<void> {
    this.#searches += 1;
    try {
      await search();
    } finally {
      this.#searches -= 1;
      if (this.#searches === 0) {
        const rows = [...this.#waiting];
        this.#waiting.clear();
        for (const row of rows) this.#emitter.fire(row);
      }
    }
  }

  dispose(): void {
    this.#emitter.dispose();
  }
}
