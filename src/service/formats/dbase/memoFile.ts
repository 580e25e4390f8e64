/** Long texts of a dBase table, in a file beside it: `.dbt` of dBase III and IV, `.fpt` of FoxPro. */
import { open, type FileHandle } from 'node:fs/promises';
import { MAX_RECORD } from '../../resource/bounds.ts';

const HEADER = 24;
const BLOCK = 512;
const END_OF_TEXT = 0x1a;
/** Begins a text of dBase IV, which has a length. */
const DBASE_IV = 0xffff0800;
/** Length of the numbers before a text of dBase IV or FoxPro. */
const BEFORE = 8;

export class MemoFile {
  readonly #handle: FileHandle;
  readonly #isFoxPro: boolean;
  readonly #block: number;

  private constructor(handle: FileHandle, isFoxPro: boolean, block: number) {
    this.#handle = handle;
    this.#isFoxPro = isFoxPro;
    this.#block = block;
  }

  static async open(path: string): Promise<MemoFile> {
    const handle = await open(path, 'r');
    const { buffer } = await handle.read(Buffer.alloc(HEADER), 0, HEADER, 0);
    const isFoxPro = path.toLowerCase().endsWith('.fpt');
    return new MemoFile(handle, isFoxPro, (isFoxPro ? buffer.readUInt16BE(6) : buffer.readUInt16LE(20)) || BLOCK);
  }

  /** `place` is a field's value: a number of four bytes, or digits. Undefined if there is no text. */
  async text(place: Buffer, decode: (bytes: Buffer) => string): Promise<string | undefined> {
    const block = place.length === 4 ? place.readUInt32LE() : Number(place.toString('latin1').trim());
    if (!Number.isSafeInteger(block) || block <= 0) return undefined;
    const at = block * this.#block;
    const before = await this.#read(at, BEFORE);
    if (before.length < BEFORE) return undefined;
    const isSized = this.#isFoxPro || before.readUInt32BE() === DBASE_IV;
    const size = this.#isFoxPro ? before.readUInt32BE(4) : before.readUInt32LE(4) - BEFORE;
    const bytes = isSized
      ? await this.#read(at + BEFORE, Math.min(Math.max(0, size), MAX_RECORD))
      : await this.#untilEnd(at);
    return decode(bytes) || undefined;
  }

  close(): Promise<void> {
    return this.#handle.close();
  }

  async #untilEnd(at: number): Promise<Buffer> {
    const parts: Buffer[] = [];
    for (let read = 0; read < MAX_RECORD; read += BLOCK) {
      const part = await this.#read(at + read, BLOCK);
      const end = part.indexOf(END_OF_TEXT);
      parts.push(end === -1 ? part : part.subarray(0, end));
      if (end !== -1 || part.length < BLOCK) break;
    }
    return Buffer.concat(parts);
  }

  async #read(position: number, length: number): Promise<Buffer> {
    const most = Math.min(length, Math.max(0, (await this.#handle.stat()).size - position));
    const { buffer, bytesRead } = await this.#handle.read(Buffer.alloc(most), 0, most, position);
    return buffer.subarray(0, bytesRead);
  }
}
