import { stat } from 'node:fs/promises';

/** Size in bytes. Undefined if the file doesn't exist. Throws other errors, which don't say that it's missing. */
export async function fileSize(file: string): Promise<number | undefined> {
  try {
    return (await stat(file)).size;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
