/** Folders beside the data for what is half done. Their names say to every window what is being imported. */
import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Catalogue } from './store/catalogue.ts';

const PREFIX = 'import-';
const ABANDONED_AFTER_MS = 24 * 60 * 60 * 1000;

/** `id`: of the resource that is made in it. Whoever asked for the folder takes it away. */
export async function makeWorkDirectory(directory: string, id = ''): Promise<string> {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  await sweep(directory);
  return mkdtemp(join(directory, `${PREFIX}${id}-`));
}

/**
 * The first records of a file without the rest are no resource, unless another window still imports it. `own`: the folder of
 * the one that ends; the last to end takes them away.
 */
export async function removePartial(directory: string, id: string, own?: string): Promise<void> {
  const catalogue = new Catalogue(directory);
  const known = await catalogue.find(id);
  if (known !== undefined && known.resource.isPartial !== true) return;
  const names = await readdir(directory);
  const isWanted = names.some((name) => name.startsWith(`${PREFIX}${id}-`) && join(directory, name) !== own);
  if (!isWanted) await catalogue.remove(id);
}

/** What a window that was killed left behind. */
async function sweep(directory: string): Promise<void> {
  for (const name of await readdir(directory)) {
    if (!name.startsWith(PREFIX)) continue;
    const folder = join(directory, name);
    const age = Date.now() - ((await stat(folder).catch(() => undefined))?.mtimeMs ?? Date.now());
    if (age > ABANDONED_AFTER_MS) await rm(folder, { recursive: true, force: true });
  }
}
