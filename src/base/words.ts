/** Texts that people read, in English, by what they are for; `npm run l10n` gives them to translators. */
export type WordTable = Readonly<Record<string, Word>>;

/** With comments for translators where they need them. */
export type Word = string | { readonly message: string; readonly comment: readonly string[] };

/** A table in the language of the window. */
export type Words<T extends WordTable> = { readonly [K in keyof T]: string };

/** The language of those who read. */
export interface Language {
  /** BCP 47. */
  readonly tag: string;
  readonly translate: Translate;
}

/** A sentence of a table in that language, with its details at {0}, {1} … */
export type Translate = (text: string, ...details: string[]) => string;

/** What the tables have, for the command line. */
export const ENGLISH: Language = {
  tag: 'en',
  translate: fill,
};

/** Puts values into a text at {0}, {1} …: `fill('Record {0} of {1}', '7', '12')`. */
export function fill(text: string, ...values: readonly (string | number)[]): string {
  return text.replace(/\{(\d+)\}/g, (whole, place: string) => String(values[Number(place)] ?? whole));
}

/** What a sentence has names for, in braces. */
export type WordDetails = Readonly<Record<string, string | number | undefined>>;

/** Puts details where a sentence names them, `otherwise` where one is missing. What they hold is no template. */
export function fillIn(text: string, details: WordDetails, otherwise?: string): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const detail = details[name];
    return detail === undefined ? (otherwise ?? whole) : String(detail) || (otherwise ?? '');
  });
}

const formats = new Map<string, Intl.NumberFormat>();

/** A count as a language writes it. `language`: BCP 47. The first formatter of a web page takes some 20 ms, so it is kept. */
export function numberText(value: number, language: string): string {
  let format = formats.get(language);
  if (!format) formats.set(language, (format = new Intl.NumberFormat(language)));
  return format.format(value);
}
