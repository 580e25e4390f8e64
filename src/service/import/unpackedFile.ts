/** Takes gzip off, by streaming: what is inside is often larger than memory. */
import { createReadStream } from 'node:fs';
import { open, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { createGunzip } from 'node:zlib';
import { UnreadableFile } from './unreadableFile.ts';

const CHUNK = 1 << 20;

export interface Packed {
  readonly path: string;
  /** The person's file, for what is said. */
  readonly name: string;
  readonly size: number;
  readonly workDirectory: string;
}

/**
 * The path of the unpacked file, or of its first `limit` bytes. It may take half of the free disk space: the data that is
 * made of it needs the rest. Throws UnreadableFile.
 */
export async function unpack(
  { path, name, size, workDirectory }: Packed,
  limit: number,
  onBytes: (bytes: number) => void,
  room?: number,
): Promise<string> {
  const target = join(workDirectory, 'unpacked');
  const most = room ?? (await halfOfFreeSpace(workDirectory));
  const gunzip = createGunzip({ chunkSize: CHUNK });
  const source = createReadStream(path, { highWaterMark: CHUNK });
  source.once('error', (error) => gunzip.destroy(error)).pipe(gunzip);
  const handle = await open(target, 'w');
  let unpacked = 0;
  try {
    for await (const chunk of gunzip as AsyncIterable<Buffer>) {
      const taken = chunk.subarray(0, limit - unpacked);
      await handle.writeFile(taken);
      unpacked += taken.length;
      if (unpacked > most)
        throw new UnreadableFile(name, 'unpacked, it is larger than half of the free disk space.');
      onBytes(gunzip.bytesWritten);
      if (unpacked === limit) return target;
    }
  } catch (error) {
    throw inWords(name, error);
  } finally {
    source.destroy();
    await handle.close();
  }
  if (gunzip.bytesWritten < size)
    throw new UnreadableFile(name, 'behind its gzip data, there are bytes of another kind.');
  return target;
}

function inWords(name: string, error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'Z_BUF_ERROR')
    return new UnreadableFile(name, 'its gzip data is cut off. Get the whole file and open it again.');
  if (code === 'Z_DATA_ERROR')
    return new UnreadableFile(name, 'its gzip data is damaged, or bytes of another kind are behind it.');
  return error;
}

async function halfOfFreeSpace(directory: string): Promise<number> {
  const { bavail, bsize } = await statfs(directory);
  return (bavail * bsize) / 2;
}
