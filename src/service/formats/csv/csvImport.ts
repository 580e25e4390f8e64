/** CSV files: every value as it stands in the file. */
import { join } from 'node:path';
import { BlockIndexWriter } from '../../engine/duckdb/blockIndex.ts';
import { valueColumn } from '../../engine/duckdb/layout.ts';
import { quotedText } from '../../../base/sqlQuoting.ts';
import { writeCleanCsv } from './cleanCsv.ts';
import { BEGINNING, csvFields, expectedShape, isAsExpected } from './csvDraft.ts';
import { CsvScanner } from './csvScanner.ts';
import type { CsvDialect, CsvShape, UnreadableRange } from './csvShape.ts';
import type { ReadableFile } from '../fileFormatReader.ts';
import type { ImportSource, TableDraft } from '../../engine/duckdb/table/importSource.ts';
import { plainPath } from '../../reading/plainPath.ts';
import type { Reading } from '../../resource/reading.ts';
import { SkippedRecords } from '../../reading/skippedRecords.ts';
import { asUtf8 } from '../../reading/textDecoding.ts';
import { scanText } from '../../reading/textFile.ts';
import { UnreadableFile } from '../../reading/unreadableFile.ts';

/** Throws UnreadableFile. */
export async function readCsv(
  file: ReadableFile,
  reading: Reading,
  onBytes: (bytes: number) => void,
  begin: (draft: TableDraft) => void,
): Promise<ImportSource> {
  const { delimiter = ',', quote: mark = '"', header = true, encoding = 'utf-8' } = reading;
  const dialect = { delimiter, quote: mark, header };
  const path = await plainPath(await asUtf8(file, encoding, onBytes), file);
  const skipped = new SkippedRecords(file, path);
  const ranges: UnreadableRange[] = [];
  const skip = (range: UnreadableRange): void => {
    ranges.push(range);
    skipped.add(range);
  };
  const blocks = new BlockIndexWriter();
  const onSkip = reading.unreadable === 'skip' ? skip : undefined;
  const scanner = new CsvScanner(file.name, dialect, { onSkip, blocks });
  const isCut = file.isCut === true;
  let expected: CsvShape | undefined;
  let draft: TableDraft | undefined;
  for await (const bytes of scanText({ path, encoding, isCut }, scanner)) {
    onBytes(bytes);
    const isEnough = bytes >= BEGINNING && scanner.hasRecords;
    if (draft !== undefined || !isEnough || isCut || ranges.length > 0) continue;
    expected = expectedShape(scanner.shape());
    draft = { relation: relationOf(path, dialect, expected, true), fields: csvFields(expected) };
    begin(draft);
  }
  const shape = scanner.shape();
  const copy = join(file.workDirectory, 'clean.csv');
  const cleaned = async (): Promise<string> => {
    const cut = { start: scanner.recordStart, end: Infinity };
    await writeCleanCsv(path, copy, dialect, isCut ? [...ranges, cut] : ranges);
    return relationOf(copy, dialect, { ...shape, lineEnd: '\n' }, false);
  };
  const needsCopy = isCut || ranges.length > 0 || (shape.lineEnd === 'mixed' && shape.fields.length === 1);
  const isDrafted = !needsCopy && expected !== undefined && isAsExpected(expected, draft?.fields, shape);
  const written = isDrafted ? draft : undefined;
  return {
    relation: needsCopy ? await cleaned() : relationOf(path, dialect, shape, true),
    fields: csvFields(shape),
    ...(written && { ...written, draft: written }),
    records: shape.records,
    skipped: await skipped.all(),
    blocks,
    proof: {
      fields: shape.fields,
      // In parallel, the reader takes a line end inside a long quoted value for a record's end (DuckDB 1.5.5).
      others: needsCopy ? [] : [() => Promise.resolve(relationOf(path, dialect, shape, false)), cleaned],
      refusal: new UnreadableFile(file.name, 'two ways of reading it differ, so nothing was imported.'),
    },
  };
}

/**
 * Pinned: the reader's own guesses change values, and its lenient modes lose records; it even takes a
 * line end inside the first value for that of the file. Lenient line ends are safe because the scanner has seen every one.
 */
function relationOf(path: string, dialect: CsvDialect, shape: CsvShape, parallel: boolean): string {
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
    buffer_size: String(Math.max(1 << 25, 2 * shape.longestRecord + 32)),
  };
  const list = Object.entries(options).map(([name, value]) => `${name} = ${value}`);
  return `read_csv(${quotedText(path)}, ${list.join(', ')})`;
}

function escaped(lineEnd: string): string {
  return quotedText(lineEnd.replace('\r', String.raw`\r`).replace('\n', String.raw`\n`));
}
