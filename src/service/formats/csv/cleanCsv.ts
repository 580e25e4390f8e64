/** Copies a CSV file without skipped records, and ends all lines with LF. */
import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { CsvDialect } from './csvShape.ts';
import { BOM, fileChunks } from '../../reading/textFile.ts';

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
  await pipeline(Readable.from(cleanChunks(path, dialect, without, part)), createWriteStream(target));
}

async function* cleanChunks(
  path: string,
  dialect: CsvDialect | undefined,
  without: readonly Range[],
  part: Range,
): AsyncGenerator<Buffer> {
  const cleaner = dialect && new LineEndCleaner(dialect);
  let offset = part.start;
  let next = without.findIndex(({ end }) => end > part.start);
  for await (const read of fileChunks(path, part.end, part.start)) {
    const chunk = offset === 0 && read.subarray(0, 3).equals(BOM) ? read.subarray(3) : read;
    offset += read.length - chunk.length;
    const end = offset + chunk.length;
    let at = offset;
    while (at < end) {
      const range = without[next];
      const stop = Math.min(end, range?.start ?? end);
      if (stop > at) {
        const bytes = chunk.subarray(at - offset, stop - offset);
        yield cleaner?.clean(bytes) ?? bytes;
      }
      at = Math.max(at, stop);
      if (range === undefined || stop === end) continue;
      at = Math.min(end, range.end);
      if (range.end <= end) next += 1;
    }
    offset = end;
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
