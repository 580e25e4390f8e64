import type { ServedFolder } from '../../engine/duckdb/servedFolder.ts';

const turnsOf = new WeakMap<ServedFolder, WriteTurns>();

export function writeTurns(folder: ServedFolder): WriteTurns {
  const turns = turnsOf.get(folder) ?? new WriteTurns();
  turnsOf.set(folder, turns);
  return turns;
}

/** Changes of one resource come one after the other; those of others go on meanwhile. */
export class WriteTurns {
  readonly #turns = new Map<string, { readonly turns: Turns; waiting: number }>();

  /** `work` does not begin when nobody waits for it any more: then this rejects with the reason of the abort. */
  async next<T>(resourceId: string, work: () => Promise<T>, signal: AbortSignal): Promise<T> {
    const own = this.#turns.get(resourceId) ?? { turns: new Turns(), waiting: 0 };
    this.#turns.set(resourceId, own);
    own.waiting += 1;
    try {
      return await own.turns.next(() => {
        signal.throwIfAborted();
        return work();
      });
    } finally {
      own.waiting -= 1;
      if (own.waiting === 0) this.#turns.delete(resourceId);
    }
  }
}

/** One after the other, in the order in which they came. */
class Turns {
  #last: Promise<unknown> = Promise.resolve();

  /** Begins when all that came before have ended, however they ended. */
  next<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#last.then(work, work);
    this.#last = turn.catch(() => undefined);
    return turn;
  }
}
