import { setContext } from '../platform/contextKeys.ts';

/** A command that takes longer asks for something, or works: what is typed no longer waits for it. */
const MOST_MS = 1000;

/** Tells VS Code whether a grid has the focus: the context key that the grid's keybindings ask for. */
export class GridFocus {
  /** Several only while the focus moves between two panels, which report it in any order. */
  readonly #holders = new Set<object>();
  readonly #commands = new Set<Promise<unknown>>();

  /** Resolves when VS Code knows, and the commands that were given before have moved the focus where they want it. */
  async take(holder: object, hasFocus: boolean): Promise<void> {
    if (hasFocus) this.#holders.add(holder);
    else if (!this.#holders.delete(holder)) return;
    await setContext('gridFocus', this.#holders.size > 0);
    if (this.#commands.size === 0) return;
    const { promise: isLate, resolve } = Promise.withResolvers<undefined>();
    const timer = setTimeout(() => resolve(undefined), MOST_MS);
    await Promise.race([Promise.allSettled(this.#commands), isLate]);
    clearTimeout(timer);
  }

  /** A command runs. */
  async during(work: () => unknown): Promise<void> {
    const command = new Promise((resolve) => resolve(work()));
    this.#commands.add(command);
    await command.finally(() => this.#commands.delete(command));
  }
}
