/** Copies a CSV file without skipped records, and ends all lines with LF. */
import { createWriteStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { CsvDialect } from './csvShape.ts';
import { chunkReader } from '../../reading/chunkReader.ts';
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
  const chunks = cleanChunks(path, dialect && lineEndCleaner(dialect), keptRanges(without, part));
  await pipeline(Readable.from(chunks), createWriteStream(target));
}

function keptRanges(without: readonly Range[], { start, end }: Range): readonly Range[] {
  const left = without.filter((range) => range.end > start && range.start < end);
  const starts = [start, ...left.map((range) => range.end)];
  return starts.map((at, index) => ({ start: at, end: left[index]?.start ?? end }));
}

async function* cleanChunks(path: string, clean: ((bytes: Buffer) => Buffer) | undefined, ranges: readonly Range[]) {
  await using handle = await open(path, 'r');
  const readRange = chunkReader(handle);
  for (const { start, end } of ranges)
    for (let at = start; at < end;) {
      const read = await readRange(at, end);
      if (read.length === 0) return;
      const bytes = read.subarray(at === 0 && read.subarray(0, 3).equals(BOM) ? 3 : 0);
      yield clean?.(bytes) ?? bytes;
      at += read.length;
    }
}

/** Writes LF for each line end outside of quotes, piece by piece. Expects records that the scanner has checked. */
function lineEndCleaner({ delimiter, quote }: CsvDialect): (bytes: Buffer) => Buffer {
  const [delimiterByte, quoteByte] = [delimiter.charCodeAt(0), quote === '' ? -1 : quote.charCodeAt(0)];
  let isStart = true;
  let isQuoted = false;
  /** After a quote that ends a value, or begins an escaped quote. */
  let isClosed = false;
  let afterCr = false;
  const cleanByte = (byte: number): number => {
    if (byte === quoteByte && (isQuoted || isStart || isClosed)) {
      isClosed = isQuoted;
      isQuoted = !isQuoted;
      isStart = false;
      return byte;
    }
    if (isQuoted) return byte;
    isClosed = false;
    isStart = byte === delimiterByte || byte === LF || byte === CR;
    afterCr = byte === CR;
    return byte === CR ? LF : byte;
  };
  return (bytes) => {
    const cleaned = Buffer.allocUnsafe(bytes.length);
    let length = 0;
    for (const byte of bytes) {
      const isSecondHalf = afterCr && byte === LF;
      afterCr = false;
      if (isSecondHalf) continue;
      cleaned[length] = cleanByte(byte);
      length += 1;
    }
    return cleaned.subarray(0, length);
  };
}
