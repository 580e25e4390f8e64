/** Copies a CSV file without skipped records, and ends all lines with LF. */
import { createWriteStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { CsvDialect } from './csvShape.ts';
import { ChunkReader } from '../../reading/chunkReader.ts';
import { BOM } from '../../reading/textFile.ts';

const LF = 0x0a;
const CR = 0x0d;

interface Range {
  readonly start: number;
  readonly end: number;
}

/** Without `dialect`, line ends stay as they are. `without` is sorted. `part` begins and ends between records. */
export async function writeCleanCsv(
  path: string,
  target: string,
  dialect: CsvDialect | undefined,
  without: readonly Range[],
  part: Range = { start: 0, end: Infinity },
): Promise<void> {
  const chunks = cleanChunks(path, dialect && new LineEndCleaner(dialect), keptRanges(without, part));
  await pipeline(Readable.from(chunks), createWriteStream(target));
}

function keptRanges(without: readonly Range[], { start, end }: Range): readonly Range[] {
  const left = without.filter((range) => range.end > start && range.start < end);
  const starts = [start, ...left.map((range) => range.end)];
  return starts.map((at, index) => ({ start: at, end: left[index]?.start ?? end }));
}

async function* cleanChunks(path: string, cleaner: LineEndCleaner | undefined, ranges: readonly Range[]) {
  await using handle = await open(path, 'r');
  const reader = new ChunkReader(handle);
  for (const { start, end } of ranges)
    for (let at = start; at < end;) {
      const read = await reader.read(at, end);
      if (read.length === 0) return;
      const bytes = read.subarray(at === 0 && read.subarray(0, 3).equals(BOM) ? 3 : 0);
      yield cleaner?.clean(bytes) ?? bytes;
      at += read.length;
    }
}

/** Expects records that the scanner has checked. */
class LineEndCleaner {
  readonly #delimiter: number;
  readonly #quote: number;
  #isStart = true;
  #isQuoted = false;
  /** After a quote that ends a value, or begins an escaped quote. */
  #isClosed = false;
  #afterCr = false;

  constructor({ delimiter, quote }: CsvDialect) {
    this.#delimiter = delimiter.charCodeAt(0);
    this.#quote = quote === '' ? -1 : quote.charCodeAt(0);
  }

  clean(bytes: Buffer): Buffer {
    const cleaned = Buffer.allocUnsafe(bytes.length);
    let length = 0;
    for (const byte of bytes) {
      const isSecondHalf = this.#afterCr && byte === LF;
      this.#afterCr = false;
      if (isSecondHalf) continue;
      cleaned[length] = this.#next(byte);
      length += 1;
    }
    return cleaned.subarray(0, length);
  }

  #next(byte: number): number {
    if (byte === this.#quote && (this.#isQuoted || this.#isStart || this.#isClosed)) {
      this.#isClosed = this.#isQuoted;
      this.#isQuoted = !this.#isQuoted;
      this.#isStart = false;
      return byte;
    }
    if (this.#isQuoted) return byte;
    this.#isClosed = false;
    this.#isStart = byte === this.#delimiter || byte === LF || byte === CR;
    this.#afterCr = byte === CR;
    return byte === CR ? LF : byte;
  }
}
