/**
 * Notices that the computer slept during a request, because timers stop then. Connections are dead afterwards, and the
 * network comes back some seconds later than the programs (docs/network.md 72).
 */
import { uptime } from 'node:os';

const TICK_MS = 5000;
/** Delay of a tick that shows sleep, since a busy program delays ticks much less. */
const LATE_MS = 30_000;
/** Time after waking in which a failure may be due to the sleep. */
const GRACE_MS = 60_000;

export class SleepWatch {
  readonly #time: () => number;
  #watchers = 0;
  #timer: ReturnType<typeof setInterval> | undefined;
  #lastTick = 0;
  #wokeAt = -Infinity;

  /** Milliseconds that go on in sleep, unlike `performance.now` on Linux, and can't be set, unlike `Date.now`. */
  constructor(time: () => number = () => uptime() * 1000) {
    this.#time = time;
  }

  /** Watches for sleep until the returned function is called. */
  watch(): () => void {
    if (this.#watchers++ === 0) {
      this.#lastTick = this.#time();
      this.#timer = setInterval(() => this.#tick(), TICK_MS).unref();
    }
    return () => {
      if (--this.#watchers === 0) clearInterval(this.#timer);
    };
  }

  /** Whether the computer woke less than a minute ago. Always false unless watching. */
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
