/** Folders beside the data for what is half done. Their names say to every window what is being imported, and by whom. */
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Catalogue } from './catalogue.ts';
import { isLeftBehind, ownName } from '../../disk/owner.ts';

const PREFIX = 'import-';

/** `id`: of the resource that is made in it, or ''. The folder goes when `work` has ended. */
export async function withWorkDirectory<T>(
  directory: string,
  id: string,
  work: (workDirectory: string) => Promise<T>,
): Promise<T> {
  const folder = join(directory, `${PREFIX}${id}-${ownName()}`);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * The first records of a file without the rest are no resource, unless another window still imports it. `own`: the folder of
 * the one that ends; the last to end takes them away.
 */
export async function removePartial(directory: string, id: string, own?: string): Promise<void> {
  const catalogue = new Catalogue(directory);
  await catalogue.remove(id, async () => {
    if ((await catalogue.findWhole(id))?.resource.isPartial !== true) return false;
    const names = await readdir(directory);
    const wanted = names.filter((name) => name.startsWith(`${PREFIX}${id}-`) && !isLeftBehind(name));
    return wanted.every((name) => join(directory, name) === own);
  });
}
