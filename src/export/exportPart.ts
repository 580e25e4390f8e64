import { createHash, type Hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';

const HASH = 'sha256';

/** Number of bytes written at a time. */
const BLOCK = 1024 * 1024;

/** The open part of an export. Its methods throw file system errors. */
export class ExportPart {
  readonly #handle: FileHandle;
  #hash: Hash;
  #bytes: number;
  /** A buffer reused for each page. Allocating a new one takes longer than the copying, and a quarter more memory. */
  readonly #block = Buffer.allocUnsafeSlow(BLOCK);

  private constructor(handle: FileHandle, hash: Hash, bytes: number) {
    this.#handle = handle;
    this.#hash = hash;
    this.#bytes = bytes;
  }

  static async begin(file: string): Promise<ExportPart> {
    return new ExportPart(await open(file, 'w'), createHash(HASH), 0);
  }

  /**
   * Opens the part behind its first `bytes` and drops the rest. Undefined if it is another file: shorter, or with
   * another hash. Throws file system errors or the signal's reason. The bytes are read again: Node can't store a hash.
   */
  static async goOn(file: string, bytes: number, sha256: string, signal: AbortSignal): Promise<ExportPart | undefined> {
    const read = await readInto(createHash(HASH), file, signal, bytes);
    if (read.bytes !== bytes || read.hash.copy().digest('hex') !== sha256) return undefined;
    const handle = await open(file, 'r+');
    try {
      await handle.truncate(bytes);
    } catch (error) {
      await handle.close();
      throw error;
    }
    return new ExportPart(handle, read.hash, bytes);
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** Hash of what was written so far, in hexadecimal. */
  get sha256(): string {
    return this.#hash.copy().digest('hex');
  }

  /** Writes the texts one after another. After a failure none of them counts. */
  async write(texts: readonly (string | Uint8Array)[]): Promise<void> {
    const hash = this.#hash.copy();
    let end = this.#bytes;
    const put = async (bytes: Uint8Array): Promise<void> => {
      await this.#put(bytes, end);
      hash.update(bytes);
      end += bytes.length;
    };
    let used = 0;
    for (const text of texts) {
      // Three bytes for each UTF-16 unit are the most. Counting the bytes would take as long as writing them.
      const most = typeof text === 'string' ? 3 * text.length : text.length;
      if (used + most > BLOCK) {
        await put(this.#block.subarray(0, used));
        used = 0;
      }
      if (most > BLOCK) await put(Buffer.from(text));
      else if (typeof text === 'string') used += this.#block.write(text, used);
      else {
        this.#block.set(text, used);
        used += text.length;
      }
    }
    await put(this.#block.subarray(0, used));
    this.#hash = hash;
    this.#bytes = end;
  }

  async #put(bytes: Uint8Array, at: number): Promise<void> {
    for (let written = 0; written < bytes.length;) {
      const { bytesWritten } = await this.#handle.write(bytes, written, bytes.length - written, at + written);
      written += bytesWritten;
    }
  }

  async sync(): Promise<void> {
    await this.#handle.sync();
  }

  async close(): Promise<void> {
    await this.#handle.close();
  }
}

/** Size and hash of a whole file. Throws file system errors or the signal's reason. */
export async function hashOf(
  file: string,
  signal: AbortSignal,
): Promise<{ readonly bytes: number; readonly sha256: string }> {
  const { hash, bytes } = await readInto(createHash(HASH), file, signal, Infinity);
  return { bytes, sha256: hash.digest('hex') };
}

async function readInto(
  hash: Hash,
  file: string,
  signal: AbortSignal,
  most: number,
): Promise<{ readonly hash: Hash; readonly bytes: number }> {
  let bytes = 0;
  if (most > 0)
    for await (const piece of createReadStream(file, { end: most - 1, signal })) {
      hash.update(piece as Buffer);
      bytes += (piece as Buffer).length;
    }
  return { hash, bytes };
}
