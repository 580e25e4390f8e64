/** What a database says of its tables counts for a while: page after page is asked of the same ones. */
import { type ActionError, validationError } from '../ckan/actionError.ts';

/** How long; a table that wasn't named is looked for at once, and one that failed to answer is asked about anew. */
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

/** The same batches. A table of which a statement fails may be another one than was known; not if its client went away. */
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

/** A statement named a field that is there no more. */
export function fieldsChanged(): ActionError {
  return validationError({ fields: ['The fields of this table have changed. Ask again.'] });
}
