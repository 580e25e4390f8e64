import { link, symlink } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { ReadableFile } from '../formats/fileFormatReader.ts';

/** In such a path the engine sees a pattern, and reads whatever fits it. */
const PATTERN = /[[*?{]/;

/** The file's path, or that of a link to it: one that the engine takes for the name of this file alone. */
export async function plainPath(path: string, { workDirectory }: ReadableFile): Promise<string> {
  if (!PATTERN.test(path) || path.startsWith(workDirectory)) return path;
  const plain = join(workDirectory, `linked${extname(path)}`);
  // Windows lets few people make symbolic links.
  await (process.platform === 'win32' ? link(path, plain) : symlink(path, plain)).catch((error: unknown) => {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  });
  return plain;
}
