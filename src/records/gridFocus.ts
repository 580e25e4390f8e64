import { setContext } from '../platform/contextKeys.ts';

/** Tells VS Code whether a grid has the focus: the context key that the grid's keybindings ask for. */
export class GridFocus {
  /** Several only while the focus moves between two panels, which report it in any order. */
  readonly #holders = new Set<object>();

  /** Resolves when VS Code knows. */
  async take(holder: object, hasFocus: boolean): Promise<void> {
    if (hasFocus) this.#holders.add(holder);
    else if (!this.#holders.delete(holder)) return;
    await setContext('gridFocus', this.#holders.size > 0);
  }
}
