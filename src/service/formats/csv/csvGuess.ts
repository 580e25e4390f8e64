import { NAMED_DELIMITERS } from '../../../base/quotes.ts';
import type { CsvDialect } from './csvShape.ts';
import { classesOf, DATE, NUMERIC, TIMESTAMP } from '../../reading/valueClasses.ts';

const DELIMITERS = Object.values(NAMED_DELIMITERS);
const RECORDS = 200;
/** In UTF-16 units; one long record may take all of it. */
const MAX_TEXT = 1 << 18;

interface Candidate {
  readonly delimiter: string;
  readonly quote: string;
  readonly records: readonly CsvRecord[];
  /** The most frequent number of values, and the share of records that have it. */
  readonly fields: number;
  readonly share: number;
}

/** Completes the choices by guesses. `isCut` means that the last record may be incomplete. */
export function guessCsv(text: string, isCut: boolean, choices: Partial<CsvDialect>): CsvDialect {
  const head = text.slice(0, MAX_TEXT);
  const isHeadCut = isCut || head.length < text.length;
  const best = (quote: string): Candidate =>
    (choices.delimiter === undefined ? DELIMITERS : [choices.delimiter])
      .map((delimiter) => candidate(head, isHeadCut, delimiter, quote))
      .reduce((one, other) => (isBetter(other, one) ? other : one));
  const double = best('"');
  const single = best("'");
  const chosen = choices.quote === undefined ? (isQuotedBy(single, double) ? single : double) : best(choices.quote);
  const { delimiter, quote, records } = chosen;
  return { delimiter, quote, header: choices.header ?? !isHeaderless(records) };
}

function candidate(text: string, isCut: boolean, delimiter: string, quote: string): Candidate {
  const records = firstRecords(text, isCut, { delimiter, quote }, RECORDS);
  const frequencies = new Map<number, number>();
  for (const { values } of records) frequencies.set(values.length, (frequencies.get(values.length) ?? 0) + 1);
  const [[fields, frequency] = [0, 0]] = [...frequencies].sort(
    ([few, one], [many, other]) => other - one || many - few,
  );
  return { delimiter, quote, records, fields, share: frequency / Math.max(1, records.length) };
}

/** A delimiter must divide most records, then into the most fields. If none does, the first record decides. */
function isBetter(one: Candidate, other: Candidate): boolean {
  const [divides, divided] = [one, other].map(({ fields, share }) => fields > 1 && share > 0.5);
  if (divides !== divided) return divides === true;
  if (divides !== true) return widthOfFirst(one) > widthOfFirst(other);
  return one.share === other.share ? one.fields > other.fields : one.share > other.share;
}

function widthOfFirst({ records }: Candidate): number {
  return records[0]?.values.length ?? 0;
}

/** Single quotes occur in texts so often that they count only if they explain more than double quotes. */
function isQuotedBy(single: Candidate, double: Candidate): boolean {
  const hasDouble = double.records.some(({ quoted }) => quoted > 0);
  const [names] = single.records;
  if (hasDouble || names === undefined) return false;
  return names.quoted === names.values.length || (single.fields > 1 && single.share > double.share);
}

/**
 * The first record is data if its first value is a number or date like all values below, and no value looks like a name
 * (a text above numbers or dates). A number of four digits may be a year that names a field.
 */
export function isHeaderless(records: readonly Pick<CsvRecord, 'values'>[]): boolean {
  const [first, ...rest] = records;
  if (first === undefined || rest.length === 0) return false;
  const isData = (value: string | null | undefined): boolean =>
    value !== null && value !== undefined && (classesOf(value) & (NUMERIC | DATE | TIMESTAMP)) !== 0;
  const isDataBelow = (field: number): boolean => {
    const below = rest.map(({ values }) => values[field] ?? null).filter((value) => value !== null);
    return below.length > 0 && below.every(isData);
  };
  const looksLikeName = first.values.some((value, field) => !isData(value) && value !== null && isDataBelow(field));
  const [start = null] = first.values;
  return isData(start) && !/^[12]\d{3}$/.test(start ?? '') && isDataBelow(0) && !looksLikeName;
}

/** At most `count` records. If the text is cut, the last one may be incomplete, and is left out. */
export function firstRecords(
  text: string,
  isCut: boolean,
  { delimiter, quote }: Pick<CsvDialect, 'delimiter' | 'quote'>,
  count: number,
): CsvRecord[] {
  const records: CsvRecord[] = [];
  for (const record of csvRecords(text, delimiter, quote)) {
    if (records.length === count) return records;
    records.push(record);
  }
  if (isCut && records.length > 1) records.pop();
  return records;
}

interface CsvRecord {
  /** Null if there is nothing, not even quotes. */
  readonly values: readonly (string | null)[];
  readonly quoted: number;
  /** The record's first line, from 1. */
  readonly line: number;
}

const LF = 0x0a;
const CR = 0x0d;

/** The import uses csvScanner.ts. This never throws, skips empty lines, and returns a record cut by the text's end. */
export function* csvRecords(text: string, delimiter: string, quote: string): Generator<CsvRecord> {
  const [mark, opening] = [delimiter.charCodeAt(0), quote.charCodeAt(0)];
  let at = 0;
  let line = 1;
  while (at < text.length) {
    const values: (string | null)[] = [];
    let quoted = 0;
    let further = 0;
    for (;;) {
      const start = at;
      if (text.charCodeAt(at) === opening) {
        const value = quotedValue(text, at, quote);
        values.push(value.text);
        quoted += 1;
        at = value.end;
        further += lineEnds(text, start, at);
      } else {
        at = endOfPlain(text, at, mark);
        values.push(at === start ? null : text.slice(start, at));
      }
      if (text.charCodeAt(at) !== mark) break;
      at += 1;
    }
    const end = at;
    if (text.charCodeAt(at) === CR && text.charCodeAt(at + 1) === LF) at += 1;
    at += 1;
    if (values.length > 1 || values[0] !== null) yield { values, quoted, line };
    line += further + lineEnds(text, end, at);
  }
}

function lineEnds(text: string, start: number, end: number): number {
  let count = 0;
  for (let at = start; at < end; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit === LF || (unit === CR && text.charCodeAt(at + 1) !== LF)) count += 1;
  }
  return count;
}

function endOfPlain(text: string, start: number, mark: number): number {
  for (let at = start; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit === mark || unit === LF || unit === CR) return at;
  }
  return text.length;
}

/** Text between the closing quote and the next delimiter is dropped here; the import refuses it. */
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
