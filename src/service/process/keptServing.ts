import { untilAborted } from '../../base/untilAborted.ts';
import type { ProcessEnded } from '../resource/processEndings.ts';
import { BoundedProcess, type ChildOptions } from './childProcess.ts';
import { DatabaseRefused } from './databaseRefused.ts';
import type { ServeDatabaseRequest, ServeReady, ServeRequest } from './protocol.ts';

export class ServingProcess extends BoundedProcess {
  /** Rejects if the child ends before it serves, with DatabaseRefused, ProcessEnded or its own error. */
  readonly ready: Promise<ServeReady>;

  constructor(options: ChildOptions, request: ServeRequest | ServeDatabaseRequest) {
    super(options);
    this.ready = this.ask<ServeReady>(request, (message, { resolve, reject }) => {
      if (message.kind === 'ready') resolve(message);
      else if (message.kind !== 'failed') return;
      else if (message.refusal !== undefined) reject(new DatabaseRefused(message.refusal));
      else reject(new Error(message.message));
    });
    this.ready.catch(() => undefined);
  }
}

/** Pause before the first restart, doubled for each further one until a child lives longer than the longest pause. */
const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 30_000;

/** Keeps a serving process running: starts it on demand, and again after a crash. */
export class KeptServing {
  readonly #start: () => Promise<ServingProcess>;
  #onCrash: (restarted: boolean, ended: ProcessEnded) => void;
  #serving: Promise<ServingProcess> | undefined;
  #pauseMs = FIRST_PAUSE_MS;
  #isDisposed = false;

  constructor(start: () => Promise<ServingProcess>, onCrash: (restarted: boolean, ended: ProcessEnded) => void) {
    this.#start = start;
    this.#onCrash = onCrash;
  }

  /** The address changes with every start, so call this before every request. Rejects like `ready`. */
  async access(signal: AbortSignal): Promise<Pick<ServeReady, 'baseUrl' | 'token'>> {
    signal.throwIfAborted();
    const { baseUrl, token } = await untilAborted(this.ready(), signal);
    return { baseUrl, token };
  }

  /** Rejects if it can't serve: with DatabaseRefused, ProcessEnded or another error. The next call tries again. */
  async ready(): Promise<ServeReady> {
    if (this.#isDisposed) throw new Error('The datastore has been closed.');
    this.#serving ??= this.#begin();
    return (await this.#serving).ready;
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#onCrash = () => undefined;
    void this.#serving?.then((serving) => serving.kill());
  }

  async #begin(): Promise<ServingProcess> {
    const serving = await this.#start();
    if (this.#isDisposed) serving.kill();
    const startedAt = Date.now();
    const served = succeeds(serving.ready);
    void serving.ended.then(async (ended) => {
      this.#serving = undefined;
      if (this.#isDisposed) return;
      if (Date.now() - startedAt > LONGEST_PAUSE_MS) this.#pauseMs = FIRST_PAUSE_MS;
      const restarted = (await served) && (await this.#restart());
      this.#onCrash(restarted, ended);
    });
    return serving;
  }

  /** Restarts once for each crash. A child that never served is started only by the next request. */
  async #restart(): Promise<boolean> {
    const pause = this.#pauseMs;
    this.#pauseMs = Math.min(2 * pause, LONGEST_PAUSE_MS);
    await new Promise((resolve) => setTimeout(resolve, pause));
    return succeeds(this.ready());
  }
}

function succeeds(work: Promise<unknown>): Promise<boolean> {
  return work.then(
    () => true,
    () => false,
  );
}
