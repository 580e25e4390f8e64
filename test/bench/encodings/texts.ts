/** CSV texts in every language of words.ts, and their bytes in every encoding. */
import { decoderOf } from '../../../src/service/reading/textEncoding.ts';
import type { FileEncoding } from '../../../src/service/resource/reading.ts';
import { WORDS } from './words.ts';

/** Marks that Vietnamese text in windows-1258 has after its letters. */
const TONES = '\u0300\u0301\u0303\u0309\u0323';
/** Characters between words, which only some encodings have. */
const MARKS = ['–', '€', '°', '²', '…', '„', '“', '’'];
/** Share of the bytes that are ASCII. */
const ASCII_SHARE = 0.9;

type Encoder = (text: string) => Buffer | undefined;
const encoders = new Map<FileEncoding, Encoder>();

/** Returns undefined if the encoding lacks one of the characters. */
export function encode(text: string, encoding: FileEncoding): Buffer | undefined {
  let encoder = encoders.get(encoding);
  encoder ??= encoding === 'iso-2022-jp' ? iso2022Encoder() : tableEncoder(encoding);
  encoders.set(encoding, encoder);
  return encoder(text);
}

function tableEncoder(encoding: FileEncoding): Encoder {
  const bytesOf = new Map<string, readonly number[]>();
  const add = (...bytes: number[]): void => {
    const text = decoderOf(encoding)(Buffer.from(bytes), false);
    if (Array.from(text).length === 1 && !/[\ud800-\udfff\ufffd]/.test(text) && !bytesOf.has(text))
      bytesOf.set(text, bytes);
  };
  for (let byte = 0; byte < 256; byte += 1) add(byte);
  if (['shift_jis', 'euc-jp', 'gb18030', 'big5', 'euc-kr'].includes(encoding))
    for (let lead = 0x81; lead < 0xff; lead += 1) for (let next = 0x40; next < 0xff; next += 1) add(lead, next);
  return (text) => {
    const bytes: number[] = [];
    for (const character of text) {
      const own = bytesOf.get(character);
      if (own === undefined) return undefined;
      bytes.push(...own);
    }
    return Buffer.from(bytes);
  };
}

function iso2022Encoder(): Encoder {
  return (text) => {
    const parts: Buffer[] = [];
    for (const part of text.match(/[\0-\x7f]+|[^\0-\x7f]+/g) ?? []) {
      const bytes = encode(part, 'euc-jp');
      if (bytes === undefined) return undefined;
      const isAscii = bytes.every((byte) => byte < 0x80);
      parts.push(
        isAscii
          ? bytes
          : Buffer.from(`\u001b$B${Buffer.from(bytes.map((byte) => byte & 0x7f)).toString('latin1')}\u001b(B`),
      );
    }
    return Buffer.concat(parts);
  };
}

/** A CSV text of about `size` bytes whose words the encoding has. */
export function csvText(encoding: FileEncoding, language: string, size: number, random: () => number): string {
  const canEncode = (text: string): boolean => encode(text, encoding) !== undefined;
  const all = (WORDS[language] ?? '').split(/,\s+/).map((word) => word.replace(/\s+/g, ' '));
  const words = all.map((word) => spelled(word, canEncode)).filter(canEncode);
  const marks = MARKS.filter(canEncode);
  const pick = <Item>(list: readonly Item[]): Item => list[Math.floor(random() * list.length)] as Item;
  const delimiter = pick([',', ';', '\t']);
  const number = (most: number): string => String(Math.floor(random() * most));
  const names = [0, 1, 2].map(() => pick(words));
  const lines = [['id', 'code', ...names, 'count', 'date', 'url'].join(delimiter)];
  let bytes = 0;
  let plain = 0;
  const add = (line: string): void => {
    const encoded = encode(`${line}\n`, encoding) ?? Buffer.alloc(0);
    bytes += encoded.length;
    plain += line.match(/[\0-\x7f]/g)?.length ?? 0;
    lines.push(line);
  };
  while (bytes < size) {
    const isPlain = plain < ASCII_SHARE * bytes;
    const texts = isPlain ? ['', '', ''] : [pick(words), `${pick(words)} ${pick(words)}`, pick(words)];
    if (!isPlain && marks.length > 0 && random() < 0.1) texts[1] = `${texts[0]} ${pick(marks)} ${texts[1]}`;
    const date = `20${number(3)}${number(10)}-0${String(1 + Number(number(9)))}-1${number(10)}`;
    const values = isPlain ? [number(1e9), date, `https://data.example/${number(1e6)}`] : ['', '', ''];
    add([number(1e6), `A-${number(1e4)}`, ...texts, ...values].join(delimiter));
  }
  return `${lines.join('\n')}\n`;
}

function spelled(word: string, canEncode: (text: string) => boolean): string {
  const letters = Array.from(word, (letter) => {
    if (canEncode(letter)) return letter;
    const parts = Array.from(letter.normalize('NFD'));
    return (
      parts
        .filter((part) => !TONES.includes(part))
        .join('')
        .normalize('NFC') + parts.filter((part) => TONES.includes(part)).join('')
    );
  });
  return letters.join('');
}
