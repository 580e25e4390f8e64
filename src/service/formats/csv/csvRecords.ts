/** The first records of a CSV text, to guess by and to show. The import itself reads in another way (csvImport.ts). */

export interface CsvRecord {
  /** Null where there is nothing, not even quotes. */
  readonly values: readonly (string | null)[];
  readonly isQuoted: readonly boolean[];
}

/** Lenient: never throws. Lines without anything are left out; a record that the text's end cuts is one. */
export function* csvRecords(text: string, delimiter: string, quote: string): Generator<CsvRecord> {
  let at = 0;
  while (at < text.length) {
    const values: (string | null)[] = [];
    const isQuoted: boolean[] = [];
    for (;;) {
      const hasQuote = quote !== '' && text[at] === quote;
      const value = hasQuote ? quotedValue(text, at, quote) : plainValue(text, at, delimiter);
      values.push(value.text === '' && !hasQuote ? null : value.text);
      isQuoted.push(hasQuote);
      at = value.end;
      if (text[at] !== delimiter) break;
      at += 1;
    }
    if (text[at] === '\r' && text[at + 1] === '\n') at += 1;
    at += 1;
    if (values.length > 1 || values[0] !== null) yield { values, isQuoted };
  }
}

function plainValue(text: string, start: number, delimiter: string): { text: string; end: number } {
  let end = start;
  while (end < text.length && text[end] !== delimiter && text[end] !== '\n' && text[end] !== '\r') end += 1;
  return { text: text.slice(start, end), end };
}

/** What stands between the closing quote and the next delimiter is dropped; the import refuses it. */
function quotedValue(text: string, start: number, quote: string): { text: string; end: number } {
  let value = '';
  let at = start + 1;
  for (;;) {
    const next = text.indexOf(quote, at);
    if (next < 0) return { text: value + text.slice(at), end: text.length };
    value += text.slice(at, next);
    if (text[next + 1] !== quote) return { text: value, end: next + 1 };
    value += quote;
    at = next + 2;
  }
}
