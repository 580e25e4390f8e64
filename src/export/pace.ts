/** The speed of an export, and the time it still takes. */

/** No speed is shown in this time, because the first answers don't represent the rest. */
const WARM_UP_MS = 2000;

/** Measures the speed of a run from the counts that it is given. */
export class Pace {
  readonly #now: () => number;
  /** The first count of this run, which includes records of earlier runs. */
  #first: { readonly records: number; readonly at: number } | undefined;
  #last = { records: 0, at: 0 };

  /** `now` returns milliseconds of a clock that never goes back. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Notes the current number of records. */
  take(records: number): void {
    this.#last = { records, at: this.#now() };
    this.#first ??= this.#last;
  }

  /** Records per second. Undefined until it can be measured. */
  get perSecond(): number | undefined {
    const { records, at } = this.#first ?? this.#last;
    const ms = this.#last.at - at;
    const come = this.#last.records - records;
    return ms < WARM_UP_MS || come <= 0 ? undefined : (come / ms) * 1000;
  }

  /** Milliseconds until `expected` records have come. Undefined until the speed can be measured. */
  left(expected: number): number | undefined {
    const { perSecond } = this;
    return perSecond && (Math.max(0, expected - this.#last.records) / perSecond) * 1000;
  }
}
