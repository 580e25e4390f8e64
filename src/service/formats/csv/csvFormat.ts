import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { endOfTable, withoutBelow, withoutEndMarks } from './csvEnd.ts';
import { inspectedLines } from './csvLines.ts';
import { firstRecords, guessCsv, tableRecords } from './csvGuess.ts';
import { namesFit } from './csvNames.ts';
import { fieldIds } from '../../resource/fieldNames.ts';
import { plainPath, type FileFormatReader, type ReadableFile } from '../fileFormatReader.ts';
import { SAMPLE_RECORDS, type FileEncoding, type Reading } from '../../resource/reading.ts';
import { inspectColumns, samplesOf } from '../../reading/columnGuess.ts';
import { headerNotices, joinedNames } from '../../reading/headerRows.ts';
import { asUtf8, decodedText } from '../../reading/textEncoding.ts';
import { readHead, scanText, type ScannedText } from '../../reading/textFile.ts';
import { BlockIndexWriter } from '../../engine/duckdb/blockIndex.ts';
import { defined, filled } from '../../../base/defined.ts';
import { quotedText } from '../../../base/quotes.ts';
import { valueColumn, VECTOR_SIZE } from '../../engine/duckdb/layout.ts';
import type { StoredField } from '../../store/description.ts';
import { writeCleanCsv } from './cleanCsv.ts';
import { needsRewriting, writePlainCsv, type HeaderLines } from './plainCsv.ts';
import { CsvScanner, MarkWithin } from './csvScanner.ts';
import { csvRecords, endsByNel, fittedValues, isHeaderAgain, withLineFeeds, type CsvRecord } from './csvText.ts';
import type { CsvDialect, CsvShape } from './csvShape.ts';
import type { ImportSource, TableDraft } from '../../engine/duckdb/table/importSource.ts';
import { reason, UnreadableFile, type Reason } from '../../resource/reasons.ts';
import { SkippedRecords } from '../../reading/skippedRecords.ts';
import { DECIMAL_DIGITS } from '../../engine/duckdb/decimalOrder.ts';
import { keyOfFacts, type ColumnFacts } from './columnFacts.ts';

/** Larger files (in bytes) are written while they are scanned. */
const DRAFTED_ABOVE = 4 << 20;
/** This many bytes show what the whole file is likely to be; the scan soon finds out if it isn't. */
const BEGINNING = 1 << 18;
/** Later numbers may have more digits after the point, and later records may be longer. */
const MORE_DIGITS = 2;
const LONG_RECORD = 1 << 16;
/** Bytes per part if records are long or wide, because DuckDB processes 2,048 records of a file at once. */
const PART = 1 << 25;
/** What a value takes besides its text. */
const VALUE_BYTES = 8;
/** Number of records that show the types of columns. The import checks them against the whole file. */
const LOOKED_AT = 4096;
/** A line in a value of a narrower table often has a comma by chance. */
const LEAST_WIDTH = 3;
/** DuckDB fills a buffer before it looks at a record. */
const BUFFER = 1 << 25;
const SMALL_BUFFER = 1 << 20;

export const csvFormat: FileFormatReader = {
  inspect: async (file, choices) => {
    const { encoding = 'utf-8' } = choices;
    const { text, isCut } = await headOf(file, encoding);
    const first = guessCsv(text, isCut, choices, file.name);
    const beginning = beginningOfTable(text, isCut, first);
    const shown = isCut ? text : withoutBelow(text, first, beginning.width);
    // Notes below the table could hide that its first record is one of the data.
    const dialect = shown === text ? first : guessCsv(shown, isCut, choices, file.name);
    const { names, records, width, line, fit } = shown === text ? beginning : beginningOfTable(shown, isCut, dialect);
    if (choices.headerLine !== undefined && names.length === 0 && !isCut)
      throw new UnreadableFile(file.name, reason('firstLineNoNames'), { line: choices.headerLine });
    const even = records.filter(({ values }) => values.length === names.length).length;
    const below = text.slice(shown.length).split(/[\r\n]+/);
    const fields = fieldIds(names.map((name) => (dialect.header ? (name ?? '') : '')));
    const notices = [
      ...headerNotices(dialect, choices),
      ...(fit === 'even' ? [] : [reason(fit)]),
      ...(choices.quote === undefined ? overLines(records, text, dialect, width) : []),
    ];
    return {
      reading: { compression: 'none', unreadable: 'refuse', ...choices, format: 'csv', encoding, ...dialect },
      fields,
      sample: samplesOf(records),
      lines: inspectedLines(text, dialect, line, shown.length),
      evidence: {
        ...{ width: names.length, share: records.length === 0 ? 1 : even / records.length },
        ...(!isCut && { linesBelow: below.filter((each) => each.trim() !== '').length }),
      },
      columns: inspectColumns(fields, records, SAMPLE_RECORDS, { ...choices, ...dialect }),
      ...defined({ notices: filled(notices) }),
    };
  },
  read: (_connection, file, reading, report, begin) => readCsv(file, reading, report, begin),
};

