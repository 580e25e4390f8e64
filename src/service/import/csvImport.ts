/** CSV files: every value as it stands in the file. */
import type { DuckDBConnection } from '@duckdb/node-api';
import { csvDelimiter } from './csvDelimiter.ts';
import { CsvScanner, type CsvShape } from './csvScanner.ts';
import { NUMBER_PATTERN } from '../store/decimalKey.ts';
import { fieldIds } from './fieldNames.ts';
import type { ImportSource } from './importSource.ts';
import { quote, valueColumn, type StoredField } from '../store/layout.ts';
import { readUtf8 } from './textFile.ts';
import { UnreadableFile } from './unreadableFile.ts';

/** `head` is the file's beginning. Throws UnreadableFile. */
export async function readCsv(
  connection: DuckDBConnection,
  file: string,
  head: Buffer,
  onBytes: (bytes: number) => void,
): Promise<ImportSource> {
  const delimiter = csvDelimiter(head);
  const scanner = new CsvScanner(file, delimiter);
  for await (const chunk of readUtf8(file, 'CSV', onBytes)) scanner.push(chunk);
  const shape = scanner.end();
  // In parallel, the reader takes a line end inside a long quoted value for a record's end (DuckDB 1.5.6).
  for (const parallel of [true, false]) {
    const relation = reader(file, delimiter, shape, parallel);
    const fields = await judge(connection, relation, shape, parallel);
    if (fields !== undefined) return { relation, fields, records: shape.records, skipped: [] };
  }
  throw new UnreadableFile(file, 'two ways of reading it differ, so nothing was imported.');
}

/**
 * Pinned: the reader's own guesses change values, and its lenient modes lose records (engine.md section 5). Lenient line
 * ends are safe because the scanner has seen every one of them.
 */
function reader(file: string, delimiter: string, shape: CsvShape, parallel: boolean): string {
  const columns = shape.header.map((_, index) => `'${valueColumn(index)}': 'VARCHAR'`);
  const options = {
    auto_detect: 'false',
    columns: `{${columns.join(', ')}}`,
    header: 'true',
    delim: quote(delimiter),
    quote: `'"'`,
    escape: `'"'`,
    nullstr: "''",
    allow_quoted_nulls: 'false',
    strict_mode: String(!shape.hasMixedLineEnds),
    null_padding: 'false',
    ignore_errors: 'false',
    parallel: String(parallel),
    max_line_size: String(shape.longestRecord + 16),
    buffer_size: String(Math.max(1 << 25, 2 * shape.longestRecord + 32)),
  };
  const list = Object.entries(options).map(([name, value]) => `${name} = ${value}`);
  return `read_csv(${quote(file)}, ${list.join(', ')})`;
}

/** Undefined unless the engine's reader finds exactly what the scanner found. */
async function judge(
  connection: DuckDBConnection,
  relation: string,
  shape: CsvShape,
  parallel: boolean,
): Promise<readonly StoredField[] | undefined> {
  const facts = shape.header.flatMap((_, index) => {
    const column = valueColumn(index);
    return [
      `count(${column})`,
      `coalesce(sum(strlen(${column})), 0)::bigint`,
      `bool_and(regexp_full_match(${column}, ${quote(NUMBER_PATTERN)}))`,
      `bool_and(${column} in ('true', 'false'))`,
    ];
  });
  let row: readonly unknown[];
  try {
    const result = await connection.runAndReadAll(`select count(*), ${facts.join(', ')} from ${relation}`);
    row = result.getRows()[0] ?? [];
  } catch (error) {
    if (parallel && error instanceof Error && error.message.startsWith('Invalid Input')) return undefined;
    throw error;
  }
  const [records, ...rest] = row;
  const ids = fieldIds(shape.header);
  let values = 0;
  let bytes = 0;
  const fields = ids.map((id, index): StoredField => {
    const [filled, length, isNumber, isBoolean] = rest.slice(4 * index, 4 * index + 4);
    values += Number(filled);
    bytes += Number(length);
    return { id, type: isNumber === true ? 'numeric' : isBoolean === true ? 'bool' : 'text' };
  });
  const isSame = Number(records) === shape.records && values === shape.values && bytes === shape.bytes;
  return isSame ? fields : undefined;
}
