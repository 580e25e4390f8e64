/** The records that are left out of an import on request. */
import { open, writeFile, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import type { ReadableFile } from '../formats/fileFormatReader.ts';
import type { SkippedRecord } from '../resource/reading.ts';
import { reason, type Reason } from '../resource/reasons.ts';
import { UnreadableFile } from './unreadableFile.ts';

/** More than that is not a file with faults, but another kind of file. */
const MAX_SKIPPED = 100_000;
/** Of a record's text, in UTF-16 units; none takes more than three bytes. */
const MAX_TEXT = 1000;

interface Place {
  readonly start: number;
  readonly end: number;
  readonly line: number;
  readonly field?: string;
  readonly reason: Reason;
}

export class SkippedRecords {
  readonly #file: ReadableFile;
  readonly #path: string;
  readonly #places: Place[] = [];

  /** `path` is where the places are: the file's text in UTF-8. */
  constructor(file: ReadableFile, path: string) {
    this.#file = file;
    this.#path = path;
  }

  /** Throws UnreadableFile when there are too many. */
  add({ field, reason: why, ...place }: Place): void {
    if (this.#places.length === MAX_SKIPPED) {
      const many = reason('tooManySkipped', MAX_SKIPPED.toLocaleString('en'), why);
      const { line } = place;
      throw new UnreadableFile(this.#file.name, many, { line, ...(field !== undefined && { field }) });
    }
    this.#places.push({ ...place, ...(field !== undefined && { field }), reason: why });
  }

  async all(): Promise<readonly SkippedRecord[]> {
    if (this.#places.length === 0) return [];
    const handle = await open(this.#path, 'r');
    try {
      const records: SkippedRecord[] = [];
      for (const { start, end, ...place } of this.#places)
        records.push({ ...place, text: await textOf(handle, start, end) });
      return records;
    } finally {
      await handle.close();
    }
  }
}

async function textOf(handle: FileHandle, start: number, end: number): Promise<string> {
  const length = Math.min(end - start, 3 * MAX_TEXT);
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, start);
  const text = buffer
    .subarray(0, bytesRead)
    .toString('utf8')
    .replace(/[\r\n]+$/, '');
  return text.slice(0, MAX_TEXT).toWellFormed();
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
