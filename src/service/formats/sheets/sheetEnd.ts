/** Finds the rows below the table of a sheet: notes and sources, as in a text file (csvEnd.ts). */
import { NOTE } from '../../reading/headerRows.ts';
import type { SheetRow } from './sheetTable.ts';

/** Narrower tables have notes that can't be told from records with a missing value. */
const LEAST_WIDTH = 3;
/** A longer column of texts is part of the table. */
const MOST_NOTES = 100;
/** A sum in a single cell is no note. */
const NUMBER = /^[\d.,\s-]+$/;

export class SheetEnd {
  readonly #skipEnd: number | undefined;
  readonly #textsOf: (row: SheetRow) => readonly string[];
  #width = 0;
  #last = 0;
  #held: SheetRow[] = [];

  /** With `skipEnd`, that many rows are below the table, and no others. */
  constructor(skipEnd: number | undefined, textsOf: (row: SheetRow) => readonly string[]) {
    this.#skipEnd = skipEnd;
    this.#textsOf = textsOf;
  }

  /** The rows that are surely above the end, now that this row is there. */
  take(row: SheetRow): readonly SheetRow[] {
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
  finish(): { readonly rows: readonly SheetRow[]; readonly below: readonly string[] } {
    const held = this.#held;
    const end = (held.at(-1)?.number ?? 0) - (this.#skipEnd ?? 0);
    const isFirstBelow = (row: SheetRow, at: number): boolean =>
      this.#skipEnd === undefined
        ? row.number > (held[at - 1]?.number ?? this.#last) + 1 || NOTE.test(this.#textsOf(row)[0] ?? '')
        : row.number > end;
    const first = held.findIndex(isFirstBelow);
    const rows = held.splice(0, first < 0 ? held.length : first);
    return { rows, below: held.map((row) => this.#textsOf(row).join('\t')) };
  }
}
