/** How long an engine waits for the next statement. It holds memory, and on Windows its files can't be removed. */
const IDLE_MS = 60_000;

interface Engine {
  readonly close: () => Promise<void>;
}

/** Keeps the latest engine, because opening one takes longer than many statements. */
export class KeptEngine<Kept extends Engine> {
  #key = '';
  #engine: Promise<Kept> | undefined;
  #idle: NodeJS.Timeout | undefined;

  /** Returns the kept engine if it was opened with that key. It stays until `rest`. Rejects like `open`. */
  async get(key: string, open: () => Promise<Kept>): Promise<Kept> {
    clearTimeout(this.#idle);
    if (this.#key !== key) await this.drop();
    this.#key = key;
    this.#engine ??= open();
    try {
      return await this.#engine;
    } catch (error) {
      this.#engine = undefined;
      throw error;
    }
  }

  /** Closes the engine in a while, unless it's taken again. */
  rest(): void {
    clearTimeout(this.#idle);
    this.#idle = setTimeout(() => void this.drop(), IDLE_MS).unref();
  }

  /** Closes the engine, in which nothing may be running. */
  async drop(): Promise<void> {
    clearTimeout(this.#idle);
    const engine = this.#engine;
    this.#engine = undefined;
    await engine?.then(
      (opened) => opened.close(),
      () => undefined,
    );
  }
}
