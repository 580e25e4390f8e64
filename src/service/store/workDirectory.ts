/**
 * Folders beside the data for what is half done. Their names say to every window what is being imported, and by whom; what
 * killed processes left is cleared when the next one starts: by its owner's life, never by its age.
 */
import { chmod, mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Catalogue } from './catalogue.ts';
import { isLeftBehind, ownName } from '../../disk/owner.ts';
import { isResourceId } from '../resource/resourceId.ts';

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

/** Of a folder of resources, which need not be there yet. */
export async function clearLeftovers(directory: string): Promise<void> {
  const names = await readdir(directory).catch(() => []);
  if (names.length === 0) return;
  await removeLeft(directory, names, /^(?:import|spill)-|\.(?:part|lock)$/);
  await closeToOthers(directory, names);
  await new Catalogue(directory).removeOrphans(names);
}

/** Of those names that `ours` matches. Whoever comes next tries again with what can't be removed. */
export async function removeLeft(directory: string, names: readonly string[], ours: RegExp): Promise<void> {
  const left = names.filter((name) => ours.test(name) && isLeftBehind(name));
  await Promise.all(
    left.map((name) => rm(join(directory, name), { recursive: true, force: true }).catch(() => undefined)),
  );
}

/** Earlier versions let a folder's own mode decide who can read what it holds. */
async function closeToOthers(directory: string, names: readonly string[]): Promise<void> {
  if (process.platform === 'win32') return;
  for (const name of names.filter((each) => isResourceId(each.slice(0, each.indexOf('.'))))) {
    const file = join(directory, name);
    const mode = (await stat(file).catch(() => undefined))?.mode ?? 0;
    if ((mode & 0o077) !== 0) await chmod(file, 0o600).catch(() => undefined);
  }
}
