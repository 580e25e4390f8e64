/** The part of an export's file that has been written, and its hash. */
import { createHash, type Hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';

const HASH = 'sha256';

/** Bytes that are written at a time. */
const BLOCK = 1024 * 1024;

export class ExportPart {
  readonly #handle: FileHandle;
  #hash: Hash;
  #bytes: number;
  /** For each page again: memory that is asked for anew costs a quarter of the process's, and more time than the copying. */
  readonly #block = Buffer.allocUnsafeSlow(BLOCK);

  private constructor(handle: FileHandle, hash: Hash, bytes: number) {
    this.#handle = handle;
    this.#hash = hash;
    this.#bytes = bytes;
  }

  /** Over one that is there. Throws what the file system says. */
  static async begin(file: string): Promise<ExportPart> {
    return new ExportPart(await open(file, 'w'), createHash(HASH), 0);
  }

  /**
   * Behind its first `bytes`, and without what comes behind them. Undefined where it has fewer, or others: it is another
   * file now. Throws what the file system says. Node can't keep the state of a hash: they are read again.
   */
  static async goOn(
    file: string,
    bytes: number,
    sha256: string,
    signal: AbortSignal,
  ): Promise<ExportPart | undefined> {
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

  /** Of what was written so far, in hex. */
  get sha256(): string {
    return this.#hash.copy().digest('hex');
  }

  /** One behind the other. Where that fails, none of them counts. */
  async write(texts: readonly string[]): Promise<void> {
    const hash = this.#hash.copy();
    let end = this.#bytes;
    const put = async (bytes: Uint8Array): Promise<void> => {
      await this.#put(bytes, end);
      hash.update(bytes);
      end += bytes.length;
    };
    let used = 0;
    for (const text of texts) {
      // To count its bytes takes as long as to write them; three a UTF-16 unit are the most.
      const most = 3 * text.length;
      if (used + most > BLOCK) {
        await put(this.#block.subarray(0, used));
        used = 0;
      }
      if (most > BLOCK) await put(Buffer.from(text));
      else used += this.#block.write(text, used);
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

  /** What was written is on the disk when this resolves. */
  async sync(): Promise<void> {
    await this.#handle.sync();
  }

  async close(): Promise<void> {
    await this.#handle.close();
  }
}

/** Of a whole file, its size and hash. Throws what the file system says, or the reason of the signal. */
export async function hashOf(
  file: string,
  signal: AbortSignal,
): Promise<{ readonly bytes: number; readonly sha256: string }> {
  const { hash, bytes } = await readInto(createHash(HASH), file, signal, Infinity);
  return { bytes, sha256: hash.digest('hex') };
}

/** Up to so many bytes. */
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
