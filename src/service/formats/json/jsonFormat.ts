/** Reads an array of objects, JSON Lines, or the properties of GeoJSON, with every digit of a value. */
import { stat } from 'node:fs/promises';
import type { DuckDBConnection } from '@duckdb/node-api';
import type { FileFormatReader, ReadableFile } from '../fileFormatReader.ts';
import { SAMPLE_RECORDS, type Inspection, type Reading } from '../../resource/reading.ts';
import { valueColumn } from '../../engine/duckdb/layout.ts';
import { fieldIds } from '../../resource/fieldNames.ts';
import type { ImportSource } from '../../engine/duckdb/table/importSource.ts';
import { JsonColumns } from './jsonColumns.ts';
import { isFault, isFeature, membersOf, type JsonMember, jsonEntries } from './jsonRecord.ts';
import { JsonRecordSplitter, type JsonRecord } from './jsonRecordSplitter.ts';
import { RECORD_TABLE, RecordTable } from '../../engine/duckdb/table/recordTable.ts';
import { reason, UnreadableFile } from '../../resource/reasons.ts';
import { SkippedRecords, type RecordFault, type SkippedRange } from '../../reading/skippedRecords.ts';
import { inspectTyped } from '../../reading/columnGuess.ts';
import { asUtf8 } from '../../reading/textEncoding.ts';
import { readHead, scanText } from '../../reading/textFile.ts';

/** Number of values (including missing ones) that show the fields, because each record can have its own keys. */
const LOOKED_AT_VALUES = 1 << 20;

export const jsonFormat: FileFormatReader = {
  inspect: async (file, choices) => {
    const usual = { compression: 'none', encoding: 'utf-8', unreadable: 'refuse' } as const;
    const reading: Reading = { ...usual, ...choices, format: 'json' };
    return { reading, ...(await inspectJson(file, reading)) };
  },
  read: readJson,
};

const ignore = (): void => undefined;

/** Throws UnreadableFile if a record can't be read and mustn't be skipped. */
async function readJson(
  connection: DuckDBConnection,
  file: ReadableFile,
  reading: Reading,
  onBytes: (bytes: number) => void,
): Promise<ImportSource> {
  const path = await asUtf8(file, reading.encoding ?? 'utf-8', onBytes);
  const skipped = new SkippedRecords(file, path);
  const read = recordReader(path, file, reading);
  let [columns, table] = await fill(connection, path, read(skipped.add, onBytes));
  if (columns.mixed.size > 0) {
    await table.drop();
    [columns, table] = await fill(connection, path, read(ignore, onBytes), columns.mixed);
  }
  const fields = columns.fields();
  if (fields.length === 0) throw new UnreadableFile(file.name, reason('noRecordFields'));
  const ids = fieldIds(fields.map(({ name }) => name));
  const list = fields.map(({ index }, place) => `${valueColumn(index)} ${valueColumn(place)}`);
  return {
    relation: `(select ${list.join(', ')} from ${RECORD_TABLE})`,
    fields: fields.map(({ type }, place) => ({ id: ids[place] ?? '', type })),
    records: table.records,
    skipped: await skipped.all(),
    linesOf: (places) => linesOfRecords(read(), places),
  };
}

/** `file` is small, or only a beginning. Faults in it are left to the import. */
async function inspectJson(
  file: ReadableFile,
  reading: Reading,
): Promise<Pick<Inspection, 'fields' | 'sample' | 'columns'>> {
  const path = await asUtf8(file, reading.encoding ?? 'utf-8', () => undefined);
  const columns = new JsonColumns();
  const rows: { readonly row: readonly (string | null)[]; readonly line: number }[] = [];
  let values = 0;
  for await (const records of recordReader(path, file, { ...reading, unreadable: 'skip' })()) {
    for (const { members, line } of records) {
      const row = columns.rowOf(members);
      values += row.length;
      if (values <= LOOKED_AT_VALUES || rows.length < SAMPLE_RECORDS) rows.push({ row, line });
    }
    if (values > LOOKED_AT_VALUES) break;
  }
  const fields = columns.fields();
  const typed = {
    fields: fieldIds(fields.map(({ name }) => name)),
    types: fields.map(({ type }) => type),
    records: rows.map(({ row, line }) => ({ values: fields.map(({ index }) => row[index] ?? null), line })),
  };
  return inspectTyped(typed, reading);
}

/** Columns that have texts and nested values are `mixed`, and must be read anew, `asJson`. */
async function fill(
  connection: DuckDBConnection,
  path: string,
  batches: RecordBatches,
  asJson?: ReadonlySet<string>,
): Promise<readonly [JsonColumns, RecordTable]> {
  const columns = new JsonColumns(asJson);
  const table = new RecordTable(connection, (await stat(path)).size);
  for await (const records of batches)
    for (const { members, units } of records) {
      const appended = table.append(columns.rowOf(members), units);
      if (appended !== undefined) await appended;
    }
  await table.end(columns.fields().length);
  return [columns, table];
}

type RecordBatches = AsyncGenerator<readonly ReadRecord[]>;

interface ReadRecord {
  readonly members: readonly JsonMember[];
  readonly line: number;
  /** Length of the record's text, which its members keep in memory. */
  readonly units: number;
}

function recordReader(
  path: string,
  file: ReadableFile,
  { encoding = 'utf-8', unreadable }: Reading,
): (onSkip?: (range: SkippedRange) => void, onBytes?: (bytes: number) => void) => RecordBatches {
  return async function* (skip = ignore, onBytes = ignore) {
    const isCollection = isFeatureCollection((await readHead(path)).toString('utf8'));
    let hasFeatures = isCollection ? true : undefined;
    let batch: ReadRecord[] = [];
    const accept = ({ text, line }: JsonRecord): RecordFault | undefined => {
      const members = membersOf(text, (hasFeatures ??= isFeature(text)));
      if (isFault(members)) return members;
      batch.push({ members, line, units: text.length });
      return undefined;
    };
    const onSkip = unreadable === 'skip' ? skip : undefined;
    const splitter = new JsonRecordSplitter(file.name, { accept, onSkip, isCollection });
    for await (const bytes of scanText({ path, encoding, isCut: file.isCut === true }, splitter)) {
      onBytes(bytes);
      yield batch;
      batch = [];
    }
  };
}

async function linesOfRecords(
  batches: RecordBatches,
  places: ReadonlySet<number>,
): Promise<ReadonlyMap<number, number>> {
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

/** Whether the text begins like a GeoJSON FeatureCollection (RFC 7946, section 3.3). */
function isFeatureCollection(head: string): boolean {
  const text = head.replace(/^\ufeff?\s*/, '');
  if (!text.startsWith('{')) return false;
  let isNamed = false;
  try {
    for (const [key, token] of jsonEntries(text)) {
      if (key === 'type') isNamed = token === '"FeatureCollection"';
      if (key === 'features' && token.startsWith('['))
        return isNamed || /^\[\s*(\]|\{\s*"type"\s*:\s*"Feature")/.test(token);
    }
  } catch {
    // The beginning may end within a key.
  }
  return isNamed;
}
