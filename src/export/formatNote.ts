import * as v from 'valibot';
import { natural, type Shape } from '../base/schema.ts';
import { ENGLISH, fillIn, type Language, numberText, type WordTable } from '../base/words.ts';

export type FormatNote = Shape<typeof FormatNote>;
export const FormatNote = v.object({
  /**
   * `asText`: the format has no type that holds the values exactly, so they became text. `replaced`: characters that
   * its texts can't contain (lone surrogates, U+0000) became U+FFFD. `cut`: texts were cut to the longest cell.
   * `prefixed`: texts that a spreadsheet would calculate got an apostrophe, as people chose. `noGeometry`: records have
   * no geometry.
   */
  kind: v.picklist(['asText', 'replaced', 'cut', 'prefixed', 'noGeometry']),
  /** The field's id. Absent if the note is about all fields. */
  field: v.exactOptional(v.string()),
  /** Number of values or records. Absent if it is all values of the field. */
  count: v.exactOptional(natural),
});

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

export class NoteCounts {
  readonly #counts = new Map<string, Required<FormatNote>>();

  add(kind: FormatNote['kind'], field: string, more = 1): void {
    const key = `${kind} ${field}`;
    const count = (this.#counts.get(key)?.count ?? 0) + more;
    this.#counts.set(key, { kind, field, count });
  }

  /** The notes, in the order of their first occurrence. */
  get notes(): readonly Required<FormatNote>[] {
    return [...this.#counts.values()];
  }
}

/** Losses of format `{0}` in fields `{1}`. */
export const NOTE_WORDS = {
  asText: "Values that {0} can't hold exactly were written as text: {1}.",
  replaced: "Characters that {0} can't hold were replaced with �: {1}.",
  cut: 'Texts too long for a cell of {0} were cut: {1}.',
  prefixed: 'Texts that spreadsheets run as formulas now begin with an apostrophe: {1}.',
  noGeometry: 'No geometry was found, and no degrees: latitudes within ±90, longitudes within ±180.',
  /** Number of records without geometry in `{0}`. */
  noGeometryIn: '{0} records have no geometry.',
} as const satisfies WordTable;

/** Most fields that a sentence names. It only mentions that there are others. */
const MAX_NAMED = 5;

/** A sentence for each kind of note. `format` is the format's name, and `records` the number of exported records. */
export function noteTexts(
  notes: readonly FormatNote[],
  format: string,
  records: number,
  language: Language = ENGLISH,
): readonly string[] {
  const say = (word: keyof typeof NOTE_WORDS, ...details: readonly string[]): string =>
    fillIn(language.translate(NOTE_WORDS[word]), Object.fromEntries(details.entries()));
  const countOf = (count: number): string => numberText(count, language.tag);
  const fieldText = ({ field = '', count }: FormatNote): string =>
    count === undefined ? `"${field}"` : `"${field}" (${countOf(count)})`;
  return [...Map.groupBy(notes, ({ kind }) => kind)].map(([kind, alike]) => {
    const named = alike.slice(0, MAX_NAMED).map(fieldText).join(', ');
    const fields = alike.length > MAX_NAMED ? `${named}, …` : named;
    if (kind !== 'noGeometry') return say(kind, format, fields);
    const { count = records } = alike[0] ?? {};
    return count === records ? say('noGeometry') : say('noGeometryIn', countOf(count));
  });
}
