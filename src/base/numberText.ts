const formats = new Map<string, Intl.NumberFormat>();

/** A count as a language writes it. `language`: BCP 47. The first formatter of a web page takes some 20 ms, so it is kept. */
export function numberText(value: number, language: string): string {
  let format = formats.get(language);
  if (!format) formats.set(language, (format = new Intl.NumberFormat(language)));
  return format.format(value);
}
