/** English texts for people, by key. `npm run l10n` passes them on to translators. */
export type WordTable = Readonly<Record<string, Word>>;

/** A text, with comments for translators if they need any. */
export type Word = string | { readonly message: string; readonly comment: readonly string[] };

export type Words<T extends WordTable> = { readonly [K in keyof T]: string };

/** The language of the window, or of the command line. */
export interface Language {
  /** The tag of the language in BCP 47 form. */
  readonly tag: string;
  readonly translate: Translate;
}

/** Translates an English sentence and puts its details at {0}, {1} … */
export type Translate = (text: string, ...details: string[]) => string;

/** The texts of the tables themselves, for the command line. */
export const ENGLISH: Language = { tag: 'en', translate: fill };

/** Puts values into a text at {0}, {1} …: `fill('Record {0} of {1}', '7', '12')`. */
export function fill(text: string, ...values: readonly (string | number)[]): string {
  return text.replace(/\{(\d+)\}/g, (whole, place: string) => String(values[Number(place)] ?? whole));
}

/** Values for the names in braces of a sentence. */
export type WordDetails = Readonly<Record<string, string | number | undefined>>;

/** Puts details at the names of a sentence, and `otherwise` for missing ones. Braces in a detail aren't filled in. */
export function fillIn(text: string, details: WordDetails, otherwise?: string): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const detail = details[name];
    return detail === undefined ? (otherwise ?? whole) : String(detail) || (otherwise ?? '');
  });
}

/** A sentence of a language with its details. Its numbers are counts, which the language writes in its own way. */
export function countedSentence({ tag, translate }: Language, text: string, details: WordDetails): string {
  const texts = Object.entries(details).map(([name, detail]) => {
    return [name, typeof detail === 'number' ? numberText(detail, tag) : detail] as const;
  });
  return fillIn(translate(text), Object.fromEntries(texts));
}

const formats = new Map<string, Intl.NumberFormat>();

/** A count as `language` (BCP 47) writes it. Formats are cached, since a web page's first one takes some 20 ms. */
export function numberText(value: number, language: string): string {
  let format = formats.get(language);
  if (!format) formats.set(language, (format = new Intl.NumberFormat(language)));
  return format.format(value);
}
