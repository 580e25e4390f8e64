/** Work that several may want at once: done once, stopped when nobody wants it any more. */

interface Running<T> {
  readonly result: Promise<T>;
  readonly stop: AbortController;
  readonly listeners: Set<(fraction: number) => void>;
}

export class SharedWork<T> {
  readonly #running = new Map<string, Running<T>>();

  /** Rejects with the reason of `signal` as soon as it is aborted, whatever the others want. */
  run(
    key: string,
    start: (report: (fraction: number) => void, signal: AbortSignal) => Promise<T>,
    onProgress: (fraction: number) => void,
    signal: AbortSignal,
  ): Promise<T> {
    const running = this.#running.get(key) ?? this.#start(key, start);
    // Each caller's own function, even if two give the same one.
    const listener = (fraction: number): void => onProgress(fraction);
    running.listeners.add(listener);
    return new Promise<T>((resolve, reject) => {
      const leave = (): void => {
        running.listeners.delete(listener);
        signal.removeEventListener('abort', abort);
      };
      const abort = (): void => {
        leave();
        reject(signal.reason as Error);
        if (running.listeners.size > 0) return;
        if (this.#running.get(key) === running) this.#running.delete(key);
        running.stop.abort(signal.reason);
      };
      signal.addEventListener('abort', abort, { once: true });
      running.result.then(resolve, reject).finally(leave);
    });
  }

  /** Stops everything. */
  stop(): void {
    for (const { stop } of this.#running.values()) stop.abort();
  }

  #start(
    key: string,
    start: (report: (fraction: number) => void, signal: AbortSignal) => Promise<T>,
  ): Running<T> {
    const stop = new AbortController();
    const listeners = new Set<(fraction: number) => void>();
    const report = (fraction: number): void => listeners.forEach((listener) => listener(fraction));
    const running: Running<T> = { result: start(report, stop.signal), stop, listeners };
    this.#running.set(key, running);
    const forget = (): void => {
      if (this.#running.get(key) === running) this.#running.delete(key);
    };
    running.result.then(forget, forget);
    return running;
  }
}
