import { stat } from 'node:fs/promises';

/**
 * Size in bytes. Undefined if the file doesn't exist. Throws all other file system errors, because they don't say that
 * the file is missing.
 */
export async function fileSize(file: string): Promise<number | undefined> {
  try {
    return (await stat(file)).size;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
