import { endsWithin } from '../base/untilAborted.ts';
import { refocusOpeningList } from '../platform/openingList.ts';
import { setContext } from '../platform/state/contextKeys.ts';

/** Longest wait for a command. A slower one works or asks a question, and typed text need not wait for it. */
const MOST_MS = 1000;

/** Tells VS Code whether a grid has the focus, by the context key of the grid's keybindings. */
export class GridFocus {
  /** Several only while the focus moves between two panels, which report it in any order. */
  readonly #holders = new Set<object>();
  readonly #commands = new Set<Promise<unknown>>();

  /** Reports the focus. Resolves when VS Code has the context key and earlier commands have moved the focus. */
  async take(holder: object, hasFocus: boolean): Promise<void> {
    if (hasFocus) {
      this.#holders.add(holder);
      await refocusOpeningList(() => this.#holders.has(holder));
    } else if (!this.#holders.delete(holder)) return;
    await setContext('gridFocus', this.#holders.size > 0);
    if (this.#commands.size === 0) return;
    await endsWithin(MOST_MS, Promise.allSettled(this.#commands));
  }

  async during(work: () => unknown): Promise<void> {
    const command = new Promise((resolve) => resolve(work()));
    this.#commands.add(command);
    await command.finally(() => this.#commands.delete(command));
  }
}
