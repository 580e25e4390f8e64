/** How many records there are: what the server says, held against what was seen. */
import type { ResultNotice } from './notice.ts';

export interface MatchCount {
  readonly value: number;
  /** `unknown`: `value` records were seen, there may be more. */
  readonly kind: 'exact' | 'estimated' | 'unknown';
}

interface Claim {
  readonly total?: number | undefined;
  readonly isEstimate: boolean;
  /** A total that equals the records seen may be a count of these records alone. */
  readonly mayCountPage?: boolean;
  /** The query's own limit. */
  readonly limit?: number | undefined;
  /** How far to look behind the records seen while the end is not known. */
  readonly step: number;
}

export class Extent {
  readonly #claim: Claim;
  /** Records are there up to here, … */
  #seen = 0;
  /** … and none from here on. */
  #bound = Infinity;

  constructor(claim: Claim) {
    this.#claim = claim;
  }

  /** The newest answer is right where two contradict each other. */
  update(first: number, count: number, ended: boolean): void {
    const last = first + count;
    if (ended) {
      this.#bound = last;
      this.#seen = count > 0 ? last : Math.min(this.#seen, last);
    } else if (count > 0) {
      this.#seen = Math.max(this.#seen, last);
      if (this.#seen > this.#bound) this.#bound = Infinity;
    }
  }

  /** Matching records, whatever the limit. */
  get count(): MatchCount {
    if (this.#isProven) return { value: this.#seen, kind: 'exact' };
    const total = this.total;
    if (total === undefined) return { value: this.#seen, kind: 'unknown' };
    return { value: total, kind: this.#claim.isEstimate ? 'estimated' : 'exact' };
  }

  /** The server's total while nothing speaks against it. */
  get total(): number | undefined {
    const { total, isEstimate, mayCountPage = false } = this.#claim;
    if (total === undefined || total < this.#seen || total > this.#bound) return undefined;
    return (isEstimate || mayCountPage) && total === this.#seen ? undefined : total;
  }

  /** The same, unless it was an estimate. */
  get counted(): number | undefined {
    return this.#claim.isEstimate ? undefined : this.total;
  }

  /** Rows that can be asked for. */
  get rowCount(): number {
    const end = this.#isProven
      ? this.#seen
      : (this.total ?? Math.min(this.#bound, this.#seen + this.#claim.step));
    return Math.min(end, this.#claim.limit ?? Infinity);
  }

  get isFinal(): boolean {
    const isCounted = this.total !== undefined && !this.#claim.isEstimate;
    return this.#isProven || isCounted || this.#seen >= (this.#claim.limit ?? Infinity);
  }

  /** Where the server's exact total turned out wrong. */
  get correction(): Extract<ResultNotice, { kind: 'totalWrong' }> | undefined {
    const { total, isEstimate } = this.#claim;
    if (total === undefined || isEstimate || (total >= this.#seen && total <= this.#bound)) return undefined;
    return { kind: 'totalWrong', claimed: total, found: this.#seen, atLeast: !this.#isProven };
  }

  get #isProven(): boolean {
    return this.#seen === this.#bound;
  }
}
