/** Reads JSON with every digit of a value, wherever the records are in it, and puts small faults right. */
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { DuckDBConnection } from '@duckdb/node-api';
import { defined } from '../../../base/defined.ts';
import type { FileFormatReader, ReadableFile } from '../fileFormatReader.ts';
import { SAMPLE_RECORDS, type Inspection, type Reading } from '../../resource/reading.ts';
import { valueColumn } from '../../engine/duckdb/layout.ts';
import { fieldIds } from '../../resource/fieldNames.ts';
import type { ImportSource } from '../../engine/duckdb/table/importSource.ts';
import { JsonColumns } from './jsonColumns.ts';
import { mendJson } from './jsonMender.ts';
import type { JsonMember } from './jsonRecord.ts';
import { JsonRecords, type RecordBatches } from './jsonRecords.ts';
import { RECORD_TABLE, RecordTable } from '../../engine/duckdb/table/recordTable.ts';
import { reason, UnreadableFile, type Reason } from '../../resource/reasons.ts';
import { SkippedRecords } from '../../reading/skippedRecords.ts';
import { inspectTyped } from '../../reading/columnGuess.ts';
import { isHeaderless } from '../csv/csvNames.ts';
import { asUtf8 } from '../../reading/textEncoding.ts';

/** Number of values (including missing ones) that show the fields, because each record can have its own keys. */
const LOOKED_AT_VALUES = 1 << 20;
/** Number of lists that show whether the first one has names. */
const LOOKED_AT_LISTS = 100;

export const jsonFormat: FileFormatReader = {
  inspect: async (file, choices) => {
    const usual = { compression: 'none', encoding: 'utf-8', unreadable: 'refuse' } as const;
    return inspectJson(file, { ...usual, ...choices, format: 'json' });
  },
  read: readJson,
};

const ignore = (): void => undefined;

interface Attempt<Result> {
  readonly result: Result;
  readonly records: number;
  readonly hasSkipped: boolean;
}

/** Reads a text as it is, and if there are faults, once more after they were put right. Throws UnreadableFile. */
async function strictlyFirst<Result>(
  path: string,
  { workDirectory, isCut }: ReadableFile,
  read: (path: string, mended: readonly Reason[]) => Promise<Attempt<Result>>,
): Promise<Result> {
  const target = join(workDirectory, 'mended.json');
  const mend = (): Promise<readonly Reason[] | undefined> => mendJson(path, target, isCut === true);
  let strict: Attempt<Result>;
  try {
    strict = await read(path, []);
  } catch (error) {
    const mended = error instanceof UnreadableFile ? await mend() : undefined;
    if (mended === undefined) throw error;
    return (await read(target, mended)).result;
  }
  const mended = strict.hasSkipped ? await mend() : undefined;
  if (mended === undefined) return strict.result;
  const attempt = await read(target, mended).catch((error: unknown) => {
    if (!(error instanceof UnreadableFile)) throw error;
    return undefined;
  });
  return (attempt !== undefined && attempt.records > strict.records ? attempt : await read(path, [])).result;
}

/** Throws UnreadableFile if a record can't be read and mustn't be skipped. */
async function readJson(
  connection: DuckDBConnection,
  file: ReadableFile,
  reading: Reading,
  onBytes: (bytes: number) => void,
): Promise<ImportSource> {
  const utf8 = await asUtf8(file, reading, onBytes);
  let last: RecordTable | undefined;
  return strictlyFirst(utf8, file, async (path, mended) => {
    await last?.drop();
    const skipped = new SkippedRecords(file, path);
    const records = await JsonRecords.open(file, path, reading);
    const fill = async (asJson?: ReadonlySet<string>): Promise<JsonColumns> => {
      const columns = new JsonColumns(asJson);
      last = new RecordTable(connection, (await stat(path)).size);
      await fillTable(last, columns, records.batches(asJson === undefined ? skipped.add : ignore, onBytes));
      await records.nameFields(columns);
      await last.end(columns.fields().length);
      return columns;
    };
    let columns = await fill();
    if (columns.mixed.size > 0) {
      await last?.drop();
      columns = await fill(columns.mixed);
    }
    const fields = columns.fields();
    const count = last?.records ?? 0;
    if (fields.length === 0 && (count > 0 || skipped.ranges.length > 0))
      throw new UnreadableFile(file.name, reason('noRecordFields'));
    const ids = fieldIds(fields.map(({ name }) => name));
    const list = fields.map(({ index }, place) => `${valueColumn(index)} ${valueColumn(place)}`);
    const result: ImportSource = {
      relation: `(select ${list.join(', ') || '*'} from ${RECORD_TABLE})`,
      fields: fields.map(({ type }, place) => ({ id: ids[place] ?? '', type })),
      records: count,
      skipped: await skipped.all(),
      notices: [...mended, ...(await records.leftOut())],
      linesOf: (places) => linesOfRecords(records.batches(), places),
    };
    return { result, records: count, hasSkipped: skipped.ranges.length > 0 };
  });
}

