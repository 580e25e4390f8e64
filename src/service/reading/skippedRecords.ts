/** The records that are left out of an import on request. */
import { open, writeFile, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import type { ReadableFile } from '../formats/fileFormatReader.ts';
import { cutText, MAX_SKIPPED_TEXT, type Reading, type SkippedRecord } from '../resource/reading.ts';
import { reason, type FilePlace, type Reason } from '../resource/reasons.ts';
import { UnreadableFile } from './unreadableFile.ts';

/** More than that is not a file with faults, but another kind of file. */
const MAX_SKIPPED = 100_000;

/** Why a record can't be kept. */
export interface RecordFault {
  readonly field?: string;
  readonly reason: Reason;
}

/** Bytes of a text that are no record. */
export interface SkippedRange extends RecordFault {
  readonly start: number;
  /** Behind its line end. */
  readonly end: number;
  readonly line: number;
}

/** Of a text. */
export class SkippedRecords {
  readonly #file: ReadableFile;
  readonly #path: string;
  readonly #ranges: SkippedRange[] = [];

  /** `path` is where the ranges are: the file's text in UTF-8. */
  constructor(file: ReadableFile, path: string) {
    this.#file = file;
    this.#path = path;
  }

  /** Throws UnreadableFile when there are too many. */
  add(range: SkippedRange): void {
    if (this.#ranges.length === MAX_SKIPPED) {
      const { line, field, reason: why } = range;
      const many = reason('tooManySkipped', MAX_SKIPPED.toLocaleString('en'), why);
      throw new UnreadableFile(this.#file.name, many, { line, ...(field !== undefined && { field }) });
    }
    this.#ranges.push(range);
  }

  async all(): Promise<readonly SkippedRecord[]> {
    if (this.#ranges.length === 0) return [];
    const handle = await open(this.#path, 'r');
    try {
      const records: SkippedRecord[] = [];
      for (const { start, end, ...place } of this.#ranges)
        records.push({ ...place, text: await textOf(handle, start, end) });
      return records;
    } finally {
      await handle.close();
    }
  }
}

/** Of a sheet or table, whose records have no text of their own: their values stand for it. */
export class SkippedRows {
  readonly all: SkippedRecord[] = [];
  readonly #file: string;
  readonly #isStrict: boolean;

  constructor(file: string, { unreadable }: Reading) {
    this.#file = file;
    this.#isStrict = unreadable === 'refuse';
  }

  /** Throws UnreadableFile where no row may be skipped. */
  add(why: Reason, where: FilePlace, values: readonly (string | null)[]): void {
    if (this.#isStrict) throw new UnreadableFile(this.#file, why, where);
    const { line, field } = where;
    const text = cutText(values.join('\t'), MAX_SKIPPED_TEXT);
    this.all.push({ ...(line && { line }), ...(field !== undefined && { field }), reason: why, text });
  }
}

async function textOf(handle: FileHandle, start: number, end: number): Promise<string> {
  const length = Math.min(end - start, 3 * MAX_SKIPPED_TEXT);
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, start);
  const text = buffer
    .subarray(0, bytesRead)
    .toString('utf8')
    .replace(/(?<![\r\n])[\r\n]+$/, '');
  return cutText(text, MAX_SKIPPED_TEXT);
}

/** What `publish` takes along: JSON Lines of SkippedRecord. */
export async function writeSkipped(
  workDirectory: string,
  skipped: readonly SkippedRecord[],
): Promise<Readonly<Record<string, string>>> {
  if (skipped.length === 0) return {};
  const file = join(workDirectory, 'skipped.part');
  await writeFile(file, skipped.map((record) => `${JSON.stringify(record)}\n`).join(''));
  return { skipped: file };
}
