/** Splits CSV text into records and values, in any dialect. It never throws; csvScanner.ts refuses what is wrong. */
import type { CsvDialect, NamesFit } from './csvShape.ts';

export interface CsvRecord {
  /** Null if there is nothing, not even quotes. */
  readonly values: readonly (string | null)[];
  readonly quoted: number;
  /** Quoted values that end on another line. */
  readonly spanning: number;
  /** Quoted values that are followed by text, or never end, and the position of the first of them. */
  readonly faulty: number;
  readonly fault: number | undefined;
  /** The last value has an opening quote alone. */
  readonly isOpen: boolean;
  /** The record's first line, from 1. */
  readonly line: number;
  /** Position of its first UTF-16 unit, and of the first after its line end. */
  readonly start: number;
  readonly end: number;
}

/** Values of a record as if its header had as many names as all others have values. */
export function fittedValues(
  values: readonly (string | null)[],
  { fit, width }: { readonly fit: NamesFit; readonly width: number },
  isHeader: boolean,
): readonly (string | null)[] {
  if (fit === 'withoutFirst') return isHeader ? [null, ...values] : values;
  if (isHeader || values.length !== (fit === 'withoutLast' ? width + 1 : width - 1)) return values;
  if (fit === 'oneMore') return [...values, null];
  return fit === 'withoutLast' && (values.at(-1) ?? '') === '' ? values.slice(0, -1) : values;
}

/** Whether a row of a header stands again among the records, because files were joined. */
export function isHeaderAgain(values: CsvRecord['values'], header: readonly CsvRecord['values'][]): boolean {
  return header.some(
    (row) =>
      row.length === values.length &&
      row.length > 1 &&
      values.every((value, at) => value !== null && value === row[at]),
  );
}

/** Text without marks of files that were joined, and with line feeds where NEL ends each line. */
export function withLineFeeds(text: string): string {
  const unmarked = text.replace(/(?<=^|[\r\n])\ufeff+/g, '');
  return endsByNel(text) ? unmarked.replaceAll(NEL, '\n') : unmarked;
}

/** Values in quotes may have other line ends, but only behind the first line. */
export function endsByNel(text: string): boolean {
  const first = text.search(/[\r\n\u0085]/);
  return text[first] === NEL && text.includes(NEL, first + 1);
}

export type CsvMarks = Pick<CsvDialect, 'delimiter' | 'quote' | 'escape'>;

const NEL = '\u0085';
const LF = 0x0a;
const CR = 0x0d;

/** Skips empty lines, and returns a record that is cut by the text's end. */
export function* csvRecords(text: string, { delimiter, quote, escape }: CsvMarks): Generator<CsvRecord> {
  const [mark, opening] = [delimiter.charCodeAt(0), quote.charCodeAt(0)];
  const isDelimiter =
    delimiter.length === 1
      ? (at: number) => text.charCodeAt(at) === mark
      : (at: number) => text.charCodeAt(at) === mark && text.startsWith(delimiter, at);
  const mask = escape === undefined || escape === quote ? NaN : escape.charCodeAt(0);
  /** Outside of quotes, the escape character counts only before a delimiter. */
  const isMasked = (at: number): boolean => text.charCodeAt(at) === mask && isDelimiter(at + 1);
  const plainText = (from: number, to: number): string => {
    const plain = text.slice(from, to);
    return Number.isNaN(mask) ? plain : plain.replaceAll(`${escape ?? ''}${delimiter}`, delimiter);
  };
  const endOfPlain = (start: number): number => {
    for (let at = start; at < text.length; at += 1) {
      const unit = text.charCodeAt(at);
      if (unit === mask && isMasked(at)) {
        at += delimiter.length;
        continue;
      }
      if (unit === LF || unit === CR || (unit === mark && isDelimiter(at))) return at;
    }
    return text.length;
  };
  const quoted = quotedValues(text, quote, escape);
  let at = 0;
  let line = 1;
  while (at < text.length) {
    const first = text.charCodeAt(at);
    if (first === LF || first === CR) {
      at = afterLineEnd(text, at);
      line += 1;
      continue;
    }
    const start = at;
    const values: (string | null)[] = [];
    let quotes = 0;
    let spanning = 0;
    let faulty = 0;
    let fault: number | undefined;
    let isOpen = false;
    let further = 0;
    for (;;) {
      const from = at;
      if (text.charCodeAt(at) === opening) {
        const value = quoted(at);
        quotes += 1;
        at = value.end;
        const lines = lineEnds(text, from, at);
        if (lines > 0) spanning += 1;
        further += lines;
        const end = endOfPlain(at);
        const rest = text.slice(at, end);
        if (value.isOpen || rest !== '') {
          faulty += 1;
          isOpen = value.isOpen;
          fault ??= values.length;
        }
        values.push(value.text);
        at = end;
      } else {
        at = endOfPlain(at);
        values.push(at === from ? null : plainText(from, at));
      }
      if (!isDelimiter(at)) break;
      at += delimiter.length;
    }
    const end = at;
    at = afterLineEnd(text, at);
    if (values.length > 1 || values[0] !== null)
      yield { values, quoted: quotes, spanning, faulty, fault, isOpen, line, start, end: at };
    line += further + lineEnds(text, end, at);
  }
}

/** Some programs write CR CR LF. */
function afterLineEnd(text: string, at: number): number {
  if (text.charCodeAt(at) === CR && text.charCodeAt(at + 1) === CR && text.charCodeAt(at + 2) === LF) return at + 3;
  return text.charCodeAt(at) === CR && text.charCodeAt(at + 1) === LF ? at + 2 : at + 1;
}

export function lineEnds(text: string, start: number, end: number): number {
  let count = 0;
  for (let at = start; at < end; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit === LF || (unit === CR && afterLineEnd(text, at) === at + 1)) count += 1;
  }
  return count;
}

/** Finds a text again and again, from rising positions on, and passes over each part only once. */
function finder(text: string, part: string | undefined): (from: number) => number {
  let found = -1;
  return (from) => {
    if (part === undefined || part === '') return Infinity;
    if (found < from) {
      const at = text.indexOf(part, from);
      found = at < 0 ? Infinity : at;
    }
    return found;
  };
}

interface QuotedValue {
  readonly text: string;
  readonly end: number;
  readonly isOpen: boolean;
}

/** Reads a quoted value that begins at a position, without the text that may follow its closing quote. */
function quotedValues(text: string, quote: string, escape: string | undefined): (start: number) => QuotedValue {
  const nextQuote = finder(text, quote);
  const nextEscape = finder(text, escape);
  return (start) => {
    const parts: string[] = [];
    let at = start + 1;
    for (;;) {
      const next = nextQuote(at);
      const escaped = nextEscape(at);
      if (escaped < next) {
        parts.push(text.slice(at, escaped), text.slice(escaped + 1, escaped + 2));
        at = escaped + 2;
        continue;
      }
      parts.push(text.slice(at, next));
      if (next === Infinity) return { text: parts.join(''), end: text.length, isOpen: true };
      if (text[next + 1] !== quote) return { text: parts.join(''), end: next + 1, isOpen: false };
      parts.push(quote);
      at = next + 2;
    }
  };
}
