/** Parquet: each field has the type that holds all its values exactly. A group of records fits in memory. */
import { type FileHandle, open } from 'node:fs/promises';
import { ByteWriter, ParquetWriter } from 'hyparquet-writer';
import type { RecordRow } from '../../base/cells.ts';
import { TimeSlice } from '../../base/timeSlice.ts';
import type { BuildSource } from './recordLines.ts';
import type { FormatNote } from '../formatNote.ts';
import { memberColumns } from '../jsonWriter.ts';
import { ColumnSurvey, type WrittenColumn } from './parquetColumn.ts';

/** Limits of a group. Each of its columns is encoded in one go, which blocks other work for some 20 ms. */
const MAX_GROUP_RECORDS = 5_000;
const MAX_GROUP_VALUES = 50_000;
/** Most UTF-16 units of text in one column of a group. */
const MAX_COLUMN_TEXT = 2 * 1024 * 1024;
/** Most UTF-16 units of text in all columns of a group. */
const MAX_GROUP_TEXT = 8 * 1024 * 1024;

interface GroupColumn {
  readonly at: number;
  readonly column: WrittenColumn;
  data: ReturnType<WrittenColumn['store']>[];
  /** Length of all texts in UTF-16 units. */
  text: number;
}

/** Writes a Parquet file (parquet.apache.org) and returns notes. Throws file system errors and the signal's reason. */
export async function buildParquet(
  source: BuildSource,
  path: string,
  signal: AbortSignal,
): Promise<readonly FormatNote[]> {
  const surveys = memberColumns(source.fields).map(({ column }) => {
    return { at: column, survey: new ColumnSurvey(source.fields[column] ?? { id: '', type: 'text' }) };
  });
  const slice = new TimeSlice(signal);
  for await (const rows of source.batches()) {
    for (const row of rows) {
      for (const { at, survey } of surveys) survey.add(row[at] ?? null);
      if (slice.isOver) await slice.next();
    }
  }
  const columns = surveys.map(({ at, survey }) => ({ at, column: survey.column, data: [], text: 0 }));
  const file = await open(path, 'w');
  try {
    await writeGroups(source, columns, file, signal);
  } finally {
    await file.close();
  }
  return surveys.flatMap(({ survey }) => survey.notes);
}

async function writeGroups(
  source: BuildSource,
  columns: readonly GroupColumn[],
  file: FileHandle,
  signal: AbortSignal,
): Promise<void> {
  const bytes = new FileBytes();
  const root = { name: 'schema', num_children: columns.length };
  const schema = [root, ...columns.map(({ column }) => column.element)];
  const parquet = new ParquetWriter({ writer: bytes, schema, createdBy: 'datastore-explorer' });
  const slice = new TimeSlice(signal);
  const group = new Group(columns);
  const writeGroup = async (): Promise<void> => {
    // The writer makes a row group of each column that it is given.
    const first = parquet.row_groups.length;
    for (const column of group.take()) {
      // Encoding one column may take a whole turn.
      await slice.next();
      await parquet.write({ columnData: [column], rowGroupSize: MAX_GROUP_RECORDS });
    }
    await slice.next();
    joinGroups(parquet, first);
    await file.writeFile(bytes.take());
  };
  for await (const rows of source.batches()) {
    for (const row of rows) {
      group.add(row);
      if (group.isFull) await writeGroup();
      if (slice.isOver) await slice.next();
    }
  }
  if (!group.isEmpty) await writeGroup();
  parquet.schema = [root, ...columns.map(({ column }) => column.described ?? column.element)];
  await parquet.finish();
  signal.throwIfAborted();
  await file.writeFile(bytes.take());
}

function joinGroups(parquet: ParquetWriter, first: number): void {
  const [one, ...others] = parquet.row_groups.splice(first);
  if (one === undefined) return;
  const joined = { ...one };
  for (const { columns, num_rows, total_byte_size, total_compressed_size = 0n } of others) {
    joined.columns = [...joined.columns, ...columns];
    joined.total_byte_size += total_byte_size;
    joined.total_compressed_size = (joined.total_compressed_size ?? 0n) + total_compressed_size;
    parquet.num_rows -= num_rows;
  }
  parquet.row_groups.push(joined);
}

class Group {
  readonly #columns: readonly GroupColumn[];
  #records = 0;
  #text = 0;
  #columnText = 0;

  constructor(columns: readonly GroupColumn[]) {
    this.#columns = columns;
  }

  add(row: RecordRow): void {
    for (const each of this.#columns) {
      const stored = each.column.store(row[each.at] ?? null);
      if (typeof stored === 'string') this.#addText(each, stored.length);
      each.data.push(stored);
    }
    this.#records += 1;
  }

  #addText(column: GroupColumn, length: number): void {
    column.text += length;
    this.#text += length;
    this.#columnText = Math.max(this.#columnText, column.text);
  }

  get isEmpty(): boolean {
    return this.#records === 0;
  }

  get isFull(): boolean {
    return (
      this.#records >= MAX_GROUP_RECORDS ||
      this.#records * this.#columns.length >= MAX_GROUP_VALUES ||
      this.#columnText >= MAX_COLUMN_TEXT ||
      this.#text >= MAX_GROUP_TEXT
    );
  }

  take(): { name: string; data: GroupColumn['data']; encoding?: NonNullable<WrittenColumn['encoding']> }[] {
    this.#records = 0;
    this.#text = 0;
    this.#columnText = 0;
    return this.#columns.map((each) => {
      const { encoding, element } = each.column;
      const { data } = each;
      each.data = [];
      each.text = 0;
      return { name: element.name, data, ...(encoding && { encoding }) };
    });
  }
}

/** Buffers written bytes until they are taken for the file. Only the total count stays. */
class FileBytes extends ByteWriter {
  take(): Uint8Array {
    const bytes = new Uint8Array(this.buffer.slice(0, this.index));
    this.index = 0;
    return bytes;
  }
}
