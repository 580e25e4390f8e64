import type { FileHandle } from 'node:fs/promises';
import { CHUNK } from './textFile.ts';

/** Reads many ranges of a file in their order, with one read for all ranges of a chunk. */
export class ChunkReader {
  readonly #handle: FileHandle;
  #chunk: Buffer = Buffer.alloc(0);
  #start = 0;

  constructor(handle: FileHandle) {
    this.#handle = handle;
  }

  /** The bytes from `at` to `end`, or fewer where a chunk ends; none at the end of the file. */
  async read(at: number, end: number): Promise<Buffer> {
    if (at < this.#start || at >= this.#start + this.#chunk.length) {
      const { buffer, bytesRead } = await this.#handle.read(Buffer.allocUnsafe(CHUNK), 0, CHUNK, at);
      this.#chunk = buffer.subarray(0, bytesRead);
      this.#start = at;
    }
    return this.#chunk.subarray(at - this.#start, end - this.#start);
  }
}
