/** Parquet: each field in the type that holds all its values exactly, in groups of records that fit into memory. */
import { type FileHandle, open } from 'node:fs/promises';
import { ByteWriter, ParquetWriter } from 'hyparquet-writer';
import type { RecordRow } from '../../base/cells.ts';
import { TimeSlice } from '../../base/timeSlice.ts';
import type { BuildSource } from '../buildSource.ts';
import type { FormatNote } from '../formatNote.ts';
import { memberColumns } from '../jsonWriter.ts';
import { ColumnSurvey, type ParquetColumn } from './parquetColumn.ts';

/** What a group of records has at most: each is made at once, while nothing else goes on. */
const MAX_GROUP_RECORDS = 50_000;
const MAX_GROUP_VALUES = 50_000;
/** UTF-16 units of texts. */
const MAX_GROUP_TEXT = 8 * 1024 * 1024;

/** A value for each record of a group. */
interface GroupColumn {
  readonly at: number;
  readonly column: ParquetColumn;
  data: ReturnType<ParquetColumn['store']>[];
}

export async function buildParquet(
  source: BuildSource,
  path: string,
  signal: AbortSignal,
): Promise<readonly FormatNote[]> {
  const surveys = memberColumns(source.fields).map(({ column }) => ({
    at: column,
    survey: surveyOf(source, column),
  }));
  const slice = new TimeSlice(signal);
  for await (const rows of source.batches()) {
    for (const row of rows) {
      for (const { at, survey } of surveys) survey.add(row[at] ?? null);
      if (slice.isOver) await slice.next();
    }
  }
  const columns = surveys.map(({ at, survey }) => ({ at, column: survey.column, data: [] }));
  const file = await open(path, 'w');
  try {
    await writeGroups(source, columns, file, signal);
  } finally {
    await file.close();
  }
  return surveys.flatMap(({ survey }) => survey.notes);
}

function surveyOf({ fields }: BuildSource, column: number): ColumnSurvey {
  return new ColumnSurvey(fields[column] ?? { id: '', type: 'text' });
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
    const columnData = group.take();
    await parquet.write({ columnData, rowGroupSize: MAX_GROUP_RECORDS });
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

class Group {
  readonly #columns: readonly GroupColumn[];
  #records = 0;
  #text = 0;

  constructor(columns: readonly GroupColumn[]) {
    this.#columns = columns;
  }

  add(row: RecordRow): void {
    for (const { at, column, data } of this.#columns) {
      const stored = column.store(row[at] ?? null);
      if (typeof stored === 'string') this.#text += stored.length;
      data.push(stored);
    }
    this.#records += 1;
  }

  get isEmpty(): boolean {
    return this.#records === 0;
  }

  get isFull(): boolean {
    return (
      this.#records >= MAX_GROUP_RECORDS ||
      this.#records * this.#columns.length >= MAX_GROUP_VALUES ||
      this.#text >= MAX_GROUP_TEXT
    );
  }

  take(): { name: string; data: GroupColumn['data']; encoding?: NonNullable<ParquetColumn['encoding']> }[] {
    this.#records = 0;
    this.#text = 0;
    return this.#columns.map((each) => {
      const { encoding, element } = each.column;
      const { data } = each;
      each.data = [];
      return { name: element.name, data, ...(encoding && { encoding }) };
    });
  }
}

/** What was written since the last look goes to the file; only the count of all stays. */
class FileBytes extends ByteWriter {
  take(): Uint8Array {
    const bytes = new Uint8Array(this.buffer.slice(0, this.index));
    this.index = 0;
    return bytes;
  }
}
