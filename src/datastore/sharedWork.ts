/** Work that several callers wait for at the same time is done once, and given up when the last of them is gone. */
import { untilAborted } from '../http/abortable.ts';

interface Work<Result> {
  readonly result: Promise<Result>;
  readonly controller: AbortController;
  waiting: number;
}

export class SharedWork<Key, Result> {
  readonly #running = new Map<Key, Work<Result>>();

  /** Rejects with `signal.reason` as soon as this caller leaves; the others go on waiting. */
  async join(
    key: Key,
    start: (signal: AbortSignal) => Promise<Result>,
    signal: AbortSignal,
  ): Promise<Result> {
    signal.throwIfAborted();
    const work = this.#running.get(key) ?? this.#start(key, start);
    work.waiting += 1;
    try {
      return await untilAborted(work.result, AbortSignal.any([signal, work.controller.signal]));
    } finally {
      work.waiting -= 1;
      if (work.waiting === 0) {
        if (this.#running.get(key) === work) this.#running.delete(key);
        work.controller.abort();
      }
    }
  }

  /** Every caller's wait ends with `reason`. */
  abortAll(reason: unknown): void {
    for (const { controller } of this.#running.values()) controller.abort(reason);
    this.#running.clear();
  }

  #start(key: Key, start: (signal: AbortSignal) => Promise<Result>): Work<Result> {
    const controller = new AbortController();
    const work = { result: start(controller.signal), controller, waiting: 0 };
    this.#running.set(key, work);
    return work;
  }
}
