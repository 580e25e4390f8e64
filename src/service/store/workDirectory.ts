/** Folders for unfinished work, named by resource and process. The next start removes those of ended processes. */
import { chmod, mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Catalogue } from './catalogue.ts';
import { isLeftBehind, ownName } from '../../disk/owner.ts';
import { withEnding } from '../resource/processEndings.ts';
import { isResourceId } from '../resource/resourceId.ts';

const PREFIX = 'import-';

/** Makes a folder of data that only its owner can read, unless it's there, and a new one in it. Throws like `withEnding`. */
export async function makeFolder(directory: string, inside?: string): Promise<void> {
  try {
    await mkdir(directory, { recursive: true, mode: 0o700 });
    // On a disk that can't be written, Node says ENOENT if folders above it may be made, too.
    if (inside !== undefined) await mkdir(inside, { mode: 0o700 });
  } catch (error) {
    throw withEnding(error, directory);
  }
}

/** Runs `work` in a new folder and removes it afterwards. `id` is that of the resource made in it, or empty. */
export async function withWorkDirectory<T>(
  directory: string,
  id: string,
  work: (workDirectory: string) => Promise<T>,
): Promise<T> {
  const folder = join(directory, `${PREFIX}${id}-${ownName()}`);
  await makeFolder(directory, folder);
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Removes the first records of a file without the rest, unless another import (not `own`) is still running. */
export async function removePartial(directory: string, id: string, own?: string): Promise<void> {
  const catalogue = new Catalogue(directory);
  await catalogue.remove(id, async () => {
    if ((await catalogue.findWhole(id))?.resource.isPartial !== true) return false;
    const names = await readdir(directory);
    const running = names.filter((name) => name.startsWith(`${PREFIX}${id}-`) && !isLeftBehind(name));
    return running.every((name) => join(directory, name) === own);
  });
}

/** Removes what killed processes left in a folder of resources, which may not exist yet. */
export async function clearLeftovers(directory: string): Promise<void> {
  const names = await readdir(directory).catch(() => []);
  if (names.length === 0) return;
  await removeLeft(directory, names, /^(?:import|spill)-|\.(?:part|lock)$/);
  await closeToOthers(directory, names);
  await new Catalogue(directory).removeOrphans(names);
}

/** Removes names that match `ours` and whose process has ended. What can't be removed is left to the next start. */
export async function removeLeft(directory: string, names: readonly string[], ours: RegExp): Promise<void> {
  const left = names.filter((name) => ours.test(name) && isLeftBehind(name));
  await Promise.all(
    left.map((name) => rm(join(directory, name), { recursive: true, force: true }).catch(() => undefined)),
  );
}

/** Earlier versions relied on the folder's mode to protect the files in it. */
async function closeToOthers(directory: string, names: readonly string[]): Promise<void> {
  if (process.platform === 'win32') return;
  for (const name of names.filter((each) => isResourceId(each.slice(0, each.indexOf('.'))))) {
    const file = join(directory, name);
    const mode = (await stat(file).catch(() => undefined))?.mode ?? 0;
    if ((mode & 0o077) !== 0) await chmod(file, 0o600).catch(() => undefined);
  }
}