async function headOf(file: ReadableFile, encoding: FileEncoding): Promise<{ text: string; isCut: boolean }> {
  const head = await readHead(file.path);
  const isCut = file.isCut === true || (await stat(file.path)).size > head.length;
  const text = withLineFeeds(await decodedText(head, encoding));
  return { text: isCut ? text : withoutEndMarks(text), isCut };
}

/** The names, and the first records as the table has them. Without a header, the first record gives the names. */
function beginningOfTable(text: string, isCut: boolean, dialect: CsvDialect) {
  const all = tableRecords(firstRecords(text, isCut, dialect, LOOKED_AT), text, dialect);
  const { first, others: below, groups } = withJoinedNames(all, dialect);
  const header = dialect.header ? all.slice(0, groups === undefined ? 1 : 2).map(({ values }) => values) : [];
  // Behind the header, a record can have its names for values.
  const others = below.filter(({ values }, at) => at === 0 || !isHeaderAgain(values, header));
  const fit = dialect.header ? namesFit(first, others) : 'even';
  const width = first?.values.length ?? 0;
  const fitted = (record: CsvRecord, isHeader: boolean) => ({
    ...record,
    values: fittedValues(record.values, { fit, width }, isHeader),
  });
  const records = (dialect.header || first === undefined ? others : [first, ...others]).map((each) =>
    fitted(each, false),
  );
  return {
    names: first === undefined ? [] : fitted(first, dialect.header).values,
    records,
    fit,
    width,
    line: first?.line ?? 1,
    isJoined: others.length < below.length,
    ...defined({ groups }),
  };
}

/** The first of two header rows, if there are two, and the second one with the names of both. */
function withJoinedNames([first, ...others]: readonly CsvRecord[], { header, headerSeparator = '' }: CsvDialect) {
  const [second, ...records] = others;
  if (first === undefined || second === undefined || !header || headerSeparator === '') return { first, others };
  const values = joinedNames(first.values, second.values, headerSeparator);
  return { first: { ...second, values }, others: records, groups: first.values };
}

/** Says so if lines within a quoted value look like records, because their quotes may be no marks. */
function overLines(records: readonly CsvRecord[], text: string, dialect: CsvDialect, width: number): readonly Reason[] {
  const isRecord = ({ values }: CsvRecord): boolean => values.length === width;
  const first = records.find(
    ({ spanning, start, end }) =>
      width >= LEAST_WIDTH &&
      spanning > 0 &&
      [...csvRecords(text.slice(start, end), { ...dialect, quote: '' })].every(isRecord),
  );
  return first === undefined ? [] : [reason('quotesOff', reason('overLines', String(first.line)))];
}

/** A file that the scanner and DuckDB can read: UTF-8, in a dialect of single characters, with nothing but the table. */
interface PlainFile {
  readonly path: string;
  readonly dialect: CsvDialect;
  readonly below: readonly string[];
  readonly headers: HeaderLines;
}

/** `isAnyway` rewrites a file with line ends of several kinds, too. */
async function plainFile(file: ReadableFile, path: string, reading: Reading, isAnyway: boolean): Promise<PlainFile> {
  const { delimiter = ',', quote = '"', header = true } = reading;
  const { escape, headerLine, comment, skipEnd, headerSeparator } = reading;
  const dialect = { ...defined({ escape, headerLine, comment, skipEnd, headerSeparator }), delimiter, quote, header };
  const isCut = file.isCut === true;
  const head = await readHead(path);
  const { size } = await stat(path);
  const isHeadCut = size > head.length || isCut;
  const text = head.toString('utf8');
  const whole = beginningOfTable(withLineFeeds(text), isHeadCut, dialect);
  const hasNel = endsByNel(text);
  const below = isCut ? { end: size, below: [] } : await endOfTable(path, dialect, whole.width, hasNel);
  // Notes below the table are no records that could show how its names fit.
  const hasBelow = below.end < size && !isHeadCut;
  const table = hasBelow ? withLineFeeds(head.toString('utf8', 0, below.end)) : '';
  const { fit, width, line, groups, isJoined } = hasBelow ? beginningOfTable(table, false, dialect) : whole;
  const isPlain = !needsRewriting(dialect) && groups === undefined && fit === 'even' && !isJoined && !hasNel;
  if (!isAnyway && isPlain && below.end === size)
    return { path, dialect: { delimiter, quote, header }, below: [], headers: { count: 0, first: 0 } };
  const target = join(file.workDirectory, 'plain.csv');
  const headers = await writePlainCsv(path, target, {
    dialect,
    fit,
    width,
    groups,
    hasNel,
    firstLine: line,
    end: below.end,
    isCut,
  });
  return {
    path: target,
    dialect: { headerLine: line, delimiter: ',', quote: '"', header },
    below: below.below,
    headers,
  };
}

