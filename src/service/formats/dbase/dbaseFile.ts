/** Reads tables of dBase III and IV, FoxPro and shapefiles, value by value and with every digit. */
import { open, readdir, type FileHandle } from 'node:fs/promises';
import { basename, dirname, join, parse } from 'node:path';
import { calendarDayText, clockText } from '../../types/calendar.ts';
import { readHead } from '../../reading/textFile.ts';
import { FILE_ENCODINGS, type FileEncoding } from '../../resource/reading.ts';
import { reason, ReasonError } from '../../resource/reasons.ts';
import { MemoFile } from './memoFile.ts';

export interface DbaseField {
  readonly name: string;
  readonly type: string;
  readonly offset: number;
  readonly length: number;
  /** Bits of `_NullFlags` that say whether a value is NULL, and whether it's shorter than its field. */
  readonly nullBit?: number;
  readonly shortBit?: number;
}

export interface DbaseRecord {
  readonly isDeleted: boolean;
  readonly values: readonly (string | null)[];
}

const HEADER = 32;
const END_OF_FIELDS = 0x0d;
const END_OF_FILE = 0x1a;
const DELETED = 0x2a;
const CHUNK = 1 << 20;
/** Bytes of a `.cpg` file in which the encoding is named. */
const MOST_NAME = 64;
/** Numbers of the byte that names the encoding of the texts, as dBase, FoxPro and ArcGIS write it. */
const DRIVERS: Readonly<Record<number, FileEncoding>> = {
  ...{ 0x01: 'ibm437', 0x02: 'ibm850', 0x03: 'windows-1252', 0x04: 'macintosh', 0x09: 'ibm437', 0x0a: 'ibm850' },
  ...{ 0x0b: 'ibm437', 0x0d: 'ibm437', 0x0e: 'ibm850', 0x0f: 'ibm437', 0x10: 'ibm850', 0x11: 'ibm437' },
  ...{ 0x12: 'ibm850', 0x13: 'shift_jis', 0x14: 'ibm850', 0x15: 'ibm437', 0x16: 'ibm850', 0x18: 'ibm437' },
  ...{ 0x19: 'ibm437', 0x1a: 'ibm850', 0x1b: 'ibm437', 0x1d: 'ibm850', 0x25: 'ibm850', 0x26: 'ibm866' },
  ...{ 0x37: 'ibm850', 0x4d: 'gb18030', 0x4e: 'euc-kr', 0x4f: 'big5', 0x50: 'windows-874', 0x57: 'windows-1252' },
  ...{ 0x58: 'windows-1252', 0x59: 'windows-1252', 0x65: 'ibm866', 0x78: 'big5', 0x79: 'euc-kr', 0x7a: 'gb18030' },
  ...{ 0x7b: 'shift_jis', 0x7c: 'windows-874', 0x7d: 'windows-1255', 0x7e: 'windows-1256' },
  ...{ 0xc8: 'windows-1250', 0xc9: 'windows-1251', 0xca: 'windows-1254', 0xcb: 'windows-1253', 0xcc: 'windows-1257' },
};

export class DbaseFile {
  readonly fields: readonly DbaseField[];
  /** The declared encoding. Undefined if the file and its neighbors name none. */
  readonly encoding: FileEncoding | undefined;
  readonly #handle: FileHandle;
  readonly #header: Buffer;
  #memo: MemoFile | undefined;

  private constructor(handle: FileHandle, header: Buffer, encoding?: FileEncoding) {
    this.#handle = handle;
    this.#header = header;
    this.fields = fieldsOf(header);
    this.encoding = encoding ?? DRIVERS[header[29] ?? 0];
  }

  /** Throws ReasonError, or an error of the system. `name` is the person's file, whose neighbors count. */
  static async open(path: string, name: string): Promise<DbaseFile> {
    const handle = await open(path, 'r');
    try {
      const start = await readAt(handle, 0, HEADER);
      const header = await readAt(handle, 0, start.readUInt16LE(8));
      const beside = await neighborsOf(name);
      const cpg = beside.cpg === undefined ? undefined : (await readHead(beside.cpg, MOST_NAME)).toString('latin1');
      const table = new DbaseFile(handle, header, encodingOf(cpg));
      if (beside.memo !== undefined) table.#memo = await MemoFile.open(beside.memo);
      return table;
    } catch (error) {
      await handle.close();
      throw error;
    }
  }