async function fillTable(table: RecordTable, columns: JsonColumns, batches: RecordBatches): Promise<void> {
  for await (const records of batches)
    for (const { members, units } of records) {
      const appended = table.append(columns.rowOf(members), units);
      if (appended !== undefined) await appended;
    }
}

/** `file` is small, or only a beginning. Faults in it are left to the import. */
async function inspectJson(file: ReadableFile, reading: Reading): Promise<Inspection> {
  const utf8 = await asUtf8(file, reading, ignore);
  return strictlyFirst(utf8, file, async (path) => {
    let hasSkipped = false;
    const skip = (): void => void (hasSkipped = true);
    const text = await JsonRecords.open(file, path, { ...reading, unreadable: 'skip' });
    const { path: keys, isCollection, isUnsure, lists } = text.shape;
    const header = await guessHeader(text, reading.header);
    const own = {
      ...reading,
      ...(keys !== undefined && isCollection !== true && { records: keys }),
      ...(header !== undefined && { header }),
    };
    const records = text.readAs(defined({ header }));
    const columns = new JsonColumns();
    const rows: { readonly row: readonly (string | null)[]; readonly line: number }[] = [];
    let values = 0;
    for await (const batch of records.batches(skip)) {
      for (const { members, line } of batch) {
        const row = columns.rowOf(members);
        values += row.length;
        if (values <= LOOKED_AT_VALUES || rows.length < SAMPLE_RECORDS) rows.push({ row, line });
      }
      if (values > LOOKED_AT_VALUES) break;
    }
    await records.nameFields(columns);
    const fields = columns.fields();
    const typed = {
      fields: fieldIds(fields.map(({ name }) => name)),
      types: fields.map(({ type }) => type),
      records: rows.map(({ row, line }) => ({ values: fields.map(({ index }) => row[index] ?? null), line })),
    };
    const quoted = lists.map((list) => JSON.stringify(list));
    const result: Inspection = {
      reading: own,
      ...(lists.length > 0 && { recordLists: lists }),
      ...(columns.hasNested && { hasNested: true as const }),
      ...(isUnsure && { notices: [reason('otherLists', quoted[0] ?? '', quoted.slice(1).join(', '))] }),
      ...inspectTyped(typed, own),
    };
    return { result, records: rows.length, hasSkipped };
  });
}

/** Undefined if the records aren't lists, or if their fields are named elsewhere. */
async function guessHeader(text: JsonRecords, chosen: boolean | undefined): Promise<boolean | undefined> {
  const records = text.readAs({ header: false });
  const lists: (readonly JsonMember[])[] = [];
  for await (const batch of records.batches()) {
    lists.push(...batch.slice(0, LOOKED_AT_LISTS).map(({ members }) => members));
    if (lists.length > 0) break;
  }
  const [first = []] = lists;
  if (!records.isList || records.shape.isNamed) return undefined;
  if (chosen !== undefined) return chosen;
  // A name is a text, or a year.
  const isName = ({ text, token }: JsonMember): boolean => text !== undefined || /^([12]\d{3}|null)$/.test(token);
  const values = lists.map((list) => ({
    values: list.map(({ text, token }) => text ?? (token === 'null' ? null : token)),
  }));
  return first.every(isName) && !isHeaderless(values);
}

async function linesOfRecords(batches: RecordBatches, places: ReadonlySet<number>) {
  const lines = new Map<number, number>();
  let record = 0;
  for await (const records of batches) {
    for (const { line } of records) {
      record += 1;
      if (places.has(record)) lines.set(record, line);
    }
    if (lines.size === places.size) break;
  }
  return lines;
}
