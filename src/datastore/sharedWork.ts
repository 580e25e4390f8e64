/** Work that several callers wait for at the same time is done once, and given up when the last of them is gone. */
import { untilAborted } from '../shared/untilAborted.ts';

interface Work<Result> {
  readonly result: Promise<Result>;
  readonly controller: AbortController;
  /** One for each who waits. */
  readonly listeners: Set<Listener>;
}

/** Hears how much is done, from 0 to 1. */
type Listener = (fraction: number) => void;

type Start<Result> = (signal: AbortSignal, report: Listener) => Promise<Result>;

export class SharedWork<Key, Result> {
  readonly #running = new Map<Key, Work<Result>>();

  /** Rejects with `signal.reason` as soon as this caller leaves; the others go on waiting. */
  async join(
    key: Key,
    start: Start<Result>,
    signal: AbortSignal,
    onProgress: Listener = () => undefined,
  ): Promise<Result> {
    signal.throwIfAborted();
    const work = this.#running.get(key) ?? this.#start(key, start);
    // Each caller's own function, even if two give the same one.
    const listener: Listener = (fraction) => onProgress(fraction);
    work.listeners.add(listener);
    try {
      return await untilAborted(work.result, AbortSignal.any([signal, work.controller.signal]));
    } finally {
      work.listeners.delete(listener);
      if (work.listeners.size === 0) {
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

  #start(key: Key, start: Start<Result>): Work<Result> {
    const controller = new AbortController();
    const listeners = new Set<Listener>();
    const report: Listener = (fraction) => listeners.forEach((listener) => listener(fraction));
    const work = { result: start(controller.signal, report), controller, listeners };
    this.#running.set(key, work);
    return work;
  }
}
