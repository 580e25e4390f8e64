/** Whether what was read of a file is what the file holds now. */
import { stat } from 'node:fs/promises';
import { isDeepStrictEqual } from 'node:util';
import type { Reading, ReadingChoices } from '../resource/reading.ts';
import type { LocalResource } from '../resource/localResource.ts';

export async function isUnchanged({ isPartial, file, size, modified }: LocalResource): Promise<boolean> {
  const now = await stat(file).catch(() => undefined);
  return isPartial !== true && size === now?.size && modified === now.mtimeMs;
}

/** What was not chosen may be as it was guessed then, or chosen before. */
export function isReadAs({ reading }: LocalResource, choices: ReadingChoices): boolean {
  const known: Readonly<Record<string, unknown>> = { ...reading };
  return Object.entries(choices).every(([name, choice]) => known[name] === choice);
}

/** Of whichever part. */
export function isReadLike({ reading }: LocalResource, guessed: Reading): boolean {
  return isDeepStrictEqual({ ...reading, part: undefined }, { ...guessed, part: undefined });
}
