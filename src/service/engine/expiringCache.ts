/** Remembers for a while what a database says of its tables, because every page asks about the same ones. */
/** Unknown tables are looked up at once, and a table that failed to answer is described anew. */
const KNOWN_MS = 10_000;

interface Known<T> {
  readonly value: T;
  readonly at: number;
}

export class Remembered<T> {
  readonly #ageMs: number;
  readonly #known = new Map<string, Known<T>>();

  constructor(ageMs = KNOWN_MS) {
    this.#ageMs = ageMs;
  }

  recall(key: string): T | undefined {
    const known = this.#known.get(key);
    return known !== undefined && Date.now() - known.at < this.#ageMs ? known.value : undefined;
  }

  keep(key: string, value: T): T {
    this.#known.set(key, { value, at: Date.now() });
    return value;
  }

  forget(key: string): void {
    this.#known.delete(key);
  }
}

/** Passes batches on, and reports a failed statement, because the table may have changed. An abort isn't a failure. */
export async function* watched<T>(
  batches: AsyncIterable<T>,
  onFailure: () => void,
  signal: AbortSignal,
): AsyncGenerator<T> {
  try {
    yield* batches;
  } catch (error) {
    if (!signal.aborted) onFailure();
    throw error;
  }
}
