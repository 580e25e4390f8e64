import type { ProcessEnded } from '../resource/processEndings.ts';
import type { ServingProcess } from './childProcess.ts';
import type { ServeReady } from './protocol.ts';

/** Pause before the first restart, doubled for each further one until a child lives longer than the longest pause. */
const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 30_000;

/** Keeps a serving process running: starts it on demand, and again after a crash. */
export class KeptServing {
  readonly #start: () => Promise<ServingProcess>;
  readonly #onCrash: (restarted: boolean, ended: ProcessEnded) => void;
  #serving: Promise<ServingProcess> | undefined;
  #pauseMs = FIRST_PAUSE_MS;
  #isDisposed = false;

  /** `onCrash` gets false if the next `ready` must try again. */
  constructor(start: () => Promise<ServingProcess>, onCrash: (restarted: boolean, ended: ProcessEnded) => void) {
    this.#start = start;
    this.#onCrash = onCrash;
  }

  /** Rejects if it can't serve. The next call tries again. */
  async ready(): Promise<ServeReady> {
    if (this.#isDisposed) throw new Error('The datastore has been closed.');
    this.#serving ??= this.#begin();
    return (await this.#serving).ready;
  }

  dispose(): void {
    this.#isDisposed = true;
    void this.#serving?.then((serving) => serving.kill());
  }

  async #begin(): Promise<ServingProcess> {
    const serving = await this.#start();
    if (this.#isDisposed) serving.kill();
    const startedAt = Date.now();
    const served = serving.ready.then(
      () => true,
      () => false,
    );
    void serving.ended.then(async (ended) => {
      this.#serving = undefined;
      if (this.#isDisposed) return;
      if (Date.now() - startedAt > LONGEST_PAUSE_MS) this.#pauseMs = FIRST_PAUSE_MS;
      this.#report((await served) && (await this.#restart()), ended);
    });
    return serving;
  }

  #report(restarted: boolean, ended: ProcessEnded): void {
    if (!this.#isDisposed) this.#onCrash(restarted, ended);
  }

  /** Restarts once for each crash. A child that never served is started only by the next request. */
  async #restart(): Promise<boolean> {
    const pause = this.#pauseMs;
    this.#pauseMs = Math.min(2 * pause, LONGEST_PAUSE_MS);
    await new Promise((resolve) => setTimeout(resolve, pause));
    return this.ready().then(
      () => true,
      () => false,
    );
  }
}
