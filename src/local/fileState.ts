import { realpath, stat } from 'node:fs/promises';
import type { LocalResource } from '../service/index.ts';

export async function realPathOf(path: string): Promise<string> {
  return realpath(path).catch(() => path);
}

/** A file against what was read of it. */
export async function fileState({
  file,
  size,
  modified,
}: LocalResource): Promise<'same' | 'changed' | 'gone'> {
  const now = await stampOf(file);
  if (now === undefined) return 'gone';
  return now.size === size && now.modified === modified ? 'same' : 'changed';
}

/** What was read of its file can be had again. */
export async function canBeReadAgain(resource: LocalResource): Promise<boolean> {
  return resource.file !== '' && (await fileState(resource)) !== 'gone';
}

export async function stampOf(
  file: string,
): Promise<{ readonly size: number; readonly modified: number } | undefined> {
  const facts = await stat(file).catch(() => undefined);
  return facts && { size: facts.size, modified: facts.mtimeMs };
}
