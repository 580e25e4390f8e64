import { opendir } from 'node:fs/promises';
import { join } from 'node:path';
import { isData } from '../../service/index.ts';

export interface FolderFiles {
  /** Paths of the files with the ending of a data format, links resolved. */
  readonly files: readonly string[];
  /** Whether the folder has more files or deeper folders than the limits allow. */
  readonly isCut: boolean;
}

export const MOST_FILES = 200;
export const DEEPEST = 8;
/** Folders with programs instead of data. */
const SKIPPED = new Set(['node_modules', '__pycache__']);

/** Lists a folder's data files, breadth first. Hidden files and folders, and links to folders, are left out. */
export async function filesOfFolder(folder: string, signal: AbortSignal): Promise<FolderFiles> {
  const files: string[] = [];
  let level = [folder];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > DEEPEST) return { files, isCut: true };
    const next: string[] = [];
    for (const path of level) {
      const { names, folders } = await entriesOf(path, signal);
      if (files.length + names.length > MOST_FILES)
        return { files: [...files, ...names].slice(0, MOST_FILES), isCut: true };
      files.push(...names);
      next.push(...folders);
    }
    level = next;
  }
  return { files, isCut: false };
}

async function entriesOf(
  folder: string,
  signal: AbortSignal,
): Promise<{ readonly names: readonly string[]; readonly folders: readonly string[] }> {
  const names: string[] = [];
  const folders: string[] = [];
  for await (const entry of await opendir(folder)) {
    signal.throwIfAborted();
    if (entry.name.startsWith('.') || SKIPPED.has(entry.name)) continue;
    if (entry.isDirectory()) folders.push(join(folder, entry.name));
    else if (entry.isFile() && isData(entry.name)) names.push(join(folder, entry.name));
  }
  return { names: names.sort(), folders: folders.sort() };
}
