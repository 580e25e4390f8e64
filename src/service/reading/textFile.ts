/** Reads files as UTF-8 text, in which every byte is checked. */
import { isUtf8 } from 'node:buffer';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import type { FileEncoding } from '../resource/reading.ts';
import { reason, type Reason } from '../resource/reasons.ts';

export const CHUNK = 1 << 20;
/** Bytes to scan without a break, during which DuckDB's answers wait. */
const SCANNED = 1 << 18;
export const BOM = Buffer.of(0xef, 0xbb, 0xbf);

/** Reads a text once, except for lines that it wants to read again. */
export interface TextScanner {
  readonly offset: number;
  /** Set if the scanner keeps bytes that were pushed, so that they mustn't be overwritten. */
  readonly keepsBytes?: boolean;
  readonly begin: (offset: number) => void;
  /** The next byte fits no character, or no text. */
  readonly rejectByte: (why: Reason) => void;
  readonly push: (bytes: Buffer) => void;
  readonly finish: () => void;
}

export interface ScannedText {
  readonly path: string;
  /** Encoding of the original file, for messages. */
  readonly encoding: FileEncoding;
  /** The text is only a beginning: an incomplete end doesn't count. */
  readonly isCut: boolean;
}

export async function readHead(file: string, length = CHUNK): Promise<Buffer> {
  await using handle = await open(file, 'r');
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, 0);
  return buffer.subarray(0, bytesRead);
}

export function fileChunks(file: string, length = Infinity, start = 0): AsyncIterable<Buffer> {
  const end = start + Math.max(0, length - 1);
  return createReadStream(file, { start, end, highWaterMark: CHUNK }) as AsyncIterable<Buffer>;
}

/** Yields the number of bytes read so far, after each step of the scanner. */
export async function* scanText(text: ScannedText, scanner: TextScanner): AsyncGenerator<number> {
  await using handle = await open(text.path, 'r');
  const mark = await handle.read(Buffer.alloc(3), 0, 3, 0);
  scanner.begin(mark.buffer.equals(BOM) ? 3 : 0);
  let room = Buffer.allocUnsafe(SCANNED);
  for (;;) {
    const start = scanner.offset;
    if (scanner.keepsBytes === true) room = Buffer.allocUnsafe(SCANNED);
    const { buffer, bytesRead } = await handle.read(room, 0, SCANNED, start);
    const bytes = buffer.subarray(0, bytesRead);
    const isLast = bytesRead < SCANNED && !text.isCut;
    const whole = isLast ? bytes : bytes.subarray(0, endOfCharacters(bytes));
    if (whole.length > 0) pushChecked(whole, text.encoding, scanner);
    else if (!text.isCut) scanner.finish();
    yield start + whole.length;
    if (whole.length === 0 && (text.isCut || scanner.offset === start)) return;
  }
}

function pushChecked(bytes: Buffer, encoding: FileEncoding, scanner: TextScanner): void {
  const start = scanner.offset;
  const faults = isUtf8(bytes) && !bytes.includes(0) ? [] : faultsOf(bytes);
  let next = 0;
  for (let before = 0; ;) {
    const at = scanner.offset - start;
    if (at < 0 || at >= bytes.length) return;
    if (at < before) next = 0;
    before = at;
    while ((faults[next] ?? at) < at) next += 1;
    if (faults[next] === at) {
      scanner.rejectByte(bytes[at] === 0 ? reason('nulByte') : reason('encoding', encoding.replace('utf', 'UTF')));
      next += 1;
    }
    scanner.push(bytes.subarray(at, faults[next] ?? bytes.length));
  }
}

/** Places of bytes that fit no character, and of NUL bytes. */
export function faultsOf(bytes: Buffer): readonly number[] {
  const faults: number[] = [];
  for (let at = 0; at < bytes.length;) {
    const length = characterLength(bytes[at] ?? 0);
    const character = bytes.subarray(at, at + length);
    const fits = bytes[at] !== 0 && (length === 1 ? (bytes[at] ?? 0) < 0x80 : isUtf8(character));
    if (!fits) faults.push(at);
    at += fits ? length : 1;
  }
  return faults;
}

function characterLength(first: number): number {
  if (first < 0xc0) return 1;
  return first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
}

export function endOfCharacters(chunk: Buffer): number {
  for (let back = 1; back <= 3 && back <= chunk.length; back += 1) {
    const byte = chunk[chunk.length - back] ?? 0;
    if (byte < 0x80) break;
    if (byte >= 0xc0) return characterLength(byte) > back ? chunk.length - back : chunk.length;
  }
  return chunk.length;
}
