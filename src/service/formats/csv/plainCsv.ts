/**
 * Rewrites CSV of any dialect with commas and double quotes, so that one scanner and DuckDB's reader are enough for all.
 * Records stay on their lines.
 */
import { isUtf8 } from 'node:buffer';
import { createWriteStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { defined } from '../../../base/defined.ts';
import { quotedValue } from '../../../base/quotes.ts';
import { joinedNames } from '../../reading/headerRows.ts';
import { CHUNK } from '../../reading/textFile.ts';
import type { CsvDialect, NamesFit } from './csvShape.ts';
import { csvRecords, fittedValues, isHeaderAgain, lineEnds, type CsvMarks, type CsvRecord } from './csvText.ts';

export interface HeaderLines {
  readonly count: number;
  readonly first: number;
}

export interface PlainCsvOptions {
  readonly dialect: CsvDialect;
  readonly fit: NamesFit;
  /** Number of values in the first record. */
  readonly width: number;
  /** The row above the first record that names groups of fields. */
  readonly groups: CsvRecord['values'] | undefined;
  readonly hasNel: boolean;
  /** Line of the first record, from 1. */
  readonly firstLine: number;
  /** Position after the last byte of the table. */
  readonly end: number;
  /** The file ends anywhere, so its last record may be incomplete. */
  readonly isCut: boolean;
}

/** The bytes of a byte order mark as Latin-1, at the beginning of a line. Joined files have several. */
const MARKS = /(?<=^|[\r\n])(?:\u00ef\u00bb\u00bf)+/g;
const NEL = '\u00c2\u0085';

/** Whether the scanner and DuckDB's reader can't read the dialect themselves. */
export function needsRewriting({ delimiter, escape, headerLine, comment }: CsvDialect): boolean {
  return Buffer.byteLength(delimiter) > 1 || escape !== undefined || headerLine !== undefined || comment !== undefined;
}

/** Returns how many lines repeat the header, and the first of them. */
export async function writePlainCsv(path: string, target: string, options: PlainCsvOptions): Promise<HeaderLines> {
  const writer = plainCsvWriter(options);
  await pipeline(Readable.from(plainPieces(path, options, writer)), createWriteStream(target));
  return writer.headers();
}

/** Bytes are read as Latin-1, a UTF-16 unit for each, because bytes that fit no character must stay as they are. */
async function* plainPieces(path: string, { end, isCut, hasNel }: PlainCsvOptions, writer: PlainCsvWriter) {
  await using handle = await open(path, 'r');
  let rest = '';
  for (let at = 0; at < end;) {
    // A long record is scanned again with each step, so that steps grow with it.
    const wanted = Math.min(Math.max(CHUNK, rest.length), end - at);
    const { buffer, bytesRead } = await handle.read(Buffer.allocUnsafe(wanted), 0, wanted, at);
    if (bytesRead === 0) break;
    at += bytesRead;
    const isLast = at >= end && !isCut;
    const text = rest + buffer.toString('latin1', 0, bytesRead);
    const read = writer.take((hasNel ? text.replaceAll(NEL, '\n') : text).replace(MARKS, ''), isLast);
    rest = read.rest;
    yield Buffer.from(read.text, 'latin1');
  }
}

type PlainCsvWriter = ReturnType<typeof plainCsvWriter>;

function plainCsvWriter({ dialect, fit, width, groups, firstLine }: PlainCsvOptions) {
  const { delimiter, quote, escape, comment } = dialect;
  const marks: CsvMarks = { ...defined({ escape: escape && latin1(escape) }), delimiter: latin1(delimiter), quote };
  const commentMark = comment && latin1(comment);
  /** Line of the original's next unit, and of the next one that is written. */
  let nextLine = 1;
  let written = firstLine;
  let isHeader = dialect.header;
  let hasRecords = false;
  let header: readonly CsvRecord['values'][] = [];
  let headers: HeaderLines = { count: 0, first: 0 };

  const namesOf = (values: CsvRecord['values']): CsvRecord['values'] => {
    header = [values, ...(groups ? [groups.map((group) => group && latin1(group))] : [])];
    const bytes = values.map((value) => Buffer.from(value ?? '', 'latin1'));
    // The scanner refuses names that aren't UTF-8.
    if (groups === undefined || !bytes.every((each) => isUtf8(each))) return values;
    const names = bytes.map((each) => each.toString());
    return joinedNames(groups, names, dialect.headerSeparator ?? '').map((name) => name && latin1(name));
  };
  const plainRecord = (record: CsvRecord, text: string): string => {
    const line = nextLine + record.line - 1;
    if (line < firstLine) return '';
    const lines = lineEnds(text, record.start, record.end);
    if (commentMark !== undefined && text.startsWith(commentMark, record.start)) {
      // Readers skip empty lines, except in a table of one field.
      if (width === 1) written = line + lines;
      return '';
    }
    const gap = '\n'.repeat(Math.max(0, line - written));
    written = line + Math.max(1, lines);
    if (hasRecords && isHeaderAgain(record.values, header)) {
      headers = { count: headers.count + 1, first: headers.first || line };
      return '';
    }
    const values = fittedValues(isHeader ? namesOf(record.values) : record.values, { fit, width }, isHeader);
    hasRecords = !isHeader;
    isHeader = false;
    const isOpen = record.isOpen && record.fault === record.values.length - 1;
    // The scanner refuses a quote that follows a space.
    const isSpaced =
      record.quoted === 0 && quote !== '' && values.some((value) => startsWithSpaceAndQuote(value, quote));
    const plain = values.map((value, at) =>
      isSpaced && startsWithSpaceAndQuote(value, quote)
        ? ' "'
        : plainValue(value, at === record.fault && (isOpen ? 'open' : 'followed')),
    );
    return `${gap}${plain.join(',')}\n`;
  };

  return {
    headers: (): HeaderLines => headers,
    take: (text: string, isLast: boolean): { readonly text: string; readonly rest: string } => {
      let plain = '';
      let end = 0;
      for (const record of csvRecords(text, marks)) {
        // The line end may go on, or the last value.
        if (!isLast && record.end + 2 > text.length) break;
        plain += plainRecord(record, text);
        end = Math.min(record.end, text.length);
      }
      nextLine += lineEnds(text, 0, end);
      return { text: plain, rest: text.slice(end) };
    },
  };
}

function startsWithSpaceAndQuote(value: string | null, quote: string): boolean {
  return value?.startsWith(' ') === true && value.trimStart().startsWith(quote);
}

/** Text behind a closing quote, so that the scanner refuses the record. */
const FAULT = 'x';

function plainValue(value: string | null, fault: 'open' | 'followed' | false): string {
  if (value === null) return '';
  if (fault === 'open') return quotedValue(value).slice(0, -1);
  if (fault === 'followed') return quotedValue(value) + FAULT;
  return value === '' || /[",\r\n]/.test(value) ? quotedValue(value) : value;
}

function latin1(text: string): string {
  return Buffer.from(text).toString('latin1');
}
