/** In which encoding a text file is written: its mark, or what its bytes allow. */
import { isAscii, isUtf8 } from 'node:buffer';
import type { FileEncoding } from '../resource/reading.ts';
import { BOM, endOfCharacters, fileChunks } from './textFile.ts';

const MARKS: readonly (readonly [FileEncoding, Buffer])[] = [
  ['utf-8', BOM],
  ['utf-16le', Buffer.of(0xff, 0xfe)],
  ['utf-16be', Buffer.of(0xfe, 0xff)],
];
/** What windows-1252 has no character for; a text that holds them can only be iso-8859-1. */
const NOT_WINDOWS = [0x81, 0x8d, 0x8f, 0x90, 0x9d];

/** Of the first `bytes` of a file. Nothing is refused here: what does not fit is found when it is read. */
export async function guessEncoding(file: string, bytes: number): Promise<FileEncoding> {
  let rest: Buffer = Buffer.alloc(0);
  let offset = 0;
  let isPlain = true;
  let isUtf = true;
  for await (const read of fileChunks(file, bytes)) {
    if (offset === 0) {
      const marked = MARKS.find(([, mark]) => read.subarray(0, mark.length).equals(mark));
      if (marked !== undefined) return marked[0];
      const wide = wideEncoding(read);
      if (wide !== undefined) return wide;
    }
    offset += read.length;
    const chunk = rest.length === 0 ? read : Buffer.concat([rest, read]);
    const text = isUtf ? chunk.subarray(0, endOfCharacters(chunk)) : chunk;
    rest = chunk.subarray(text.length);
    if (isUtf && isUtf8(text)) {
      isPlain &&= isAscii(text);
      continue;
    }
    // Characters of UTF-8 and then something else: a broken file, not one of another encoding.
    if (!isPlain || (isUtf && hasCharacters(text))) return 'utf-8';
    isUtf = false;
    if (NOT_WINDOWS.some((byte) => text.includes(byte))) return 'iso-8859-1';
  }
  // A single byte may be the last letter of an old text; two are a character of UTF-8 that was cut.
  if (!isUtf || (rest.length === 1 && isPlain && offset < bytes)) return 'windows-1252';
  return 'utf-8';
}

/** Is there a character of several bytes in front of the first byte that fits none? */
function hasCharacters(text: Buffer): boolean {
  const first = text.findIndex((byte) => byte >= 0x80);
  return [2, 3, 4].some((length) => isUtf8(text.subarray(first, first + length)));
}

/** UTF-16 without a mark: every other byte of the ASCII in it is NUL. */
function wideEncoding(head: Buffer): FileEncoding | undefined {
  const nulls = [0, 0];
  const length = Math.min(head.length, 4096);
  for (let at = 0; at < length; at += 1) if (head[at] === 0) nulls[at % 2] = (nulls[at % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = nulls;
  if (odd > length / 8 && 4 * even < odd) return 'utf-16le';
  return even > length / 8 && 4 * odd < even ? 'utf-16be' : undefined;
}
