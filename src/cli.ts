/** The pure half without VS Code: `datastore-explorer serve` and `search`. */
import { realpathSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { exitCodes, UsageError, write, type CliIo } from './cli/io.ts';
import { usage } from './cli/usage.ts';
import { DatastoreError } from './datastore/client/errors.ts';
import { describeError } from './datastore/client/errorWords.ts';
import { HttpError } from './http/errors.ts';
import { serve } from './service/index.ts';

async function run([command, ...argv]: readonly string[], io: CliIo): Promise<number> {
  if (command === undefined) throw new UsageError('Enter a command: serve or search.');
  const [first = ''] = argv;
  if (['help', '--help', '-h'].includes(command) || ['--help', '-h'].includes(first)) {
    await write(io.stdout, usage);
    return exitCodes.ok;
  }
  if (command === '--version') {
    await write(io.stdout, `${await version()}\n`);
    return exitCodes.ok;
  }
  // Each command brings much that the other does not need.
  if (command === 'search') return (await import('./cli/search.ts')).search(argv, io);
  if (command === 'serve') return serve(argv, io);
  throw new UsageError(`Unknown command "${command}". Use serve or search.`);
}

/** Of the package, which is one folder above this file, as source and as bundle. */
async function version(): Promise<string> {
  const folder = path.dirname(realpathSync(process.argv[1] ?? '.'));
  const text = await readFile(path.join(folder, '..', 'package.json'), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}

/** The exit code for what was thrown, after saying it in one message. */
async function fail(error: unknown, io: CliIo): Promise<number> {
  // "head" and the like leave when they have enough.
  if (error instanceof Error && 'code' in error && error.code === 'EPIPE') return exitCodes.ok;
  if (io.signal.aborted) return exitCodes.cancelled;
  if (error instanceof UsageError) {
    await write(io.stderr, `${error.message} See datastore-explorer --help\n`);
    return exitCodes.usage;
  }
  const { message, hint } = describeError(error);
  await write(io.stderr, `${`${message} ${hint}`.trim()}\n`);
  if (error instanceof DatastoreError) return exitCodes.refused;
  return error instanceof HttpError ? exitCodes.network : exitCodes.failed;
}

async function main(): Promise<void> {
  const stopped = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(name, () => stopped.abort());
  const { stdout, stderr, env } = process;
  // Writers get their errors themselves; without a listener an error would end the process.
  for (const stream of [stdout, stderr]) stream.on('error', () => undefined);
  const io: CliIo = { stdout, stderr, env, signal: stopped.signal };
  process.exitCode = await run(process.argv.slice(2), io).catch((error: unknown) => fail(error, io));
}

void main();
