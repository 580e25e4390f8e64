/** Unpacks gzip, Zstandard or a file of a ZIP archive as a stream, because the content may exceed memory. */
import { createReadStream } from 'node:fs';
import { open, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import * as zlib from 'node:zlib';
import { reason, UnreadableFile, type Reason } from '../resource/reasons.ts';
import { ZipArchive } from '../formats/sheets/zipArchive.ts';
import { CHUNK, fileChunks } from './textFile.ts';

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
  readonly compression: 'gzip' | 'zstd' | 'zip';
  /** The file's path in a ZIP archive. */
  readonly entry?: string;
}

/** Versions of Node before 22.15 have no Zstandard. */
export const HAS_ZSTD = 'createZstdDecompress' in zlib;

/**
 * Unpacks a file, or its first `limit` bytes, and returns the new path. The result may take half of the free disk
 * space, because the imported data needs the rest. `bounds` protect from bombs. Throws UnreadableFile.
 */
export async function unpack(
  packed: Packed,
  limit: number,
  onBytes: (bytes: number) => void,
  bounds: Bounds = BOUNDS,
): Promise<string> {
  const { name, size, workDirectory } = packed;
  const target = join(workDirectory, 'unpacked');
  const room = bounds.room ?? (await halfOfFreeSpace(workDirectory));
  // The file is opened first, because an error of the streams without a listener would end the process.
  await using handle = await open(target, 'w');
  const chunks = packed.compression === 'zip' ? zipChunks(packed, bounds) : streamChunks(packed);
  let unpacked = 0;
  try {
    for await (const { chunk, bytes } of chunks) {
      const taken = chunk.subarray(0, limit - unpacked);
      await handle.writeFile(taken);
      unpacked += taken.length;
      const excess = excessOf(unpacked, size, room, bounds);
      if (excess !== undefined) throw new UnreadableFile(name, excess);
      onBytes(bytes);
      if (unpacked === limit) return target;
    }
  } catch (error) {
    throw inWords(packed, error);
  }
  return target;
}

interface Unpacked {
  readonly chunk: Buffer;
  /** Packed bytes that were read so far. */
  readonly bytes: number;
}

async function* streamChunks({ path, name, size, compression }: Packed): AsyncGenerator<Unpacked> {
  const options = { chunkSize: CHUNK };
  let start = 0;
  do {
    const stream = compression === 'gzip' ? zlib.createGunzip(options) : zlib.createZstdDecompress(options);
    const source = createReadStream(path, { start, highWaterMark: CHUNK });
    source.once('error', (error) => stream.destroy(error)).pipe(stream);
    try {
      for await (const chunk of stream as AsyncIterable<Buffer>) yield { chunk, bytes: start + stream.bytesWritten };
    } finally {
      source.destroy();
    }
    start += stream.bytesWritten;
    if (start >= size || (await isPadding(path, start))) return;
    // Node reads all members of a gzip file, but only one frame of Zstandard at a time.
  } while (compression === 'zstd');
  throw new UnreadableFile(name, reason('gzipTrailing'));
}

/** Programs that write blocks fill the last one with zeros. */
async function isPadding(path: string, start: number): Promise<boolean> {
  for await (const chunk of fileChunks(path, Infinity, start)) if (chunk.some((byte) => byte !== 0)) return false;
  return true;
}

async function* zipChunks({ path, name, size, entry = '' }: Packed, bounds: Bounds): AsyncGenerator<Unpacked> {
  using archive = await ZipArchive.open(path, name);
  const total = Math.max(1, archive.size(entry));
  let read = 0;
  for await (const chunk of archive.read(entry, bounds.size, bounds.small)) {
    read += chunk.length;
    yield { chunk, bytes: Math.floor((size * read) / total) };
  }
}

function excessOf(unpacked: number, packed: number, room: number, bounds: Bounds): Reason | undefined {
  if (unpacked > room) return reason('unpackedRoom');
  if (unpacked > bounds.size) return reason('unpackedSize', String(bounds.size / 2 ** 30));
  const isBomb = unpacked > bounds.small && unpacked > bounds.ratio * packed;
  return isBomb ? reason('unpackedRatio', String(bounds.ratio)) : undefined;
}

function inWords({ name, compression }: Packed, error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (compression === 'zstd' && typeof code === 'string' && code.startsWith('Z'))
    return new UnreadableFile(name, reason('zstdDamaged'));
  if (code === 'Z_BUF_ERROR') return new UnreadableFile(name, reason('gzipIncomplete'));
  if (code === 'Z_DATA_ERROR') return new UnreadableFile(name, reason('gzipDamaged'));
  return error;
}

async function halfOfFreeSpace(directory: string): Promise<number> {
  const { bavail, bsize } = await statfs(directory);
  return (bavail * bsize) / 2;
}
