/** How a CSV file is written, guessed from its first records. */
import type { CsvDialect } from './csvShape.ts';
import { classesOf, DATE, NUMERIC, TIMESTAMP } from '../../reading/valueClasses.ts';

const DELIMITERS = [',', ';', '\t', '|'];
const RECORDS = 200;
/** In UTF-16 units; a long record may take all of it. */
const MAX_TEXT = 1 << 18;

interface Candidate {
  readonly delimiter: string;
  readonly quote: string;
  readonly records: readonly CsvRecord[];
  /** The most frequent number of values, and how many records have it, of all. */
  readonly fields: number;
  readonly share: number;
}

/** What the choices leave open. `isCut`: the last record may not be whole. */
export function guessCsv(text: string, isCut: boolean, choices: Partial<CsvDialect>): CsvDialect {
  const head = text.slice(0, MAX_TEXT);
  const isHeadCut = isCut || head.length < text.length;
  const best = (quote: string): Candidate =>
    (choices.delimiter === undefined ? DELIMITERS : [choices.delimiter])
      .map((delimiter) => candidate(head, isHeadCut, delimiter, quote))
      .reduce((one, other) => (isBetter(other, one) ? other : one));
  const double = best('"');
  const single = best("'");
  const chosen =
    choices.quote === undefined ? (isQuotedBy(single, double) ? single : double) : best(choices.quote);
  const { delimiter, quote, records } = chosen;
  return { delimiter, quote, header: choices.header ?? !isHeaderless(records) };
}

function candidate(text: string, isCut: boolean, delimiter: string, quote: string): Candidate {
  const records: CsvRecord[] = [];
  for (const record of csvRecords(text, delimiter, quote)) {
    if (records.length === RECORDS) break;
    records.push(record);
  }
  if (isCut && records.length > 1 && records.length < RECORDS) records.pop();
  const frequencies = new Map<number, number>();
  for (const { values } of records) frequencies.set(values.length, (frequencies.get(values.length) ?? 0) + 1);
  const [[fields, frequency] = [0, 0]] = [...frequencies].sort(
    ([few, one], [many, other]) => other - one || many - few,
  );
  return { delimiter, quote, records, fields, share: frequency / Math.max(1, records.length) };
}

/** In most of the records, then the most fields; where nothing divides most records, the first one decides. */
function isBetter(one: Candidate, other: Candidate): boolean {
  const [divides, divided] = [one, other].map(({ fields, share }) => fields > 1 && share > 0.5);
  if (divides !== divided) return divides === true;
  if (divides !== true) return widthOfFirst(one) > widthOfFirst(other);
  return one.share === other.share ? one.fields > other.fields : one.share > other.share;
}

function widthOfFirst({ records }: Candidate): number {
  return records[0]?.values.length ?? 0;
}

/** Single quotes are part of texts so often that they count only where they explain more than double ones. */
function isQuotedBy(single: Candidate, double: Candidate): boolean {
  const hasDouble = double.records.some(({ isQuoted }) => isQuoted.includes(true));
  const [names] = single.records;
  if (hasDouble || names === undefined) return false;
  return names.isQuoted.every(Boolean) || (single.fields > 1 && single.share > double.share);
}

/**
 * The first record is data if its first value is a number or a date like all below it, and no other value looks like a
 * name: a text above numbers or dates. A number of four digits may be a year that names a field.
 */
function isHeaderless(records: readonly CsvRecord[]): boolean {
  const [first, ...rest] = records;
  if (first === undefined || rest.length === 0) return false;
  const isData = (value: string | null | undefined): boolean =>
    value !== null && value !== undefined && (classesOf(value) & (NUMERIC | DATE | TIMESTAMP)) !== 0;
  const isDataBelow = (field: number): boolean => {
    const below = rest.map(({ values }) => values[field] ?? null).filter((value) => value !== null);
    return below.length > 0 && below.every(isData);
  };
  const looksLikeName = first.values.some(
    (value, field) => !isData(value) && value !== null && isDataBelow(field),
  );
  const [start = null] = first.values;
  return isData(start) && !/^[12]\d{3}$/.test(start ?? '') && isDataBelow(0) && !looksLikeName;
}

interface CsvRecord {
  /** Null where there is nothing, not even quotes. */
  readonly values: readonly (string | null)[];
  readonly isQuoted: readonly boolean[];
  /** From 1. */
  readonly line: number;
}

/**
 * The first records, to guess by and to show; the import reads in another way (csvScanner.ts). Lenient: never throws. Lines without anything are left out; a record
 * that the text's end cuts is one.
 */
export function* csvRecords(text: string, delimiter: string, quote: string): Generator<CsvRecord> {
  let at = 0;
  let line = 1;
  while (at < text.length) {
    const start = at;
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
    if (values.length > 1 || values[0] !== null) yield { values, isQuoted, line };
    line += lineEnds(text, start, at);
  }
}

function lineEnds(text: string, start: number, end: number): number {
  let count = 0;
  for (let at = start; at < end; at += 1) {
    const unit = text[at];
    if (unit === '\n' || (unit === '\r' && text[at + 1] !== '\n')) count += 1;
  }
  return count;
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
