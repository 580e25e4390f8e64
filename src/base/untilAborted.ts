/** Waiting that ends with the signal, whatever the awaited work does about it. */

/**
 * Resolves like `promise`, or rejects with `signal.reason` as soon as the signal aborts. The promise itself goes on
 * unwatched: undici can't stop a name lookup or a connect (docs/network.md 2), but no caller has to wait for it.
 */
export async function untilAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  // An abort's reason needn't be an Error, and is passed on unchanged.
  const stop = () => reject(signal.reason as Error);
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) stop();
  try {
    return await Promise.race([aborted, promise]);
  } finally {
    signal.removeEventListener('abort', stop);
    promise.catch(() => undefined);
  }
}

/** The result of the work. Undefined if the signal aborted, whatever error the work then threw. */
export async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (signal.aborted) return undefined;
    throw error;
  }
}

/** Runs tasks at the same time. The first failure aborts the others, so that no server works in vain, and is thrown. */
export async function allOrNone<T extends readonly unknown[]>(
  start: (common: AbortSignal) => { readonly [K in keyof T]: Promise<T[K]> },
  signal: AbortSignal,
): Promise<T> {
  const controller = new AbortController();
  try {
    return await Promise.all(start(AbortSignal.any([signal, controller.signal])));
  } catch (error) {
    controller.abort(error);
    throw error;
  }
}

export function forever(signal: AbortSignal): Promise<never> {
  return untilAborted(new Promise<never>(() => undefined), signal);
}

/** Resolves after `ms`, or rejects with `signal.reason`. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const timer = setTimeout(resolve, ms, undefined);
  await untilAborted(promise, signal).finally(() => clearTimeout(timer));
}

/** Whether the work ends within `ms`. The work isn't stopped if it doesn't. */
export async function endsWithin(ms: number, work: Promise<unknown>): Promise<boolean> {
  const timer = new AbortController();
  const late = pause(ms, timer.signal).then(
    () => false,
    () => true,
  );
  const isOver = Promise.race([work.then(() => true), late]);
  return isOver.finally(() => timer.abort());
}