/** Throws UnreadableFile if a record can't be read and mustn't be skipped. */
async function readCsv(
  file: ReadableFile,
  reading: Reading,
  onBytes: (bytes: number) => void,
  begin: (draft: TableDraft) => void,
): Promise<ImportSource> {
  const path = await asUtf8(file, reading, onBytes);
  const read = async (isAnyway: boolean): Promise<ImportSource> =>
    readPlainCsv(file, await plainFile(file, path, reading, isAnyway), reading, onBytes, begin);
  try {
    return await read(false);
  } catch (error) {
    if (error instanceof MarkWithin) return read(true);
    if (!(error instanceof UnreadableFile) || error.reason.code !== 'carriageReturn') throw error;
    // If line ends of several kinds don't make records either, the first refusal says more.
    return await read(true).catch((second: unknown) => {
      throw second instanceof UnreadableFile ? error : second;
    });
  }
}

async function readPlainCsv(
  file: ReadableFile,
  plain: PlainFile,
  reading: Reading,
  onBytes: (bytes: number) => void,
  begin: (draft: TableDraft) => void,
): Promise<ImportSource> {
  const { encoding = 'utf-8' } = reading;
  const { dialect } = plain;
  const path = await plainPath(plain.path, file);
  const skipped = new SkippedRecords(file, path);
  const { ranges } = skipped;
  const blocks = new BlockIndexWriter();
  const onSkip = reading.unreadable === 'skip' ? skipped.add : undefined;
  const scanner = new CsvScanner(file.name, dialect, { onSkip, blocks });
  const isCut = file.isCut === true;
  let expected: CsvShape | undefined;
  let draft: TableDraft | undefined;
  const { size } = await stat(path);
  let next = !isCut && size > DRAFTED_ABOVE ? BEGINNING : Infinity;
  const parts = new CsvParts();
  for await (const bytes of scanText({ path, encoding, isCut }, scanner)) {
    onBytes(bytes);
    parts.note(scanner);
    if (bytes < next || scanner.counts.records === 0 || ranges.length > 0) continue;
    // Checking at every doubling finds a difference early, at little cost.
    next = 2 * bytes;
    const shape = scanner.shape();
    if (shape.longestRecord > LONG_RECORD) {
      next = Infinity;
      continue;
    }
    if (expected !== undefined && isAsExpected(expected, draft?.fields, shape)) continue;
    expected = expectedShape(shape);
    draft = {
      relation: relationOf(path, dialect, expected, true),
      beginning: relationOf(path, dialect, expected, false, SMALL_BUFFER),
      fields: csvFields(expected),
      half: Math.ceil((shape.records * size) / bytes / 2),
    };
    begin(draft);
  }
  const shape = scanner.shape();
  const copy = join(file.workDirectory, 'clean.csv.');
  const cleaned = async (): Promise<string> => {
    const end = isCut ? scanner.recordStart : Infinity;
    const isClean = shape.lineEnd !== 'mixed' && ranges.length === 0;
    const written = isClean ? shape : { ...shape, lineEnd: '\n' as const };
    const relations: string[] = [];
    for (const [index, part] of parts.all(end).entries()) {
      const target = `${copy}${String(index)}`;
      await writeCleanCsv(path, target, isClean ? undefined : dialect, ranges, part);
      const header = dialect.header && index === 0;
      relations.push(`from ${relationOf(target, { ...dialect, header }, written, false, SMALL_BUFFER)}`);
    }
    return `(${relations.join(' union all ')})`;
  };
  const needsCopy =
    isCut || parts.areNeeded || ranges.length > 0 || (shape.lineEnd === 'mixed' && shape.fields.length === 1);
  const isDrafted = !needsCopy && expected !== undefined && isAsExpected(expected, draft?.fields, shape);
  const written = isDrafted ? draft : undefined;
  return {
    relation: needsCopy ? await cleaned() : relationOf(path, dialect, shape, true),
    fields: csvFields(shape),
    ...(written && { ...written, draft: written }),
    records: shape.records,
    ...(plain.headers.count > 0 && {
      notices: [reason('headerAgain', String(plain.headers.count), String(plain.headers.first))],
    }),
    skipped: [...(await skipped.all()), ...plain.below.map((text) => ({ reason: reason('belowTable'), text }))],
    linesOf: (records) => linesOfRecords({ path, encoding, isCut }, dialect, onSkip !== undefined, records),
    blocks,
    proof: {
      fields: shape.fields,
      // The parallel reader takes a line end within a long quoted value for the end of a record (DuckDB 1.5.5).
      others: needsCopy ? [] : [() => Promise.resolve(relationOf(path, dialect, shape, false)), cleaned],
      refusal: new UnreadableFile(file.name, reason('readingsDiffer')),
    },
  };
}

