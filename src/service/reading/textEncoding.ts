/** Converts text files to UTF-8, with bytes that fit no character as invalid UTF-8. */
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableFile } from '../formats/fileFormatReader.ts';
import { FILE_ENCODINGS, type FileEncoding, type Reading } from '../resource/reading.ts';
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

/** Names that the Encoding Standard doesn't have, or has for another encoding. */
const NAMES: Readonly<Record<string, FileEncoding>> = {
  'iso-8859-1': 'iso-8859-1',
  'iso-8859-8-i': 'iso-8859-8',
  ...{ ansi: 'windows-1252', gbk: 'gb18030', 'utf-8-sig': 'utf-8', 'utf-32': 'utf-32le' },
  ...{
    macroman: 'macintosh',
    'mac-roman': 'macintosh',
    maccyrillic: 'x-mac-cyrillic',
    'mac-cyrillic': 'x-mac-cyrillic',
  },
  ...{ cp850: 'ibm850', cp437: 'ibm437', cp949: 'euc-kr', uhc: 'euc-kr', cp936: 'gb18030', cp932: 'shift_jis' },
};

/** The encoding by any name that the Encoding Standard, Python or iconv have for it, such as `latin1` or `CP850`. */
export function encodingOfName(name: string): FileEncoding | undefined {
  const usual = name.toLowerCase().replaceAll('_', '-');
  const isOwn = (encoding: FileEncoding): boolean => encoding.replaceAll('_', '-') === usual;
  try {
    const standard = NAMES[usual] ?? FILE_ENCODINGS.find(isOwn) ?? new TextDecoder(name).encoding;
    return FILE_ENCODINGS.find((encoding) => encoding === (NAMES[standard] ?? standard));
  } catch {
    return undefined;
  }
}

/** Returns the file's path if it's UTF-8 already. `report` gets the bytes read so far. */
export async function asUtf8(
  file: ReadableFile,
  { encoding = 'utf-8' }: Reading,
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

async function* decoded(chunks: AsyncIterable<Buffer> | Iterable<Buffer>, encoding: FileEncoding) {
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

async function* asUtf8Chunks(chunks: AsyncIterable<Buffer> | Iterable<Buffer>, encoding: FileEncoding) {
  if (encoding === 'utf-16le' || encoding === 'utf-16be') {
    yield* wide(chunks, encoding === 'utf-16be');
    return;
  }
  const decode = decoderOf(encoding);
  let isFirst = true;
  for await (const chunk of chunks) {
    // A program may have put the mark of UTF-8 before a text that isn't.
    yield utf8Of(
      decode(isFirst && chunk.subarray(0, BOM.length).equals(BOM) ? chunk.subarray(BOM.length) : chunk, true),
    );
    isFirst = false;
  }
  yield utf8Of(decode(Buffer.alloc(0), false));
}

/** A function that decodes a text piece by piece. Half a surrogate pair stands for bytes that fit no character. */
export function decoderOf(encoding: FileEncoding): (chunk: Buffer, stream: boolean) => string {
  const table = encoding === 'windows-1252' ? WINDOWS_1252 : DOS[encoding];
  const mapped = (character: string): string => table?.[character.charCodeAt(0) - 0x80] ?? character;
  if (encoding === 'iso-8859-1') return (chunk) => chunk.toString('latin1');
  if (table !== undefined) return (chunk) => chunk.toString('latin1').replace(/[\x80-\xff]/g, mapped);
  if (encoding === 'utf-32le' || encoding === 'utf-32be') return utf32Decoder(encoding === 'utf-32be');
  if (encoding === 'euc-kr') return koreanDecoder();
  const decoder = new TextDecoder(encoding);
  return (chunk, stream) => decoder.decode(chunk, { stream }).replaceAll('\ufffd', MISFIT_UNIT);
}

const MISFIT_UNIT = '\ud800';

let koreanTable: ReadonlyMap<string, string> | undefined;

/**
 * Characters by their two bytes, as Latin-1. Node's decoder has those of the Korean standard alone. All other syllables
 * stand in the order of Unicode at the places that the standard leaves free.
 */
function koreanCharacters(): ReadonlyMap<string, string> {
  const table = new Map<string, string>();
  const decoder = new TextDecoder('euc-kr');
  const free: string[] = [];
  for (let lead = 0x81; lead <= 0xfe; lead += 1)
    for (let trail = 0x41; trail <= 0xfe; trail += 1) {
      const pair = String.fromCharCode(lead, trail);
      const text = lead > 0xa0 && trail > 0xa0 ? decoder.decode(Uint8Array.of(lead, trail)) : undefined;
      if (text?.length === 1 && text !== '\ufffd') table.set(pair, text);
      if (text === undefined && /[A-Za-z\x81-\xfe]$/.test(pair)) free.push(pair);
    }
  const standard = new Set(table.values());
  const others = Array.from({ length: 11_172 }, (_, at) => String.fromCharCode(0xac00 + at));
  others.filter((syllable) => !standard.has(syllable)).forEach((syllable, at) => table.set(free[at] ?? '', syllable));
  return table;
}

function koreanDecoder(): (chunk: Buffer, stream: boolean) => string {
  const table = (koreanTable ??= koreanCharacters());
  let rest = '';
  return (chunk, stream) => {
    const text = rest + chunk.toString('latin1');
    rest = '';
    return text.replace(/[\x81-\xfe][A-Za-z\x81-\xfe]|[\x80-\xff]/g, (bytes, at: number) => {
      if (bytes.length > 1 || !stream || at + 1 < text.length) return table.get(bytes) ?? MISFIT_UNIT;
      rest = bytes;
      return '';
    });
  };
}

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
