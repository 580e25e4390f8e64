/** What a format could not hold as the records have it. */
export interface FormatNote {
  /**
   * `asText`: values that no type of the format holds exactly are texts. `replaced`: characters that its texts can't have
   * (halves of characters, U+0000) are U+FFFD. `cut`: texts end where its cells end. `prefixed`: texts that a spreadsheet
   * would calculate begin with an apostrophe, as people chose. `noGeometry`: records without a place.
   */
  readonly kind: 'asText' | 'replaced' | 'cut' | 'prefixed' | 'noGeometry';
  /** Its id. Absent where the note is of all fields. */
  readonly field?: string;
  /** Values, or records; absent where it is all values of the field. */
  readonly count?: number;
}

/** Of several parts of one file. */
export function sumOfNotes(...parts: readonly (readonly FormatNote[])[]): readonly FormatNote[] {
  const sums = new Map<string, FormatNote>();
  for (const note of parts.flat()) {
    const key = `${note.kind} ${note.field ?? ''}`;
    const { count } = sums.get(key) ?? { count: 0 };
    const isCounted = count !== undefined && note.count !== undefined;
    sums.set(key, isCounted ? { ...note, count: count + note.count } : note);
  }
  return [...sums.values()];
}

/** Notes of values, counted by kind and field. */
export class NoteCounts {
  readonly #counts = new Map<string, Required<FormatNote>>();

  add(kind: FormatNote['kind'], field: string): void {
    const key = `${kind} ${field}`;
    const count = (this.#counts.get(key)?.count ?? 0) + 1;
    this.#counts.set(key, { kind, field, count });
  }

  /** In the order in which they came up. */
  get notes(): readonly Required<FormatNote>[] {
    return [...this.#counts.values()];
  }
}
