/** How fast the records of an export come. */

/** Before that, the figures are of the first answers alone. */
const WARM_UP_MS = 2000;

export class Pace {
  readonly #now: () => number;
  /** What a run found is none of its own work. */
  #first: { readonly records: number; readonly at: number } | undefined;
  #last = { records: 0, at: 0 };

  /** `now`: in milliseconds, of a clock that never goes back. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  take(records: number): void {
    this.#last = { records, at: this.#now() };
    this.#first ??= this.#last;
  }

  /** Records; undefined until that is known. */
  get perSecond(): number | undefined {
    const { records, at } = this.#first ?? this.#last;
    const ms = this.#last.at - at;
    const come = this.#last.records - records;
    return ms < WARM_UP_MS || come <= 0 ? undefined : (come / ms) * 1000;
  }

  /** Milliseconds until there are so many records; undefined until that is known. */
  left(expected: number): number | undefined {
    const { perSecond } = this;
    return perSecond && (Math.max(0, expected - this.#last.records) / perSecond) * 1000;
  }
}
