/**
 * DuckDB cuts times of day, instants (with a zone) and the old INT96 to microseconds, whatever is cast (DuckDB 1.5.5);
 * only times without a zone keep their nanoseconds. Such a file is read from a copy whose schema declares them so; the
 * values' bytes stay the same. CONTRIBUTING.md says why the footer is edited here and not by a library.
 */
import { constants } from 'node:fs';
import { copyFile, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { DuckDBConnection } from '@duckdb/node-api';
import { quotedText } from '../../../base/quotes.ts';
import type { ReadableFile } from '../fileFormatReader.ts';
import type { CutTime, ParquetFooter } from './parquetFooter.ts';
import { ThriftReader } from './thriftReader.ts';
import { reason, UnreadableFile } from '../../resource/reasons.ts';

interface Edit {
  readonly at: number;
  readonly removed: number;
  readonly added: readonly number[];
}

/** Headers of fields and values in Thrift's compact protocol. */
const TIMESTAMP_HEADER = 0x8c;
const FALSE = 2;
const INT96 = 0x06;
const FIXED_LENGTH = 0x0e;
/** The field after `type`, an integer: 12 bytes. */
const TYPE_LENGTH = [0x15, 0x18];

/** Makes a copy in which instants and times of day are times without a zone, times of day on 1 January 1970. */
export async function withPlainTimes(file: ReadableFile, footer: ParquetFooter): Promise<string> {
  const edits = footer.columns.flatMap(({ cut }): readonly Edit[] => {
    if (cut === undefined || cut.kind === 'int96') return [];
    const zone = (footer.bytes[cut.zoneHeader] ?? 0) & 0xf0;
    return [
      { at: cut.typeHeader, removed: 1, added: [TIMESTAMP_HEADER] },
      { at: cut.zoneHeader, removed: 1, added: [zone | FALSE] },
    ];
  });
  return copyWith(file, footer, edits, 'times.parquet');
}

/** INT96 can hold nanoseconds but rarely does. A file with them is refused. */
export async function refuseCutInt96(
  connection: DuckDBConnection,
  file: ReadableFile,
  footer: ParquetFooter,
): Promise<void> {
  const places = footer.columns.flatMap(({ name, cut }, index) =>
    cut?.kind === 'int96' ? [{ name, cut, column: `v${String(index)}` }] : [],
  );
  if (places.length === 0) return;
  const edits = [...places.flatMap(({ cut }) => asBytes(footer, cut)), ...chunksAsBytes(footer)];
  const copy = await copyWith(file, footer, edits, 'int96.parquet');
  const columns = footer.columns.map((_, index) => `v${String(index)}`);
  const cuts = places.map(({ column }) => `bool_or(${nanoseconds(column)} % 1000 <> 0)`);
  const result = await connection.runAndReadAll(
    `select ${cuts.join(', ')} from read_parquet(${quotedText(copy)}, hive_partitioning = false) as t(${columns.join(', ')})`,
  );
  await rm(copy);
  const flags = result.getRows()[0] ?? [];
  const first = places.find((_, index) => flags[index] === true);
  if (first !== undefined) throw new UnreadableFile(file.name, reason('int96Nanoseconds'), { field: first.name });
}

/** The first eight bytes are nanoseconds of the day, lowest byte first. */
function nanoseconds(column: string): string {
  const bytes = [15, 13, 11, 9, 7, 5, 3, 1].map((at) => `substr(hex(${column}), ${String(at)}, 2)`);
  return `('0x' || ${bytes.join(' || ')})::bigint`;
}

function asBytes({ bytes }: ParquetFooter, cut: Extract<CutTime, { kind: 'int96' }>): readonly Edit[] {
  const next = cut.type + 1;
  const header = bytes[next] ?? 0;
  return [
    { at: cut.type, removed: 1, added: [FIXED_LENGTH, ...TYPE_LENGTH] },
    // A header counts from the previous field, so it's one less.
    { at: next, removed: 1, added: [header - 0x10] },
  ];
}

/** Edits the types at FileMetaData.row_groups[].columns[].meta_data.type. */
function chunksAsBytes({ bytes }: ParquetFooter): readonly Edit[] {
  const edits: Edit[] = [];
  const reader = new ThriftReader(bytes);
  const within = (id: number, visit: () => void): void =>
    reader.struct((field) => {
      if (field === id) visit();
    });
  const type = (): void => {
    if (bytes[reader.at] === INT96) edits.push({ at: reader.at, removed: 1, added: [FIXED_LENGTH] });
  };
  const chunk = (): void => within(3, () => within(1, type));
  within(4, () => reader.list(() => within(1, () => reader.list(chunk))));
  return edits;
}

async function copyWith(
  { path, workDirectory }: ReadableFile,
  { bytes, start }: ParquetFooter,
  edits: readonly Edit[],
  name: string,
): Promise<string> {
  const parts: Buffer[] = [];
  let at = 0;
  for (const edit of [...edits].sort((one, other) => one.at - other.at)) {
    parts.push(bytes.subarray(at, edit.at), Buffer.from(edit.added));
    at = edit.at + edit.removed;
  }
  const footer = Buffer.concat([...parts, bytes.subarray(at)]);
  const tail = Buffer.alloc(8);
  tail.writeUInt32LE(footer.length);
  tail.write('PAR1', 4, 'latin1');
  const copy = join(workDirectory, name);
  await copyFile(path, copy, constants.COPYFILE_FICLONE);
  await using handle = await open(copy, 'r+');
  await handle.truncate(start);
  await handle.write(Buffer.concat([footer, tail]), 0, footer.length + tail.length, start);
  return copy;
}
