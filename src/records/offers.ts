import type { GridOffer } from '../messages/gridProtocol.ts';

/** Something that a button in a panel does. */
export interface Offered {
  readonly label: string;
  readonly run: () => unknown;
}

/** The buttons that a panel shows on somebody's behalf, by ids that the webview sends back. */
export class Offers {
  readonly #runs = new Map<string, () => unknown>();

  /** Takes the place of what was offered under this topic. */
  replace(topic: string, offered: readonly Offered[]): readonly GridOffer[] {
    for (const id of [...this.#runs.keys()]) if (id.startsWith(`${topic}/`)) this.#runs.delete(id);
    return offered.map(({ label, run }, index) => {
      const id = `${topic}/${String(index)}`;
      this.#runs.set(id, run);
      return { id, label };
    });
  }

  /** Does nothing when the button is of yesterday. */
  async run(id: string): Promise<void> {
    await this.#runs.get(id)?.();
  }
}
