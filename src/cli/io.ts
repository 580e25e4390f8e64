import type { Writable } from 'node:stream';
import { printable } from '../base/printable.ts';
import { Redactor } from '../base/secretText.ts';
import { DatastoreError } from '../datastore/wire/errors.ts';
import { describeError } from '../datastore/wire/errorWords.ts';
import { HttpError } from '../http/errors.ts';
import { WrongOptions } from '../service/index.ts';

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

const BUSY: ReadonlySet<number> = new Set([429, 503]);

/** Writes one message about an error and returns the exit code. */
export async function fail(error: unknown, io: CliIo): Promise<number> {
  // Programs such as `head` close the pipe when they have enough.
  if (error instanceof Error && 'code' in error && error.code === 'EPIPE') return exitCodes.ok;
  if (io.signal.aborted) return exitCodes.cancelled;
  if (error instanceof UsageError || error instanceof WrongOptions || error instanceof FileError) {
    const help = error instanceof FileError ? '' : ' See datastore-explorer --help';
    await writeLine(io.stderr, `${error.message}${help}`);
    return exitCodes.usage;
  }
  const { message, hint } = describeError(error);
  // A server may repeat the token in its message.
  const redactor = new Redactor();
  redactor.hide(io.env['DATASTORE_TOKEN'] ?? '');
  await writeLine(io.stderr, redactor.redact(`${message} ${hint}`.trim()));
  if (error instanceof DatastoreError) return BUSY.has(error.status ?? 0) ? exitCodes.busy : exitCodes.refused;
  return error instanceof HttpError ? exitCodes.network : exitCodes.failed;
}
