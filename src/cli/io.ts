/** What a command has of the process that runs it. */
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
  /** An unexpected error. */
  failed: 1,
  usage: 2,
  refused: 3,
  network: 4,
  busy: 5,
  cancelled: 130,
} as const;

/** Invalid arguments; `message` says which, and what is valid. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** Resolves when the text is on its way, so that a slow reader slows the writer down. Rejects with EPIPE when the reader has left. */
export async function write(stream: Writable, text: string): Promise<void> {
  if (text === '') return;
  await new Promise<void>((resolve, reject) => {
    stream.write(text, (error) => {
      if (error) reject(error);
      else resolve();
    });
  });
}

/** One line for people, whatever a server or an argument has put into it. */
export function writeLine(stream: Writable, text: string): Promise<void> {
  return write(stream, `${printable(text)}\n`);
}
