/** Unpacks gzip as a stream, because the content may exceed memory. */
import { createReadStream } from 'node:fs';
import { open, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { createGunzip } from 'node:zlib';
import { reason, UnreadableFile, type Reason } from '../resource/reasons.ts';
import { CHUNK } from './textFile.ts';

/** Limits for unpacking a file, in bytes. */
export interface Bounds {
  readonly size: number;
  /** Records are packed 5 to 50 to 1, a gzip bomb up to 1032 to 1. Below `small` bytes, any ratio is harmless. */
  readonly ratio: number;
  readonly small: number;
  /** Half of the free disk space if undefined. */
  readonly room?: number;
}

const BOUNDS: Bounds = { size: 2 ** 38, ratio: 300, small: 2 ** 30 };

export interface Packed {
  readonly path: string;
  readonly name: string;
  readonly size: number;
  readonly workDirectory: string;
}

/**
 * Unpacks a gzip file, or its first `limit` bytes, and returns the new path. The result may take half of the free disk
 * space, because the imported data needs the rest. `bounds` protect from bombs. Throws UnreadableFile.
 */
export async function unpack(
  { path, name, size, workDirectory }: Packed,
  limit: number,
  onBytes: (bytes: number) => void,
  bounds: Bounds = BOUNDS,
): Promise<string> {
  const target = join(workDirectory, 'unpacked');
  const room = bounds.room ?? (await halfOfFreeSpace(workDirectory));
  // The file is opened first, because an error of the streams without a listener would end the process.
  const handle = await open(target, 'w');
  const gunzip = createGunzip({ chunkSize: CHUNK });
  const source = createReadStream(path, { highWaterMark: CHUNK });
  source.once('error', (error) => gunzip.destroy(error)).pipe(gunzip);
  let unpacked = 0;
  try {
    for await (const chunk of gunzip as AsyncIterable<Buffer>) {
      const taken = chunk.subarray(0, limit - unpacked);
      await handle.writeFile(taken);
      unpacked += taken.length;
      const excess = excessOf(unpacked, size, room, bounds);
      if (excess !== undefined) throw new UnreadableFile(name, excess);
      onBytes(gunzip.bytesWritten);
      if (unpacked === limit) return target;
    }
  } catch (error) {
    throw inWords(name, error);
  } finally {
    source.destroy();
    await handle.close();
  }
  if (gunzip.bytesWritten < size) throw new UnreadableFile(name, reason('gzipTrailing'));
  return target;
}

function excessOf(unpacked: number, packed: number, room: number, bounds: Bounds): Reason | undefined {
  if (unpacked > room) return reason('unpackedRoom');
  if (unpacked > bounds.size) return reason('unpackedSize', String(bounds.size / 2 ** 30));
  const isBomb = unpacked > bounds.small && unpacked > bounds.ratio * packed;
  return isBomb ? reason('unpackedRatio', String(bounds.ratio)) : undefined;
}

function inWords(name: string, error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'Z_BUF_ERROR') return new UnreadableFile(name, reason('gzipIncomplete'));
  if (code === 'Z_DATA_ERROR') return new UnreadableFile(name, reason('gzipDamaged'));
  return error;
}

async function halfOfFreeSpace(directory: string): Promise<number> {
  const { bavail, bsize } = await statfs(directory);
  return (bavail * bsize) / 2;
}
