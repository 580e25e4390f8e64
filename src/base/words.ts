/** Texts that people read, in English, by what they are for; `npm run l10n` gives them to translators. */
export type WordTable = Readonly<
  Record<string, string | { readonly message: string; readonly comment: readonly string[] }>
>;

/** A table in the language of the window. */
export type Words<T extends WordTable> = { readonly [K in keyof T]: string };
