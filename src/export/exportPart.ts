/** The part of an export's file that has been written, and its hash. */
import { createHash, type Hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';

const HASH = 'sha256';

export class ExportPart {
  readonly #handle: FileHandle;
  readonly #hash: Hash;
  #bytes: number;

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

  /** One behind the other: joined as texts, they would be copied once more. */
  async write(texts: readonly string[]): Promise<void> {
    const bytes = Buffer.concat(texts.map((text) => Buffer.from(text)));
    for (let written = 0; written < bytes.length;) {
      const { bytesWritten } = await this.#handle.write(
        bytes,
        written,
        bytes.length - written,
        this.#bytes + written,
      );
      written += bytesWritten;
    }
    this.#hash.update(bytes);
    this.#bytes += bytes.length;
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
