/** What all requests to one origin share: how many run, when the next begins, and the waits the server requested. */
import { Semaphore } from '../base/semaphore.ts';
import type { HttpError } from './errors.ts';

/** The passing of time, which tests replace. */
export interface Clock {
  /** A time in milliseconds that never decreases. */
  readonly now: () => number;
  readonly pause: (ms: number, signal: AbortSignal) => Promise<void>;
  /** A random number from 0 to below 1. */
  readonly random: () => number;
}

const AT_A_TIME = 4;
/** Pause between two requests while it isn't certain that the server answers, or while it fails. */
const GAP_MS = 500;
/** Number of parallel requests before the first answer, and of consecutive busy answers that count as overload. */
const UNPROVEN = 2;

/** Longest time that setTimeout accepts. A longer one would end at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

export interface Wait {
  /** Host and port of the server. */
  readonly host: string;
  readonly ms: number;
  /** Why one request is repeated: its status or error. Undefined if the server requested a wait of all requests. */
  readonly reason?: number | HttpError;
  /** Ends the wait for all requests that share it. */
  readonly tryNow: () => void;
}

/** Called when a request begins to wait. The returned function is called when the wait ends, for any reason. */
export type OnWait = (wait: Wait) => () => void;

export class OriginGate {
  readonly #clock: Clock;
  readonly #onWait: OnWait | undefined;
  readonly #semaphore = new Semaphore(AT_A_TIME);
  #isProven = false;
  #began = 0;
  /** Number of busy answers since the last good one. */
  #busy = 0;
  /** Times on the clock that delay the next request. */
  #next = -Infinity;
  #heldUntil = -Infinity;
  #news = new AbortController();

  constructor(clock: Clock, onWait: OnWait | undefined) {
    this.#clock = clock;
    this.#onWait = onWait;
  }

  /** Runs `work` as soon as this origin may be asked. Rejects with `signal.reason` while it waits. */
  run<T>(host: string, work: () => Promise<T>, signal: AbortSignal): Promise<T> {
    return this.#semaphore.run(async () => {
      await this.#held(host, signal);
      await this.#paced(signal);
      return work();
    }, signal);
  }

  hold(ms: number): void {
    this.#heldUntil = Math.max(this.#heldUntil, this.#clock.now() + ms);
  }

  learn(isBusy: boolean): void {
    this.#isProven ||= !isBusy;
    this.#busy = isBusy ? this.#busy + 1 : 0;
    if (this.#busy >= UNPROVEN) this.#next = Math.max(this.#next, this.#clock.now() + GAP_MS);
    if (!isBusy) this.#wake();
  }

  async #held(host: string, signal: AbortSignal): Promise<void> {
    let over: (() => void) | undefined;
    let toldUntil = -Infinity;
    try {
      for (;;) {
        const ms = this.#heldUntil - this.#clock.now();
        if (ms <= 0) return;
        // A timer may end a moment before the clock shows its time. People hear of each wait once.
        if (this.#heldUntil !== toldUntil) {
          over?.();
          over = this.#onWait?.({ host, ms, tryNow: () => this.#tryNow() });
          toldUntil = this.#heldUntil;
        }
        await this.#sleep(ms, signal);
      }
    } finally {
      over?.();
    }
  }

  #tryNow(): void {
    this.#heldUntil = -Infinity;
    this.#wake();
  }

  async #paced(signal: AbortSignal): Promise<void> {
    for (;;) {
      const isPaced = this.#busy >= UNPROVEN || (!this.#isProven && this.#began >= UNPROVEN);
      const ms = isPaced ? this.#next - this.#clock.now() : 0;
      if (ms <= 0) break;
      await this.#sleep(ms, signal);
    }
    this.#began += 1;
    this.#next = this.#clock.now() + GAP_MS;
  }

  async #sleep(ms: number, signal: AbortSignal): Promise<void> {
    const news = this.#news.signal;
    try {
      await this.#clock.pause(Math.min(ms, LONGEST_TIMER_MS), AbortSignal.any([signal, news]));
    } catch (error) {
      signal.throwIfAborted();
      if (!news.aborted) throw error;
    }
  }

  #wake(): void {
    this.#news.abort();
    this.#news = new AbortController();
  }
}
