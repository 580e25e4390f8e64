/** Converts text files to UTF-8, with bytes that fit no character as invalid UTF-8. */
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableFile } from '../formats/fileFormatReader.ts';
import type { FileEncoding } from '../resource/reading.ts';
import { BOM, fileChunks } from './textFile.ts';

/** This byte never occurs in UTF-8. */
const MISFIT = Buffer.of(0xff);

/** Characters of the bytes 80 to 9F. The bytes 81, 8D, 8F, 90 and 9D have none; half a surrogate pair marks them. */
const WINDOWS_1252 = '€\ud800‚ƒ„…†‡ˆ‰Š‹Œ\ud800Ž\ud800\ud800‘’“”•–—˜™š›œ\ud800žŸ';

/** Characters of the bytes 80 to FF in encodings of DOS, which the Encoding Standard doesn't have. */
const DOS: Partial<Record<FileEncoding, string>> = {
  ibm437:
    'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0',
  ibm850:
    'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0',
};

/** Returns the file's path if it's UTF-8 already. `report` gets the bytes read so far. */
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

/** Removes a byte order mark, too. */
export async function decodedText(bytes: Buffer, encoding: FileEncoding): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of decoded([bytes], encoding)) parts.push(part);
  return Buffer.concat(parts).toString('utf8');
}

async function* decoded(
  chunks: AsyncIterable<Buffer> | Iterable<Buffer>,
  encoding: FileEncoding,
): AsyncGenerator<Buffer> {
  let isFirst = true;
  for await (const chunk of encoding === 'utf-8' ? chunks : asUtf8Chunks(chunks, encoding)) {
    const hasMark = isFirst && chunk.subarray(0, 3).equals(BOM);
    if (chunk.length > 0) isFirst = false;
    yield hasMark ? chunk.subarray(3) : chunk;
  }
}

async function* reported(chunks: AsyncIterable<Buffer>, report: (bytes: number) => void): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const chunk of chunks) {
    yield chunk;
    report((bytes += chunk.length));
  }
}

async function* asUtf8Chunks(
  chunks: AsyncIterable<Buffer> | Iterable<Buffer>,
  encoding: FileEncoding,
): AsyncGenerator<Buffer> {
  if (encoding === 'utf-16le' || encoding === 'utf-16be') {
    yield* wide(chunks, encoding === 'utf-16be');
    return;
  }
  const decode = decoderOf(encoding);
  for await (const chunk of chunks) yield utf8Of(decode(chunk, true));
  yield utf8Of(decode(Buffer.alloc(0), false));
}

/** A function that decodes a text piece by piece. Half a surrogate pair stands for bytes that fit no character. */
export function decoderOf(encoding: FileEncoding): (chunk: Buffer, stream: boolean) => string {
  const table = encoding === 'windows-1252' ? WINDOWS_1252 : DOS[encoding];
  const mapped = (character: string): string => table?.[character.charCodeAt(0) - 0x80] ?? character;
  if (encoding === 'iso-8859-1') return (chunk) => chunk.toString('latin1');
  if (table !== undefined) return (chunk) => chunk.toString('latin1').replace(/[\x80-\xff]/g, mapped);
  if (encoding === 'utf-32le' || encoding === 'utf-32be') return utf32Decoder(encoding === 'utf-32be');
  const decoder = new TextDecoder(encoding);
  return (chunk, stream) => decoder.decode(chunk, { stream }).replaceAll('\ufffd', MISFIT_UNIT);
}

const MISFIT_UNIT = '\ud800';

function utf32Decoder(isBigEndian: boolean): (chunk: Buffer, stream: boolean) => string {
  let rest: Buffer = Buffer.alloc(0);
  return (chunk, stream) => {
    const bytes = Buffer.concat([rest, chunk]);
    rest = bytes.subarray(bytes.length - (bytes.length % 4));
    let text = '';
    for (let at = 0; at + 4 <= bytes.length; at += 4) {
      const code = isBigEndian ? bytes.readUInt32BE(at) : bytes.readUInt32LE(at);
      text += code > 0x10ffff || (code >= 0xd800 && code < 0xe000) ? MISFIT_UNIT : String.fromCodePoint(code);
    }
    return stream || rest.length === 0 ? text : text + MISFIT_UNIT;
  };
}

async function* wide(chunks: AsyncIterable<Buffer> | Iterable<Buffer>, isBigEndian: boolean): AsyncGenerator<Buffer> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of chunks) {
    const bytes = Buffer.concat([rest, chunk]);
    let end = bytes.length - (bytes.length % 2);
    const lastHigh = end >= 2 ? (bytes[end - (isBigEndian ? 2 : 1)] ?? 0) : 0;
    if (lastHigh >= 0xd8 && lastHigh < 0xdc) end -= 2;
    rest = bytes.subarray(end);
    const units = bytes.subarray(0, end);
    yield utf8Of((isBigEndian ? Buffer.from(units).swap16() : units).toString('utf16le'));
  }
  if (rest.length > 0) yield MISFIT;
}

/** Each half of a surrogate pair becomes an invalid byte. */
function utf8Of(text: string): Buffer {
  if (text.isWellFormed()) return Buffer.from(text);
  const pieces = text.split(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/);
  return Buffer.concat(pieces.flatMap((piece, index) => [...(index > 0 ? [MISFIT] : []), Buffer.from(piece)]));
}
