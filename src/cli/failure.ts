import { Redactor } from '../base/redactor.ts';
import { DatastoreError } from '../datastore/wire/errors.ts';
import { describeError } from '../datastore/wire/errorWords.ts';
import { HttpError } from '../http/errors.ts';
import { WrongOptions } from '../service/index.ts';
import { exitCodes, FileError, UsageError, writeLine, type CliIo } from './io.ts';

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
