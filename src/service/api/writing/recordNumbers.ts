/** `_id`s for new records: like a sequence of PostgreSQL's, they go on even where the record is not kept in the end. */
export class RecordNumbers {
  #next: number;
  readonly #taken: ReadonlySet<number>;

  /** `taken`: numbers that records got by their own `_id`. */
  constructor(next: number, taken: Iterable<number>) {
    this.#next = next;
    this.#taken = new Set(taken);
  }

  get next(): number {
    return this.#next;
  }

  take(): number {
    while (this.#taken.has(this.#next)) this.#next += 1;
    this.#next += 1;
    return this.#next - 1;
  }
}
