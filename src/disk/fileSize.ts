import { stat } from 'node:fs/promises';

/** In bytes; undefined where there is no file. Throws what else the file system says: a disk that can't tell has not said so. */
export async function fileSize(file: string): Promise<number | undefined> {
  try {
    return (await stat(file)).size;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