/** Reads the file again to find the lines on which records (from 1) begin. With `skips`, faulty records don't count. */
async function linesOfRecords(text: ScannedText, dialect: CsvDialect, skips: boolean, records: ReadonlySet<number>) {
  const lines = new Map<number, number>();
  let record = 0;
  const ignore = (): void => undefined;
  const endRecord = (): void => {
    record += 1;
    if (records.has(record)) lines.set(record, scanner.recordLine);
  };
  const scanner = new CsvScanner(text.path, dialect, {
    onSkip: skips ? ignore : undefined,
    blocks: { push: ignore, endRecord },
  });
  const chunks = scanText(text, scanner);
  while (lines.size < records.size && (await chunks.next()).done !== true);
  await chunks.return(undefined);
  return lines;
}

/** Places at which a file can be cut between records, so that DuckDB doesn't hold 2,048 long records at once. */
class CsvParts {
  areNeeded = false;
  readonly #cuts = [0];
  #records = 0;

  note({ recordStart, counts: { records, width } }: CsvScanner): void {
    const bytes = recordStart - (this.#cuts.at(-1) ?? 0);
    const added = records - this.#records;
    if (bytes + VALUE_BYTES * width * added < PART) return;
    this.areNeeded ||= added < VECTOR_SIZE;
    this.#cuts.push(recordStart);
    this.#records = records;
  }

  all(end: number): readonly { readonly start: number; readonly end: number }[] {
    const cuts = this.areNeeded ? this.#cuts.filter((cut) => cut < end) : [0];
    return cuts.map((start, index) => ({ start, end: cuts[index + 1] ?? end }));
  }
}

/**
 * Every option is set, because the reader's guesses change values, its lenient modes lose records, and it takes a line
 * end within the first value for the file's. Lenient line ends are safe, because the scanner has seen all.
 */
function relationOf(path: string, dialect: CsvDialect, shape: CsvShape, parallel: boolean, buffer = BUFFER): string {
  const columns = shape.names.map((_, index) => `'${valueColumn(index)}': 'VARCHAR'`);
  const options = {
    auto_detect: 'false',
    columns: `{${columns.join(', ')}}`,
    header: String(dialect.header),
    delim: quotedText(dialect.delimiter),
    quote: quotedText(dialect.quote),
    escape: quotedText(dialect.quote),
    nullstr: "''",
    allow_quoted_nulls: 'false',
    ...(shape.lineEnd === 'mixed' ? { strict_mode: 'false' } : { new_line: escaped(shape.lineEnd) }),
    null_padding: 'false',
    ignore_errors: 'false',
    parallel: String(parallel),
    max_line_size: String(shape.longestRecord + 16),
    buffer_size: String(Math.max(buffer, 2 * shape.longestRecord + 32)),
  };
  const list = Object.entries(options).map(([name, value]) => `${name} = ${value}`);
  return `read_csv(${quotedText(path)}, ${list.join(', ')})`;
}

function escaped(lineEnd: string): string {
  return quotedText(lineEnd.replace('\r', String.raw`\r`).replace('\n', String.raw`\n`));
}

function csvFields({ names, fields }: CsvShape): readonly StoredField[] {
  const ids = fieldIds(names);
  return fields.map((facts, index) => {
    const key = keyOfFacts(facts);
    return defined({ id: ids[index] ?? '', type: facts.type, key });
  });
}

function expectedShape(beginning: CsvShape): CsvShape {
  const longestRecord = Math.max(LONG_RECORD, 2 * beginning.longestRecord);
  const fields = beginning.fields.map((facts) => {
    const { type, whole, scale } = facts;
    if (type !== 'numeric' || scale === 0) return facts;
    return { ...facts, scale: Math.max(scale, Math.min(scale + MORE_DIGITS, DECIMAL_DIGITS - whole)) };
  });
  return { ...beginning, longestRecord, fields };
}

function isAsExpected(expected: CsvShape, fields: readonly StoredField[] = [], shape: CsvShape): boolean {
  return (
    shape.lineEnd === expected.lineEnd &&
    shape.longestRecord <= expected.longestRecord &&
    shape.fields.every((facts, index) => holds(fields[index], facts))
  );
}

function holds(field: StoredField | undefined, facts: ColumnFacts): boolean {
  if (field?.type !== facts.type) return false;
  if (typeof field.key !== 'number') return field.key === keyOfFacts(facts);
  return facts.scale <= field.key && facts.whole + field.key <= DECIMAL_DIGITS;
}
