/** Finds the rows below the table of a sheet: notes and sources, as in a text file (csvEnd.ts). */
import { NOTE } from '../../reading/headerRows.ts';

/** Narrower tables have notes that can't be told from records with a missing value. */
const LEAST_WIDTH = 3;
/** A longer column of texts is part of the table. */
const MOST_NOTES = 100;
/** A sum in a single cell is no note. */
const NUMBER = /^[\d.,\s-]+$/;

export class SheetEnd<Row extends { readonly number: number }> {
  readonly #skipEnd: number | undefined;
  readonly #textsOf: (row: Row) => readonly string[];
  #width = 0;
  #last = 0;
  #held: Row[] = [];

  /** With `skipEnd`, that many rows are below the table, and no others. */
  constructor(skipEnd: number | undefined, textsOf: (row: Row) => readonly string[]) {
    this.#skipEnd = skipEnd;
    this.#textsOf = textsOf;
  }

  /** The rows that are surely above the end, now that this row is there. */
  take(row: Row): readonly Row[] {
    const [first = '', ...others] = this.#textsOf(row);
    const count = others.length + 1;
    this.#width = Math.max(this.#width, count);
    this.#held.push(row);
    const isNarrow =
      this.#width >= LEAST_WIDTH && count === 1 && !NUMBER.test(first) && this.#held.length <= MOST_NOTES;
    const certain =
      this.#skipEnd === undefined ? (isNarrow ? 0 : this.#held.length) : this.#held.length - this.#skipEnd;
    const taken = this.#held.splice(0, Math.max(0, certain));
    this.#last = taken.at(-1)?.number ?? this.#last;
    return taken;
  }

  /** The rest of the table, and what stands below it. */
  finish(): { readonly rows: readonly Row[]; readonly below: readonly string[] } {
    const held = this.#held;
    const end = (held.at(-1)?.number ?? 0) - (this.#skipEnd ?? 0);
    const isFirstBelow = (row: Row, at: number): boolean =>
      this.#skipEnd === undefined
        ? this.#isNote(this.#textsOf(row)[0] ?? '', row.number > (held[at - 1]?.number ?? this.#last) + 1)
        : row.number > end;
    const first = held.findIndex(isFirstBelow);
    const rows = held.splice(0, first < 0 ? held.length : first);
    return { rows, below: held.map((row) => this.#textsOf(row).join('\t')) };
  }

  #isNote(text: string, isBelowGap: boolean): boolean {
    return NOTE.test(text) || (isBelowGap && text.trim().split(/\s+/).length > 3);
  }
}
