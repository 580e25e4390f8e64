import type { Writable } from 'node:stream';
import { printable } from '../base/printable.ts';

export interface CliIo {
  readonly stdout: Writable;
  readonly stderr: Writable;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Aborted by SIGINT, SIGTERM and SIGHUP. */
  readonly signal: AbortSignal;
}

export const exitCodes = {
  ok: 0,
  /** The code for an unexpected error. */
  failed: 1,
  usage: 2,
  refused: 3,
  network: 4,
  busy: 5,
  cancelled: 130,
} as const;

/** Invalid arguments. The message names them and lists what is valid. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** A file that can't be read. The message says why. */
export class FileError extends Error {
  override readonly name = 'FileError';
}

/** Resolves when the stream has taken the text, which slows down the writer. Rejects with EPIPE for a closed pipe. */
export async function write(stream: Writable, text: string): Promise<void> {
  if (text === '') return;
  await new Promise<void>((resolve, reject) => {
    stream.write(text, (error) => {
      if (error) reject(error);
      else resolve();
    });
  });
}

/** Writes one line for people, with control characters of servers and arguments made visible. */
export function writeLine(stream: Writable, text: string): Promise<void> {
  return write(stream, `${printable(text)}\n`);
}
