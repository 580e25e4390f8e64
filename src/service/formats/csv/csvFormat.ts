/** CSV, TSV and their like: every value as it stands in the file. */
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { guessCsv, csvRecords } from './csvGuess.ts';
import { fieldIds } from '../../resource/fieldNames.ts';
import { plainPath, type FileFormatReader, type ReadableFile } from '../fileFormatReader.ts';
import { SAMPLE_RECORDS, sampleText, type FileEncoding, type Reading } from '../../resource/reading.ts';
import { inspectColumns, type LookedAt } from '../../reading/columnGuess.ts';
import { asUtf8, decodedText } from '../../reading/textEncoding.ts';
import { readHead, scanText } from '../../reading/textFile.ts';
import { BlockIndexWriter } from '../../engine/duckdb/blockIndex.ts';
import { quotedText } from '../../../base/quotes.ts';
import { valueColumn, VECTOR_SIZE } from '../../engine/duckdb/layout.ts';
import type { StoredField } from '../../store/description.ts';
import { writeCleanCsv } from './cleanCsv.ts';
import { linesOfRecords } from './csvLines.ts';
import { CsvScanner } from './csvScanner.ts';
import type { CsvDialect, CsvShape } from './csvShape.ts';
import type { ImportSource, TableDraft } from '../../engine/duckdb/table/importSource.ts';
import { reason } from '../../resource/reasons.ts';
import { SkippedRecords, type SkippedRange } from '../../reading/skippedRecords.ts';
import { UnreadableFile } from '../../reading/unreadableFile.ts';
import { DECIMAL_DIGITS } from '../../engine/duckdb/decimalOrder.ts';
import { keyOfFacts, type ColumnFacts } from './columnFacts.ts';

/** In bytes: a smaller file is looked through before it is written. */
const DRAFTED_ABOVE = 4 << 20;
/** So many bytes show what the whole file will most likely be; that it is not shows soon. */
const BEGINNING = 1 << 18;
/** Further numbers may have more digits behind the point, and further records may be longer. */
const MORE_DIGITS = 2;
const LONG_RECORD = 1 << 16;
/** Bytes of a part of a file with long or wide records: the engine works on 2,048 records of a file at once. */
const PART = 1 << 25;
/** What a value takes beside its text. */
const VALUE_BYTES = 8;
/** Records that show what columns are; whether they all are that is found out when the file is read. */
const LOOKED_AT = 4096;
/** The engine fills one before it looks at a record. */
const BUFFER = 1 << 25;
const SMALL_BUFFER = 1 << 20;

export const csvFormat: FileFormatReader = {
  inspect: async (file, choices) => {
    const { encoding = 'utf-8' } = choices;
    const { text, isCut } = await headOf(file, encoding);
    const dialect = guessCsv(text, isCut, choices);
    const records = firstRecords(text, isCut, dialect);
    const names = records[0]?.values ?? [];
    if (dialect.header) records.shift();
    const fields = fieldIds(names.map((name) => (dialect.header ? (name ?? '') : '')));
    return {
      reading: { compression: 'none', unreadable: 'refuse', ...choices, format: 'csv', encoding, ...dialect },
      fields,
      sample: records.slice(0, SAMPLE_RECORDS).map(({ values }) => values.map(sampleText)),
      columns: inspectColumns(fields, records, SAMPLE_RECORDS, { ...choices, ...dialect }),
    };
  },
  read: (_connection, file, reading, report, begin) => readCsv(file, reading, report, begin),
};

function firstRecords(text: string, isCut: boolean, { delimiter, quote }: CsvDialect): LookedAt[] {
  const records: LookedAt[] = [];
  for (const record of csvRecords(text, delimiter, quote)) {
    if (records.length === LOOKED_AT) return records;
    records.push(record);
  }
  if (isCut && records.length > 1) records.pop();
  return records;
}

async function headOf(file: ReadableFile, encoding: FileEncoding): Promise<{ text: string; isCut: boolean }> {
  const head = await readHead(file.path);
  const isCut = file.isCut === true || (await stat(file.path)).size > head.length;
  return { text: await decodedText(head, encoding), isCut };
}

/** Throws UnreadableFile. */
async function readCsv(
  file: ReadableFile,
  reading: Reading,
  onBytes: (bytes: number) => void,
  begin: (draft: TableDraft) => void,
): Promise<ImportSource> {
  const { delimiter = ',', quote: mark = '"', header = true, encoding = 'utf-8' } = reading;
  const dialect = { delimiter, quote: mark, header };
  const path = await plainPath(await asUtf8(file, encoding, onBytes), file);
  const skipped = new SkippedRecords(file, path);
  const ranges: SkippedRange[] = [];
  const skip = (range: SkippedRange): void => {
    ranges.push(range);
    skipped.add(range);
  };
  const blocks = new BlockIndexWriter();
  const onSkip = reading.unreadable === 'skip' ? skip : undefined;
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
    // What goes on in another way than it began is found out early, at little cost.
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
    skipped: await skipped.all(),
    linesOf: (wanted) => linesOfRecords({ path, encoding, isCut }, dialect, onSkip !== undefined, wanted),
    blocks,
    proof: {
      fields: shape.fields,
      // In parallel, the reader takes a line end inside a long quoted value for a record's end (DuckDB 1.5.5).
      others: needsCopy ? [] : [() => Promise.resolve(relationOf(path, dialect, shape, false)), cleaned],
      refusal: new UnreadableFile(file.name, reason('readingsDiffer')),
    },
  };
}

/** Where a file can be cut between two records, so that the engine doesn't hold 2,048 long records at once. */
class CsvParts {
  /** True once fewer records than the engine works on have filled a part. */
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

  /** Up to this place in the file; the whole if parts aren't needed. */
  all(end: number): readonly { readonly start: number; readonly end: number }[] {
    const cuts = this.areNeeded ? this.#cuts.filter((cut) => cut < end) : [0];
    return cuts.map((start, index) => ({ start, end: cuts[index + 1] ?? end }));
  }
}

/**
 * Pinned: the reader's own guesses change values, and its lenient modes lose records; it even takes a
 * line end inside the first value for that of the file. Lenient line ends are safe because the scanner has seen every one.
 */
function relationOf(
  path: string,
  dialect: CsvDialect,
  shape: CsvShape,
  parallel: boolean,
  buffer = BUFFER,
): string {
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
    return { id: ids[index] ?? '', type: facts.type, ...(key !== undefined && { key }) };
  });
}

/** What the whole file will most likely be, so that it can be written while it is looked through. */
function expectedShape(beginning: CsvShape): CsvShape {
  const longestRecord = Math.max(LONG_RECORD, 2 * beginning.longestRecord);
  const fields = beginning.fields.map((facts) => {
    const { type, whole, scale } = facts;
    if (type !== 'numeric' || scale === 0) return facts;
    return { ...facts, scale: Math.max(scale, Math.min(scale + MORE_DIGITS, DECIMAL_DIGITS - whole)) };
  });
  return { ...beginning, longestRecord, fields };
}

/** Whether a table of these fields is right, and was read as it should be. */
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