  /** The file of the long texts is missing. */
  get lacksMemos(): boolean {
    return this.#memo === undefined && this.fields.some(({ type }) => type === 'M');
  }

  /** Yields the bytes of records, those that are marked as deleted, too. Throws ReasonError for an incomplete file. */
  async *records(): AsyncGenerator<Buffer> {
    const count = this.#header.readUInt32LE(4);
    const begin = this.#header.readUInt16LE(8);
    const length = this.#header.readUInt16LE(10);
    const most = Math.max(1, Math.floor(CHUNK / length));
    for (let first = 0; first < count; first += most) {
      const records = Math.min(most, count - first);
      const bytes = await readAt(this.#handle, begin + first * length, records * length);
      for (let at = 0; at < bytes.length; at += length) {
        if (bytes[at] === END_OF_FILE) throw new ReasonError(reason('incomplete'));
        yield bytes.subarray(at, at + length);
      }
    }
  }

  async valuesOf(record: Buffer, decode: (bytes: Buffer) => string): Promise<DbaseRecord> {
    const values: (string | null)[] = [];
    const flags = this.fields.find(({ type }) => type === '0');
    const hasFlag = (bit: number | undefined): boolean =>
      bit !== undefined && flags !== undefined && (((record[flags.offset + (bit >> 3)] ?? 0) >> (bit & 7)) & 1) === 1;
    for (const { type, offset, length, nullBit, shortBit } of this.fields) {
      if (type === '0') continue;
      const bytes = record.subarray(offset, offset + length);
      const own = hasFlag(shortBit) ? bytes.subarray(0, bytes.at(-1)) : bytes;
      if (hasFlag(nullBit)) values.push(null);
      else if (type === 'M') values.push((await this.#memo?.text(own, decode)) ?? null);
      else values.push(valueOf(type, own, decode, this.#isFoxPro));
    }
    return { isDeleted: record[0] === DELETED, values };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#handle.close();
    await this.#memo?.close();
  }

  get #isFoxPro(): boolean {
    return [0x30, 0x31, 0x32].includes(this.#header[0] ?? 0);
  }
}

/** Fields of pictures and programs have no value that people could read. */
function valueOf(type: string, bytes: Buffer, decode: (bytes: Buffer) => string, isFoxPro: boolean): string | null {
  switch (type) {
    case 'N':
    case 'F':
      return numberText(bytes.toString('latin1').replaceAll('\0', ' ').trim());
    case 'L':
      return /[TtYy]/.test(bytes.toString('latin1'))
        ? 'true'
        : /[FfNn]/.test(bytes.toString('latin1'))
          ? 'false'
          : null;
    case 'D':
      return dateText(bytes.toString('latin1').replaceAll('\0', ' ').trim());
    case 'I':
    case '+':
      return bytes.length === 4 ? String(bytes.readInt32LE()) : null;
    case 'O':
      return bytes.length === 8 ? doubleText(bytes.readDoubleLE()) : null;
    case 'B':
      return isFoxPro && bytes.length === 8 ? doubleText(bytes.readDoubleLE()) : null;
    case 'Y':
      return bytes.length === 8 ? moneyText(bytes.readBigInt64LE()) : null;
    case 'T':
    case '@':
      return bytes.length === 8 && withoutPadding(bytes).length > 0
        ? timeText(bytes.readInt32LE(), bytes.readInt32LE(4))
        : null;
    case 'C':
    case 'V':
      return decode(withoutPadding(bytes)) || null;
    default:
      return null;
  }
}

function withoutPadding(bytes: Buffer): Buffer {
  let end = bytes.length;
  while (bytes[end - 1] === 0x20 || bytes[end - 1] === 0) end -= 1;
  return bytes.subarray(0, end);
}

/** Asterisks mean that a number didn't fit its field. */
function numberText(text: string): string | null {
  if (text === '' || /^\*+$/.test(text)) return null;
  return text
    .replace(/^\+/, '')
    .replace(/^(-?)\./, '$10.')
    .replace(/\.$/, '');
}

function dateText(text: string): string | null {
  if (/^0*$/.test(text)) return null;
  return text.replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3');
}

function doubleText(value: number): string {
  return Number.isFinite(value) ? String(value) : Number.isNaN(value) ? 'NaN' : value < 0 ? '-Infinity' : 'Infinity';
}

/** FoxPro keeps money in ten-thousandths of a unit. */
function moneyText(value: bigint): string {
  const digits = String(value < 0n ? -value : value).padStart(5, '0');
  return `${value < 0n ? '-' : ''}${digits.slice(0, -4)}.${digits.slice(-4)}`;
}

/** The Julian day of 1 January 1970. */
const UNIX_DAY = 2_440_588;

function timeText(day: number, milliseconds: number): string | null {
  if (day === 0) return null;
  // FoxPro computes times in doubles, and misses seconds by a millisecond.
  const seconds = Math.round(milliseconds / 1000);
  const isSeconds = Math.abs(milliseconds - 1000 * seconds) <= 1;
  return `${calendarDayText(day - UNIX_DAY)}T${clockText(1000 * (isSeconds ? 1000 * seconds : milliseconds))}`;
}

/** Throws ReasonError for a header that describes other records than it says. */
function fieldsOf(header: Buffer): readonly DbaseField[] {
  const raw: Buffer[] = [];
  for (let at = HEADER; at + HEADER <= header.length && header[at] !== END_OF_FIELDS; at += HEADER)
    raw.push(header.subarray(at, at + HEADER));
  const width = header.readUInt16LE(10);
  const lengths = [false, true].map((isLong) => raw.map((field) => lengthOf(field, isLong)));
  // Clipper and FoxPro keep the higher byte of a long text's length where numbers have their decimals.
  const own = lengths.find((each) => each.reduce((sum, length) => sum + length, 1) === width);
  if (own === undefined || raw.length === 0) throw new ReasonError(reason('dbaseHeader'));
  let [offset, bit] = [1, 0];
  return raw.map((field, index) => {
    const type = String.fromCharCode(field[11] ?? 0);
    const shortBit = 'VQ'.includes(type) ? bit++ : undefined;
    const nullBit = ((field[18] ?? 0) & 2) !== 0 && type !== '0' ? bit++ : undefined;
    const length = own[index] ?? 0;
    const [name = ''] = field.toString('latin1', 0, 11).split('\0', 1);
    const described = { name, type, offset, length, ...(nullBit !== undefined && { nullBit }) };
    offset += length;
    return shortBit === undefined ? described : { ...described, shortBit };
  });
}

function lengthOf(field: Buffer, isLong: boolean): number {
  return (field[16] ?? 0) + (isLong && field[11] === 0x43 ? 256 * (field[17] ?? 0) : 0);
}

async function readAt(handle: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, position);
  if (bytesRead < length) throw new ReasonError(reason('incomplete'));
  return buffer;
}

async function neighborsOf(file: string) {
  const { name } = parse(basename(file));
  // A link may lead to other data, and a pipe never ends.
  const entries = (await readdir(dirname(file), { withFileTypes: true }).catch(() => []))
    .filter((entry) => entry.isFile())
    .map((entry) => entry.name);
  const beside = (...endings: readonly string[]): string | undefined => {
    const entry = entries.find((each) =>
      endings.some((ending) => each.toLowerCase() === `${name}.${ending}`.toLowerCase()),
    );
    return entry === undefined ? undefined : join(dirname(file), entry);
  };
  return { cpg: beside('cpg'), memo: beside('dbt', 'fpt') };
}

/** Names such as `UTF-8`, `1252`, `ANSI 1251`, `ISO 88591`, `OEM 850`. */
function encodingOf(cpg: string | undefined): FileEncoding | undefined {
  const name = cpg?.trim().toLowerCase() ?? '';
  const digits = name.replaceAll(/\D/g, '');
  const iso = /^8859(\d+)$/.exec(digits)?.[1];
  const names = [name, `windows-${digits}`, `ibm${digits}`, `iso-8859-${iso ?? ''}`];
  return digits === '65001'
    ? 'utf-8'
    : FILE_ENCODINGS.find(
        (encoding) => names.includes(encoding) || name.replace(/[ _-]/g, '') === encoding.replaceAll('-', ''),
      );
}
