/** Finds what stands below the table of a CSV file: notes, lines of delimiters, and marks of an old end of file. */
import { open } from 'node:fs/promises';
import type { CsvDialect } from './csvShape.ts';
import { NOTE } from '../../reading/headerRows.ts';
import { csvRecords, type CsvRecord } from './csvText.ts';

/** Ctrl-Z ended texts of DOS, and NULs filled their last block. Node decodes the Ctrl-Z of Shift JIS as U+001C. */
const END_MARKS: ReadonlySet<string> = new Set(['\u001a', '\u001c', '\0']);
/** Bytes of lines of spaces at the end. */
const MOST_SPACES = 1 << 10;
/** Bytes at the end of a file that are looked at. */
const TAIL = 1 << 16;
/** Lines are drawn between a table and its notes. */
const RULE = /^[_=*~-]{3,}$/;

export interface CsvEnd {
  /** Position after the last byte of the table. */
  readonly end: number;
  /** Texts of the lines below it, except empty ones. */
  readonly below: readonly string[];
}

/** `width` is the number of values of a record. With `skipEnd`, that many lines are left out, and no others. */
export async function endOfTable(path: string, dialect: CsvDialect, width: number, hasNel: boolean): Promise<CsvEnd> {
  await using handle = await open(path, 'r');
  const { size } = await handle.stat();
  const start = Math.max(0, size - TAIL);
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(size - start), 0, size - start, start);
  const bytes = buffer.toString('latin1', 0, bytesRead);
  // CR LF takes as many bytes as NEL in UTF-8, so that all places stay.
  const text = hasNel ? bytes.replaceAll('\u00c2\u0085', '\r\n') : bytes;
  const last = Array.from(text).findLastIndex((unit) => !/[\r\n]/.test(unit) && !END_MARKS.has(unit));
  const junk = [...END_MARKS].some((mark) => text.includes(mark, last + 1)) ? last + 1 : text.length;
  const delimiter = Buffer.from(dialect.delimiter).toString('latin1');
  const cut = cutBelow(text.slice(0, junk), start > 0, { ...dialect, delimiter }, width);
  return { end: start + cut.length, below: cut.below.map((line) => Buffer.from(line, 'latin1').toString().trimEnd()) };
}

/** The text of a whole file without marks of its end. */
export function withoutEndMarks(text: string): string {
  let end = text.length;
  while (end > 0 && (END_MARKS.has(text[end - 1] ?? '') || /[\r\n]/.test(text[end - 1] ?? ''))) end -= 1;
  const mark = Array.from(text.slice(end)).findIndex((unit) => END_MARKS.has(unit));
  return mark < 0 ? text : text.slice(0, end + mark);
}

/** The text of a whole file without what stands below its table. */
export function withoutBelow(text: string, dialect: CsvDialect, width: number): string {
  return text.slice(0, cutBelow(text, false, dialect, width).length);
}

function cutBelow(text: string, isCut: boolean, dialect: CsvDialect, width: number) {
  const lines = text.split(/(?<=\n|\r(?!\n))/);
  if (isCut) lines.shift();
  let length = text.length;
  let isKept = 0;
  const below: string[] = [];
  let maybe: string[] = [];
  const { skipEnd } = dialect;
  for (const [place, line] of lines.toReversed().entries()) {
    const before = lines[lines.length - place - 2];
    // The first line of a file is never below its table.
    if (before === undefined && !isCut) break;
    const kind = skipEnd === undefined ? kindOf(line, before, dialect, width) : place < skipEnd ? 'below' : 'record';
    if (kind === 'record') break;
    length -= line.length;
    if (isEmpty(line, dialect)) continue;
    maybe.push(line);
    if (kind === 'maybe') continue;
    for (const each of maybe) below.push(each);
    maybe = [];
    isKept = length;
  }
  // Spaces on the last lines are no record of a table of several fields.
  const spaces = width > 1 && below.length === 0 ? lastSpaces(text, dialect) : 0;
  // Empty lines above the notes stay, because a table of one field has empty records. A single line of delimiters can be
  // a record of NULLs; programs that write such lines without a record write many.
  const isRecord = skipEnd === undefined && below.length === 1 && isBlank(below[0] ?? '', dialect);
  if (below.length === 0 || isRecord) return { length: text.length - spaces, below: [] };
  return { length: isKept, below: below.reverse() };
}

/** The length of the lines of spaces at the end. */
function lastSpaces(text: string, { delimiter }: CsvDialect): number {
  const end = text.slice(-MOST_SPACES);
  const lines = end.slice(end.trimEnd().length).replace(/^[^\r\n]*/, '');
  return /[ \t]/.test(lines) && !lines.includes(delimiter) ? lines.length - 1 : 0;
}

/**
 * A line whose quotes don't fit may belong to a value of several lines, and one with several values to a cut file. A
 * short text may be a note if one that surely is stands above it.
 */
function kindOf(line: string, before: string | undefined, dialect: CsvDialect, width: number) {
  if (width < 2) return 'record';
  if (isEmpty(line, dialect)) return 'below';
  const [record] = csvRecords(line, dialect);
  const quotes = dialect.quote === '' ? 0 : line.split(dialect.quote).length - 1;
  if (record !== undefined && (record.faulty > 0 || (quotes > 0 && record.quoted === 0))) return 'record';
  const present = presentValues(record);
  if (present.length === 0) return 'below';
  const [first = ''] = present;
  const isNote = NOTE.test(first) && record?.values.length !== width;
  const isNarrow =
    isNote || record?.values.length === 1 || (present.length === 1 && width > 2 && record?.values[0] === first);
  if (isNarrow && RULE.test(first)) return 'below';
  if (!isNarrow || /^[\d.,\s-]+$/.test(first)) return 'record';
  const words = first.trim().split(/\s+/).length;
  return isBlank(before ?? '', dialect) || NOTE.test(first) || words > 3 ? 'below' : 'maybe';
}

function isEmpty(line: string, { delimiter }: CsvDialect): boolean {
  return line.trim() === '' && !line.includes(delimiter);
}

function isBlank(line: string, dialect: CsvDialect): boolean {
  return presentValues([...csvRecords(line, dialect)][0]).length === 0;
}

function presentValues(record: CsvRecord | undefined): readonly string[] {
  return (record?.values ?? []).flatMap((value) => value ?? []);
}
