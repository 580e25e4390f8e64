/** A loss or conversion by an export format. */
export interface FormatNote {
  /**
   * `asText`: the format has no type that holds the values exactly, so they became text. `replaced`: characters that
   * its texts can't contain (lone surrogates, U+0000) became U+FFFD. `cut`: texts were cut to the longest cell.
   * `prefixed`: texts that a spreadsheet would calculate got an apostrophe, as people chose. `noGeometry`: records have
   * no geometry.
   */
  readonly kind: 'asText' | 'replaced' | 'cut' | 'prefixed' | 'noGeometry';
  /** The field's id. Undefined if the note is about all fields. */
  readonly field?: string;
  /** Number of values or records. Undefined if it is all values of the field. */
  readonly count?: number;
}

/** Adds up the notes of all parts of a file. */
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

/** Counts notes about values by kind and field. */
export class NoteCounts {
  readonly #counts = new Map<string, Required<FormatNote>>();

  /** Counts one more value of a field. */
  add(kind: FormatNote['kind'], field: string): void {
    const key = `${kind} ${field}`;
    const count = (this.#counts.get(key)?.count ?? 0) + 1;
    this.#counts.set(key, { kind, field, count });
  }

  /** The notes, in the order of their first occurrence. */
  get notes(): readonly Required<FormatNote>[] {
    return [...this.#counts.values()];
  }
}
