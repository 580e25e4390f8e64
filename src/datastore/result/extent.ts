/** The number of records, from the server's report and from the records that came. */
import type { ResultNotice } from './notice.ts';

export interface MatchCount {
  readonly value: number;
  /** `unknown`: `value` records came, and there may be more. */
  readonly kind: 'exact' | 'estimated' | 'unknown';
}

interface Claim {
  readonly total?: number | undefined;
  readonly isEstimate: boolean;
  /** A total that equals the number of received records may count only these. */
  readonly mayCountPage?: boolean;
  readonly limit?: number | undefined;
  /** Number of rows to offer after the received ones while the end is unknown. */
  readonly step: number;
}

export class Extent {
  #claim: Claim;
  /** Records exist up to here. */
  #seen = 0;
  /** No records exist from here on. */
  #bound = Infinity;

  constructor(claim: Claim) {
    this.#claim = claim;
  }

  /** Takes a total that was counted after the first page. */
  setTotal(total: number): void {
    this.#claim = { ...this.#claim, total, isEstimate: false };
  }

  /** If two answers contradict each other, the newer one is used. */
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

  /** Number of matching records, regardless of the limit. */
  get count(): MatchCount {
    if (this.#isProven) return { value: this.#seen, kind: 'exact' };
    const total = this.total;
    if (total === undefined) return { value: this.#seen, kind: 'unknown' };
    return { value: total, kind: this.#claim.isEstimate ? 'estimated' : 'exact' };
  }

  /** The server's total, as long as no answer contradicts it. */
  get total(): number | undefined {
    const { total, isEstimate, mayCountPage = false } = this.#claim;
    if (total === undefined || total < this.#seen || total > this.#bound) return undefined;
    return (isEstimate || mayCountPage) && total === this.#seen ? undefined : total;
  }

  get counted(): number | undefined {
    return this.#claim.isEstimate ? undefined : this.total;
  }

  /** Number of rows that can be requested. */
  get rowCount(): number {
    const end = this.#isProven ? this.#seen : (this.total ?? Math.min(this.#bound, this.#seen + this.#claim.step));
    return Math.min(end, this.#claim.limit ?? Infinity);
  }

  get isFinal(): boolean {
    const isCounted = this.total !== undefined && !this.#claim.isEstimate;
    return this.#isProven || isCounted || this.#seen >= (this.#claim.limit ?? Infinity);
  }

  get correction(): Extract<ResultNotice, { kind: 'totalWrong' }> | undefined {
    const { total, isEstimate } = this.#claim;
    if (total === undefined || isEstimate || (total >= this.#seen && total <= this.#bound)) return undefined;
    return { kind: 'totalWrong', claimed: total, found: this.#seen, atLeast: !this.#isProven };
  }

  get #isProven(): boolean {
    return this.#seen === this.#bound;
  }
}
