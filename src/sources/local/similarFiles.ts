import { extname } from 'node:path';
import type { Inspect } from './importOptions.ts';
import type { FileToOpen } from './localFile.ts';

/** Most files that are looked at, because each takes up to a second. */
const MOST_INSPECTED = 50;

/** The files that have the ending of the first one and, read with its options, its fields. */
export async function similarFiles(
  target: FileToOpen,
  files: readonly string[],
  inspect: Inspect,
  signal: AbortSignal,
): Promise<readonly FileToOpen[]> {
  const fieldsOf = async (file: string): Promise<string> =>
    JSON.stringify((await inspect(file, target.choices, signal)).fields);
  const fields = await fieldsOf(target.file);
  const others = files.filter((file) => file !== target.file && extname(file) === extname(target.file));
  const similar: FileToOpen[] = [];
  for (const file of others.slice(0, MOST_INSPECTED)) {
    signal.throwIfAborted();
    // A file that can't be read with these options doesn't look alike.
    if ((await fieldsOf(file).catch(() => undefined)) === fields) similar.push({ ...target, file });
  }
  return similar;
}
