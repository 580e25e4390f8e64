/** Why a file could not be read, in words for a person. */
import { isDiskFull } from '../store/dataUnavailable.ts';
import { UnreadableFile } from './unreadableFile.ts';

const TOO_LARGE = 'its data is larger than a file may be here.';

const wordsOfCode: Partial<Record<string, string>> = {
  ENOENT: 'there is no such file.',
  EACCES: 'it may not be read: permission denied.',
  EPERM: 'it may not be read: permission denied.',
  ELOOP: 'its links lead in a circle.',
  ENOTDIR: 'there is no such file.',
  EISDIR: 'it is a folder, not a file.',
  EDQUOT: 'the disk quota is used up.',
  EFBIG: TOO_LARGE,
};

export function unreadable(file: string, error: unknown): UnreadableFile {
  return error instanceof UnreadableFile ? error : new UnreadableFile(file, wordsOf(error));
}

function wordsOf(error: unknown): string {
  const { code, message } = error as { code?: string; message?: string };
  const words = wordsOfCode[code ?? ''];
  if (words !== undefined) return words;
  if (isDiskFull(error)) return 'the disk is full.';
  if (/File too large/i.test(message ?? '')) return TOO_LARGE;
  if (message?.startsWith('Out of Memory') === true)
    return 'it needs more memory than the datastore may use. Allow it more in the settings.';
  return `it could not be read. ${(message ?? String(error)).split('\n', 1)[0] ?? ''}`;
}
