/** Guesses the encoding of a text file. */
import { isAscii, isUtf8 } from 'node:buffer';
import type { FileEncoding } from '../resource/reading.ts';
import { detectEncoding, type EncodingGuess } from './encodingDetection.ts';
import { EncodingSample } from './encodingSample.ts';
import { BOM, endOfCharacters, faultsOf, fileChunks } from './textFile.ts';

const MARKS: readonly (readonly [FileEncoding, Buffer])[] = [
  ['utf-8', BOM],
  ['utf-32le', Buffer.of(0xff, 0xfe, 0, 0)],
  ['utf-32be', Buffer.of(0, 0, 0xfe, 0xff)],
  ['utf-16le', Buffer.of(0xff, 0xfe)],
  ['utf-16be', Buffer.of(0xfe, 0xff)],
];
/** Windows-1252 has no characters for these bytes, so a text with them must be iso-8859-1. */
const NOT_WINDOWS = [0x81, 0x8d, 0x8f, 0x90, 0x9d];
/** Begins characters of two bytes. */
const ISO_2022 = '\u001b$';
/** Bytes that show whether a text is UTF-8 with broken characters. */
const LOOKED_AT = 1 << 12;

/** Guesses by the first `bytes` of a file. Invalid bytes are found later, when the file is read. */
export async function guessEncoding(file: string, bytes: number): Promise<EncodingGuess> {
  const sample = new EncodingSample();
  const encoding = await unicodeEncoding(file, bytes, sample);
  if (encoding !== undefined) return { encoding, isUnsure: false };
  const found = sample.bytes();
  const isWindows = !NOT_WINDOWS.some((byte) => found.includes(byte));
  const last = { encoding: isWindows ? 'windows-1252' : 'iso-8859-1', isUnsure: true } as const;
  return (await detectEncoding(found)) ?? last;
}

/** The encoding if it's one of Unicode's or writes ASCII bytes alone. Otherwise `sample` gets the bytes that tell. */
export async function unicodeEncoding(
  file: string,
  bytes: number,
  sample?: EncodingSample,
): Promise<FileEncoding | undefined> {
  let rest: Buffer = Buffer.alloc(0);
  let last = rest;
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
    last = chunk;
    const text = isUtf ? chunk.subarray(0, endOfCharacters(chunk)) : chunk;
    rest = chunk.subarray(text.length);
    if (isUtf && isUtf8(text)) {
      isPlain &&= isAscii(text);
      if (isPlain && text.includes(ISO_2022)) return 'iso-2022-jp';
      continue;
    }
    // UTF-8 characters before an invalid byte: the file is broken, not in another encoding.
    if (!isPlain || (isUtf && isBrokenUtf8(text))) return 'utf-8';
    isUtf = false;
    if (sample === undefined) return undefined;
    sample.push(chunk);
    rest = rest.subarray(rest.length);
  }
  // A single byte may be the last letter of an old text; two are a UTF-8 character that was cut.
  const isLetter = isUtf && rest.length === 1 && isPlain && offset < bytes;
  if (isUtf && !isLetter) return 'utf-8';
  if (isLetter) sample?.push(last);
  if (offset < bytes) sample?.finish();
  return undefined;
}

function isBrokenUtf8(text: Buffer): boolean {
  const first = text.findIndex((byte) => byte >= 0x80);
  const beginning = text.subarray(first, first + LOOKED_AT);
  return 2 * faultsOf(beginning).length <= beginning.filter((byte) => byte >= 0x80).length;
}

/** UTF-16 without a mark: every other byte of its ASCII characters is NUL. */
function wideEncoding(head: Buffer): FileEncoding | undefined {
  const nulls = [0, 0];
  const length = Math.min(head.length, 4096);
  for (let at = 0; at < length; at += 1) if (head[at] === 0) nulls[at % 2] = (nulls[at % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = nulls;
  // A text of another script has few ASCII characters, but its lines end.
  const [isLittle, isBig] = ['\n\0', '\0\n'].map((end) => head.subarray(0, length).includes(end));
  if (4 * even < odd && (odd > length / 8 || isLittle)) return 'utf-16le';
  return 4 * odd < even && (even > length / 8 || isBig) ? 'utf-16be' : undefined;
}
