/** The passing of time, which tests replace. */
export interface Clock {
  /** A time in milliseconds that never decreases. */
  readonly now: () => number;
  readonly pause: (ms: number, signal: AbortSignal) => Promise<void>;
  /** A random number from 0 to below 1. */
  readonly random: () => number;
}
