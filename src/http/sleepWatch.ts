/**
 * Notices that this computer slept while somebody waited for an answer: no timer runs then. Connections are gone afterwards,
 * and the network is back some seconds later than the programs (docs/network.md 72).
 */
const TICK_MS = 5000;
/** A tick that is so late isn't that of a busy program. */
const LATE_MS = 30_000;
/** After waking. */
const GRACE_MS = 60_000;

export class SleepWatch {
  readonly #time: () => number;
  #watchers = 0;
  #timer: ReturnType<typeof setInterval> | undefined;
  #lastTick = 0;
  #wokeAt = -Infinity;

  /** `time`: in milliseconds, of a clock that goes on while the computer sleeps. */
  constructor(time: () => number = Date.now) {
    this.#time = time;
  }

  /** Until the function that it gives is called. */
  watch(): () => void {
    if (this.#watchers++ === 0) {
      this.#lastTick = this.#time();
      this.#timer = setInterval(() => this.#tick(), TICK_MS).unref();
    }
    return () => {
      if (--this.#watchers === 0) clearInterval(this.#timer);
    };
  }

  /** So short a time ago that what fails now may have to do with it. Known while somebody watches. */
  get hasJustWoken(): boolean {
    this.#tick();
    return this.#time() - this.#wokeAt < GRACE_MS;
  }

  #tick(): void {
    const now = this.#time();
    if (now - this.#lastTick > TICK_MS + LATE_MS) this.#wokeAt = now;
    this.#lastTick = now;
  }
}
