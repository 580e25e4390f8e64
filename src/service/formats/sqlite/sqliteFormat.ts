import type { DuckDBConnection } from '@duckdb/node-api';
import { stat } from 'node:fs/promises';
import { defined } from '../../../base/defined.ts';
import type { StoredField } from '../../store/description.ts';
import {
  binaryReading,
  inspectPart,
  partOf,
  type FileFormatReader,
  type FilePart,
  type ReadableFile,
} from '../fileFormatReader.ts';
import { checkView, MAX_RECORD, VALUE_TOO_LONG } from '../../resource/bounds.ts';
import {
  LOOKED_AT_RECORDS,
  MAX_SKIPPED_TEXT,
  SAMPLE_LENGTH,
  sampleText,
  type FileEncoding,
  type Reading,
  type ReadingChoices,
} from '../../resource/reading.ts';
import { fieldIds } from '../../resource/fieldNames.ts';
import type { ImportSource } from '../../engine/duckdb/table/importSource.ts';
import { RECORD_TABLE, RecordTable } from '../../engine/duckdb/table/recordTable.ts';
import { openSqlite, sqliteSnapshot, type SqliteFile, type SqliteValue } from './sqliteFile.ts';
import { inspectTyped } from '../../reading/columnGuess.ts';
import { UnreadableFile } from '../../resource/reasons.ts';
import { unreadable } from '../../reading/unreadableFile.ts';
import { SkippedRows } from '../../reading/skippedRecords.ts';
import { inTime } from '../../reading/timeLimit.ts';

/** Limit for the text that shows the types of columns, in UTF-16 units, because a record may have megabytes. */
const LOOKED_AT_UNITS = 1 << 24;

export const sqliteFormat: FileFormatReader = {
  snapshot: sqliteSnapshot,
  inspect: (file, choices) =>
    withSqlite(file, choices.encoding, (database) =>
      inspectPart(file, database.parts, choices.part, (part) =>
        bounded(file, database, part, () => inspectSqlite(file, database, part, choices)),
      ),
    ),
  read: (connection, file, reading, report) =>
    withSqlite(file, reading.encoding, (database) => {
      const part = partOf(file, database.parts, reading.part);
      return bounded(file, database, part, () => readTable(connection, file, database, part, reading, report));
    }),
};

/** SQLite's errors name no view. */
async function bounded<T>(
  file: ReadableFile,
  database: SqliteFile,
  { part, isView }: FilePart,
  work: () => Promise<T>,
): Promise<T> {
  if (!isView) return work();
  return inTime(work).catch((error: unknown) => {
    const { reason } = unreadable(file.name, database.inWords(error));
    throw new UnreadableFile(file.name, reason, { part });
  });
}

async function inspectSqlite(file: ReadableFile, database: SqliteFile, part: FilePart, choices: ReadingChoices) {
  const table = database.tableOf(part);
  const records: { readonly values: (string | null)[] }[] = [];
  const fields = fieldIds(table.columns);
  const numbers = fields.map(() => new ColumnNumbers());
  let units = 0;
  database.checkVirtual(table, await sizeOf(file));
  for (const values of database.rows(table)) {
    for (const [index, value] of values.entries()) numbers[index]?.note(value);
    records.push({ values: values.map((value) => sampleText(textOf(value, SAMPLE_LENGTH))) });
    units += unitsOf(values);
    if (records.length === LOOKED_AT_RECORDS || units > LOOKED_AT_UNITS) break;
  }
  return {
    reading: { ...binaryReading('sqlite', choices), ...defined({ encoding: choices.encoding }), part: table.part },
    ...inspectTyped({ fields, types: numbers.map(({ type }) => type), records }, choices),
  };
}

async function withSqlite<T>(
  file: ReadableFile,
  encoding: FileEncoding | undefined,
  work: (database: SqliteFile) => Promise<T>,
): Promise<T> {
  using database = openSqlite(file, encoding);
  try {
    return await work(database);
  } catch (error) {
    throw database.inWords(error);
  }
}

async function readTable(
  connection: DuckDBConnection,
  file: ReadableFile,
  database: SqliteFile,
  part: FilePart,
  reading: Reading,
  report: (bytesRead: number) => void,
): Promise<ImportSource> {
  const table = database.tableOf(part);
  const ids = fieldIds(table.columns);
  const size = await sizeOf(file);
  database.checkVirtual(table, size);
  // Counting a view's records makes them all.
  const expected = part.isView ? Infinity : database.count(table);
  const target = new RecordTable(connection, size);
  const columns = ids.map(() => new ColumnNumbers());
  const skipped = new SkippedRows(file.name, reading);
  let line = 0;
  for (const values of database.rows(table)) {
    line += 1;
    if (part.isView) checkView(ids.length, line, size);
    const isLong = unitsOf(values) > MAX_RECORD;
    if (isLong) {
      const place = { part: table.part, line };
      skipped.add(
        VALUE_TOO_LONG,
        place,
        values.map((value) => textOf(value, MAX_SKIPPED_TEXT)),
      );
      continue;
    }
    for (const [index, value] of values.entries()) columns[index]?.note(value);
    const appended = target.append(values.map((value) => textOf(value)));
    if (appended !== undefined) {
      await appended;
      report(Math.round((size * line) / expected));
    }
  }
  await target.end(ids.length);
  const fields = ids.map((id, index): StoredField => ({ id, type: columns[index]?.type ?? 'text' }));
  return { relation: RECORD_TABLE, fields, records: target.records, skipped: skipped.all };
}

class ColumnNumbers {
  #hasNumber = false;
  #hasOther = false;
  #hasInfinity = false;

  note(value: SqliteValue): void {
    if (typeof value === 'bigint' || typeof value === 'number') {
      this.#hasNumber = true;
      this.#hasInfinity ||= value === Infinity || value === -Infinity;
    } else if (value !== null) this.#hasOther = true;
  }

  get type(): 'numeric' | 'float8' | 'text' {
    if (this.#hasOther || !this.#hasNumber) return 'text';
    return this.#hasInfinity ? 'float8' : 'numeric';
  }
}

/** A value as text by its storage class; at most `bytes` of a BLOB, as PostgreSQL writes them. SQLite has no NaN. */
function textOf(value: SqliteValue, bytes = Infinity): string | null {
  if (value === null) return null;
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return realText(value);
  if (typeof value === 'bigint') return value.toString();
  return `\\x${Buffer.from(value.buffer, value.byteOffset, Math.min(value.length, bytes)).toString('hex')}`;
}

function unitsOf(values: readonly SqliteValue[]): number {
  let units = 0;
  for (const value of values)
    if (typeof value === 'string') units += value.length;
    else if (value instanceof Uint8Array) units += 2 * value.length;
  return units;
}

async function sizeOf({ path }: ReadableFile): Promise<number> {
  return (await stat(path)).size;
}

/** The shortest text that reads as the same double and not as an integer. */
function realText(value: number): string {
  if (Object.is(value, -0)) return '-0.0';
  const text = String(value);
  return /^-?\d+$/.test(text) ? `${text}.0` : text;
}
