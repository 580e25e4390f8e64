/** Work that several callers wait for at the same time is done once, and given up when the last of them is gone. */
import { untilAborted } from './untilAborted.ts';

interface Work<Result, News> {
  readonly result: Promise<Result>;
  readonly controller: AbortController;
  /** One for each who waits. */
  readonly listeners: Set<Listener<News>>;
}

type Listener<News> = (news: News) => void;

type Start<Result, News> = (signal: AbortSignal, report: Listener<News>) => Promise<Result>;

/** `News`: what is heard while it goes on; by default how much is done, from 0 to 1. */
export class SharedWork<Key, Result, News = number> {
  readonly #running = new Map<Key, Work<Result, News>>();

  /** Rejects with `signal.reason` as soon as this caller leaves; the others go on waiting. */
  async join(
    key: Key,
    start: Start<Result, News>,
    signal: AbortSignal,
    onNews: Listener<News> = () => undefined,
  ): Promise<Result> {
    signal.throwIfAborted();
    const work = this.#running.get(key) ?? this.#start(key, start);
    // Each caller's own function, even if two give the same one.
    const listener: Listener<News> = (news) => onNews(news);
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

  #start(key: Key, start: Start<Result, News>): Work<Result, News> {
    const controller = new AbortController();
    const listeners = new Set<Listener<News>>();
    const report: Listener<News> = (news) => listeners.forEach((listener) => listener(news));
    const work = { result: start(controller.signal, report), controller, listeners };
    this.#running.set(key, work);
    return work;
  }
}
