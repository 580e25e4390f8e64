/** Files as UTF-8 text, checked byte by byte before anything believes them. */
import { isUtf8 } from 'node:buffer';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { UnreadableFile } from './unreadableFile.ts';

const CHUNK = 1 << 20;
const BOM = Buffer.from([0xef, 0xbb, 0xbf]);
const UTF16 = [Buffer.from([0xff, 0xfe]), Buffer.from([0xfe, 0xff])];

/** The first MiB, without a byte order mark. */
export async function readHead(file: string): Promise<Buffer> {
  const handle = await open(file, 'r');
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(CHUNK), 0, CHUNK, 0);
    return withoutBom(buffer.subarray(0, bytesRead));
  } finally {
    await handle.close();
  }
}

/**
 * The whole file without a byte order mark, in chunks that end between characters. Throws UnreadableFile for what is not
 * UTF-8 text. `onBytes` hears how many bytes have been read so far.
 */
export async function* readUtf8(
  file: string,
  format: 'CSV' | 'JSON',
  onBytes: (bytes: number) => void,
): AsyncGenerator<Buffer> {
  let rest: Buffer = Buffer.alloc(0);
  let offset = 0;
  for await (const read of createReadStream(file, { highWaterMark: CHUNK }) as AsyncIterable<Buffer>) {
    const chunk = rest.length === 0 ? read : Buffer.concat([rest, read]);
    const end = endOfCharacters(chunk);
    const text = chunk.subarray(0, end);
    await refuseBinary(file, format, text, offset);
    yield offset === 0 ? withoutBom(text) : text;
    rest = chunk.subarray(end);
    offset += end;
    onBytes(offset + rest.length);
  }
  if (rest.length > 0) await refuseBinary(file, format, rest, offset);
}

async function refuseBinary(file: string, format: string, text: Buffer, offset: number): Promise<void> {
  const nul = text.indexOf(0);
  const isText = isUtf8(text);
  if (nul < 0 && isText) return;
  if (offset === 0 && UTF16.some((mark) => text.subarray(0, 2).equals(mark)))
    throw new UnreadableFile(file, 'this is UTF-16 text. Save it as UTF-8 and open it again.');
  const bad = isText ? nul : firstInvalid(text);
  const line = await lineOf(file, offset + bad);
  throw new UnreadableFile(
    file,
    text[bad] === 0
      ? `not a ${format} file: it holds a NUL byte.`
      : 'these bytes are not UTF-8 text. Save the file as UTF-8 and open it again.',
    { line },
  );
}

/** By halves: a prefix is valid up to a cut character at its end. */
function firstInvalid(text: Buffer): number {
  let good = 0;
  let bad = text.length;
  while (bad - good > 4) {
    const middle = (good + bad) >> 1;
    if (isUtf8(text.subarray(0, endOfCharacters(text.subarray(0, middle))))) good = middle;
    else bad = middle;
  }
  return good;
}

async function lineOf(file: string, offset: number): Promise<number> {
  let line = 1;
  if (offset === 0) return line;
  for await (const chunk of createReadStream(file, { end: offset - 1 }) as AsyncIterable<Buffer>)
    for (let at = chunk.indexOf(0x0a); at >= 0; at = chunk.indexOf(0x0a, at + 1)) line += 1;
  return line;
}

/** In front of a character whose last bytes are yet to come. */
function endOfCharacters(chunk: Buffer): number {
  for (let back = 1; back <= 3 && back <= chunk.length; back += 1) {
    const byte = chunk[chunk.length - back] ?? 0;
    if (byte < 0x80) break;
    if (byte >= 0xc0) {
      const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
      return length > back ? chunk.length - back : chunk.length;
    }
  }
  return chunk.length;
}

function withoutBom(text: Buffer): Buffer {
  return text.subarray(0, 3).equals(BOM) ? text.subarray(3) : text;
}
