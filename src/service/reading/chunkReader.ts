import type { FileHandle } from 'node:fs/promises';
import { CHUNK } from './textFile.ts';

/** Reads the bytes from `at` to `end`, or fewer where a chunk ends; none at the end of the file. */
export type ReadRange = (at: number, end: number) => Promise<Buffer>;

/** Reads many ranges of a file in their order, with one read for all ranges of a chunk. */
export function chunkReader(handle: FileHandle): ReadRange {
  let chunk: Buffer = Buffer.alloc(0);
  let start = 0;
  return async (at, end) => {
    if (at < start || at >= start + chunk.length) {
      const { buffer, bytesRead } = await handle.read(Buffer.allocUnsafe(CHUNK), 0, CHUNK, at);
      chunk = buffer.subarray(0, bytesRead);
      start = at;
    }
    return chunk.subarray(at - start, end - start);
  };
}
