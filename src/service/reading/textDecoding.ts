/** Text of any encoding becomes UTF-8. Bytes that fit no character become bytes that fit none in UTF-8 either. */
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableFile } from '../formats/fileFormatReader.ts';
import type { FileEncoding } from '../resource/reading.ts';
import { BOM, fileChunks } from './textFile.ts';

/** Never part of UTF-8. */
const MISFIT = Buffer.of(0xff);

const HIGH_BYTES = Array.from({ length: 128 }, (_, index) => String.fromCharCode(128 + index)).join('');
/** 81, 8D, 8F, 90 and 9D are no characters. */
const WINDOWS_1252 = `€\0‚ƒ„…†‡ˆ‰Š‹Œ\0Ž\0\0‘’“”•–—˜™š›œ\0žŸ${HIGH_BYTES.slice(32)}`;

/** The file itself where it is UTF-8. `report` hears how many bytes have been read. */
export async function asUtf8(
  file: ReadableFile,
  encoding: FileEncoding,
  report: (bytes: number) => void,
): Promise<string> {
  if (encoding === 'utf-8') return file.path;
  const target = join(file.workDirectory, 'utf-8');
  const chunks = fileChunks(file.path);
  await pipeline(Readable.from(decoded(reported(chunks, report), encoding)), createWriteStream(target));
  return target;
}

/** Without a byte order mark. */
export async function* decoded(
  chunks: AsyncIterable<Buffer> | Iterable<Buffer>,
  encoding: FileEncoding,
): AsyncGenerator<Buffer> {
  const isWide = encoding === 'utf-16le' || encoding === 'utf-16be';
  let isFirst = true;
  for await (const chunk of isWide ? wide(chunks, encoding === 'utf-16be') : single(chunks, encoding)) {
    const hasMark = isFirst && chunk.subarray(0, 3).equals(BOM);
    if (chunk.length > 0) isFirst = false;
    yield hasMark ? chunk.subarray(3) : chunk;
  }
}

async function* reported(
  chunks: AsyncIterable<Buffer>,
  report: (bytes: number) => void,
): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const chunk of chunks) {
    yield chunk;
    report((bytes += chunk.length));
  }
}

async function* single(
  chunks: AsyncIterable<Buffer> | Iterable<Buffer>,
  encoding: FileEncoding,
): AsyncGenerator<Buffer> {
  if (encoding === 'utf-8') {
    yield* chunks;
    return;
  }
  const characters = encoding === 'windows-1252' ? WINDOWS_1252 : HIGH_BYTES;
  const bytesOf = Array.from({ length: 256 }, (_, byte) => {
    const character = byte < 128 ? String.fromCharCode(byte) : (characters[byte - 128] ?? '');
    return byte >= 128 && character === '\0' ? MISFIT : Buffer.from(character);
  });
  for await (const chunk of chunks) {
    const text = Buffer.allocUnsafe(3 * chunk.length);
    let length = 0;
    for (const byte of chunk) {
      if (byte < 128) text[length++] = byte;
      else length += (bytesOf[byte] ?? MISFIT).copy(text, length);
    }
    yield text.subarray(0, length);
  }
}

async function* wide(
  chunks: AsyncIterable<Buffer> | Iterable<Buffer>,
  isBigEndian: boolean,
): AsyncGenerator<Buffer> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of chunks) {
    const bytes = Buffer.concat([rest, chunk]);
    let end = bytes.length - (bytes.length % 2);
    const lastHigh = end >= 2 ? (bytes[end - (isBigEndian ? 2 : 1)] ?? 0) : 0;
    if (lastHigh >= 0xd8 && lastHigh < 0xdc) end -= 2;
    rest = bytes.subarray(end);
    yield ofUnits(isBigEndian ? Buffer.from(bytes.subarray(0, end)).swap16() : bytes.subarray(0, end));
  }
  if (rest.length > 0) yield MISFIT;
}

function ofUnits(units: Buffer): Buffer {
  const text = units.toString('utf16le');
  if (text.isWellFormed()) return Buffer.from(text);
  const pieces = text.split(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/);
  return Buffer.concat(
    pieces.flatMap((piece, index) => [...(index > 0 ? [MISFIT] : []), Buffer.from(piece)]),
  );
}
