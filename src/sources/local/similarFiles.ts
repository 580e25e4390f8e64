import { extname } from 'node:path';
import type { Inspect } from './importOptions.ts';
import type { FileToOpen } from './localFile.ts';

/** The files that have the ending of the first one and, read with its options, its fields. Each takes up to a second. */
export async function* similarFiles(
  target: FileToOpen,
  files: readonly string[],
  inspect: Inspect,
  signal: AbortSignal,
): AsyncGenerator<FileToOpen> {
  const fieldsOf = async (file: string): Promise<string> =>
    JSON.stringify((await inspect(file, target.choices, signal)).fields);
  const fields = await fieldsOf(target.file);
  const others = files.filter((file) => file !== target.file && extname(file) === extname(target.file));
  for (const file of others) {
    signal.throwIfAborted();
    // A file that can't be read with these options doesn't look alike.
    if ((await fieldsOf(file).catch(() => undefined)) === fields) yield { ...target, file };
  }
}
