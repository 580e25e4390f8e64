/** Lets several callers share one piece of work. The work is aborted when the last of them leaves. */
import { untilAborted } from './untilAborted.ts';

interface Work<Result, News> {
  readonly result: Promise<Result>;
  readonly controller: AbortController;
  readonly listeners: Set<Listener<News>>;
}

type Listener<News> = (news: News) => void;

type Start<Result, News> = (signal: AbortSignal, report: Listener<News>) => Promise<Result>;

/** `News` is what listeners get while the work runs: by default the share done, from 0 to 1. */
export class SharedWork<Key, Result, News = number> {
  readonly #running = new Map<Key, Work<Result, News>>();

  /** Joins or starts the work for `key`. Rejects with `signal.reason` as soon as this caller leaves; others go on. */
  async join(
    key: Key,
    start: Start<Result, News>,
    signal: AbortSignal,
    onNews: Listener<News> = () => undefined,
  ): Promise<Result> {
    signal.throwIfAborted();
    const work = this.#running.get(key) ?? this.#start(key, start);
    // Each caller gets a function of its own, because two callers may pass the same one.
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
