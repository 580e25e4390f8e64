import { open, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { defined } from '../../base/defined.ts';
import type { ReadableFile } from '../formats/fileFormatReader.ts';
import { chunkReader, type ReadRange } from './chunkReader.ts';
import { cutText, MAX_SKIPPED_TEXT, type Reading, type SkippedRecord } from '../resource/reading.ts';
import { reason, UnreadableFile, type FilePlace, type Reason } from '../resource/reasons.ts';

/** With more faults, the file probably has another format. */
const MAX_SKIPPED = 100_000;

export interface RecordFault {
  readonly field?: string;
  readonly reason: Reason;
}

export interface SkippedRange extends RecordFault {
  readonly start: number;
  /** Position after the line's end. */
  readonly end: number;
  readonly line: number;
}

export class SkippedRecords {
  readonly #file: ReadableFile;
  readonly #path: string;
  readonly ranges: SkippedRange[] = [];

  /** The ranges refer to `path`, the file's text in UTF-8. */
  constructor(file: ReadableFile, path: string) {
    this.#file = file;
    this.#path = path;
  }

  /** Throws UnreadableFile if there are too many. */
  readonly add = (range: SkippedRange): void => {
    if (this.ranges.length === MAX_SKIPPED) {
      const { line, field, reason: why } = range;
      const many = reason('tooManySkipped', MAX_SKIPPED.toLocaleString('en'), why);
      throw new UnreadableFile(this.#file.name, many, defined({ line, field }));
    }
    this.ranges.push(range);
  };

  async all(): Promise<readonly SkippedRecord[]> {
    if (this.ranges.length === 0) return [];
    await using handle = await open(this.#path, 'r');
    const read = chunkReader(handle);
    const records: SkippedRecord[] = [];
    for (const { start, end, ...place } of this.ranges)
      records.push({ ...place, text: await textOf(read, start, end) });
    return records;
  }
}

/** Skipped rows of a sheet or table. They have no text of their own, so their values are listed. */
export class SkippedRows {
  readonly all: SkippedRecord[] = [];
  readonly #file: string;
  readonly #isStrict: boolean;

  constructor(file: string, { unreadable }: Reading) {
    this.#file = file;
    this.#isStrict = unreadable === 'refuse';
  }

  /** Throws UnreadableFile if rows mustn't be skipped. */
  add(why: Reason, where: FilePlace, values: readonly (string | null)[]): void {
    if (this.#isStrict) throw new UnreadableFile(this.#file, why, where);
    const { line, field } = where;
    const text = cutText(values.join('\t'), MAX_SKIPPED_TEXT);
    this.all.push(defined({ line, field, reason: why, text }));
  }
}

async function textOf(read: ReadRange, start: number, end: number): Promise<string> {
  const textEnd = Math.min(end, start + 3 * MAX_SKIPPED_TEXT);
  const bytes = await read(start, textEnd);
  const text = Buffer.concat([bytes, await read(start + bytes.length, textEnd)])
    .toString('utf8')
    .replace(/(?<![\r\n])[\r\n]+$/, '');
  return cutText(text, MAX_SKIPPED_TEXT);
}

/** Writes SkippedRecords as JSON Lines. Returns the argument `beside` of `publish`. */
export async function writeSkipped(
  workDirectory: string,
  skipped: readonly SkippedRecord[],
): Promise<Readonly<Record<string, string>>> {
  if (skipped.length === 0) return {};
  const file = join(workDirectory, 'skipped.part');
  await writeFile(file, skipped.map((record) => `${JSON.stringify(record)}\n`).join(''));
  return { skipped: file };
}
